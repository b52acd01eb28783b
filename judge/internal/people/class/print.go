package class

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/model/solution"
)

// Print tells whole programs apart: two that are the same have the same one.
type Print struct{ text, tokens string }

// PrintOf returns the print of a program.
func PrintOf(s solution.Solution) Print { return printOf(s, tokens(s)) }

func printOf(s solution.Solution, all []token) Print {
	text := s.Language
	for _, f := range s.Files {
		text += "\x00" + f.Text
	}
	p := Print{text: digest(text)}
	p.tokens = p.text
	if len(all) < leastTokens {
		return p
	}
	words, numbers := []string{s.Language}, map[string]string{} // names are numbered as they come, so that renaming makes no difference
	for _, t := range all {
		if t.name != "" && numbers[t.name] == "" {
			numbers[t.name] = strconv.Itoa(len(numbers) + 1)
		}
		words = append(words, t.word+numbers[t.name])
	}
	p.tokens = digest(strings.Join(words, "\x00"))
	return p
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:])
}

// Same is a group of programs that are the same, as the places of their prints.
type Same struct {
	Places []int
	Exact  bool // byte for byte; otherwise except for names, comments and blanks
}

// SameOf returns the groups of programs that are the same, each once. A zero print belongs to no group.
func SameOf(prints []Print) (groups []Same) {
	of := map[string]int{} // the group, by tokens
	for i, p := range prints {
		if p.tokens == "" {
			continue
		}
		at, known := of[p.tokens]
		if !known {
			at = len(groups)
			of[p.tokens], groups = at, append(groups, Same{Exact: true})
		}
		g := &groups[at]
		g.Places = append(g.Places, i)
		g.Exact = g.Exact && p.text == prints[g.Places[0]].text
	}
	return slices.DeleteFunc(groups, func(g Same) bool { return len(g.Places) == 1 })
}
