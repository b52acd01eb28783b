package report

import (
	"fmt"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// ClassTable shows how a class did. It has a row for each student, and each row has a cell for each problem.
type ClassTable struct {
	result.Class
	Rows   []ClassRow
	Sums   []ClassSum // by problem
	Solved int        // students who have everything accepted
}

// ClassRow is one student on all problems.
type ClassRow struct {
	result.Student
	Cells    []ClassCell
	Accepted int // problems
}

// ClassCell is one student on one problem. It has no verdict if it was not graded, for instance after an interrupt.
type ClassCell struct {
	Problem string
	Result  result.Solution
	Sum     result.Totals
	Kept    int
}

// NewClassTable looks the results up by the students' labels.
func NewClassTable(c result.Class, run result.Run) ClassTable {
	t := ClassTable{Class: c}
	type key struct{ label, problem string }
	found := map[key]result.Solution{}
	for _, s := range run.Results {
		found[key{s.Solution, s.Problem}] = s
	}
	for _, student := range c.Students {
		row := ClassRow{Student: student}
		for _, id := range c.Problems {
			s := found[key{student.Label, id}]
			row.Cells = append(row.Cells, ClassCell{id, s, s.Sum(), result.Run{Results: []result.Solution{s}}.Count().Kept})
			if s.Verdict == result.AC {
				row.Accepted++
			}
		}
		if row.Accepted == len(c.Problems) {
			t.Solved++
		}
		t.Rows = append(t.Rows, row)
	}
	for i := range c.Problems {
		t.Sums = append(t.Sums, t.sum(i))
	}
	return t
}

// Passed returns the points, or the cases passed if the problem gives no points.
func (c ClassCell) Passed() string {
	switch s := c.Result; {
	case c.Nothing():
		return ""
	case s.Score != nil:
		return OutOf(s.Score.GroupScore)
	}
	return fmt.Sprintf("%d/%d", c.Sum.Accepted, c.Sum.Judged)
}

// Nothing reports whether nothing was graded.
func (c ClassCell) Nothing() bool { return c.Result.Verdict == "" || c.Result.Verdict == result.SK }

// Word returns the verdict, or a sign that there is none.
func (c ClassCell) Word() string {
	if c.Nothing() {
		return "–"
	}
	return string(c.Result.Verdict)
}

// Reason says in one line why a solution is not accepted: its first case that failed.
func (c ClassCell) Reason() say.Message {
	if c.Result.Verdict == "" {
		return say.Of("not graded")
	}
	for _, one := range c.Result.Cases {
		switch why := one.Reason(); {
		case one.Verdict == result.AC, one.Beyond():
		case !c.Result.Compile.OK && why.Said():
			return why
		case why.Said():
			return say.Of("%s: %s", one.Case, why)
		default:
			return say.Of("%s: %s", one.Case, one.Verdict.Title())
		}
	}
	return say.Message{}
}

// Reasons says why problems are not accepted. It names the problems if there are several. A reason that all problems
// share is said once, without names.
func (r ClassRow) Reasons() (all []say.Message) {
	if r.Late > 0 {
		all = append(all, say.Of("late by %s", LateBy(r.Late)))
	}
	all = append(all, r.Notes...)
	shared := len(r.Cells) > 1
	for _, c := range r.Cells {
		shared = shared && c.Reason().String() == r.Cells[0].Reason().String()
	}
	for i, c := range r.Cells {
		switch why := c.Reason(); {
		case !why.Said() || shared && i > 0:
		case shared || len(r.Cells) == 1:
			all = append(all, why)
		default:
			all = append(all, say.Of("%v: %s", c.Problem, why))
		}
	}
	return all
}

// LateBy returns a time in words, in days if it is at least one day.
func LateBy(d time.Duration) say.Message {
	switch minutes := int((d + time.Minute - 1) / time.Minute); {
	case minutes < 60:
		return say.Count(minutes, "minute")
	case minutes < 48*60:
		return say.Of("%d h %d min", minutes/60, minutes%60)
	default:
		return say.Count(minutes/60/24, "day")
	}
}

// ClassSum says how a class did on one problem.
type ClassSum struct {
	Problem  string
	Title    say.Words
	Verdicts []VerdictCount
	Accepted int
	Nothing  int          // students who handed in nothing that could be graded
	Ungraded int          // students whose turn did not come
	Stuck    []ClassStuck // the largest group first
}

// ClassStuck are the students whose programs went wrong in the same way.
type ClassStuck struct {
	Verdict result.Verdict
	Case    string // "" for what does not compile
	Why     say.Message
	Rows    []int
}

// VerdictCount counts the solutions with a verdict.
type VerdictCount struct {
	Verdict result.Verdict
	N       int
}

// VerdictCounts lists how often each verdict occurs.
func VerdictCounts(count map[result.Verdict]int) (all []VerdictCount) {
	for _, v := range result.All {
		if count[v] > 0 {
			all = append(all, VerdictCount{v, count[v]})
		}
	}
	return all
}

func (t ClassTable) sum(i int) ClassSum {
	s := ClassSum{Problem: t.Problems[i]}
	count, groups := map[result.Verdict]int{}, map[string]int{}
	for n, row := range t.Rows {
		c := row.Cells[i]
		if c.Result.Title != (say.Words{}) {
			s.Title = c.Result.Title
		}
		switch {
		case c.Result.Verdict == "":
			s.Ungraded++
			continue
		case c.Nothing():
			s.Nothing++
			continue
		}
		count[c.Result.Verdict]++
		if c.Result.Verdict == result.AC {
			continue
		}
		var fault result.Case
		if c := FirstFault(c.Result); c != nil {
			fault = *c
		}
		key := SameFault(c.Result.Verdict, fault)
		at, known := groups[key]
		if !known {
			at = len(s.Stuck)
			groups[key] = at
			s.Stuck = append(s.Stuck, ClassStuck{Verdict: c.Result.Verdict, Case: fault.Case, Why: WhatIsWrong(fault)})
		}
		s.Stuck[at].Rows = append(s.Stuck[at].Rows, n)
	}
	slices.SortStableFunc(s.Stuck, func(a, b ClassStuck) int { return len(b.Rows) - len(a.Rows) })
	s.Accepted = count[result.AC]
	s.Verdicts = VerdictCounts(count)
	return s
}

// Words returns the sum as a sentence.
func (s ClassSum) Words(of int) say.Message {
	words := say.Of("%d of %d accepted", s.Accepted, of)
	var rest []say.Message
	for _, c := range s.Verdicts {
		if c.Verdict != result.AC {
			rest = append(rest, say.Of("%d %v", c.N, string(c.Verdict)))
		}
	}
	if s.Nothing > 0 {
		rest = append(rest, say.Of("%d without a program to grade", s.Nothing))
	}
	if s.Ungraded > 0 {
		rest = append(rest, say.Of("%d not graded", s.Ungraded))
	}
	for i, m := range rest {
		if words = say.Of("%s, %s", words, m); i == 0 {
			words = say.Join(say.Of("%d of %d accepted", s.Accepted, of), m)
		}
	}
	first, most, on := map[string]int{}, 1, ""
	for _, group := range s.Stuck {
		if group.Verdict == result.CE {
			continue
		}
		if first[group.Case] += len(group.Rows); first[group.Case] > most {
			most, on = first[group.Case], group.Case
		}
	}
	if on != "" {
		words = say.Join(words, say.Of("%d failed first on %s", most, on))
	}
	return words
}

// WhatIsWrong says what is wrong in a case.
func WhatIsWrong(c result.Case) say.Message {
	if Unchanged(c) {
		return say.Of("the board is printed unchanged")
	}
	return Why(c)
}

// SameFault returns a key. Programs of a problem that have the same key fail in the same way: with a verdict, in a case,
// for a reason that differs in a place or a number at most.
func SameFault(v result.Verdict, c result.Case) string {
	return string(v) + "\n" + c.Case + "\n" + kindOf(WhatIsWrong(c))
}

// kindOf returns what messages have in common that differ in a place or a number: the innermost format.
func kindOf(m say.Message) string {
	for _, arg := range m.Args {
		if inner, ok := arg.(say.Message); ok {
			return kindOf(inner)
		}
	}
	return m.Format
}
