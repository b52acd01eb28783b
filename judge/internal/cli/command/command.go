// Package command has the commands of the judge, and the frame of every program: it finds a command, reads its flags,
// explains it, and chooses the exit code.
package command

import (
	"embed"
	"flag"

	"sudokuoj/judge/internal/base/say"
)

//go:embed manual
var manuals embed.FS

// Judge returns the judge. Its commands are in the order of the overview.
func Judge() *Program {
	p := &Program{Name: "judge", Manuals: manuals, Default: "run"}
	p.Commands = []Command{
		{Name: "run", SetUp: func(fs *flag.FlagSet) Action { return setUpRunAt(fs, nil) }},
		{Name: "try", SetUp: setUpTry},
		{Name: "talk", SetUp: setUpTalk},
		{Name: "list", SetUp: setUpList, Nameless: true},
		{Name: "merge", SetUp: setUpMerge},
		{Name: "class", SetUp: setUpClass},
		{Name: "compare", SetUp: setUpCompare},
		{Name: "explain", SetUp: setUpExplain},
		{Name: "gen", SetUp: setUpGen, Nameless: true},
		{Name: "stress", SetUp: setUpStress},
		{Name: "submit", SetUp: setUpSubmit},
		{Name: "new", SetUp: setUpNew},
		{Name: "import", SetUp: setUpImport},
		{Name: "export", SetUp: setUpExport},
		{Name: "doctor", SetUp: flagless(runDoctor), Nameless: true},
		{Name: "completion", SetUp: flagless(p.complete)},
	}
	return p
}

// RunElsewhere is judge run with the programs run on other machines: the same flags and a few more, the same report,
// the same exit codes.
func RunElsewhere(there Elsewhere) Command {
	judge := Judge()
	run, _ := judge.named("run")
	return Command{
		Name: "run",
		SetUp: func(fs *flag.FlagSet) Action {
			there.Flags(fs)
			return setUpRunAt(fs, there)
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
