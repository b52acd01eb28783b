package web

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/class"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/report"
)

// classView is the wall of a class: what everybody tried on each problem, and who is stuck with what.
type classView struct {
	Problems []classProblem
	People   []classPerson
	Stuck    []stuck  // who tried something in the last hours, those who are stuck longest first
	Earlier  []stuck  // the others
	Copies   []copied // of the same program
	Waiting  int      // submissions that are not judged yet
	Tries    int
	Untried  say.Message // the problems that have no column, because nobody has tried them
}

type classProblem struct {
	*cachedProblem
	history.Rules
	Solved, Tried, Tries int
	Shown                bool // it has a column
}

type classPerson struct {
	history.Person
	Solved, Tries int
	Cells         []classCell // by problem
}

// classCell holds what one person did on one problem, until it was solved.
type classCell struct {
	All        []history.Try
	Tries      int // that are judged
	Solved     bool
	At         time.Time // when it was solved
	Submission int64     // the accepted one, or else the last
}

// mostTicks is how many tries a cell shows.
const mostTicks = 12

// Ticks returns the last tries.
func (c classCell) Ticks() []history.Try { return c.All[max(0, len(c.All)-mostTicks):] }

// Cut returns how many are left out.
func (c classCell) Cut() int { return max(0, len(c.All)-mostTicks) }

// stuck are the people whose last try on a problem went wrong in the same way.
type stuck struct {
	Problem string
	Verdict result.Verdict
	Case    string
	Why     say.Message
	People  []stuckPerson
	since   time.Time
}

// stuckPerson is one of them, stuck since the first try.
type stuckPerson struct {
	history.Person
	Submission int64
	Since      time.Time
	last       time.Time
}

// For returns how long a person is stuck.
func (p stuckPerson) For() say.Message { return report.LateBy(time.Since(p.Since)) }

// For returns how long the first of them is stuck.
func (g stuck) For() say.Message { return report.LateBy(time.Since(g.since)) }

// lesson is how long after a try a person counts as working.
const lesson = 3 * time.Hour

// class shows all people and problems.
func (s *Server) class(v *visit) (data classView, err error) {
	all, err := s.problems.sound()
	if err != nil {
		return data, err
	}
	column, row := map[string]int{}, map[int64]int{}
	for i, p := range all {
		data.Problems = append(data.Problems, classProblem{cachedProblem: p, Rules: v.order.rules[p.ID]})
		column[p.ID] = i
	}
	people, err := s.DB.People(v.Context())
	if err != nil {
		return data, err
	}
	for i, p := range s.ranked(people) {
		data.People = append(data.People, classPerson{Person: p, Cells: make([]classCell, len(all))})
		row[p.ID] = i
	}
	if data.Waiting, err = s.DB.Pending(v.Context()); err != nil {
		return data, err
	}
	tries, err := s.DB.Tries(v.Context(), "")
	for _, t := range tries {
		i, known := row[t.Person.ID]
		k, there := column[t.Problem]
		if known && there {
			data.People[i].Cells[k].take(t)
		}
	}
	data.sum()
	return data, err
}

// take adds one more try. Tries after the first accepted one do not count.
func (c *classCell) take(t history.Try) {
	if c.Solved {
		return
	}
	c.All, c.Submission = append(c.All, t), t.Submission
	if t.State.Over() {
		c.Tries++
	}
	if accepted(t) {
		c.Solved, c.At = true, t.Created
	}
}

func (c *classView) sum() {
	for i := range c.People {
		p := &c.People[i]
		for k, cell := range p.Cells {
			p.Tries += cell.Tries
			c.Problems[k].Shown = c.Problems[k].Shown || len(cell.All) > 0
			c.Problems[k].Tries += cell.Tries
			c.Tries += cell.Tries
			if cell.Tries > 0 {
				c.Problems[k].Tried++
			}
			if cell.Solved {
				p.Solved++
				c.Problems[k].Solved++
			}
		}
	}
	var untried []string
	for _, p := range c.Problems {
		if !p.Shown {
			untried = append(untried, p.ID)
		}
	}
	c.Untried = say.List(untried)
	slices.SortStableFunc(c.People, func(a, b classPerson) int { return b.Solved - a.Solved })
}

// wall shows the class with what went wrong, and with programs that are the same.
func (s *Server) wall(v *visit) (data classView, err error) {
	if data, err = s.class(v); err == nil {
		err = s.findStuck(v.Context(), &data)
	}
	if err == nil {
		err = s.findCopies(v.Context(), &data)
	}
	return data, err
}

