package command

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/show/terminal"
)

// Program is one of the main programs: its commands, and how they are found, explained and run.
type Program struct {
	Name     string
	Commands []Command // in the order of the overview, without version and help, which every program has
	Manuals  embed.FS  // manual/LANG/NAME.txt for each command, manual/LANG/overview.txt for the program
	Default  string    // the command that runs when none is named; "": help
}

// Command is one word after the name of a program.
type Command struct {
	Name     string
	SetUp    func(fs *flag.FlagSet) Action
	Nameless bool                      // it takes no names, only flags
	Shared   func(say.Language) string // the first part of its manual, if another program has the same
}

// Action is the work of a command after its flags were read; names are the other arguments.
type Action func(ctx context.Context, env *terminal.Console, names []string) error

// The exit codes of a command.
const (
	AllExpected = 0 // every result is as expected
	Unexpected  = 1 // some result is not
	CannotWork  = 2 // the program could not do what it was asked
)

// ErrUnexpected is the error of a command that has shown a result which is not as expected: nothing is left to say.
var ErrUnexpected error = say.Errorf("not everything is as expected")

// Main runs the program with the arguments of this process, and ends the process with its exit code.
func (p *Program) Main() {
	interrupt.Process(func(ctx context.Context) int { return p.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr) })
}

// Run is Main without the process, for tests. Here a panic of any command ends: it is told in one line.
func (p *Program) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	out := terminal.NewOutput(stdout)
	language, args := flags.Language(args)
	env := &terminal.Console{Name: p.Name, Stdin: stdin, Stdout: out, Stderr: terminal.NewOutput(stderr), Lang: language}
	defer func() {
		if broken := recover(); broken != nil {
			env.Complain(crash.Of(broken))
			code = CannotWork
		}
	}()
	err := p.run(ctx, env, args)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = ErrInterrupted
	}
	code = AllExpected
	if err == ErrUnexpected {
		code, err = Unexpected, nil
	}
	if lost := out.Lost(); err == nil && lost != nil {
		err = say.Errorf("standard output: %v", lost)
	}
	if err != nil {
		env.Complain(err)
		return CannotWork
	}
	return code
}

func (p *Program) run(ctx context.Context, env *terminal.Console, args []string) error {
	c, rest, err := p.choose(args)
	if err != nil {
		return err
	}
	fs, do := c.Flags(env)
	names, err := flags.Parse(fs, rest)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return p.help(ctx, env, []string{c.Name})
	case err != nil:
		return err
	case c.Nameless && len(names) > 0:
		return say.Errorf("%s %s: it takes no names", c.Name, names[0])
	}
	return do(ctx, env, names)
}

// Flags declares the flags of a command, and those that every command has. They are parsed before its action is called.
func (c Command) Flags(env *terminal.Console) (*flag.FlagSet, Action) {
	fs := flags.New(c.Name)
	do := c.SetUp(fs)
	if fs.Lookup("lang") == nil { // else it is of programs, too
		fs.Func("lang", "", func(string) error { return say.Errorf("write en or zh") })
	}
	fs.Var(&env.Colour, "color", "")
	return fs, do
}

// All lists every command in the order of the overview.
func (p *Program) All() []Command {
	return append(slices.Clip(p.Commands),
		Command{Name: "version", SetUp: flagless(p.version), Nameless: true},
		Command{Name: "help", SetUp: flagless(p.help)})
}

func (p *Program) commandNames() (names []string) {
	for _, c := range p.All() {
		names = append(names, c.Name)
	}
	return names
}

// named finds a command.
func (p *Program) named(name string) (c Command, ok bool) {
	for _, c := range p.All() {
		if c.Name == name {
			return c, true
		}
	}
	return c, false
}

// choose finds the command that the first argument names. If it names none, the default takes all
// arguments.
func (p *Program) choose(args []string) (Command, []string, error) {
	if len(args) > 0 {
		if c, ok := p.named(asked(args[0])); ok {
			return c, args[1:], nil
		}
	}
	c, _ := p.named(cmp.Or(p.Default, "help"))
	if len(args) > 0 && (p.Default == "" || c.Nameless && !strings.HasPrefix(args[0], "-")) {
		return c, nil, say.Errorf("%s: no such command", args[0]).Hint("%s", suggest.Perhaps(args[0], p.commandNames()))
	}
	return c, args, nil
}

// asked turns the flags that ask for help or the version into commands.
func asked(word string) string {
	switch word {
	case "-h", "-help", "--help":
		return "help"
	case "-version", "--version":
		return "version"
	}
	return word
}
