package exchange

import (
	"fmt"
	"io"
	"path/filepath"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
)

// Show tells a person what came and what to do next; judge is what starts the judge, root what -root was, or "".
func Show(w io.Writer, l say.Language, i Imported, judge, root string) {
	fmt.Fprintln(w, l.Say("imported %s as %s: %s, %s", screen.Escape(i.Title), i.ID, say.Count(i.Cases, "case"), say.Count(len(i.Solutions), "solution")))
	fmt.Fprintf(w, "  %s\n", i.Dir)
	for _, name := range i.Solutions {
		fmt.Fprintf(w, "  %s\n", screen.Escape(filepath.Join("solutions", name)))
	}
	for _, note := range i.Notes {
		fmt.Fprintln(w, screen.Escape(l.Say("note: %s", note)))
	}
	next := judge
	if len(i.Solutions) == 0 {
		next += " new solution NAME"
	}
	fmt.Fprintln(w, l.Say("next: %s", next+" "+screen.RootFlag(root)+"-problem "+i.ID))
}
