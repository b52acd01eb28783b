package terminal

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/match"
)

// manualWidth is how wide a manual gets at most: where a terminal tells no width, and on any that is wider.
const manualWidth = 80

// Manual prints a manual, filled anew for the terminal.
func (c *Console) Manual(text string) {
	io.WriteString(c.Stdout, Fill(text, min(c.width(), manualWidth)))
}

// A manual's line may have two columns, or be an entry of a list within the second.
var (
	twoColumns = match.Lazy(`^( +(?:- |\S.*?  +))\S`)
	listEntry  = match.Lazy(`^[a-z]+[:：] ?\S`)
)

// Fill breaks the lines of a manual anew. Lines that stand under each other are one text: at the margin, and
// behind a flag or a bullet in a column of their own, where "word: " begins another. What else is indented is
// a command, and stays in one piece, to be copied.
func Fill(text string, width int) string {
	var b strings.Builder
	gathered, column := "", 0 // the text so far and where it goes on; -1: it does not
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimSuffix(line, "\n")
		said := strings.TrimLeft(line, " ")
		if gathered != "" && said != "" && len(line)-len(said) == column && !listEntry().MatchString(said) {
			gathered += between(gathered, said) + said
			continue
		}
		b.WriteString(filled(gathered, column, width))
		if gathered, column = line, textColumn(line); line == "" {
			b.WriteString("\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// textColumn is where the text of a line stands, and that of the lines under it; -1 if it is a command.
func textColumn(line string) int {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if m := twoColumns().FindStringSubmatch(line); m != nil {
		return Width(m[1])
	}
	if 0 < indent && indent < 10 {
		return -1
	}
	return indent
}

// between is what a line break stands for: a blank, or nothing where Chinese goes on.
func between(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	wide := RuneWidth(last) == 2 && RuneWidth(first) == 2
	if wide || RuneWidth(last) == 2 && unicode.IsPunct(last) || RuneWidth(first) == 2 && unicode.IsPunct(first) {
		return ""
	}
	return " "
}

// filled is one text in lines. Where too little room is left behind what stands in front of it, it goes below.
func filled(text string, column, width int) string {
	if text == "" {
		return ""
	}
	if column < 0 {
		return text + "\n"
	}
	margin := strings.Repeat(" ", column)
	m := twoColumns().FindStringSubmatch(text)
	if m == nil || Width(text) <= width || column <= width*3/5 {
		return strings.Join(Fold(text, width, margin), "\n") + "\n"
	}
	margin = strings.Repeat(" ", 6)
	return strings.TrimRight(m[1], " ") + "\n" + strings.Join(Fold(margin+strings.TrimPrefix(text, m[1]), width, margin), "\n") + "\n"
}
