package stress

import (
	"slices"
	"strconv"
	"strings"
)

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
	rows, s := readText(k.test.input, k.samples())
	fails := func(rows []row) bool {
		return s.fits(rows) && k.fails(test{from: from, input: writeText(rows, s.group)})
	}
	rows = k.lines(rows, s.group, fails)
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

// Samples tell the shape of inputs. Each takes a run of the generator, and all are held in memory.
const (
	mostSamples     = 20
	mostSampleBytes = 1 << 20
)

// samples are the first inputs of the seed, the same ones wherever the search began.
func (k *shrinker) samples() (texts []string) {
	bytes := 0
	for i := range uint64(mostSamples) {
		text, err := k.Generate(k.ctx, k.Seed+i)
		if bytes += len(text); err != nil || bytes > mostSampleBytes {
			break
		}
		texts = append(texts, text)
	}
	return texts
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
	counts := func(r row) (n int) {
		for _, w := range r {
			if w.counts != nothing {
				n++
			}
		}
		return n
	}
	all := counts(r)
	return minimise(r, func(kept []word) bool { return counts(kept) == all && fails(kept) }, k.over)
}

// number halves the distance of a number to 1 or -1, which more constraints allow than 0.
func (k *shrinker) number(r row, j int, fails func(row) bool) {
	n, err := strconv.ParseInt(r[j].text, 10, 64)
	if err != nil || r[j].counts != nothing || n >= -1 && n <= 1 {
		return
	}
	try := func(v int64) bool {
		changed := slices.Clone(r)
		if changed[j].text = strconv.FormatInt(v, 10); !fails(changed) {
			return false
		}
		r[j], n = changed[j], v
		return true
	}
	right := int64(1) // it does not fail
	if n < 0 {
		right = -1
	}
	for next := right; !k.over(); next = right + (n-right)/2 {
		if !try(next) {
			right = next
		}
		if n-right <= 1 && right-n <= 1 {
			return
		}
	}
}
