package web

import (
	"context"
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
	grid
	Stuck   []stuck     // who tried something in the last hours, those who are stuck longest first
	Earlier []stuck     // the others
	Copies  []copied    // of the same program
	Waiting int         // submissions that are not judged yet
	Tries   int         // of all
	Untried say.Message // the problems that have no column, because nobody has tried them
}

// mostTicks is how many tries a cell shows.
const mostTicks = 12

// Ticks returns the last tries.
func (c cell) Ticks() []history.Try { return c.All[c.Cut():] }

// Cut returns how many are left out.
func (c cell) Cut() int { return max(0, len(c.All)-mostTicks) }

// stuck are the people whose last try on a problem went wrong in the same way.
type stuck struct {
	Problem string
	Verdict result.Verdict
	Case    string
	Why     say.Message
	People  []stuckPerson // the one who is stuck longest first
}

// stuckPerson is one of them, with the last try that is judged.
type stuckPerson struct {
	history.Try
	since time.Time // the first try
}

// For returns how long a person is stuck.
func (p stuckPerson) For() say.Message { return report.LateBy(time.Since(p.since)) }

// lesson is how long after a try a person counts as working.
const lesson = 3 * time.Hour

// class returns what all people did on all problems.
func (s *Server) class(v *visit) (g grid, err error) {
	all, err := s.problems.sound()
	if err != nil {
		return g, err
	}
	people, err := s.members(v)
	if err != nil {
		return g, err
	}
	tries, err := s.DB.Tries(v.Context(), "")
	g = gridOf(people, idsOf(all), tries)
	for k := range g.Problems {
		g.Problems[k].cachedProblem, g.Problems[k].Rules = all[k], v.order.rules[all[k].ID]
	}
	slices.SortStableFunc(g.People, func(a, b row) int { return b.Solved - a.Solved })
	return g, err
}

func idsOf(problems []*cachedProblem) (ids []string) {
	for _, p := range problems {
		ids = append(ids, p.ID)
	}
	return ids
}

// wall shows the class with what went wrong, and with programs that are the same.
func (s *Server) wall(v *visit) (data classView, err error) {
	if data.grid, err = s.class(v); err != nil {
		return data, err
	}
	var untried []string
	for _, p := range data.Problems {
		if data.Tries += p.Tries; p.Tried == 0 {
			untried = append(untried, p.ID)
		}
	}
	data.Untried = say.List(untried)
	if data.Waiting, err = s.DB.Pending(v.Context()); err == nil {
		err = s.findStuck(v.Context(), &data)
	}
	if err == nil {
		err = s.findCopies(v.Context(), &data)
	}
	return data, err
}

// findStuck groups the people who have not solved what they tried, by what is wrong with the last try that is judged.
func (s *Server) findStuck(ctx context.Context, data *classView) error {
	var all []stuckPerson
	var judgings []int64
	for _, p := range data.People {
		for _, cell := range p.Cells {
			judged := slices.DeleteFunc(slices.Clone(cell.All), func(t history.Try) bool { return !t.State.Over() || !t.Verdict.Failed() })
			if !cell.Solved && len(judged) > 0 {
				last := judged[len(judged)-1]
				all, judgings = append(all, stuckPerson{last, cell.All[0].Created}), append(judgings, last.Judging)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b stuckPerson) int { return a.since.Compare(b.since) })
	failures, err := s.DB.FirstFailures(ctx, judgings)
	var groups []*stuck
	of := map[string]*stuck{}
	for _, p := range all {
		c := failures[p.Judging]
		key := p.Problem + "\n" + report.SameFault(p.Verdict, c)
		if of[key] == nil {
			of[key] = &stuck{Problem: p.Problem, Verdict: p.Verdict, Case: c.Case, Why: report.WhatIsWrong(c)}
			groups = append(groups, of[key])
		}
		of[key].People = append(of[key].People, p)
	}
	for _, g := range groups {
		if slices.ContainsFunc(g.People, func(p stuckPerson) bool { return time.Since(p.Created) < lesson }) {
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
	program, err := stranger(sub)
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
			if cell := person.Cells[k]; len(cell.All) > 0 {
				one, err := s.printOf(ctx, cell.Submission)
				if err != nil {
					return err
				}
				tries, all = append(tries, cell.All[len(cell.All)-1]), append(all, one)
			}
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
	g, err := s.class(v)
	rows = [][]string{{"name", "problem", "tries", "solved", "when", "submission"}}
	for _, p := range g.People {
		before := len(rows)
		for k, cell := range p.Cells {
			if len(cell.All) == 0 {
				continue
			}
			solved, when := "no", ""
			if cell.Solved {
				solved, when = "yes", cell.At.Local().Format(time.RFC3339)
			}
			rows = append(rows, []string{p.Name, g.Problems[k].ID, strconv.Itoa(cell.Tries()), solved, when, strconv.FormatInt(cell.Submission, 10)})
		}
		if len(rows) == before {
			rows = append(rows, []string{p.Name, "", "0", "no", "", ""})
		}
	}
	return "class", rows, err
}
