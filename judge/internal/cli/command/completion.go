package command

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

//go:embed shell
var shells embed.FS

func (p *Program) complete(_ context.Context, env *terminal.Console, names []string) error {
	if len(names) > 0 && names[0] == "words" {
		for _, word := range p.completions(names[1:]) {
			fmt.Fprintln(env.Stdout, word)
		}
		return nil
	}
	script, err := shells.ReadFile("shell/" + strings.Join(names, " "))
	if err != nil {
		return say.Errorf("completion: for which shell? Say bash, zsh or fish")
	}
	env.Stdout.Write(script)
	return nil
}

// completions lists the words that the last, unfinished word may become.
func (p *Program) completions(words []string) []string {
	last := ""
	if len(words) > 0 {
		words, last = words[:len(words)-1], words[len(words)-1]
	}
	_, words = flags.Language(words)
	c, args, _ := p.choose(words)
	fs, _ := c.Flags(&terminal.Console{})
	var all []string
	switch before := valued(fs, args); {
	case before == "lang" && c.Name != "new":
		all = texts(say.Languages)
	case before != "":
		all = flagValues(before)
	case strings.HasPrefix(last, "-"):
		fs.VisitAll(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
	default:
		all = p.namesFor(c, args)
		if len(words) == 0 {
			all = append(all, p.commandNames()...)
		}
	}
	all = slices.DeleteFunc(all, func(word string) bool { return !strings.HasPrefix(word, last) })
	slices.Sort(all)
	return slices.Compact(all)
}

// valued is the last argument, if it is a flag whose value is still to come.
func valued(fs *flag.FlagSet, args []string) string {
	if len(args) == 0 || !strings.HasPrefix(args[len(args)-1], "-") {
		return ""
	}
	f := fs.Lookup(strings.TrimLeft(args[len(args)-1], "-"))
	if f == nil {
		return ""
	}
	if alone, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && alone.IsBoolFlag() {
		return ""
	}
	return f.Name
}

// begun are the kinds of things that judge new begins.
var begun = []string{"solution", "problem", "cases", "editor"}

// namesFor lists the names that may follow a command with these arguments; nothing where the shell offers files.
func (p *Program) namesFor(c Command, args []string) []string {
	switch {
	case c.Name == "help":
		return p.commandNames()
	case c.Name == "completion":
		return []string{"bash", "zsh", "fish"}
	case c.Name == "export" || c.Name == "new" && len(args) > 0 && args[0] == "cases":
		return problemIDs()
	case c.Name == "new" && len(args) == 0:
		return begun
	case c.Name == "talk" && len(args) > 0:
		return caseNames()
	case c.Name == "talk":
		return append(problemIDs(), solutionNames()...)
	case c.Nameless, slices.Contains([]string{"class", "import", "merge", "new"}, c.Name):
		return nil
	}
	return solutionNames()
}

// flagValues lists the names that a flag takes.
func flagValues(flag string) []string {
	switch flag {
	case "problem":
		return problemIDs()
	case "case":
		return caseNames()
	case "lang":
		return language.IDs()
	}
	return nil
}

func solutionNames() []string {
	root, err := problem.Root("")
	if err != nil {
		return nil
	}
	names, _ := solution.Names(root) // whatever cannot be read cannot be completed
	return names
}

func problemIDs() (ids []string) {
	for _, p := range problemsHere() {
		ids = append(ids, p.ID)
	}
	return ids
}

func caseNames() (names []string) {
	for _, p := range problemsHere() {
		for _, c := range p.Cases {
			names = append(names, c.Name)
		}
	}
	return names
}

func problemsHere() []problem.Problem {
	root, err := problem.Root("")
	if err != nil {
		return nil
	}
	problems, _ := problem.LoadAll(root)
	return problems
}
