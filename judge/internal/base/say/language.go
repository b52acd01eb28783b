package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Language is a language that the judge speaks.
type Language string

// The languages.
const (
	English Language = "en"
	Chinese Language = "zh"
)

// Languages lists them.
var Languages = []Language{English, Chinese}

// Wanted is the language that a user asks for: by the flag -lang, else by the environment (LC_ALL before LC_MESSAGES
// before LANG). Anything but Chinese is English.
func Wanted(flag string, getenv func(string) string) Language {
	for _, name := range []string{flag, getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")} {
		if name != "" {
			if strings.HasPrefix(strings.ToLower(name), "zh") {
				return Chinese
			}
			return English
		}
	}
	return English
}

// Say formats a sentence in the language, on one line.
func (l Language) Say(format string, args ...any) string { return l.Line(Of(format, args...)) }

// Text is the message in the language. A hint is on a line of its own.
func (l Language) Text(m Message) string { return strings.Join(l.Lines(m), "\n") }

// Line is the message in the language with its hint on the same line, for a cell of a table.
func (l Language) Line(m Message) string {
	lines := l.Lines(m)
	for len(lines) > 1 {
		lines = slices.Insert(lines[2:], 0, fmt.Sprintf(l.format("%s; %s"), lines[0], lines[1]))
	}
	return lines[0]
}

// Error returns the text of an error in the language.
func (l Language) Error(err error) string { return l.Text(From(err)) }

// mostText is how much of a message is said: one within another may double it.
const mostText = 256 << 10

// Lines returns the message without its hint, and the hint. The hint of a message within the message is the last line,
// too, and not printed in the middle; only messages that each have their own lines keep it there.
func (l Language) Lines(m Message) (lines []string) {
	if !m.Said() {
		return []string{""}
	}
	args := make([]any, len(m.Args))
	for i, arg := range m.Args {
		if inner, ok := arg.(Message); ok && m.Format == below {
			arg = l.Text(inner)
		} else if ok {
			said := l.Lines(inner)
			arg, lines = said[0], append(lines, said[1:]...)
		}
		args[i] = arg
	}
	if m.Remedy != nil {
		lines = append(lines, fmt.Sprintf(l.format("hint: %s"), l.Line(*m.Remedy)))
	}
	text := fmt.Sprintf(strings.ReplaceAll(l.format(m.Format), "%w", "%v"), args...)
	if len(text) > mostText {
		text = strings.ToValidUTF8(text[:mostText], "") + "..."
	}
	return slices.Insert(lines, 0, text)
}

// format is a format in the language.
func (l Language) format(english string) string {
	if l == Chinese {
		return cmp.Or(chinese()[english], english)
	}
	return english
}

// chinese is the catalogue: English formats and their Chinese.
var chinese = func() map[string]string { panic("say: Chinese is wanted, so import say/zh") }

// Translate sets the catalogue of Chinese, read when Chinese is first spoken. Package zh calls it.
func Translate(catalogue func() map[string]string) { chinese = sync.OnceValue(catalogue) }
