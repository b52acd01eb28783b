package web

import (
	"math"
	"strconv"
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

	of    func(c result.Case, placing []int) int64 // 0 if it is not known; placing are the lines that place digits
	show  func(int64) string
	apart bool // the two languages count differently, so no ratio is shown
}

// track is a case by one measure: mine and ours on one axis.
type track struct {
	Key        string
	Mine, Ours string
	At, OursAt int  // in percent; 0 if there is none
	Times      int  // how many times as much as ours; 0 if it is not worth showing
	AtLeast    bool // it was stopped, so it is that many times or more
}

// compare compares a program with one of our solutions, case by case, by each measure that has numbers. The replays show
// at which lines digits are placed.
func (data *casesView) compare(mine result.Solution, ours *result.Solution, replays []result.Replay) {
	theirs, name, apart := map[string]result.Case{}, say.Of("Statements"), false
	lines := [2][]int{placing(replays, mine.Solution)}
	if ours != nil {
		lines[1] = placing(replays, ours.Solution)
		for _, c := range ours.Cases {
			if c.Verdict == result.AC {
				theirs[c.Case] = c
			}
		}
		if apart = ours.Language != mine.Language; apart {
			name = say.Of("Statements (%s)", say.List([]string{mine.Language, ours.Language}))
		}
	}
	for _, m := range []measure{
		{Key: "time", Name: say.Of("Time"), of: cpuOf, show: func(n int64) string { return terminal.Duration(time.Duration(n)) }},
		{Key: "digits", Name: say.Of("Digits placed"), of: digitsOf, show: shortCount},
		{Key: "statements", Name: name, of: statementsOf, show: shortCount, apart: apart},
	} {
		if data.lanes(&m, theirs, lines) || m.Key == "time" {
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

func cpuOf(c result.Case, _ []int) int64 { return int64(c.CPU) }

func statementsOf(c result.Case, _ []int) int64 {
	if c.Work == nil {
		return 0
	}
	return c.Work.Statements
}

// digitsOf counts how often the lines that place digits ran.
func digitsOf(c result.Case, placing []int) (sum int64) {
	for _, line := range placing {
		if c.Work != nil && line <= len(c.Work.Lines) {
			sum += max(0, c.Work.Lines[line-1])
		}
	}
	return sum
}

// placing returns the lines at which a solution placed digits.
func placing(replays []result.Replay, name string) (lines []int) {
	known := map[int]bool{0: true}
	for _, r := range replays {
		for _, s := range r.Steps {
			if r.Solution == name && s.Value != 0 && !known[s.Line] {
				known[s.Line] = true
				lines = append(lines, s.Line)
			}
		}
	}
	return lines
}

// lanes gives each row its lane by a measure; false if there is nothing to show.
func (data *casesView) lanes(m *measure, theirs map[string]result.Case, lines [2][]int) bool {
	var scale axis
	for _, row := range data.Cases {
		scale = scale.with(m.of(row.Case, lines[0]), m.of(theirs[row.Case.Case], lines[1]))
	}
	if scale.high == 0 && m.Key != "time" {
		return false
	}
	m.Low, m.High = m.show(scale.low), m.show(scale.high)
	for i := range data.Cases {
		row, l := &data.Cases[i], track{Key: m.Key}
		mine, other := m.of(row.Case, lines[0]), m.of(theirs[row.Case.Case], lines[1])
		if mine > 0 {
			l.Mine, l.At = m.show(mine), scale.at(mine)
		}
		if row.Work != nil && row.Work.Stopped > 0 && m.Key != "time" {
			l.Mine = "> " + l.Mine
		}
		if other > 0 {
			l.Ours, l.OursAt = m.show(other), scale.at(other)
		}
		solved := row.Verdict == result.AC || row.Verdict == result.TLE // else it did something else than ours
		if other > 0 && mine >= 3*other && !m.apart && solved {
			l.Times, l.AtLeast = int(mine/other), row.Verdict == result.TLE || strings.HasPrefix(l.Mine, ">")
		}
		row.Lanes = append(row.Lanes, l)
	}
	return true
}

// axis is a logarithmic axis for some numbers; 0 is a number that is not known.
type axis struct{ low, high int64 }

func (a axis) with(all ...int64) axis {
	for _, n := range all {
		if n > 0 && (a.low == 0 || n < a.low) {
			a.low = n
		}
		a.high = max(a.high, n)
	}
	return a
}

// at returns where a number is on the axis, in percent.
func (a axis) at(n int64) int {
	switch n {
	case 0:
		return 0
	case a.low:
		return 3
	}
	return 3 + int(94*math.Log(float64(n)/float64(a.low))/math.Log(float64(a.high)/float64(a.low)))
}

// shortCount writes a count for a narrow column: 950, 12.3k, 4.56M.
func shortCount(n int64) string {
	x, units := float64(n), "kMGT"
	if x < 1000 {
		return strconv.FormatInt(n, 10)
	}
	for x /= 1000; x >= 1000 && len(units) > 1; x /= 1000 {
		units = units[1:]
	}
	return strconv.FormatFloat(x, 'g', 3, 64) + units[:1]
}
