package command

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

//go:embed shell
var shells embed.FS

func (p *Program) complete(_ context.Context, env *terminal.Console, names []string) (int, error) {
	if len(names) > 0 && (names[0] == "words" || names[0] == "described") {
		for _, word := range p.completions(names[1:]) {
			if names[0] == "described" {
				word = strings.TrimRight(word+"\t"+p.describe(env.Lang, names[1:], word), "\t")
			}
			fmt.Fprintln(env.Stdout, word)
		}
		return AllExpected, nil
	}
	script, err := shells.ReadFile("shell/" + strings.Join(names, " "))
	if err != nil {
		return CannotWork, say.Errorf("completion: for which shell? Say bash, zsh or fish")
	}
	env.Stdout.Write(script)
	return AllExpected, nil
}

// describe explains a completion in a few words: a command, or a flag of the command before it.
func (p *Program) describe(l say.Language, words []string, word string) string {
	if len(words) > 0 {
		words = words[:len(words)-1]
	}
	if strings.HasPrefix(word, "-") {
		c, _, _ := p.choose(words)
		line, _, _ := strings.Cut(p.flagText(c, l, strings.TrimLeft(word, "-")), "\n")
		if m := flagLine().FindStringSubmatch(line); m != nil {
			return m[1]
		}
		return ""
	}
	if c, ok := p.named(word); ok && len(words) == 0 {
		summary, _ := p.Manual(c, l)
		return summary
	}
	return ""
}

// flagLine matches the first line of a flag in a manual: its name, the name of its value, and its explanation.
var flagLine = match.Lazy(`^  -\S+(?: [A-Z]+(?:\|[A-Z]+)*)?\s+(.+)$`)

// completions lists the words that the last, unfinished word may become.
func (p *Program) completions(words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	c, args, _ := p.choose(before)
	fs, _ := c.Flags()
	var all []string
	switch {
	case len(args) > 0 && wantsValue(fs, args[len(args)-1]):
		name := strings.TrimLeft(args[len(args)-1], "-")
		values := c.Values[name]
		if values == nil {
			values = flagValues[name]
		}
		if name == "lang" && c.Name != "new" {
			all = texts(say.Languages)
		} else if values != nil {
			all = values()
		}
	case strings.HasPrefix(last, "-"):
		fs.VisitAll(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
	case c.Words != nil:
		all = c.Words(args)
	default:
		all = solutionNames()
	}
	if len(before) == 0 && !strings.HasPrefix(last, "-") {
		all = append(all, p.commandNames()...)
	}
	all = slices.DeleteFunc(all, func(word string) bool { return !strings.HasPrefix(word, last) })
	slices.Sort(all)
	return slices.Compact(all)
}

// wantsValue reports whether the word is a flag whose value comes next.
func wantsValue(fs *flag.FlagSet, word string) bool {
	name := strings.TrimLeft(word, "-")
	f := fs.Lookup(name)
	if f == nil || name == word {
		return false
	}
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}

// talkWords are the words of judge talk: a problem or a program, then a case.
func talkWords(args []string) []string {
	if len(args) > 0 {
		return caseNames()
	}
	return append(ProblemIDs(), solutionNames()...)
}

// Nothing is for commands that take no names, or names of files, which the shell offers.
func Nothing([]string) []string { return nil }

// flagValues lists the values of those flags that take one of a few words.
var flagValues = map[string]func() []string{
	"problem":    ProblemIDs,
	"case":       caseNames,
	"color":      func() []string { return []string{"auto", "always", "never"} },
	"lang":       language.IDs, // in judge new; elsewhere it is the language of messages
	"difficulty": func() []string { return texts(sudoku.Difficulties) },
	"format":     func() []string { return texts(sudoku.Formats) },
	"isolation": func() (steps []string) {
		for n := range sandbox.Steps {
			steps = append(steps, strconv.Itoa(n+1))
		}
		return steps
	},
}

func shellNames([]string) []string { return []string{"bash", "zsh", "fish"} }

func solutionNames() []string {
	root, err := problem.Root("")
	if err != nil {
		return nil
	}
	names, _ := solution.Names(root) // whatever cannot be read cannot be completed
	return names
}

func ProblemIDs() (ids []string) {
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
