// Package command holds the commands of the judge, a file each, with their flags and manuals. A command reads its
// arguments, calls the other packages, shows the results and chooses the exit code.
package command

import (
	"embed"
	"flag"

	"sudokuoj/judge/internal/base/say"
)

//go:embed manual
var manuals embed.FS

// judge is the program that grades. Its list is made in init because some commands look into it themselves.
var judge = Program{Name: "judge", Manuals: manuals, Default: "run"}

func init() {
	judge.Commands = []Command{
		{Name: "run", SetUp: setUpRun},
		{Name: "try", SetUp: setUpTry},
		{Name: "talk", SetUp: setUpTalk},
		{Name: "list", SetUp: setUpList},
		{Name: "merge", SetUp: setUpMerge},
		{Name: "class", SetUp: setUpClass},
		{Name: "compare", SetUp: setUpCompare},
		{Name: "explain", SetUp: setUpExplain},
		{Name: "gen", SetUp: setUpGen},
		{Name: "stress", SetUp: setUpStress},
		{Name: "submit", SetUp: setUpSubmit},
		{Name: "new", SetUp: setUpNew},
		{Name: "import", SetUp: setUpImport},
		{Name: "export", SetUp: setUpExport},
		{Name: "doctor", SetUp: flagless(runDoctor), Nameless: true},
		{Name: "completion", SetUp: flagless(runCompletion)},
	}
}

// Main is the judge: it reads the arguments and ends the process.
func Main() { judge.Main() }

// RunElsewhere is judge run with the programs run on other machines: the same flags and a few more, the same report,
// the same exit codes.
func RunElsewhere(there Elsewhere) Command {
	run, _ := judge.named("run")
	return Command{
		Name: "run",
		SetUp: func(fs *flag.FlagSet) Action {
			there.Flags(fs)
			return setUpRunAt(fs, there)
		},
		Shared: func(l say.Language) string {
			_, manual := judge.manual(run, l)
			return manual + "\n"
		},
	}
}

// flagless makes a command that has no flags.
func flagless(do Action) func(*flag.FlagSet) Action {
	return func(*flag.FlagSet) Action { return do }
}
