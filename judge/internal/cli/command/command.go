// Package command holds the commands of the judge, a file each, with their flags and manuals. A command reads its
// arguments, calls the other packages, shows the results and chooses the exit code.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/show/terminal"
)

// Main is the whole of a program that grades: it reads the arguments and ends the process.
func Main() { Process(run) }

// Process runs the main of a program that grades, with the world it is in, and ends it with the exit code.
func Process(run func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int) {
	interrupt.Process(func(ctx context.Context) int { return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr) })
}

// The exit codes that a command returns.
const (
	allExpected = 0 // every result is as expected
	unexpected  = 1 // some result is not
	cannotWork  = 2 // the judge could not do what it was asked
)

// command is one word after "judge".
type command struct {
	name  string
	setUp func(fs *flag.FlagSet) action
	more  func(say.Language) string // what its manual says besides, nil: nothing
}

// action is the work of a command whose flags have been read; names are the arguments that are none.
type action func(ctx context.Context, env *terminal.Console, names []string) (code int, err error)

// flags declares the flags of a command, and returns what will find them read when it is called.
func (c command) flags() (*flag.FlagSet, action) {
	fs := flags.New(c.name)
	do := c.setUp(fs)
	flags.AcceptLanguage(fs)
	return fs, do
}

func (c command) run(ctx context.Context, env *terminal.Console, args []string) (code int, err error) {
	fs, do := c.flags()
	names, err := flags.Parse(fs, args)
	if err != nil {
		return cannotWork, err
	}
	return do(ctx, env, names)
}

// commands lists every command in the order of the manual. The first one runs when none is named.
var commands []command

// The list is made here because some commands look into it themselves.
func init() {
	commands = []command{
		{name: "run", setUp: setUpRun},
		{name: "try", setUp: setUpTry},
		{name: "talk", setUp: setUpTalk},
		{name: "list", setUp: setUpList},
		{name: "merge", setUp: setUpMerge},
		{name: "class", setUp: setUpClass},
		{name: "compare", setUp: setUpCompare},
		{name: "explain", setUp: setUpExplain},
		{name: "gen", setUp: setUpGen},
		{name: "stress", setUp: setUpStress},
		{name: "submit", setUp: setUpSubmit},
		{name: "new", setUp: setUpNew},
		{name: "import", setUp: setUpImport},
		{name: "export", setUp: setUpExport},
		{name: "doctor", setUp: flagless(runDoctor)},
		{name: "completion", setUp: flagless(runCompletion)},
		{name: "version", setUp: flagless(runVersion)},
		{name: "help", setUp: flagless(runHelp)},
	}
}

// flagless makes a command that has no flags.
func flagless(do action) func(*flag.FlagSet) action {
	return func(*flag.FlagSet) action { return do }
}

// named finds a command.
func named(name string) (command, bool) {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return commands[0], false
	}
	return commands[i], true
}

// run is main without the process, for tests.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return inWorld(args, stdin, stdout, stderr, func(env *terminal.Console) int {
		cmd, args := choose(args)
		return cmd.do(ctx, env, args)
	})
}

// inWorld has something done that may use the world, and tells of standard output that was lost.
func inWorld(args []string, stdin io.Reader, stdout, stderr io.Writer, do func(*terminal.Console) int) int {
	out := &terminal.Output{Writer: stdout}
	env := &terminal.Console{Stdin: stdin, Stdout: out, Stderr: stderr, Lang: flags.Language(args)}
	code := do(env)
	if lost := out.Lost(); code != cannotWork && lost != nil {
		fmt.Fprintf(stderr, "judge: %s\n", env.Say("standard output: %v", lost))
		return cannotWork
	}
	return code
}

// do runs the command and prints its error on standard error.
func (c command) do(ctx context.Context, env *terminal.Console, args []string) int {
	code, err := c.run(ctx, env, args)
	if err == nil {
		return code
	}
	if errors.Is(err, flag.ErrHelp) {
		_, manual := c.help(env.Lang)
		if c.more != nil {
			manual += c.more(env.Lang)
		}
		env.Manual(manual)
		return allExpected
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	env.Complain("judge", err)
	return cannotWork
}

// choose finds the command that the first argument names, behind the language; without one it is "run".
func choose(args []string) (command, []string) {
	args = flags.BehindLanguage(args)
	if len(args) == 0 {
		return commands[0], args
	}
	if c, ok := named(asked(args[0])); ok {
		return c, args[1:]
	}
	return commands[0], args
}

// asked is a word as a command: help and the version may be asked for by flags.
func asked(word string) string {
	switch word {
	case "-h", "-help", "--help":
		return "help"
	case "-version", "--version":
		return "version"
	}
	return word
}

func runHelp(_ context.Context, env *terminal.Console, names []string) (int, error) {
	if len(names) == 0 {
		env.Manual(overview(env.Lang))
		return allExpected, nil
	}
	if c, ok := named(names[0]); ok {
		_, manual := c.help(env.Lang)
		env.Manual(manual)
		return allExpected, nil
	}
	if found := flagHelp(env.Lang, strings.TrimLeft(names[0], "-")); found != "" {
		env.Manual(found)
		return allExpected, nil
	}
	return cannotWork, say.Errorf("help %s: no such command", names[0]).Hint("%s", match.Perhaps(names[0], commandNames()))
}

// flagHelp explains a flag: every different explanation in the manuals once, with the commands that have it.
func flagHelp(l say.Language, name string) string {
	var b strings.Builder
	var said []string
	having := map[string][]string{}
	for _, c := range commands {
		text := c.flagText(l, name)
		if text == "" {
			continue
		}
		if having[text] == nil {
			said = append(said, text)
		}
		having[text] = append(having[text], "judge "+c.name)
	}
	for _, text := range said {
		fmt.Fprintf(&b, "%s:\n%s", strings.Join(having[text], ", "), text)
	}
	return b.String()
}

// flagText returns the explanation of a flag in the command's manual; "" if the command has no such flag.
func (c command) flagText(l say.Language, name string) string {
	_, manual := c.help(l)
	var b strings.Builder
	within := false
	for line := range strings.Lines(manual) {
		begins := strings.HasPrefix(line, "  -")
		if begins {
			words := strings.Fields(line)
			within = words[0] == "-"+name
		}
		if within = within && (begins || strings.HasPrefix(line, "       ")); within {
			b.WriteString(line)
		}
	}
	return b.String()
}

func commandNames() (names []string) {
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

// overview returns the text of "judge help".
func overview(l say.Language) string {
	var list strings.Builder
	for _, c := range commands {
		summary, _ := c.help(l)
		fmt.Fprintf(&list, "  %-11s %s\n", c.name, summary)
	}
	return l.Say("Judge grades programs on your own machine.\n\nUsage: judge [command] [flags] [names]\n\nCommands:\n%s\n"+
		"Without a command it is run. judge help COMMAND tells all about one. Every command takes -lang zh (or en);\n"+
		"without it the language is that of LC_ALL, LC_MESSAGES or LANG.\n\n"+
		"Exit codes: 0 every result is as expected, 1 some result is not, 2 the judge could not work.\n", list.String())
}
