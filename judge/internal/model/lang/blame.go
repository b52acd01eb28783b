package lang

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/result"
)

// Blames reports whether a compiler's text speaks of the driver: then the function has another type than the problem
// asks for.
func (l Language) Blames(said string) bool {
	name, _, _ := strings.Cut(l.Driver, ".")
	return strings.Contains(said, name)
}

// Own returns the part of a compiler's text that is about the user's file, without lines that the judge added.
func (l Language) Own(path, said string) string {
	if l.Clean != nil {
		said = l.Clean(said)
	}
	if !l.Blames(said) {
		return said
	}
	var own []string
	if l.Paragraphs {
		for paragraph := range strings.SplitSeq(said, "\n\n") {
			if !l.Blames(paragraph) {
				own = append(own, paragraph)
			}
		}
		return strings.Join(own, "\n\n")
	}
	others := false
	for line := range strings.Lines(said) {
		if l.Blames(line) {
			others = true
		} else if strings.Contains(line, path) {
			others = false
		}
		if !others {
			own = append(own, line)
		}
	}
	return strings.Join(own, "")
}

// Misfit explains a compiler's text whose first error is in the driver: the user's types do not fit. It leaves out the
// place, since users do not have the driver. It is "" if the first error is in the user's own code.
func (l Language) Misfit(said string) string {
	first := result.FirstError(said)
	whole := first
	if l.Paragraphs {
		for paragraph := range strings.SplitSeq(said, "\n\n") {
			if strings.HasPrefix(paragraph, "error") {
				whole = paragraph
				break
			}
		}
	}
	if !l.Blames(whole) {
		return ""
	}
	what := word().ReplaceAllString(place().ReplaceAllString(first, ""), "")
	if types := mismatched().FindString(whole); types != "" {
		what += ": " + types
	}
	return what
}

var (
	place      = match.Lazy(`^\S*?:\d+(?::\d+)?:\s*`)
	word       = match.Lazy(`^error(?:\[\w+\])?:\s*`)
	mismatched = match.Lazy("expected `[^`]+`, found `[^`]+`")
)
