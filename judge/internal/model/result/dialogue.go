package result

import "time"

// Dialogue is the conversation of a program with the judge's side, line by line: the problem's interactor, or the
// inputs of its passes. Only the beginning and the end of a long one are kept.
type Dialogue struct {
	Remarks []Remark `json:"remarks"`
	From    int      `json:"gap_at,omitempty"`   // the index of the first remark behind a gap
	Left    int      `json:"left_out,omitempty"` // how many are left out there
}

// Remark is one line that was said.
type Remark struct {
	Pass int           `json:"pass"`  // from 1
	At   time.Duration `json:"at_ms"` // since the pass began
	By   Speaker       `json:"by"`
	Text string        `json:"text"`           // without its end; raw bytes, bounded
	Open bool          `json:"open,omitempty"` // the line was never ended
	Gone bool          `json:"ends,omitempty"` // nothing was said: that is where one ended, before the other
}

// Speaker is a side of a dialogue.
type Speaker string

// The sides.
const (
	ByProgram Speaker = "program"
	ByJudge   Speaker = "judge" // its interactor
)

// Short returns a dialogue with at most this many remarks at each end.
func (d *Dialogue) Short(ends int) *Dialogue {
	if d == nil || len(d.Remarks) <= 2*ends {
		return d
	}
	short := &Dialogue{From: ends, Left: d.Left + len(d.Remarks) - 2*ends}
	short.Remarks = append(append(short.Remarks, d.Remarks[:ends]...), d.Remarks[len(d.Remarks)-ends:]...)
	return short
}

// Passes is how many passes there were.
func (d *Dialogue) Passes() (n int) {
	for _, r := range d.Remarks {
		n = max(n, r.Pass)
	}
	return n
}
