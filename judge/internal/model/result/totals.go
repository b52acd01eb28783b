package result

import (
	"fmt"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/measure"
)

// Totals sums one solution up over its cases.
type Totals struct {
	CPU, Slowest time.Duration
	PeakKiB      int64
	Accepted     int // of those that count for the verdict
	Judged       int
	Above        int // accepted of those beyond the site
	Beyond       int
	Spread       float64 // the largest of a case that ran several times, as measure has it; 0 if none did
}

// Sum adds up the cases of one solution.
func (s Solution) Sum() Totals {
	var t Totals
	for _, c := range s.Cases {
		t.CPU += c.CPU
		t.PeakKiB = max(t.PeakKiB, c.PeakKiB)
		t.Slowest = max(t.Slowest, c.CPU)
		t.count(c)
		t.Spread = max(t.Spread, measure.Times(c.Samples).Summary().Spread())
	}
	return t
}

// count counts a case among those that make the verdict, or among those beyond the site.
func (t *Totals) count(c Case) {
	right := 0
	if c.Verdict == AC {
		right = 1
	}
	if c.Beyond() {
		t.Beyond, t.Above = t.Beyond+1, t.Above+right
		return
	}
	t.Judged, t.Accepted = t.Judged+1, t.Accepted+right
}

// Passed says how many cases were accepted: "18/18", or "18/18, beyond 3/5".
func (t Totals) Passed() say.Message {
	of := fmt.Sprintf("%d/%d", t.Accepted, t.Judged)
	if t.Beyond == 0 {
		return say.Text(of)
	}
	return say.Of("%s, beyond %d/%d", of, t.Above, t.Beyond)
}

// Counts says how much was graded and how it came out. Cases are counted once for every solution
// that was given them; a solution that is not as expected as a whole counts as one more unexpected
// result when each of its cases is.
type Counts struct {
	Solutions  int `json:"solutions"`
	Cases      int `json:"cases"`
	AsExpected int `json:"as_expected"`
	Unexpected int `json:"unexpected"`
	Skipped    int `json:"-"`
	Kept       int `json:"kept,omitempty"` // of the cases, those that an earlier run found out
}

// Count counts a run.
func (run Run) Count() Counts {
	var n Counts
	names := map[string]bool{}
	for _, s := range run.Results {
		names[s.Solution] = true
		surprises := 0
		for _, c := range s.Cases {
			n.Cases++
			if c.Kept {
				n.Kept++
			}
			switch {
			case c.Verdict == CE && !s.Compile.OK: // one result, however many cases there are
			case c.Verdict == SK:
				n.Skipped++
			case c.AsExpected:
				n.AsExpected++
			default:
				surprises++
			}
		}
		if !s.AsExpected {
			surprises = max(surprises, 1)
		} else if s.Verdict == CE && !s.Compile.OK {
			n.AsExpected++
		}
		n.Unexpected += surprises
	}
	n.Solutions = len(names)
	return n
}
