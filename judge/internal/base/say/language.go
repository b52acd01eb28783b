package say

import (
	"embed"
	"fmt"
	"maps"
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

//go:embed zh/*.txt
var catalogue embed.FS

// Catalogue maps English formats to their Chinese.
func Catalogue() map[string]string { return chinese() }

// chinese is the catalogue, read when Chinese is first spoken. In its files an entry is two lines, the
// English format and the Chinese one; an empty line or one that begins with # stands between them.
// Where Chinese wants the arguments in another order it numbers them, as in %[2]s.
var chinese = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	files, err := catalogue.ReadDir("zh")
	if err != nil {
		panic(err) // they are part of this package
	}
	for _, f := range files {
		text, err := catalogue.ReadFile("zh/" + f.Name())
		if err != nil {
			panic(err)
		}
		entries, err := parse(string(text))
		if err != nil {
			panic(fmt.Sprintf("zh/%s: %v", f.Name(), err))
		}
		maps.Copy(all, entries)
	}
	return all
})

// parse reads a file of the catalogue.
func parse(text string) (map[string]string, error) {
	entries := map[string]string{}
	english := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.ReplaceAll(line, `\n`, "\n")
		switch {
		case english != "" && line == "":
			return nil, fmt.Errorf("line %d: no Chinese for %q", i+1, english)
		case line == "" || english == "" && strings.HasPrefix(line, "#"):
		case english == "":
			if _, there := entries[line]; there {
				return nil, fmt.Errorf("line %d: %q is there twice", i+1, line)
			}
			english = line
		default:
			entries[english], english = line, ""
		}
	}
	return entries, nil
}
