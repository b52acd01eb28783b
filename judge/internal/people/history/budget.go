package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// Nothing larger than its budget is stored, whoever made it: a program, its driver, a checker, a compiler or a worker.
const (
	maxDetail  = 64 << 10 // bytes of a case
	maxDetails = 2 << 20  // bytes of all cases of a judging; those after that keep no details
	maxText    = 8 << 10  // bytes of a text in a case that is too large, and of the compiler's
)

// detailOf returns a case as the file keeps it.
func detailOf(ctx context.Context, tx *sql.Tx, judging int64, c result.Case) ([]byte, error) {
	detail, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	var sum int
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(sum(length(detail)), 0) FROM result WHERE judging = ?`, judging).Scan(&sum); err != nil {
		return nil, err
	}
	bare := result.Case{Case: c.Case, Number: c.Number, Verdict: c.Verdict, Expected: c.Expected, AsExpected: c.AsExpected, CPU: c.CPU, Wall: c.Wall,
		PeakKiB: c.PeakKiB, Exit: c.Exit, Contended: c.Contended, Machine: headOfText(c.Machine, 100)}
	switch {
	case sum+len(detail) > maxDetails:
		return json.Marshal(bare)
	case len(detail) <= maxDetail:
		return detail, nil
	}
	bare.Input, bare.Stderr, bare.Message = headOfText(c.Input, maxText), headOfText(c.Stderr, maxText), shorter(c.Message)
	return json.Marshal(bare)
}

// shorter returns a message, or the beginning of its English if it is too long.
func shorter(m say.Message) say.Message {
	if text := m.String(); len(text) > maxText {
		return say.Text(headOfText(text, maxText) + " …")
	}
	return m
}

func headOfText(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
