// Package command is the frame of every program: it finds a command, reads its flags, explains it, and chooses the exit
// code. It also has the commands of the judge that grade, and those that need nothing else. Package whole has the others.
package command

import (
	"context"
	"embed"
	"flag"
	"io"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

//go:embed manual
var manuals embed.FS

// inOrder are the commands of the judge, in the order of its overview.
var inOrder = []string{"run", "try", "talk", "list", "merge", "class", "compare", "explain", "gen", "stress", "submit", "new", "import", "export",
	"doctor", "completion"}

// Whole is what the judge can do beyond grading. A newcomer waits for the compiler, so ./judge does without, and starts
// ./judge/whole when it is asked for more.
type Whole struct {
	Commands []Command
	Page     func(w io.Writer, run result.Run, judge, root string) error // judge starts the judge; root is where the tree is
	JUnit    func(w io.Writer, run result.Run) error
	Why      func(ctx context.Context, g *grade.Grader, e Explained, run *result.Run) error
}

// Explained says how a run is explained: entries are its entries, Root is where they were found.
type Explained struct {
	Entries  []grade.Entry
	Root     string
	Replays  bool // the searches are kept step by step, for a page
	Progress func(format string, args ...any)
}

// Judge returns the program that grades. Without whole it hands the rest over.
func Judge(whole *Whole) *Program {
	p := &Program{Name: "judge", Manuals: manuals, Default: "run"}
	known := []Command{
		{Name: "run", SetUp: func(fs *flag.FlagSet) Action { return setUpRunAt(fs, nil, whole) }},
		{Name: "try", SetUp: setUpTry},
		{Name: "talk", SetUp: setUpTalk},
		{Name: "list", SetUp: setUpList},
		{Name: "gen", SetUp: setUpGen},
		{Name: "doctor", SetUp: flagless(runDoctor), Nameless: true},
		{Name: "completion", SetUp: flagless(p.complete)},
	}
	if whole != nil {
		known = append(known, whole.Commands...)
	} else {
		p.HandOver = startWhole
	}
	for _, name := range inOrder {
		c := Command{Name: name}
		if at := slices.IndexFunc(known, func(c Command) bool { return c.Name == name }); at >= 0 {
			c = known[at]
		}
		p.Commands = append(p.Commands, c)
	}
	return p
}

// RunElsewhere is judge run with the programs run on other machines: the same flags and a few more, the same report,
// the same exit codes.
func RunElsewhere(there Elsewhere, whole *Whole) Command {
	judge := Judge(whole)
	run, _ := judge.named("run")
	return Command{
		Name: "run",
		SetUp: func(fs *flag.FlagSet) Action {
			there.Flags(fs)
			return setUpRunAt(fs, there, whole)
		},
		Shared: func(l say.Language) string {
			_, manual := judge.Manual(run, l)
			return manual + "\n"
		},
	}
}

// flagless makes a command that has no flags.
func flagless(do Action) func(*flag.FlagSet) Action {
	return func(*flag.FlagSet) Action { return do }
}
