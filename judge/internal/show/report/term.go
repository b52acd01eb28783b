package report

import (
	"bufio"
	"io"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Term adds up what students got in several folders.
type Term struct {
	Points   bool // they count; else the accepted problems do
	folders  []string
	students []marked
}

// marked is a student with a mark for each folder where there is something of theirs, or the list has them.
type marked struct {
	result.Student
	marks map[string]float64
}

// Add adds a folder. A student is known by the number, or without a list by what was handed in.
func (t *Term) Add(folder string, c result.Class, run result.Run) {
	t.folders = append(t.folders, folder)
	for _, row := range NewClassTable(c, run).Rows {
		at := slices.IndexFunc(t.students, func(s marked) bool { return s.ID == row.ID })
		if at < 0 {
			at = len(t.students)
			t.students = append(t.students, marked{row.Student, map[string]float64{}})
		}
		mark := float64(row.Accepted)
		if t.Points {
			mark = 0
			for _, cell := range row.Cells {
				if cell.Result.Score != nil {
					mark += cell.Result.Score.Points
				}
			}
		}
		t.students[at].marks[folder] = mark
	}
}

// rows returns the table. The sum is before the folders, for which a terminal may not have the room.
func (t *Term) rows(l say.Language, none string) [][]string {
	what := say.Of("problems accepted")
	if t.Points {
		what = pointsHeading
	}
	rows := [][]string{append([]string{l.Say("number"), l.Say("name"), l.Text(what)}, t.folders...)}
	for _, s := range t.students {
		row, sum := []string{s.ID, s.Name, ""}, 0.0
		for _, folder := range t.folders {
			mark, there := s.marks[folder]
			if sum += mark; there {
				row = append(row, points(mark))
			} else {
				row = append(row, none)
			}
		}
		row[2] = points(sum)
		rows = append(rows, row)
	}
	return rows
}

// Text writes the table for a terminal.
func (t *Term) Text(w io.Writer, opt TextOptions) error {
	out := &text{Writer: bufio.NewWriter(w), TextOptions: opt}
	rows := t.rows(opt.Lang, "–")
	for _, row := range rows {
		for i := range row {
			row[i] = terminal.Escape(row[i])
		}
	}
	columns := len(rows[0])
	if shown := out.table(rows, "llr"); shown < columns {
		out.note(out.Dim, out.Say("%d of %d folders have no room here; -csv FILE has them all", columns-shown, len(t.folders)))
	}
	return out.Flush()
}

// CSV writes the table for a spreadsheet.
func (t *Term) CSV(w io.Writer, l say.Language) error { return writeCSV(w, t.rows(l, "")) }