// findStuck groups the people who have not solved what they tried, by what is wrong with the last try that is judged.
func (s *Server) findStuck(ctx context.Context, data *classView) error {
	last := map[int64]history.Try{} // by judging
	first := map[int64]time.Time{}
	for _, p := range data.People {
		for _, cell := range p.Cells {
			judged := slices.DeleteFunc(slices.Clone(cell.All), func(t history.Try) bool { return !t.State.Over() || !t.Verdict.Failed() })
			if !cell.Solved && len(judged) > 0 {
				t := judged[len(judged)-1]
				last[t.Judging], first[t.Judging] = t, cell.All[0].Created
			}
		}
	}
	failures, err := s.DB.FirstFailures(ctx, slices.Collect(maps.Keys(last)))
	groups := map[string]*stuck{}
	for _, judging := range slices.Sorted(maps.Keys(last)) {
		t, c := last[judging], failures[judging]
		key := t.Problem + "\n" + report.SameFault(t.Verdict, c)
		if groups[key] == nil {
			groups[key] = &stuck{Problem: t.Problem, Verdict: t.Verdict, Case: c.Case, Why: report.WhatIsWrong(c), since: first[judging]}
		}
		g := groups[key]
		g.People = append(g.People, stuckPerson{t.Person, t.Submission, first[judging], t.Created})
		if first[judging].Before(g.since) {
			g.since = first[judging]
		}
	}
	all := slices.SortedFunc(maps.Values(groups), func(a, b *stuck) int { return cmp.Or(a.since.Compare(b.since), cmp.Compare(a.Problem, b.Problem)) })
	for _, g := range all {
		if slices.ContainsFunc(g.People, func(p stuckPerson) bool { return time.Since(p.last) < lesson }) {
			data.Stuck = append(data.Stuck, *g)
		} else {
			data.Earlier = append(data.Earlier, *g)
		}
	}
	return err
}

// copied are people who handed in the same program.
type copied struct {
	Problem     string
	Exact       bool
	Submissions []history.Try
}

// printOf returns the print of a submission's program.
func (s *Server) printOf(ctx context.Context, id int64) (class.Print, error) {
	if known, ok := s.prints.Load(id); ok {
		return known.(class.Print), nil
	}
	sub, err := s.DB.Get(ctx, id)
	if err != nil {
		return class.Print{}, err
	}
	program, err := stranger(sub.File, sub.Language, sub.Source)
	made := class.PrintOf(program)
	s.prints.Store(id, made)
	return made, err
}

// findCopies groups the people who handed in the same program for a problem.
func (s *Server) findCopies(ctx context.Context, data *classView) error {
	for k, p := range data.Problems {
		var tries []history.Try
		var all []class.Print
		for _, person := range data.People {
			cell := person.Cells[k]
			if cell.Submission == 0 {
				continue
			}
			one, err := s.printOf(ctx, cell.Submission)
			if err != nil {
				return err
			}
			tries, all = append(tries, cell.All[len(cell.All)-1]), append(all, one)
		}
		for _, group := range class.SameOf(all) {
			one := copied{Problem: p.ID, Exact: group.Exact}
			for _, at := range group.Places {
				one.Submissions = append(one.Submissions, tries[at])
			}
			data.Copies = append(data.Copies, one)
		}
	}
	return nil
}

// classCSV has a line for each person and problem that was tried, and one for each person who tried nothing.
func (s *Server) classCSV(v *visit) (name string, rows [][]string, err error) {
	data, err := s.class(v)
	rows = [][]string{{"name", "problem", "tries", "solved", "when", "submission"}}
	for _, p := range data.People {
		if !slices.ContainsFunc(p.Cells, func(c classCell) bool { return c.Submission != 0 }) {
			rows = append(rows, []string{p.Name, "", "0", yesNo(false), "", ""})
		}
		for k, cell := range p.Cells {
			if cell.Submission == 0 {
				continue
			}
			when := ""
			if cell.Solved {
				when = cell.At.Local().Format(time.RFC3339)
			}
			rows = append(rows, []string{p.Name, data.Problems[k].ID, strconv.Itoa(cell.Tries), yesNo(cell.Solved), when, strconv.FormatInt(cell.Submission, 10)})
		}
	}
	return "class", rows, err
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
