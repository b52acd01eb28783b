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
	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

//go:embed shell
var shells embed.FS

func runCompletion(_ context.Context, env *terminal.Console, names []string) (int, error) {
	if len(names) > 0 && (names[0] == "words" || names[0] == "described") {
		for _, word := range completions(names[1:]) {
			if names[0] == "described" {
				word = strings.TrimRight(word+"\t"+describe(env.Lang, names[1:], word), "\t")
			}
			fmt.Fprintln(env.Stdout, word)
		}
		return allExpected, nil
	}
	script, err := shells.ReadFile("shell/" + strings.Join(names, " "))
	if err != nil {
		return cannotWork, say.Errorf("completion: for which shell? Say bash, zsh or fish")
	}
	env.Stdout.Write(script)
	return allExpected, nil
}

// describe explains a completion in a few words: a command, or a flag of the command before it.
func describe(l say.Language, words []string, word string) string {
	if len(words) > 0 {
		words = words[:len(words)-1]
	}
	if strings.HasPrefix(word, "-") {
		c, _, _ := judge.choose(words)
		line, _, _ := strings.Cut(judge.flagText(c, l, strings.TrimLeft(word, "-")), "\n")
		if m := flagLine().FindStringSubmatch(line); m != nil {
			return m[1]
		}
		return ""
	}
	if c, ok := judge.named(word); ok && len(words) == 0 {
		summary, _ := judge.manual(c, l)
		return summary
	}
	return ""
}

// flagLine matches the first line of a flag in a manual: its name, the name of its value, and its explanation.
var flagLine = match.Lazy(`^  -\S+(?: [A-Z]+(?:\|[A-Z]+)*)?\s+(.+)$`)

// completions lists the words that the last, unfinished word may become.
func completions(words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	c, args, _ := judge.choose(before)
	fs, _ := c.flags()
	var all []string
	switch {
	case len(args) > 0 && wantsValue(fs, args[len(args)-1]):
		name := strings.TrimLeft(args[len(args)-1], "-")
		if values := flagValues[name]; name == "lang" && c.Name != "new" {
			all = texts(say.Languages)
		} else if values != nil {
			all = values()
		}
	case strings.HasPrefix(last, "-"):
		fs.VisitAll(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
	case nameWords[c.Name] != nil:
		all = nameWords[c.Name](args)
	default:
		all = solutionNames()
	}
	if len(before) == 0 && !strings.HasPrefix(last, "-") {
		all = append(all, judge.commandNames()...)
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

// nameWords lists what may follow those commands that take no solutions, given their arguments so far.
var nameWords = map[string]func(args []string) []string{
	"help":   func([]string) []string { return judge.commandNames() },
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
		if len(args) > 0 {
			return nil // a new name
		}
		return begun
	},
}

func nothing([]string) []string { return nil }

// flagValues lists the values of those flags that take one of a few words.
var flagValues = map[string]func() []string{
	"problem": problemIDs,
	"case":    caseNames,
	"color":   func() []string { return []string{"auto", "always", "never"} },
	"site": func() (names []string) {
		for _, s := range submit.Sites {
			names = append(names, s.Name)
		}
		return names
	},
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
