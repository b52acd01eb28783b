package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"sudokuoj/judge/internal/match"
)

// newFlags is a flag set that prints nothing by itself: messages go through main, help is the manual.
func newFlags(command string) *flag.FlagSet {
	fs := flag.NewFlagSet(command, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// given tells of a flag, once they are read, whether it was there at all.
func given(fs *flag.FlagSet) func(name string) bool {
	return func(name string) (found bool) {
		fs.Visit(func(f *flag.Flag) { found = found || f.Name == name })
		return found
	}
}

// parseFlags reads flags wherever they stand, before, between or after the names, and returns the
// names. After "--" everything is a name.
func parseFlags(fs *flag.FlagSet, args []string) (names []string, err error) {
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

// explainFlag adds to a flag error what to do about it.
func explainFlag(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	const unknown = "flag provided but not defined: -"
	if word, ok := strings.CutPrefix(err.Error(), unknown); ok {
		var known []string
		fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
		hint := match.DidYouMean(word, known)
		return fmt.Errorf("no flag -%s%s; judge help %s lists them", word, strings.Replace(hint, "mean ", "mean -", 1), fs.Name())
	}
	if head, ok := strings.CutSuffix(err.Error(), ": parse error"); ok {
		if f := fs.Lookup(head[strings.LastIndex(head, " -")+2:]); f != nil {
			return fmt.Errorf("%s: %s", head, wanted(f))
		}
	}
	return err
}

// wanted says what to write as the value of a flag.
func wanted(f *flag.Flag) string {
	if g, ok := f.Value.(flag.Getter); ok {
		switch g.Get().(type) {
		case time.Duration:
			return "write a time with its unit, as 5s or 2m"
		case bool:
			return "write -" + f.Name + " alone, or -" + f.Name + "=false"
		case uint64:
			return "write a whole number from 0 on"
		}
	}
	return "write a whole number"
}
