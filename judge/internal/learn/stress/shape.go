package stress

import (
	"slices"
	"strconv"
	"strings"
)

// A text is made small without knowing its meaning. Samples, which its generator printed, tell its shape. A number may
// count the words of the next line, or, on the first line, the following lines, if it does so in every sample. Such
// a number is kept correct, and nothing becomes shorter than in some sample: otherwise the rest would seldom be a valid
// input.
type (
	word struct {
		text   string
		counts counted
	}
	row []word

	shape struct {
		group int         // how many lines the count on the first line takes for one; 0: there is no such count
		least map[int]int // the smallest sizes of a sample
	}
)

type counted int

const (
	nothing   counted = iota
	nextWords         // the words of the next line
	restLines         // the following lines, or groups of this many lines
)

// largestGroup bounds the lines of a group that the first line counts.
const largestGroup = 4

// readText splits an input into lines of words, and returns the shape that it shares with the samples.
func readText(input string, samples []string) ([]row, shape) {
	texts := [][]row{linesOf(input)}
	for _, sample := range samples {
		texts = append(texts, linesOf(sample))
	}
	everywhere := func(holds func(text []row) bool) bool {
		return !slices.ContainsFunc(texts, func(text []row) bool { return !holds(text) })
	}
	rows, s := texts[0], shape{}
	for i := range rows[:len(rows)-1] {
		for j := range rows[i] {
			if len(rows[i+1]) > 0 && everywhere(func(text []row) bool { return countsWords(text, i, j) }) {
				rows[i][j].counts = nextWords
				break
			}
		}
	}
	for j, w := range rows[0] {
		group := countsLines(rows, j)
		if group > 0 && (len(rows) > 2 || w.counts == nothing) && everywhere(func(text []row) bool { return len(text) == 1 || countsLines(text, j) == group }) {
			rows[0][j].counts, s.group = restLines, group
			break
		}
	}
	s.least = s.sizes(rows)
	for _, text := range texts {
		for place, n := range s.sizes(text) {
			if least, known := s.least[place]; !known || n < least {
				s.least[place] = n
			}
		}
	}
	return rows, s
}

// linesOf splits a text into lines of words.
func linesOf(text string) (rows []row) {
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		var r row
		for w := range strings.FieldsSeq(l) {
			r = append(r, word{text: w})
		}
		rows = append(rows, r)
	}
	return rows
}

// countsWords reports whether a word counts those of the next line, or the text has no such word or line.
func countsWords(text []row, line, at int) bool {
	return line+1 >= len(text) || at >= len(text[line]) || text[line][at].text == strconv.Itoa(len(text[line+1]))
}

// countsLines returns how many lines form a group, if the word at that place of the first line counts groups; else 0.
func countsLines(text []row, at int) (group int) {
	if at >= len(text[0]) {
		return 0
	}
	n, err := strconv.Atoi(text[0][at].text)
	rest := len(text) - 1
	if err != nil || n <= 0 || rest%n != 0 || rest/n > largestGroup {
		return 0
	}
	return rest / n
}

// sizes are how many lines, or groups of lines, a text has, at place -1, and how many words its lines have at least, by
// their place in the text or in their group.
func (s shape) sizes(text []row) map[int]int {
	all := map[int]int{-1: len(text)}
	if s.group > 0 {
		all[-1] = (len(text) - 1) / s.group
	}
	for i, r := range text {
		place := i
		if s.group > 0 && i > 0 {
			place = 1 + (i-1)%s.group
		}
		if least, known := all[place]; !known || len(r) < least {
			all[place] = len(r)
		}
	}
	return all
}

// fits reports whether a text is not shorter than every sample.
func (s shape) fits(text []row) bool {
	for place, n := range s.sizes(text) {
		if n < s.least[place] {
			return false
		}
	}
	return true
}
