package terminal

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/match"
)

// manualWidth is the greatest width of a manual, and its width where the terminal's is unknown.
const manualWidth = 80

// Manual prints a manual with its lines broken for the terminal's width.
func (c *Console) Manual(text string) {
	io.WriteString(c.Stdout, Fill(text, min(c.width(), manualWidth)))
}

// A manual's line may have two columns, or be an entry of a list within the second.
var (
	twoColumns = match.Lazy(`^( +(?:- |\S.*?  +))\S`)
	listEntry  = match.Lazy(`^[a-z]+[:：] ?\S`)
)

// Fill breaks the lines of a manual again. Lines that begin in the same column are one text: at the margin, or in
// the column after a flag or a bullet, where "word: " begins a new one. Other indented lines are commands to copy
// and stay whole.
func Fill(text string, width int) string {
	var b strings.Builder
	gathered, column := "", 0 // the text so far and the column where it continues; -1 if it does not
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

// textColumn returns the column in which the text of a line and of the lines below it begins; -1 for a command.
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

// between replaces a line break: a blank, or nothing between Chinese characters.
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
