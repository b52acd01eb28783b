package check

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// mostAlmost is the longest text that is looked at again.
const mostAlmost = 1 << 20

// repair takes out of an output what is too much. line is the first line that it changes, from 0, and right what this
// line should be. It says nothing if there is nothing to repair.
type repair func(want, got []string) (lines []string, line int, right string, what say.Message)

// almost looks again at a wrong answer. If it holds the right answer and something more, the message says so. The same
// check decides whether the rest is right.
func (c *Checker) almost(ctx context.Context, t texts, r Result) Result {
	if max(len(t.want), len(t.got)) > mostAlmost {
		return r
	}
	want, got := linesOf(t.want), linesOf(t.got)
	for i, repair := range []repair{emptyLines, blanksBetween, otherText} {
		lines, line, right, what := repair(want, got)
		if !what.Said() || ctx.Err() != nil {
			continue
		}
		t.got = []byte(strings.Join(lines, "\n"))
		if again, err := c.once(ctx, t); err == nil && again.Verdict == result.AC {
			column := 1 + utf8.RuneCountInString(got[line][:common([]byte(right), []byte(got[line]))])
			if c.spec.Strict && i < 2 { // only blanks and empty lines
				r.Verdict = result.PE
			}
			return Result{Verdict: r.Verdict, Difference: &result.Difference{Line: line + 1, Column: column,
				Want: offset{all: []byte(right)}.excerpt(), Got: offset{all: []byte(got[line])}.excerpt(), Text: onLine(line+1, what)}}
		}
	}
	return r
}

// linesOf returns the lines of a text without the blanks that every site forgives.
func linesOf(text []byte) (lines []string) {
	for p := (&offset{all: text}); ; {
		l, ok := p.next()
		if !ok {
			break
		}
		lines = append(lines, string(l.text))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// emptyLines has empty lines only where the answer has them. It repairs outputs that have too many or too few, not both.
func emptyLines(want, got []string) (lines []string, line int, _ string, what say.Message) {
	_, asked := gaps(want)
	texts, had := gaps(got)
	many, few := 0, 0
	for i, l := range texts {
		right := had[i]
		if i < len(asked) {
			right = asked[i]
		}
		lines = append(append(lines, make([]string, right)...), l)
		many, few = many+max(0, had[i]-right), few+max(0, right-had[i])
	}
	for line < min(len(lines), len(got)) && lines[line] == got[line] {
		line++
	}
	switch {
	case (many > 0) == (few > 0):
	case few > 0:
		what = say.Of("%s missing, the first before this one, and the rest is right", say.Count(few, "empty line"))
	case slices.Contains(want, "") || line != 1 || many == 1 || many < len(lines)-1:
		what = say.Of("%s too much, and the rest is right", say.Count(many, "empty line"))
	default:
		what = say.Of("an empty line after each line")
	}
	return lines, line, "", what
}

// gaps returns the lines that are not empty, and how many empty ones are before each.
func gaps(lines []string) (texts []string, before []int) {
	empty := 0
	for _, l := range lines {
		if empty++; l != "" {
			texts, before, empty = append(texts, l), append(before, empty-1), 0
		}
	}
	return texts, before
}

// blanksBetween takes the blanks out of all lines, if the answer has none.
func blanksBetween(want, got []string) (lines []string, line int, right string, what say.Message) {
	if strings.ContainsAny(strings.Join(want, ""), " \t") {
		return nil, 0, "", what
	}
	without := strings.NewReplacer(" ", "", "\t", "")
	for i, l := range got {
		together := without.Replace(l)
		lines = append(lines, together)
		if !what.Said() && strings.ContainsAny(strings.Trim(l, " \t"), " \t") {
			line, right, what = i, together, say.Of("the right characters, with blanks between them")
		}
	}
	return lines, line, right, what
}

// otherText takes away the words before an answer, on the same line or on lines of their own.
func otherText(want, got []string) (lines []string, line int, right string, what say.Message) {
	extra := 0
	for i, l := range got {
		if len(lines) >= len(want) {
			lines = append(lines, l) // behind the answer nothing is other text
			continue
		}
		next := want[len(lines)]
		before, answer := l[:max(0, len(l)-len(next))], l[max(0, len(l)-len(next)):]
		switch {
		case sameShape(next, answer) && hasWord(before) && endsWord(before):
			if lines = append(lines, answer); !what.Said() {
				line, right, what = i, answer, say.Of("the right answer, with other text before it")
			}
		case sameShape(next, l):
			lines = append(lines, l)
		case !hasWord(l):
			return nil, 0, "", say.Message{}
		default:
			if extra++; extra == 1 && !what.Said() {
				line = i
			}
		}
	}
	if extra > 0 && len(lines) > 0 && !what.Said() {
		what = say.Of("%s too much, and the rest is right", say.Count(extra, "line"))
	}
	return lines, line, right, what
}

// sameShape reports whether two texts are the same but for their digits.
func sameShape(a, b string) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] && !(isDigit(a[i]) && isDigit(b[i])) {
			return false
		}
	}
	return len(a) == len(b)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func hasWord(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// endsWord reports whether a word may begin behind a text.
func endsWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return !unicode.IsDigit(r) && (!unicode.IsLetter(r) || r > unicode.MaxLatin1)
}
