package web

import (
	"strings"
	"time"

	"github.com/sergi/go-diff/diffmatchpatch"

	"sudokuoj/judge/internal/show/terminal"
)

// change is a line of one source or of both. A gap represents lines that are the same in both.
type change struct {
	Sign     string // "-", "+", "" for a line in both, "…" for a gap
	Old, New int    // the line's numbers; 0 if that text does not have it
	Text     string
}

const (
	around      = 3           // lines shown before and after what differs
	diffTime    = time.Second // for a comparison in a page
	mostChanges = 5000        // lines shown of all
)

// changes returns the lines that turn one text into the other; cut is the number of lines left out. After the limit the
// result so far must do.
func changes(before, after string, limit time.Duration) (shown []change, cut int) {
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = limit
	a, b, lines := dmp.DiffLinesToRunes(before, after)
	var all []change
	i, j := 0, 0
	for _, d := range dmp.DiffCharsToLines(dmp.DiffMainRunes(a, b, false), lines) {
		for line := range strings.Lines(d.Text) {
			c := change{Text: line}
			if d.Type != diffmatchpatch.DiffInsert {
				i++
				c.Old = i
			}
			if d.Type != diffmatchpatch.DiffDelete {
				j++
				c.New = j
			}
			c.Sign = map[diffmatchpatch.Operation]string{diffmatchpatch.DiffDelete: "-", diffmatchpatch.DiffInsert: "+"}[d.Type]
			all = append(all, c)
		}
	}
	shown = withGaps(all)
	if len(shown) > mostChanges {
		shown, cut = shown[:mostChanges], len(shown)-mostChanges
	}
	for i := range shown {
		shown[i].Text = shownLine(shown[i].Text)
	}
	return shown, cut
}

// shownLine returns a line of a source with its tabs. Other invisible characters are written out.
func shownLine(line string) string {
	parts := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
	for i, part := range parts {
		parts[i] = terminal.Escape(part)
	}
	return strings.Join(parts, "\t")
}

// withGaps leaves out lines that are far from any difference.
func withGaps(all []change) (kept []change) {
	near := make([]bool, len(all))
	for i, c := range all {
		for k := max(0, i-around); c.Sign != "" && k <= min(len(all)-1, i+around); k++ {
			near[k] = true
		}
	}
	for i, c := range all {
		if near[i] {
			kept = append(kept, c)
		} else if len(kept) == 0 || kept[len(kept)-1].Sign != "…" {
			kept = append(kept, change{Sign: "…"})
		}
	}
	return kept
}
