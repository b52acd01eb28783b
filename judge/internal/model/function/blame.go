package function

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/result"
)

// Blames reports whether a compiler's text speaks of the driver: then the function has another type than
// the problem asks for.
func Blames(id, said string) bool { return strings.Contains(said, driverName(id)) }

func driverName(id string) string {
	t, _ := targetOf(id)
	name, _, _ := strings.Cut(t.driver, ".")
	return name
}

// Own returns the part of a compiler's text that is about the user's file, without lines that the judge added.
func Own(id, path, said string) string {
	if id == "java" {
		said = withoutUsual(said)
	}
	if !Blames(id, said) {
		return said
	}
	if id == "rust" { // it has a paragraph for each
		var own []string
		for _, paragraph := range strings.Split(said, "\n\n") {
			if !Blames(id, paragraph) {
				own = append(own, paragraph)
			}
		}
		return strings.Join(own, "\n\n")
	}
	own, others := "", false
	for line := range strings.Lines(said) {
		if Blames(id, line) {
			others = true
		} else if strings.Contains(line, path) {
			others = false
		}
		if !others {
			own += line
		}
	}
	return own
}

// withoutUsual removes the imports before the user's first line, and moves the mark below by as much.
func withoutUsual(said string) string {
	lines := strings.Split(said, "\n")
	for i, line := range lines {
		before, rest, ok := strings.Cut(line, javaUsual)
		if !ok {
			continue
		}
		lines[i] = before + rest
		if i+1 < len(lines) {
			lines[i+1] = strings.Replace(lines[i+1], strings.Repeat(" ", len(javaUsual)), "", 1)
		}
	}
	return strings.Join(lines, "\n")
}

// Misfit explains a compiler's text whose first error is in the driver: the user's types do not fit. It leaves out the
// place, since users do not have the driver. It is "" if the first error is in the user's own code.
func Misfit(id, said string) string {
	first := result.FirstError(said)
	whole := first
	if id == "rust" {
		for _, paragraph := range strings.Split(said, "\n\n") {
			if strings.HasPrefix(paragraph, "error") {
				whole = paragraph
				break
			}
		}
	}
	if !Blames(id, whole) {
		return ""
	}
	what := word().ReplaceAllString(place().ReplaceAllString(first, ""), "")
	if types := rustTypes().FindString(whole); types != "" {
		what += ": " + types
	}
	return what
}

var (
	place     = match.Lazy(`^\S*?:\d+(?::\d+)?:\s*`)
	word      = match.Lazy(`^error(?:\[\w+\])?:\s*`)
	rustTypes = match.Lazy("expected `[^`]+`, found `[^`]+`")
)
