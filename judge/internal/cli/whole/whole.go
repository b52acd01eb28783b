// Package whole has the commands of the judge beyond grading: they compare, explain and stress programs, bring problems in
// and out, grade a class, and write pages. It is a room of its own so that a first run of ./judge need not compile it.
package whole

import (
	"context"
	"io"
	"time"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/junit"
	"sudokuoj/judge/internal/show/page"
)

// judge is the whole judge.
var judge = command.Judge(&beyond)

// beyond is what it can do beyond grading.
var beyond = command.Whole{
	Commands: []command.Command{
		{Name: "merge", SetUp: setUpMerge},
		{Name: "class", SetUp: setUpClass},
		{Name: "compare", SetUp: setUpCompare},
		{Name: "explain", SetUp: setUpExplain},
		{Name: "stress", SetUp: setUpStress},
		{Name: "submit", SetUp: setUpSubmit},
		{Name: "new", SetUp: setUpNew},
		{Name: "import", SetUp: setUpImport},
		{Name: "export", SetUp: setUpExport},
	},
	Page: func(w io.Writer, run result.Run, judge, root string) error {
		return page.HTML(w, run, page.Extras{Command: judge, Root: root})
	},
	JUnit: junit.Write,
	Why:   why,
}

// Main is the whole judge: it reads the arguments and ends the process.
func Main() { judge.Main() }

// pagePatience is how long a solution may search while it is watched for the page: the user waits for the page, not
// for that one search.
const pagePatience = 5 * time.Second

// why counts what the programs of a run do, and watches their searches for a page.
func why(ctx context.Context, g *grade.Grader, e command.Explained, run *result.Run) error {
	x := explain.New(g, pagePatience, e.Progress).Beside(e.Root)
	err := x.Count(ctx, e.Entries, run)
	if err == nil && e.Replays {
		run.Replays, err = x.Watch(ctx, e.Entries, *run)
	}
	if err == nil && e.Replays {
		run.Searches, err = x.WatchCalls(ctx, e.Entries, *run)
	}
	return err
}

// OnFleet is judge run on other machines.
func OnFleet(there command.Elsewhere) command.Command { return command.RunElsewhere(there, &beyond) }
