package command

import (
	"strings"

	"sudokuoj/judge/internal/base/glob"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// spell writes what a report proposes as a command of this judge, on the tree at this root.
func spell(judge, root string) report.Spell {
	return func(t report.Todo) string {
		var flags []string
		flag := func(name, value string) {
			if value != "" {
				flags = append(flags, name+" "+terminal.ShellWord(value))
			}
		}
		flag("-puzzle", t.Puzzle)
		flag("-problem", t.Problem)
		if t.Case != "" {
			flag("-case", glob.Quote(t.Case))
		}
		if t.Verbose {
			flags = append(flags, "-v")
		}
		if t.Page {
			flags = append(flags, "-html report.html")
		}
		return terminal.CommandLine(strings.TrimSpace(judge+" "+t.Do), t.Solutions, terminal.RootFlag(root)+strings.Join(flags, " "))
	}
}
