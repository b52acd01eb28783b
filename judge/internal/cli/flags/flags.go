// Package flags reads the flags of a command wherever they are. For a wrong flag it says what to do, in the
// language that the flags ask for.
package flags

import (
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
)

// New returns a flag set that prints nothing by itself: its command reports errors, and -h shows the manual.
func New(command string) *flag.FlagSet {
	fs := flag.NewFlagSet(command, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// Language returns the language of messages, which -lang names in every command, and the other arguments. It is read
// before the flags, since messages about them use it too.
func Language(args []string) (l say.Language, others []string) {
	wanted := ""
	for len(args) > 0 && args[0] != "--" {
		name, value, given := strings.Cut(args[0], "=")
		used := 1
		if !given && len(args) > 1 {
			value, used = args[1], 2
		}
		if (name == "-lang" || name == "--lang") && slices.Contains(say.Languages, say.Language(value)) {
			wanted, args = value, args[used:]
			continue
		}
		others, args = append(others, args[0]), args[1:]
	}
	return say.Wanted(wanted, os.Getenv), append(others, args...)
}

// Given reports, after the flags are read, whether a flag was there.
func Given(fs *flag.FlagSet) func(name string) bool {
	return func(name string) (found bool) {
		fs.Visit(func(f *flag.Flag) { found = found || f.Name == name })
		return found
	}
}

// Parse reads flags wherever they are, before, between or after the names, and returns the
// names. After "--" everything is a name.
func Parse(fs *flag.FlagSet, args []string) (names []string, err error) {
	for len(args) > 0 {
		before := args
		if err := fs.Parse(args); err != nil {
			return nil, explainFlag(fs, err)
		}
		args = fs.Args()
		if used := len(before) - len(args); used > 0 && before[used-1] == "--" {
			return append(names, args...), nil
		}
		if len(args) > 0 {
			names, args = append(names, args[0]), args[1:]
		}
	}
	return names, nil
}

// explainFlag adds advice to an error about a flag.
func explainFlag(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	const unknown = "flag provided but not defined: -"
	if word, ok := strings.CutPrefix(err.Error(), unknown); ok {
		var known []string
		fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
		if nearest := suggest.Nearest(word, known); nearest != "" {
			return say.Errorf("no flag -%s", word).Hint("did you mean -%s?; -h lists them", nearest)
		}
		return say.Errorf("no flag -%s; -h lists them", word)
	}
	if m := invalid().FindStringSubmatch(err.Error()); m != nil {
		what := say.Phrase(m[4])
		if f := fs.Lookup(m[3]); f != nil && m[4] == "parse error" {
			what = wanted(f)
		}
		if m[1] != "" {
			return say.Errorf("invalid boolean value %s for -%s", m[2], m[3]).Hint("%s", what)
		}
		return say.Errorf("invalid value %s for flag -%s", m[2], m[3]).Hint("%s", what)
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return say.Errorf("flag needs an argument: -%s; -h says which", name)
	}
	return err
}

// invalid matches the message of package flag for a bad value.
var invalid = match.Lazy(`(?s)^invalid (boolean )?value (".*") for (?:flag )?-([\w-]+): (.*)$`)

// wanted explains the value that a flag takes.
func wanted(f *flag.Flag) say.Message {
	if g, ok := f.Value.(flag.Getter); ok {
		switch g.Get().(type) {
		case time.Duration:
			return say.Of("write a time with its unit, as 5s or 2m")
		case bool:
			return say.Of("write -%[1]s alone, or -%[1]s=false", f.Name)
		case uint64:
			return say.Of("write a whole number from 0 on")
		}
	}
	return say.Of("write a whole number")
}
