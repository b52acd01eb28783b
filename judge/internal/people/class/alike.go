package class

import (
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/solution"
)

// leastTokens: two programs of this length are not equal by chance.
const leastTokens = 40

var token = match.Lazy(`[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_.]*|\S`)

// tokens returns the words and signs of a program without comments, string literals and blanks. Names are replaced by
// numbers in the order in which they appear, so that renaming makes no difference.
func tokens(s solution.Solution) (all []string) {
	lang, _ := language.ByID(s.Language)
	keywords, names := strings.Fields(lang.Words), map[string]string{}
	for _, f := range s.Files {
		for _, word := range token().FindAllString(lang.Bare(f.Text), -1) {
			if first := word[0]; first >= '0' && first <= '9' || len(word) == 1 && strings.ContainsAny(word, "(){}[];,.") || slices.Contains(keywords, word) {
				all = append(all, word)
				continue
			}
			if names[word] == "" {
				names[word] = "#" + strconv.Itoa(len(names))
			}
			all = append(all, names[word])
		}
	}
	return all
}

// compare notes whose programs for a problem are the same byte for byte, or the same but for names, comments and blanks.
func (c *Class) compare(problem int) {
	exact, renamed := map[string][]int{}, map[string][]int{}
	for i, s := range c.Students {
		w := s.Work[problem].Solution
		if s.Work[problem].Without != nil {
			continue
		}
		text := w.Language
		for _, f := range w.Files {
			text += "\x00" + f.Text
		}
		exact[text] = append(exact[text], i)
		if t := tokens(w); len(t) >= leastTokens {
			key := w.Language + strings.Join(t, "\x00")
			renamed[key] = append(renamed[key], i)
		}
	}
	same := map[[2]int]bool{}
	for _, group := range exact {
		for _, i := range group {
			for _, j := range group {
				same[[2]int{i, j}] = true
			}
			if others := c.others(group, i, nil); len(others) > 0 {
				c.note(i, problem, say.Of("the same as %s, byte for byte", some(others)))
			}
		}
	}
	for _, group := range renamed {
		for _, i := range group {
			if others := c.others(group, i, same); len(others) > 0 {
				c.note(i, problem, say.Of("the same as %s, except for names, comments and blanks", some(others)))
			}
		}
	}
}

// others returns the labels of the other members of a group, except those that were already mentioned.
func (c *Class) others(group []int, one int, told map[[2]int]bool) (labels []string) {
	for _, i := range group {
		if i != one && !told[[2]int{one, i}] {
			labels = append(labels, c.Students[i].Label)
		}
	}
	return labels
}

func (c *Class) note(student, problem int, what say.Message) {
	if len(c.Problems) > 1 {
		what = say.Of("%v: %s", c.Problems[problem], what)
	}
	c.Students[student].Notes = append(c.Students[student].Notes, what)
}
