package page

import (
	"html/template"
	"strings"
	"time"

	"sudokuoj/judge/internal/model/result"
)

// glanceRow is a solution in the overview, with a small cell for each case.
type glanceRow struct {
	ID, Name string
	Verdict  result.Verdict
	Expected bool
	Passed   int
	Cases    int
	Slowest  time.Duration
	Cells    template.HTML
}

// Glance returns the overview of a problem: a row for each solution, with a cell for each case. The colour of a cell
// shows its time, or its verdict if it was not accepted.
func (v *problemView) Glance() (rows []glanceRow) {
	for column, h := range v.Headers {
		row := glanceRow{ID: h.ID, Name: h.Name, Verdict: h.Verdict, Expected: h.Expected}
		var cells strings.Builder
		for _, r := range v.Rows {
			cell := r.Cells[column]
			cells.WriteString("<i class=" + glanceClass(cell) + "></i>")
			if cell.Verdict == "" || r.Group == result.BeyondFolder {
				continue
			}
			row.Cases++
			if cell.Verdict == result.AC {
				row.Passed++
			}
			row.Slowest = max(row.Slowest, cell.Time)
		}
		row.Cells = template.HTML(cells.String())
		rows = append(rows, row)
	}
	return rows
}

func glanceClass(c cellView) string {
	class := "none"
	switch {
	case c.Verdict == result.AC && c.Timed:
		class = "b" + itoa(c.Bar)
	case c.Verdict != "":
		class = "v-" + string(c.Verdict)
	}
	if c.Promised != "" {
		return `"` + class + ` un"`
	}
	return class
}
