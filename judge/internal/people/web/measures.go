package web

import (
	"math"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// measure is one measure by which cases are compared: time, digits or statements.
type measure struct {
	Key       string // names its columns
	Name      say.Message
	Low, High string // the ends of its axis
	Apart     bool   // the two languages count differently, so no ratio is shown

	mine, ours func(result.Case) int64 // 0 if it is not known
	show       func(int64) string
}

// lane is a case by one measure: mine and ours on one axis.
type lane struct {
	Key        string
	Mine, Ours string
	At, OursAt int  // in percent; 0 if there is none
	Times      int  // how many times as much as ours; 0 if it is not worth showing
	AtLeast    bool // it was stopped, so it is that many times or more
}

// measures returns the measures that compare a program with one of ours. Mine and ours are the lines where each of them
// places digits.
func measures(mine, ours []int, apart say.Message) []measure {
	cpu := func(c result.Case) int64 { return int64(c.CPU) }
	statements := func(c result.Case) int64 {
		if c.Work == nil {
			return 0
		}
		return c.Work.Statements
	}
	name := say.Of("Statements")
	if apart.Said() {
		name = say.Of("Statements (%s)", apart)
	}
	return []measure{
		{Key: "time", Name: say.Of("Time"), mine: cpu, ours: cpu, show: func(n int64) string { return terminal.Duration(time.Duration(n)) }},
		{Key: "digits", Name: say.Of("Digits placed"), mine: runsOf(mine), ours: runsOf(ours), show: shortCount},
		{Key: "statements", Name: name, Apart: apart.Said(), mine: statements, ours: statements, show: shortCount},
	}
}

// runsOf counts how often these lines ran on a case.
func runsOf(lines []int) func(result.Case) int64 {
	return func(c result.Case) (sum int64) {
		for _, line := range lines {
			if c.Work != nil && line <= len(c.Work.Lines) {
				sum += max(0, c.Work.Lines[line-1])
			}
		}
		return sum
	}
}

// placing returns the lines at which a solution placed digits.
func placing(replays []result.Replay, name string) (lines []int) {
	known := map[int]bool{0: true}
	for _, r := range replays {
		if r.Solution != name {
			continue
		}
		for _, s := range r.Steps {
			if s.Value != 0 && !known[s.Line] {
				known[s.Line] = true
				lines = append(lines, s.Line)
			}
		}
	}
	return lines
}

// compare compares a program with one of our solutions, case by case, by each measure that has numbers.
func (data *casesView) compare(ours *result.Solution, by []measure) {
	theirs := map[string]result.Case{}
	if ours != nil {
		for _, c := range ours.Cases {
			if c.Verdict == result.AC {
				theirs[c.Case] = c
			}
		}
	}
	for _, m := range by {
		if data.lanes(&m, theirs) || m.Key == "time" {
			data.Measures = append(data.Measures, m)
		}
	}
	for _, row := range data.Cases {
		data.Explains = data.Explains || row.Reason().Said()
		if row.Work != nil {
			data.Stopped = max(data.Stopped, row.Work.Stopped)
		}
	}
}

// lanes gives each row its lane by a measure; false if there is nothing to show.
func (data *casesView) lanes(m *measure, theirs map[string]result.Case) bool {
	var low, high int64
	for _, row := range data.Cases {
		for _, n := range []int64{m.mine(row.Case), m.ours(theirs[row.Case.Case])} {
			if n > 0 && (low == 0 || n < low) {
				low = n
			}
			high = max(high, n)
		}
	}
	if high == 0 && m.Key != "time" {
		return false
	}
	m.Low, m.High = m.show(low), m.show(high)
	for i := range data.Cases {
		row := &data.Cases[i]
		l := lane{Key: m.Key}
		mine, other := m.mine(row.Case), m.ours(theirs[row.Case.Case])
		if mine > 0 {
			l.Mine, l.At = m.show(mine), alongAxis(mine, low, high)
		}
		if row.Work != nil && row.Work.Stopped > 0 && m.Key != "time" {
			l.Mine = "> " + l.Mine
		}
		if other > 0 {
			l.Ours, l.OursAt = m.show(other), alongAxis(other, low, high)
		}
		solved := row.Verdict == result.AC || row.Verdict == result.TLE // else it did something else than ours
		if other > 0 && mine >= 3*other && !m.Apart && solved {
			l.Times, l.AtLeast = int(mine/other), row.Verdict == result.TLE || strings.HasPrefix(l.Mine, ">")
		}
		row.Lanes = append(row.Lanes, l)
	}
	return true
}

// alongAxis returns where a number between the ends of a log axis is on it, in percent.
func alongAxis(n, low, high int64) int {
	if n == low {
		return 3
	}
	return 3 + int(94*math.Log(float64(n)/float64(low))/math.Log(float64(high)/float64(low)))
}
