package page

import (
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
)

// remarkView is a line of a dialogue on a page.
type remarkView struct {
	result.Remark
	Sign string
	Pass int         // the pass that begins here; 0 if none does, or if there is only one
	Gap  say.Message // says how many lines are left out before it
	More say.Message // a note behind its text
}

func viewDialogue(d *result.Dialogue) (rows []remarkView) {
	if d == nil {
		return nil
	}
	pass := 0
	for i, r := range d.Remarks {
		row := remarkView{Remark: r, Sign: "<"}
		if r.By == result.ByProgram {
			row.Sign = ">"
		}
		if d.Passes() > 1 && r.Pass != pass {
			row.Pass, pass = r.Pass, r.Pass
		}
		if d.Left > 0 && i == d.From {
			row.Gap = say.Of("and %s more", say.Count(d.Left, "line"))
		}
		switch {
		case r.Gone:
			row.More = report.SaidGone
		case r.Open:
			row.More = report.SaidOpen
		}
		rows = append(rows, row)
	}
	return rows
}
