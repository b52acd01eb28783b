package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// ClassCSV writes a class as a table for a spreadsheet, with a line for each student. For each problem it has the verdict,
// the cases passed, the number of cases, the CPU time, the number of times kept from an earlier run, and the first reason.
// The table begins with the byte order mark, so that spreadsheets read it as UTF-8.
func ClassCSV(w io.Writer, c result.Class, run result.Run, l say.Language) error {
	head := []string{l.Say("number"), l.Say("name"), l.Say("problems accepted")}
	for _, id := range c.Problems {
		for _, what := range []say.Message{say.Of("verdict"), say.Of("passed"), say.Of("cases"), pointsHeading, say.Of("CPU ms"), say.Of("kept"), say.Of("reason")} {
			head = append(head, id+" "+l.Text(what))
		}
	}
	rows := [][]string{append(head, l.Say("late"), l.Say("remarks"))}
	for _, row := range NewClassTable(c, run).Rows {
		line := []string{row.ID, row.Name, fmt.Sprint(row.Accepted)}
		for _, cell := range row.Cells {
			line = append(line, csvCell(cell, l)...)
		}
		late, notes := "", []string{}
		if row.Late > 0 {
			late = l.Text(LateBy(row.Late))
		}
		for _, note := range row.Notes {
			notes = append(notes, l.Text(note))
		}
		rows = append(rows, append(line, late, strings.Join(notes, "; ")))
	}
	return writeCSV(w, rows)
}

// writeCSV writes rows for a spreadsheet, none of whose cells is a formula.
func writeCSV(w io.Writer, rows [][]string) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	for _, row := range rows {
		for i := range row {
			row[i] = PlainCell(row[i])
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

func csvCell(c ClassCell, l say.Language) []string {
	why := result.FirstLine(l.Line(c.Reason()))
	if c.Nothing() {
		return []string{"", "", "", "", "", "", why}
	}
	gained, cpu := "", ""
	if c.Result.Score != nil {
		gained = points(c.Result.Score.Points)
	}
	if c.Result.Compile.OK {
		cpu = fmt.Sprintf("%.3f", inMillis(c.Sum.CPU))
	}
	return []string{string(c.Result.Verdict), fmt.Sprint(c.Sum.Accepted), fmt.Sprint(c.Sum.Judged), gained, cpu, fmt.Sprint(c.Kept), why}
}

// PlainCell returns a text that no spreadsheet takes for a formula, because a student may call a file =cmd|...
func PlainCell(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	for part := range strings.SplitSeq(text, ";") { // a semicolon may end a cell, too
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(part, " "))
		if strings.ContainsRune("=+-@＝＋－＠", first) {
			return "'" + strings.ReplaceAll(text, ";", ",")
		}
	}
	return text
}

// inMillis returns a time in milliseconds with microsecond resolution.
func inMillis(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}
