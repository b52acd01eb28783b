package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/show/terminal"
)

// Program is another main program with commands of its own. It reads flags, prints messages and chooses exit codes
// in the same way as the judge.
type Program struct {
	Name    string
	Verbs   []Verb
	Manuals fs.FS  // en/NAME.txt and zh/NAME.txt, as the judge's
	Default string // the verb that runs when none is named; "": the manual is shown
}

// Verb is one command of a program.
type Verb struct {
	Name  string
	SetUp func(fs *flag.FlagSet) func(ctx context.Context, w World) error
	// Whole, if set, gets all arguments instead.
	Whole func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int
	// Also, if set, returns the beginning of its manual, or the whole manual: the flags shared with another program.
	Also func(say.Language) string
}

// World is the part of a program that its verbs may use.
type World struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Lang           say.Language
	Warn           func(say.Message)
}

// Say prints a sentence on standard output.
func (w World) Say(format string, args ...any) {
	fmt.Fprintln(w.Stdout, terminal.Escape(w.Lang.Say(format, args...)))
}

// Run is the program without the process.
func (p Program) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return inWorld(args, stdin, stdout, stderr, func(env *terminal.Console) int {
		err := p.run(ctx, args, env)
		if whole, ok := errors.AsType[exitCode](err); ok {
			return int(whole)
		}
		if err != nil {
			env.Complain(p.Name, err)
			return cannotWork
		}
		return allExpected
	})
}

// exitCode is the result of a verb that got all arguments.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprint(int(c)) }

func (p Program) run(ctx context.Context, args []string, env *terminal.Console) error {
	word, rest := p.Default, args
	if behind := flags.BehindLanguage(args); len(behind) > 0 {
		if first := asked(behind[0]); p.Default == "" || !strings.HasPrefix(first, "-") {
			word, rest = first, behind[1:]
		}
	}
	switch word {
	case "", "help":
		return p.help(env, rest)
	case "version":
		fmt.Fprintln(env.Stdout, version(p.Name))
		return nil
	}
	var names []string
	for _, v := range p.Verbs {
		if v.Name == word {
			return p.do(ctx, v, rest, env)
		}
		names = append(names, v.Name)
	}
	return say.Errorf("%s: no such command", word).Hint("%s", match.Perhaps(word, names))
}

// do has a verb done.
func (p Program) do(ctx context.Context, v Verb, args []string, env *terminal.Console) error {
	if v.Whole != nil {
		return exitCode(v.Whole(ctx, args, env.Stdin, env.Stdout, env.Stderr))
	}
	fs := flags.New(v.Name)
	do := v.SetUp(fs)
	flags.AcceptLanguage(fs)
	rest, err := flags.Parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return p.help(env, []string{v.Name})
	}
	if err == nil && len(rest) > 0 {
		err = say.Errorf("%s %s: it takes no names", v.Name, rest[0])
	}
	if err != nil {
		return err
	}
	warn := func(what say.Message) { env.Print(env.Stderr, p.Name+": "+terminal.Escape(env.Lang.Text(what))+"\n") }
	return do(ctx, World{env.Stdin, env.Stdout, env.Stderr, env.Lang, warn})
}

// help prints the manual of a verb, or of the whole.
func (p Program) help(env *terminal.Console, args []string) error {
	name := p.Name
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") { // -lang may stand there
		name = args[0]
	}
	text, err := fs.ReadFile(p.Manuals, string(env.Lang)+"/"+name+".txt")
	manual := string(text)
	for _, v := range p.Verbs {
		if v.Name == name && v.Also != nil {
			manual, err = v.Also(env.Lang)+manual, nil
		}
	}
	if err != nil {
		return say.Errorf("help %s: no such command", name)
	}
	env.Manual(manual)
	return nil
}
