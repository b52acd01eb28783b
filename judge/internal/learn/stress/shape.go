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
		units int         // the fewest lines, or groups of lines, of a sample
		words map[int]int // the fewest words of a line, by its place
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
	s.measure(texts)
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

// measure finds the fewest lines and words of all texts.
func (s *shape) measure(texts [][]row) {
	s.units, s.words = s.unitsOf(texts[0]), map[int]int{}
	for _, text := range texts {
		s.units = min(s.units, s.unitsOf(text))
		for i, r := range text {
			least, known := s.words[s.place(i)]
			if !known || len(r) < least {
				s.words[s.place(i)] = len(r)
			}
		}
	}
}

func (s shape) unitsOf(rows []row) int {
	if s.group > 0 {
		return (len(rows) - 1) / s.group
	}
	return len(rows)
}

// place is the number of a line; lines at the same place of their groups have the same.
func (s shape) place(line int) int {
	if s.group > 0 && line > 0 {
		return 1 + (line-1)%s.group
	}
	return line
}

// fits reports whether rows are not shorter than those of every sample.
func (s shape) fits(rows []row) bool {
	if s.unitsOf(rows) < s.units {
		return false
	}
	for i, r := range rows {
		if len(r) < s.words[s.place(i)] {
			return false
		}
	}
	return true
}
