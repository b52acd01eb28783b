package command

import (
	"fmt"
	"io"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/show/terminal"
)

// ShowImported prints what was imported and what to do next. Judge is the command that starts the judge; root is
// the value of -root, or "".
func ShowImported(w io.Writer, l say.Language, i exchange.Imported, judge, root string) {
	fmt.Fprintln(w, l.Say("imported %s as %s: %s, %s", terminal.Escape(i.Title), i.ID, say.Count(i.Cases, "case"), say.Count(len(i.Solutions), "solution")))
	fmt.Fprintf(w, "  %s\n", i.Dir)
	for _, name := range i.Solutions {
		fmt.Fprintf(w, "  %s\n", terminal.Escape(filepath.Join(filepath.Dir(filepath.Dir(i.Dir)), "solutions", name)))
	}
	for _, note := range i.Notes {
		fmt.Fprintln(w, terminal.Escape(l.Say("note: %s", note)))
	}
	next := judge
	if len(i.Solutions) == 0 {
		next += " new solution NAME"
	}
	fmt.Fprintln(w, l.Say("next: %s", next+" "+terminal.RootFlag(root)+"-problem "+i.ID))
}
