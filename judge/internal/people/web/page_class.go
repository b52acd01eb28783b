package web

import (
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/people/history"
)

// classView lists the people and what they solved, and the problems and what a teacher can do with each.
type classView struct {
	Problems []classProblem
	People   []classPerson
	Waiting  int // submissions that are not judged yet
	Tries    int
}

type classProblem struct {
	*cachedProblem
	history.Rules
	Solved, Tried, Tries int
}

type classPerson struct {
	history.Person
	Solved, Tries int
	Cells         []classCell // by problem
}

// classCell holds what one person did on one problem.
type classCell struct {
	Tries      int
	Solved     bool
	At         time.Time // when it was solved
	Pending    int
	Submission int64 // the first accepted one, or else the last
}

// class shows all people and problems.
func (s *Server) class(v *visit) (data classView, err error) {
	all, err := s.problems.sound()
	if err != nil {
		return data, err
	}
	rules, err := s.DB.AllRules(v.Context())
	if err != nil {
		return data, err
	}
	column := map[string]int{}
	for i, p := range all {
		data.Problems = append(data.Problems, classProblem{cachedProblem: p, Rules: rules[p.ID]})
		column[p.ID] = i
	}
	people, err := s.DB.People(v.Context())
	if err != nil {
		return data, err
	}
	row := map[int64]int{}
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

// take counts one more try. Tries after the first accepted one do not count.
func (c *classCell) take(t history.Try) {
	if c.Solved {
		return
	}
	c.Submission = t.Submission
	switch {
	case !t.State.Over():
		c.Pending++
	case accepted(t):
		c.Solved, c.At = true, t.Created
		c.Tries++
	default:
		c.Tries++
	}
}

func (c *classView) sum() {
	for i := range c.People {
		p := &c.People[i]
		for k, cell := range p.Cells {
			p.Tries += cell.Tries
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
	slices.SortStableFunc(c.People, func(a, b classPerson) int { return b.Solved - a.Solved })
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
