package command

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
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
	takes := p.flagsOf(c)
	flag := ""
	if len(args) > 0 && strings.HasPrefix(args[len(args)-1], "-") {
		flag = strings.TrimLeft(args[len(args)-1], "-")
	}
	var all []string
	switch {
	case takes[flag] != "":
		if flag == "lang" && c.Name != "new" {
			all = texts(say.Languages)
		} else if values := flagValues[flag]; values != nil {
			all = values()
		}
	case strings.HasPrefix(last, "-"):
		for name := range takes {
			all = append(all, "-"+name)
		}
	case c.Name == "help":
		all = p.commandNames()
	case nameWords[c.Name] != nil:
		all = nameWords[c.Name](args)
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

// flagsOf returns the flags that the manual of a command explains, with the names of their values; "" for a flag that has
// none.
func (p *Program) flagsOf(c Command) map[string]string {
	takes := map[string]string{"lang": "LANGUAGE", "color": "WHEN"} // which the overview explains
	_, manual := p.Manual(c, say.English)
	for line := range strings.Lines(manual) {
		if m := flagBegins().FindStringSubmatch(line); m != nil {
			takes[m[1]] = m[2]
		}
	}
	return takes
}

// flagBegins matches the beginning of a flag's explanation: its name, and the name of its value.
var flagBegins = match.Lazy(`^  -([a-z-]+)(?: ([A-Z]\S*))?(?:  |\n)`)

// Begun are the kinds of things that judge new begins.
var Begun = []string{"solution", "problem", "cases", "editor"}

// nameWords lists what may follow those commands that take no solutions, given their arguments so far.
var nameWords = map[string]func(args []string) []string{
	"export": func([]string) []string { return problemIDs() },
	"talk": func(args []string) []string {
		if len(args) > 0 {
			return caseNames()
		}
		return append(problemIDs(), solutionNames()...)
	},
	"completion": func([]string) []string { return []string{"bash", "zsh", "fish"} },
	"doctor":     nothing,
	"class":      nothing, // the shell offers folders
	"version":    nothing,
	"gen":        nothing,
	"import":     nothing, // the shell offers files
	"new": func(args []string) []string {
		switch {
		case len(args) == 0:
			return Begun
		case args[0] == "cases":
			return problemIDs()
		}
		return nil // a new name
	},
}

func nothing([]string) []string { return nil }

// Sites are the names of the sites that judge submit knows.
var Sites = []string{"acwing", "leetcode", "luogu", "poj"}

// flagValues lists the values of those flags that take one of a few words.
var flagValues = map[string]func() []string{
	"problem":    problemIDs,
	"case":       caseNames,
	"color":      func() []string { return []string{"auto", "always", "never"} },
	"lang":       language.IDs, // in judge new; elsewhere it is the language of messages
	"site":       func() []string { return Sites },
	"difficulty": func() []string { return texts(sudoku.Difficulties) },
	"format":     func() []string { return texts(sudoku.Formats) },
	"isolation": func() (steps []string) {
		for n := range sandbox.Steps {
			steps = append(steps, strconv.Itoa(n+1))
		}
		return steps
	},
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
