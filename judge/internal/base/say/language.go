package say

import (
	"fmt"
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

// Say formats a sentence in the language.
func (l Language) Say(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...)
	}
	return l.text(Of(format, args...))
}

// Text is the message in the language.
func (l Language) Text(m Message) string { return l.text(m) }

// Error returns the text of an error in the language.
func (l Language) Error(err error) string { return l.text(From(err)) }

func (l Language) text(m Message) string {
	if !m.Said() {
		return ""
	}
	args := make([]any, len(m.Args))
	for i, arg := range m.Args {
		if inner, ok := arg.(Message); ok {
			arg = l.text(inner)
		}
		args[i] = arg
	}
	text := fmt.Sprintf(strings.ReplaceAll(l.format(m.Format), "%w", "%v"), args...)
	if m.Remedy == nil {
		return text
	}
	return fmt.Sprintf(l.format("%s: %s"), text, l.text(*m.Remedy))
}

// format is a format in the language.
func (l Language) format(english string) string {
	if own, ok := l.own(english); ok {
		return own
	}
	return english
}

// own looks an English format up in the language's catalogue.
func (l Language) own(english string) (string, bool) {
	if l != Chinese {
		return "", false
	}
	own, ok := chinese()[english]
	return own, ok
}

// chinese is the catalogue: English formats and their Chinese.
var chinese = func() map[string]string { panic("say: Chinese is wanted, so import say/zh") }

// Translate sets the catalogue of Chinese, read when Chinese is first spoken. Package zh calls it.
func Translate(catalogue func() map[string]string) { chinese = sync.OnceValue(catalogue) }
