package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/people/history"
)

// contestsView is the list of contests, and the form for one.
type contestsView struct {
	Contests []listedContest
	Now      time.Time // a start that the form suggests
	Later    time.Time
	Problems []*cachedProblem
}

// listedContest is a contest with its phase.
type listedContest struct {
	history.Contest
	Phase string // "before", "running" or "over"
}

func listedOf(c history.Contest) listedContest { return listedContest{c, phaseOf(c, time.Now())} }

// Seconds returns the time until it starts or ends, for a clock.
func (c listedContest) Seconds() int {
	if c.Phase == "before" {
		return int(time.Until(c.Starts).Seconds())
	}
	return int(time.Until(c.Ends).Seconds())
}

// Left returns that time as the clock shows it, so that nothing moves when it begins to run: 1:05:00.
func (c listedContest) Left() string {
	s := c.Seconds()
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

func phaseOf(c history.Contest, now time.Time) string {
	switch {
	case now.Before(c.Starts):
		return "before"
	case now.Before(c.Ends):
		return "running"
	}
	return "over"
}

// contests lists them, the latest first.
func (s *Server) contests(v *visit) (data contestsView, err error) {
	next := time.Now().Truncate(time.Hour).Add(time.Hour)
	data.Now, data.Later = next, next.Add(5*time.Hour)
	for _, c := range v.order.contests {
		data.Contests = append(data.Contests, listedOf(c))
	}
	if v.Person.Teaches() {
		data.Problems, err = s.problems.sound()
	}
	return data, err
}

// saveContest creates a contest, or changes the one with that ID.
func (s *Server) saveContest(w http.ResponseWriter, v *visit) error {
	c, err := s.contestOf(v.Request)
	if err != nil {
		return err
	}
	if err := s.DB.SaveContest(v.Context(), c); err != nil {
		return err
	}
	if v.FormValue("close") == "yes" {
		for _, id := range c.Problems {
			rules := history.Rules{Closed: true, Veiled: v.order.rules[id].Veiled}
			if err := s.DB.SetRules(v.Context(), id, rules); err != nil {
				return err
			}
		}
	}
	return s.done(w, v, "/contest/"+c.ID, map[string]string{"id": c.ID})
}

// contestView is a contest with its ranking.
type contestView struct {
	listedContest
	Volumes []column // "" before it starts
	Places  []row
	Frozen  bool // the latest results are hidden from the reader
}

// contest shows the ranking. Until the contest starts only a teacher sees its problems.
func (s *Server) contest(v *visit) (data contestView, err error) {
	at := slices.IndexFunc(v.order.contests, func(c history.Contest) bool { return c.ID == v.PathValue("id") })
	if at < 0 {
		return data, history.ErrNone
	}
	c, now := v.order.contests[at], time.Now()
	data = contestView{listedContest: listedOf(c)}
	data.Frozen = !v.Person.Teaches() && !c.Freezes.IsZero() && !now.Before(c.Freezes) && now.Before(c.Ends)
	made, err := s.rankingOf(v, c, data.Frozen)
	if data.Places = made.People; err != nil || data.Phase == "before" && !v.Person.Teaches() {
		return data, err
	}
	data.Volumes = slices.Clone(made.Problems)
	for k := range data.Volumes {
		p := &data.Volumes[k]
		p.Letter = string(rune('A' + k))
		p.cachedProblem, err = s.problems.get(p.ID)
		p.Gone = err != nil // a problem keeps its column even if it was removed
	}
	return data, nil
}

// rankingKey names a ranking, with or without its latest results.
type rankingKey struct {
	contest string
	frozen  bool
}

// madeRanking is a ranking, and the count of changes of the history then.
type madeRanking struct {
	grid
	changes int64
	holds   time.Time // so long at least
}

// perTry is how long a ranking holds at least, for each of its tries.
const perTry = time.Second / 2500

// rankingOf ranks the people of a contest. A whole class reloads the ranking, so it is made again only if something has
// changed, and one of many tries not all the time. While one request makes it, the others get the last one.
func (s *Server) rankingOf(v *visit, c history.Contest, frozen bool) (g grid, err error) {
	key := rankingKey{fmt.Sprint(c), frozen}
	known, there := recall[madeRanking](&s.recent, key)
	switch {
	case !there:
		s.ranking.Lock()
	case known.changes == s.DB.Changes() || time.Now().Before(known.holds) || !s.ranking.TryLock():
		return known.grid, nil
	}
	defer s.ranking.Unlock()
	now := s.DB.Changes()
	if known, there := recall[madeRanking](&s.recent, key); there && known.changes == now {
		return known.grid, nil // somebody else has made it
	}
	people, err := s.members(v)
	if err != nil {
		return g, err
	}
	tries, err := s.DB.Tries(v.Context(), c.ID)
	if err != nil {
		return g, err
	}
	hidden := time.Time{}
	if frozen {
		hidden = c.Freezes
	}
	g = ranking(c, people, tries, hidden)
	s.recent.put(key, madeRanking{g, now, time.Now().Add(perTry * time.Duration(len(tries)))})
	return g, nil
}

// contestCSV answers with the ranking as a table for other programs.
func (s *Server) contestCSV(v *visit) (name string, rows [][]string, err error) {
	data, err := s.contest(v)
	head := []string{"rank", "name", "solved", "penalty"}
	for _, p := range data.Volumes {
		head = append(head, p.Letter+" "+p.ID)
	}
	rows = append(rows, head)
	for _, p := range data.Places {
		row := []string{strconv.Itoa(p.Rank), p.Name, strconv.Itoa(p.Solved), strconv.Itoa(p.Penalty)}
		for k := range data.Volumes {
			row = append(row, p.Cells[k].text())
		}
		rows = append(rows, row)
	}
	return data.ID, rows, err
}

// text returns a cell: +2/35 was solved in minute 35 after two rejected tries, +/7 at the first try, -3 are three rejected
// tries, ?1 is one try without a verdict yet.
func (c cell) text() (text string) {
	if c.Rejected > 0 {
		text = strconv.Itoa(c.Rejected)
	}
	switch {
	case c.Solved:
		return fmt.Sprintf("+%s/%d", text, c.Minutes)
	case c.Rejected > 0:
		text = "-" + text
	}
	if c.Pending > 0 {
		text += fmt.Sprintf("?%d", c.Pending)
	}
	return text
}
