package web

import (
	"cmp"
	"slices"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// A contest is ranked as the ICPC does it: by the number of problems solved, then by penalty, then by the time of the
// last accepted submission. The penalty of a solved problem is the minutes until it was solved, plus twenty for each
// rejected try before.

const penaltyOfTry = 20 // minutes

// ranked is a person's place in a ranking.
type ranked struct {
	Rank    int // shared by equals
	Person  history.Person
	Solved  int
	Penalty int // in minutes
	Cells   []scored
	last    time.Duration // when the last problem was solved
}

// scored is the state of one person on one problem.
type scored struct {
	Rejected   int // rejected tries; of a solved problem, those before it was solved
	Solved     bool
	First      bool          // nobody solved it before
	At         time.Duration // since the start, when it was solved
	Pending    int           // tries whose results are not shown yet
	Submission int64         // the accepted one, or else the last
}

// Tries returns the number of tries whose results are shown.
func (c scored) Tries() int {
	if c.Solved {
		return c.Rejected + 1
	}
	return c.Rejected
}

// Minutes returns whole minutes, as penalties count them.
func (c scored) Minutes() int { return int(c.At.Minutes()) }

// rejects reports whether a verdict counts against a try. A source that does not compile does not count. Neither does a
// judging that the judge or a person stopped before a mistake was seen.
func rejects(v result.Verdict) bool {
	return slices.Contains([]result.Verdict{result.WA, result.PE, result.TLE, result.MLE, result.OLE, result.RE}, v)
}

func accepted(t history.Try) bool { return t.State == history.Done && t.Verdict == result.AC }

// rank ranks people by their tries, which come in the order they were made. It hides the results of tries after hidden,
// and only counts them; the zero time hides none.
func rank(c history.Contest, people []history.Person, tries []history.Try, hidden time.Time) []ranked {
	places, row := make([]ranked, len(people)), map[int64]int{}
	for i, p := range people {
		places[i], row[p.ID] = ranked{Person: p, Cells: make([]scored, len(c.Problems))}, i
	}
	solvers := make([]bool, len(c.Problems))
	for _, t := range tries {
		i, takesPart := row[t.Person.ID]
		k := slices.Index(c.Problems, t.Problem)
		if !takesPart || k < 0 || t.Created.Before(c.Starts) || !t.Created.Before(c.Ends) {
			continue
		}
		cell := &places[i].Cells[k]
		cell.take(t, t.Created.Sub(c.Starts), !hidden.IsZero() && !t.Created.Before(hidden))
		if cell.Solved && !solvers[k] {
			cell.First, solvers[k] = true, true
		}
	}
	for i := range places {
		places[i].sum()
	}
	return ordered(places)
}

// take counts one more try.
func (c *scored) take(t history.Try, at time.Duration, hidden bool) {
	switch {
	case c.Solved:
	case hidden || !t.State.Over():
		c.Pending++
	case accepted(t):
		c.Solved, c.At, c.Submission = true, at, t.Submission
	case rejects(t.Verdict):
		c.Rejected++
		c.Submission = t.Submission
	}
}

func (p *ranked) sum() {
	for _, c := range p.Cells {
		if c.Solved {
			p.Solved++
			p.Penalty += c.Minutes() + penaltyOfTry*c.Rejected
			p.last = max(p.last, c.At)
		}
	}
}

func ordered(places []ranked) []ranked {
	compare := func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Solved, a.Solved), cmp.Compare(a.Penalty, b.Penalty), cmp.Compare(a.last, b.last))
	}
	slices.SortStableFunc(places, func(a, b ranked) int { return cmp.Or(compare(a, b), cmp.Compare(a.Person.Name, b.Person.Name)) })
	for i := range places {
		places[i].Rank = i + 1
		if i > 0 && compare(places[i-1], places[i]) == 0 {
			places[i].Rank = places[i-1].Rank
		}
	}
	return places
}

// ranked returns the people who take part: the students. On a judge for one person, it returns that person.
func (s *Server) ranked(all []history.Person) []history.Person {
	return slices.DeleteFunc(slices.Clone(all), func(p history.Person) bool { return p.Teaches() && p.ID != s.Person.ID })
}
