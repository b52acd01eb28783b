// Package language lists the languages. A folder has all that only one of them knows.
package language

import (
	"cmp"
	"slices"

	"sudokuoj/judge/internal/language/c"
	"sudokuoj/judge/internal/language/cpp"
	"sudokuoj/judge/internal/language/csharp"
	"sudokuoj/judge/internal/language/golang"
	"sudokuoj/judge/internal/language/java"
	"sudokuoj/judge/internal/language/javascript"
	"sudokuoj/judge/internal/language/python"
	"sudokuoj/judge/internal/language/rust"
	"sudokuoj/judge/internal/model/lang"
)

// What the rooms above talk about.
type (
	Language  = lang.Language
	File      = lang.File
	Toolchain = lang.Toolchain
	Kind      = lang.Kind
)

// What they call things by.
const (
	Source, Classes                   = lang.Source, lang.Classes
	Keyword, Number, Literal, Comment = lang.Keyword, lang.Number, lang.Literal, lang.Comment
)

// Region returns a text with its lines emptied that a plugin would not hand in, Given the types of nodes that the site
// defines for a function, and Deaf why a program that reads no input cannot be right.
var Region, Given, Deaf = lang.Region, lang.Given, lang.Deaf

// Exe is the name a compiled program has in its folder.
var Exe = lang.Exe

var all = []Language{golang.Language, c.Language, cpp.Language, java.Language, python.Language, rust.Language, javascript.Language,
	csharp.Language}

func init() {
	for i, l := range all {
		all[i] = lang.Complete(l)
	}
}

// All returns the languages.
func All() []Language { return slices.Clone(all) }

// IDs returns the IDs of the languages.
func IDs() (ids []string) {
	for _, l := range all {
		ids = append(ids, l.ID)
	}
	return ids
}

func find(is func(l Language) bool) (Language, bool) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return lang.Complete(Language{}), false
}

// ByID returns the language of that ID.
func ByID(id string) (Language, bool) { return find(func(l Language) bool { return l.ID == id }) }

// Of returns the language of that ID; one that knows nothing has no name.
func Of(id string) Language {
	l, _ := ByID(id)
	return l
}

// NameOf returns the name of the language with this ID.
func NameOf(id string) string {
	return cmp.Or(Of(id).Name, id)
}

// ByName returns the language that people call so.
func ByName(name string) (Language, bool) {
	return find(func(l Language) bool { return l.Name == name })
}

// ByFile returns the language of a source file, by its extension.
func ByFile(path string) (Language, bool) {
	ext := lang.Ext(path)
	return find(func(l Language) bool { return slices.Contains(l.Extensions, ext) })
}

// Looks returns the language in which a text is written, by what only the programs of that have.
func Looks(code string) (Language, bool) {
	return find(func(l Language) bool { return l.Sign().MatchString(code) })
}

// Beyond is the setting, of those a source has for its compiler, that asks for a newer processor than this, "" if none
// does.
func Beyond(settings []string) string { return golang.Beyond(settings) }
