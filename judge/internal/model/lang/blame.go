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
	var own strings.Builder
	others := false
	for _, piece := range l.pieces(said) {
		if l.Blames(piece) {
			others = true
		} else if l.Paragraphs || strings.Contains(piece, path) {
			others = false
		}
		if !others {
			own.WriteString(piece)
		}
	}
	return own.String()
}

// pieces are the parts of a compiler's text that are each about one place.
func (l Language) pieces(said string) []string {
	if l.Paragraphs {
		return strings.SplitAfter(said, "\n\n")
	}
	return strings.SplitAfter(said, "\n")
}

// Misfit explains a compiler's text whose first error is in the driver: the user's types do not fit. It leaves out the
// place, since users do not have the driver. It is "" if the first error is in the user's own code.
func (l Language) Misfit(said string) string {
	first := result.FirstError(said)
	whole := first
	if at := strings.Index("\n\n"+said, "\n\nerror"); l.Paragraphs && at >= 0 {
		whole = l.pieces(said[at:])[0]
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
