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

// Program is another main than the judge's, with commands of its own: it reads flags, speaks and ends as the
// judge does.
type Program struct {
	Name    string
	Verbs   []Verb
	Manuals fs.FS // en/NAME.txt and zh/NAME.txt, as the judge's
}

// Verb is one command of a program.
type Verb struct {
	Name  string
	SetUp func(fs *flag.FlagSet) func(ctx context.Context, w World) error
	// Whole, where it is set, is given all arguments instead.
	Whole func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int
	// Also is what its manual begins with, of flags that another program has too; nil: nothing.
	Also func(say.Language) string
}

// World is what a verb may use of it.
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

// exitCode is what a verb that is given everything came to.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprint(int(c)) }

func (p Program) run(ctx context.Context, args []string, env *terminal.Console) error {
	if len(args) == 0 || strings.Trim(args[0], "-") == "help" || args[0] == "-h" {
		return p.help(env, args)
	}
	var names []string
	for _, v := range p.Verbs {
		names = append(names, v.Name)
		if v.Name != args[0] {
			continue
		}
		if v.Whole != nil {
			return exitCode(v.Whole(ctx, args[1:], env.Stdin, env.Stdout, env.Stderr))
		}
		fs := flags.New(v.Name)
		do := v.SetUp(fs)
		flags.AcceptLanguage(fs)
		rest, err := flags.Parse(fs, args[1:])
		if errors.Is(err, flag.ErrHelp) {
			return p.help(env, []string{"help", v.Name})
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
	return say.Errorf("%s: no such command", args[0]).Hint("%s", match.Perhaps(args[0], names))
}

// help prints the manual of a verb, or of the whole.
func (p Program) help(env *terminal.Console, args []string) error {
	name := p.Name
	if len(args) > 1 && !strings.HasPrefix(args[1], "-") { // -lang may stand there
		name = args[1]
	}
	text, err := fs.ReadFile(p.Manuals, string(env.Lang)+"/"+name+".txt")
	if err != nil {
		return say.Errorf("help %s: no such command", name)
	}
	also := ""
	for _, v := range p.Verbs {
		if v.Name == name && v.Also != nil {
			also = v.Also(env.Lang)
		}
	}
	env.Manual(also + string(text))
	return nil
}
