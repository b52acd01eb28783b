package result

import "time"

// Dialogue is what a program and the judge's side said to each other, line by line: the interactor of the problem,
// or where there is none the inputs of its passes. Of a long one the beginning and the end are kept.
type Dialogue struct {
	Remarks []Remark `json:"remarks"`
	From    int      `json:"gap_at,omitempty"`   // the index of the first remark behind a gap
	Left    int      `json:"left_out,omitempty"` // how many are left out there
}

// Remark is one line that was said.
type Remark struct {
	Pass int           `json:"pass"` // from 1
	At   time.Duration `json:"-"`    // since the pass began
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

// Short is a dialogue of which no more is kept than so many remarks at either end.
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
