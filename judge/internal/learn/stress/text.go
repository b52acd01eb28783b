package stress

import (
	"slices"
	"strconv"
	"strings"
)

// A text is shrunk without knowing its meaning, except that a number may count the words of the next line, or, on the
// first line, the following lines. Such a number is kept correct, since otherwise the rest would seldom be a valid
// input.
type (
	word struct {
		text   string
		counts counted
	}
	row []word
)

type counted int

const (
	nothing   counted = iota
	nextWords         // the words of the next line
	restLines         // the following lines, or groups of this many lines
)

// largestGroup bounds the lines of a group that the first line counts.
const largestGroup = 4

// readText splits an input into lines of words. group is how many lines the count on the first line
// takes for one; 0: there is no such count.
func readText(input string) (rows []row, group int) {
	for l := range strings.SplitSeq(strings.TrimSuffix(input, "\n"), "\n") {
		var r row
		for w := range strings.FieldsSeq(l) {
			r = append(r, word{text: w})
		}
		rows = append(rows, r)
	}
	for i := range rows[:len(rows)-1] {
		for j := range rows[i] {
			if rows[i][j].text == strconv.Itoa(len(rows[i+1])) && len(rows[i+1]) > 0 {
				rows[i][j].counts = nextWords
				break
			}
		}
	}
	rest := len(rows) - 1
	for j, w := range rows[0] {
		n, err := strconv.Atoi(w.text)
		if err == nil && n > 0 && rest > 0 && rest%n == 0 && rest/n <= largestGroup && (rest > 1 || w.counts == nothing) {
			rows[0][j].counts = restLines
			return rows, rest / n
		}
	}
	return rows, 0
}

// writeText joins the rows, with counts that are true.
func writeText(rows []row, group int) string {
	var s strings.Builder
	for i, r := range rows {
		for j, w := range r {
			if j > 0 {
				s.WriteByte(' ')
			}
			switch {
			case w.counts == restLines:
				w.text = strconv.Itoa((len(rows) - 1) / group)
			case w.counts == nextWords && i+1 < len(rows):
				w.text = strconv.Itoa(len(rows[i+1]))
			}
			s.WriteString(w.text)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// text removes lines, then words, and makes numbers smaller.
func (k *shrinker) text() {
	from := k.test.from
	rows, group := readText(k.test.input)
	fails := func(rows []row) bool { return k.fails(test{from: from, input: writeText(rows, group)}) }
	rows = k.lines(rows, group, fails)
	for i := 0; i < len(rows) && !k.over(); i++ {
		failsWith := func(r row) bool {
			changed := slices.Clone(rows)
			changed[i] = r
			return fails(changed)
		}
		rows[i] = k.words(rows[i], failsWith)
		for j := 0; j < len(rows[i]) && !k.over(); j++ {
			k.number(rows[i], j, failsWith)
		}
	}
}

// lines removes lines; lines that belong together go together.
func (k *shrinker) lines(rows []row, group int, fails func([]row) bool) []row {
	var head []row
	if group > 0 {
		head, rows = rows[:1], rows[1:]
	}
	var units [][]row
	for len(rows) > 0 {
		n := max(group, 1)
		if group == 0 && slices.ContainsFunc(rows[0], func(w word) bool { return w.counts == nextWords }) {
			n = 2
		}
		n = min(n, len(rows))
		units, rows = append(units, rows[:n]), rows[n:]
	}
	join := func(units [][]row) []row { return append(slices.Clone(head), slices.Concat(units...)...) }
	return join(minimise(units, func(units [][]row) bool { return fails(join(units)) }, k.over))
}

// words removes words of a line, but no counts.
func (k *shrinker) words(r row, fails func(row) bool) row {
	var loose []int
	for j, w := range r {
		if w.counts == nothing {
			loose = append(loose, j)
		}
	}
	with := func(kept []int) (out row) {
		for j, w := range r {
			loose := len(kept) > 0 && kept[0] == j // they are in their order
			if loose {
				kept = kept[1:]
			}
			if loose || w.counts != nothing {
				out = append(out, w)
			}
		}
		return out
	}
	return with(minimise(loose, func(kept []int) bool { return fails(with(kept)) }, k.over))
}

// number halves the distance of a number to 1 or -1, which more constraints allow than 0.
func (k *shrinker) number(r row, j int, fails func(row) bool) {
	n, err := strconv.ParseInt(r[j].text, 10, 64)
	if err != nil || r[j].counts != nothing || n >= -1 && n <= 1 {
		return
	}
	try := func(v int64) bool {
		changed := slices.Clone(r)
		changed[j].text = strconv.FormatInt(v, 10)
		if !fails(changed) {
			return false
		}
		r[j] = changed[j]
		return true
	}
	good := int64(1) // does not fail
	if n < 0 {
		good = -1
	}
	if try(good) {
		return
	}
	for !k.over() && (n-good > 1 || good-n > 1) {
		if middle := good + (n-good)/2; try(middle) {
			n = middle
		} else {
			good = middle
		}
	}
}
