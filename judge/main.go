// Judge grades programs on your own machine: it compiles each solution, runs it on every case of the
// problems it claims, compares what it printed with what was expected, and shows the verdicts, the
// times and the differences.
//
//	go run ./judge                     grade every solution
//	go run ./judge lowbit my.cpp       grade these only
//	go run ./judge help                the manual
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
)

func main() {
	sandbox.Main()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup asked for that
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// The exit codes. A command returns one of them.
const (
	allExpected = 0 // every result is as expected
	unexpected  = 1 // some result is not
	cannotWork  = 2 // the judge could not do what it was asked
)

// command is one word after "judge".
type command struct {
	name  string
	setUp func(fs *flag.FlagSet) action
}

// action is the work of a command whose flags have been read; names are the arguments that are none.
type action func(ctx context.Context, env *environment, names []string) (code int, err error)

// flags declares the flags of a command, and returns what will find them read when it is called.
func (c command) flags() (*flag.FlagSet, action) {
	fs := newFlags(c.name)
	do := c.setUp(fs)
	acceptLanguage(fs)
	return fs, do
}

func (c command) run(ctx context.Context, env *environment, args []string) (code int, err error) {
	fs, do := c.flags()
	names, err := parseFlags(fs, args)
	if err != nil {
		return cannotWork, err
	}
	return do(ctx, env, names)
}

// environment is what a command may use of the world.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	lang           say.Language
}

// say puts a sentence into the language of the user.
func (env *environment) say(format string, args ...any) string { return env.lang.Say(format, args...) }

// commands lists every command in the order of the manual. The first is what runs when none is named.
var commands []command

// The list is made here because some commands look into it themselves.
func init() {
	commands = []command{
		runCommand,
		tryCommand,
		listCommand,
		mergeCommand,
		classCommand,
		compareCommand,
		explainCommand,
		genCommand,
		stressCommand,
		submitCommand,
		newCommand,
		importCommand,
		exportCommand,
		doctorCommand,
		completionCommand,
		versionCommand,
		helpCommand,
	}
}

// run is main without the process, for tests.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	env := &environment{stdin: stdin, stdout: out, stderr: stderr, lang: wantedLanguage(args)}
	code := runNamed(ctx, args, env)
	if code != cannotWork && out.lost != nil {
		fmt.Fprintf(stderr, "judge: %s\n", env.say("standard output: %v", out.lost))
		return cannotWork
	}
	return code
}

// runNamed runs the command that args name and says on standard error what it could not do.
func runNamed(ctx context.Context, args []string, env *environment) int {
	cmd, args, err := choose(args)
	if err == nil {
		var code int
		code, err = cmd.run(ctx, env, args)
		if err == nil {
			return code
		}
	}
	if errors.Is(err, flag.ErrHelp) {
		_, manual := cmd.help(env.lang)
		fmt.Fprint(env.stdout, manual)
		return allExpected
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	env.print(env.stderr, "judge: "+env.lang.Error(err))
	return cannotWork
}

// choose finds the command that the first argument names, behind the language; without one it is "run".
func choose(args []string) (command, []string, error) {
	if len(args) == 0 {
		return commands[0], args, nil
	}
	switch name, value, given := strings.Cut(args[0], "="); {
	case name != "-lang" && name != "--lang":
	case given && isLanguage(value):
		return choose(args[1:])
	case !given && len(args) > 1 && isLanguage(args[1]):
		return choose(args[2:])
	}
	switch args[0] {
	case "-h", "-help", "--help":
		return helpCommand, args[1:], nil
	case "-version", "--version":
		return versionCommand, nil, nil
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c, args[1:], nil
		}
	}
	return commands[0], args, nil
}

var helpCommand = command{
	name:  "help",
	setUp: func(*flag.FlagSet) action { return runHelp },
}

func runHelp(_ context.Context, env *environment, names []string) (int, error) {
	if len(names) == 0 {
		fmt.Fprint(env.stdout, overview(env.lang))
		return allExpected, nil
	}
	for _, c := range commands {
		if c.name == names[0] {
			_, manual := c.help(env.lang)
			fmt.Fprint(env.stdout, manual)
			return allExpected, nil
		}
	}
	if found := flagHelp(env.lang, strings.TrimLeft(names[0], "-")); found != "" {
		fmt.Fprint(env.stdout, found)
		return allExpected, nil
	}
	return cannotWork, say.Errorf("help %s: no such command", names[0]).Hint("%s", match.Perhaps(names[0], commandNames()))
}

// flagHelp is what the manuals say of a flag, each saying once, with the commands that have it.
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

// flagText is how the manual of a command explains one of its flags, "" where it has none of that name.
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

// overview is what "judge help" prints.
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
