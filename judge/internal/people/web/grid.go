package web

import (
	"cmp"
	"encoding/csv"
	"net/http"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/report"
)

// grid is what people did on problems: the wall of a class, and the ranking of a contest.
type grid struct {
	Problems []column
	People   []row
}

type column struct {
	*cachedProblem
	ID            string
	Solved, Tried int // people
	Tries         int // that are judged
	history.Rules
	Letter string // in a contest
	Gone   bool   // the problem is not here any more
}

type row struct {
	history.Person
	Solved, Tries int
	Cells         []cell
	Rank          int // in a contest; shared by equals
	Penalty       int // in minutes
	last          time.Duration
}

// cell holds the tries of one person for one problem, until it was solved.
type cell struct {
	All        []history.Try
	Pending    int // tries whose results are not known, or not shown yet
	Rejected   int // tries that count against it
	Solved     bool
	First      bool      // nobody solved it before
	At         time.Time // when it was solved
	Minutes    int       // of a contest, until it was solved
	Submission int64     // the accepted one, or else the last
}

// Tries returns the number of tries whose results are shown.
func (c cell) Tries() int { return len(c.All) - c.Pending }

// gridOf sorts tries, which come in the order they were made. It leaves out those of other people or problems.
func gridOf(people []history.Person, problems []string, tries []history.Try) grid {
	g, at := grid{make([]column, len(problems)), make([]row, len(people))}, map[int64]int{}
	for i, p := range people {
		g.People[i], at[p.ID] = row{Person: p, Cells: make([]cell, len(problems))}, i
	}
	for _, t := range tries {
		i, known := at[t.Person.ID]
		if k := slices.Index(problems, t.Problem); known && k >= 0 {
			g.People[i].Cells[k].take(t, &g.Problems[k])
		}
	}
	for k, id := range problems {
		g.Problems[k].ID = id
		for i := range g.People {
			c := g.People[i].Cells[k]
			g.People[i].Tries += c.Tries()
			g.Problems[k].Tries += c.Tries()
			if len(c.All) > 0 {
				g.Problems[k].Tried++
			}
			if c.Solved {
				g.People[i].Solved++
			}
		}
	}
	return g
}

// take adds one more try. Tries after the first accepted one do not count.
func (c *cell) take(t history.Try, of *column) {
	if c.Solved {
		return
	}
	c.All, c.Submission = append(c.All, t), t.Submission
	switch {
	case !t.State.Over():
		c.Pending++
	case t.State == history.Done && t.Verdict == result.AC:
		c.Solved, c.First, c.At = true, of.Solved == 0, t.Created
		of.Solved++
	case rejects(t.Verdict):
		c.Rejected++
	}
}

// rejects reports whether a verdict counts against a try. A source that does not compile does not count. Neither does a
// judging that the judge or a person stopped before a mistake was seen.
func rejects(v result.Verdict) bool {
	return slices.Contains([]result.Verdict{result.WA, result.PE, result.TLE, result.MLE, result.OLE, result.RE}, v)
}

// A contest is ranked as the ICPC does it: by the number of problems solved, then by penalty, then by the time of the
// last accepted submission. The penalty of a solved problem is the minutes until it was solved, plus twenty for each
// rejected try before.

const penaltyOfTry = 20 // minutes

// ranking ranks people by their tries. Of tries after hidden it shows only that there are some; the zero time hides none.
func ranking(c history.Contest, people []history.Person, tries []history.Try, hidden time.Time) grid {
	var during []history.Try
	for _, t := range tries {
		if !hidden.IsZero() && !t.Created.Before(hidden) {
			t.State = history.Queued
		}
		if !t.Created.Before(c.Starts) && t.Created.Before(c.Ends) {
			during = append(during, t)
		}
	}
	g := gridOf(people, c.Problems, during)
	for i := range g.People {
		p := &g.People[i]
		for k := range p.Cells {
			if cell := &p.Cells[k]; cell.Solved {
				at := cell.At.Sub(c.Starts)
				cell.Minutes = int(at.Minutes())
				p.Penalty += cell.Minutes + penaltyOfTry*cell.Rejected
				p.last = max(p.last, at)
			}
		}
	}
	better := func(a, b row) int {
		return cmp.Or(cmp.Compare(b.Solved, a.Solved), cmp.Compare(a.Penalty, b.Penalty), cmp.Compare(a.last, b.last))
	}
	slices.SortStableFunc(g.People, func(a, b row) int { return cmp.Or(better(a, b), cmp.Compare(a.Name, b.Name)) })
	for i := range g.People {
		g.People[i].Rank = i + 1
		if i > 0 && better(g.People[i-1], g.People[i]) == 0 {
			g.People[i].Rank = g.People[i-1].Rank
		}
	}
	return g
}

// members returns the people who take part: the students. On a judge for one person, it returns that person.
func (s *Server) members(v *visit) ([]history.Person, error) {
	all, err := s.DB.People(v.Context())
	return slices.DeleteFunc(all, func(p history.Person) bool { return p.Teaches() && p.ID != s.Person.ID }), err
}

// writeCSV answers with a table as a file.
func writeCSV(w http.ResponseWriter, name string, rows [][]string) error {
	attach(w, "text/csv; charset=utf-8", name)
	out := csv.NewWriter(w)
	for _, row := range rows[1:] {
		for i, field := range row {
			if _, err := strconv.Atoi(field); err != nil {
				row[i] = report.PlainCell(field)
			}
		}
	}
	w.Write([]byte("\uFEFF")) // the sign by which Excel knows that it is UTF-8
	return out.WriteAll(rows)
}
