package check

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// mostAlmost is the longest text that almost reads.
const mostAlmost = 1 << 20

// almost looks again at a wrong answer. If it holds the right answer and something more, the message says so. A
// repair removes the surplus; the same check decides whether the rest is right.
func (c *Checker) almost(ctx context.Context, t texts, r Result) Result {
	if max(len(t.want), len(t.got)) > mostAlmost {
		return r
	}
	want, got := linesOf(t.want), linesOf(t.got)
	for _, repair := range []func(want, got []string) ([]string, *result.Difference){c.withoutEmptyLines, withoutBlanks, c.withoutBoth, withoutProse} {
		lines, d := repair(want, got)
		if d == nil || ctx.Err() != nil {
			continue
		}
		t.got = []byte(strings.Join(lines, "\n"))
		if again, err := c.once(ctx, t); err == nil && again.Verdict == result.AC {
			return Result{Verdict: result.WA, Difference: d}
		}
	}
	return r
}

// linesOf returns the lines of a text without the blanks that every site forgives.
func linesOf(text []byte) (lines []string) {
	for l := range bytes.Lines(text) {
		lines = append(lines, string(trimmed(bytes.TrimSuffix(l, newline))))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// tooMuch is a difference on a line of the output; rest is the part of the line that is right.
func tooMuch(at int, rest, got string, what say.Message) *result.Difference {
	column := utf8.RuneCountInString(got[:common([]byte(rest), []byte(got))]) + 1
	return &result.Difference{Line: at + 1, Column: column, Want: excerptOf([]byte(rest)), Got: excerptOf([]byte(got)), Text: onLine(at+1, what)}
}

// withoutEmptyLines has empty lines only where the answer has them.
func (c *Checker) withoutEmptyLines(want, got []string) (lines []string, d *result.Difference) {
	lines = emptyAs(want, got)
	missing := onlyEmptyMore(got, lines)
	if missing == onlyEmptyMore(lines, got) { // some are missing and others too much, or the rest differs as well
		return nil, nil
	}
	first := 0 // the first line that differs
	for lines[first] == got[first] {
		first++
	}
	empty := max(len(got)-len(lines), len(lines)-len(got))
	each := !slices.Contains(want, "") && first == 1 && empty >= len(lines)-1
	what := say.Of("%s too much, and the rest is right", say.Count(empty, "empty line"))
	switch {
	case missing && empty == 1:
		what = say.Of("an empty line is missing before this one, and the rest is right")
	case missing:
		what = say.Of("%s missing, the first before this one, and the rest is right", say.Count(empty, "empty line"))
	case empty == 1:
		what = say.Of("an empty line too much, and the rest is right")
	case each && formats[c.spec.Format].single:
		what = say.Of("an empty line after each board")
	case each:
		what = say.Of("an empty line after each line")
	}
	return lines, tooMuch(first, "", got[first], what)
}

// onlyEmptyMore reports whether more is the lines of less with none but empty lines added. The last of both is not empty.
func onlyEmptyMore(less, more []string) bool {
	for _, l := range more {
		if len(less) > 0 && less[0] == l {
			less = less[1:]
		} else if l != "" {
			return false
		}
	}
	return len(less) == 0
}

// emptyAs moves the empty lines of an output to where the answer has them.
func emptyAs(want, got []string) (lines []string) {
	for _, l := range got {
		if l == "" {
			continue
		}
		for len(lines) < len(want) && want[len(lines)] == "" {
			lines = append(lines, "")
		}
		lines = append(lines, l)
	}
	return lines
}

// withoutBlanks takes the blanks out of all lines, if the answer has none.
func withoutBlanks(want, got []string) (lines []string, d *result.Difference) {
	for _, l := range want {
		if strings.ContainsAny(l, " \t") {
			return nil, nil
		}
	}
	for i, l := range got {
		fields := strings.FieldsFunc(l, func(r rune) bool { return r == ' ' || r == '\t' })
		rest := strings.Join(fields, "")
		if d == nil && len(fields) > 1 && l == strings.TrimLeft(l, " \t") {
			what := say.Of("the right characters, with blanks between them")
			if strings.Trim(rest, "0123456789") == "" {
				what = say.Of("the right digits, with blanks between them")
			}
			d = tooMuch(i, rest, l, what)
		}
		lines = append(lines, rest)
	}
	return lines, d
}

// withoutBoth takes out blanks and empty lines.
func (c *Checker) withoutBoth(want, got []string) ([]string, *result.Difference) {
	joined, blanks := withoutBlanks(want, got)
	lines, empty := c.withoutEmptyLines(want, joined)
	if blanks == nil || empty == nil {
		return nil, nil
	}
	what, _ := blanks.OnLine()
	other, _ := empty.OnLine()
	blanks.Text = onLine(blanks.Line, say.Join(what, other))
	return lines, blanks
}

// withoutProse takes away the words before an answer, on the same line or on lines of their own.
func withoutProse(want, got []string) (lines []string, d *result.Difference) {
	extra, first := 0, -1
	for i, l := range got {
		if len(lines) >= len(want) {
			lines = append(lines, l) // behind the answer nothing is prose
			continue
		}
		next := want[len(lines)]
		at := max(0, len(l)-len(next))
		before, answer := l[:at], l[at:]
		switch {
		case sameShape(next, answer) && prose(before) && apart(before):
			lines = append(lines, answer)
			if d == nil {
				d = tooMuch(i, answer, l, say.Of("the right answer, with other text before it"))
			}
		case sameShape(next, l):
			lines = append(lines, l)
		case prose(l):
			if extra++; first < 0 {
				first = i
			}
		default:
			return nil, nil
		}
	}
	switch {
	case len(lines) == 0:
		return nil, nil // the whole output is surplus: there is no answer in it
	case d != nil || extra == 0:
	case extra == 1:
		d = tooMuch(first, "", got[first], say.Of("a line too much, and the rest is right"))
	default:
		d = tooMuch(first, "", got[first], say.Of("%s too much, and the rest is right", say.Count(extra, "line")))
	}
	return lines, d
}

// sameShape reports whether two texts are the same but for their digits.
func sameShape(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i] != b[i] && !(isDigit(a[i]) && isDigit(b[i])) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// prose reports whether a text has a word in it.
func prose(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// apart reports whether a text ends where a word may begin.
func apart(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return !unicode.IsDigit(r) && (!unicode.IsLetter(r) || r > unicode.MaxLatin1)
}
