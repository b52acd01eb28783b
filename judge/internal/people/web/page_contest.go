package web

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/report"
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

// until returns the time until it starts or ends.
func (c listedContest) until() time.Duration {
	if c.Phase == "before" {
		return time.Until(c.Starts)
	}
	return time.Until(c.Ends)
}

// Seconds returns that time for a clock.
func (c listedContest) Seconds() int { return int(c.until().Seconds()) }

// Left returns that time as it is shown before the clock runs: 1h5m0s.
func (c listedContest) Left() time.Duration { return c.until().Truncate(time.Second) }

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
	Volumes []contestProblem
	Places  []ranked
	Frozen  bool // the latest results are hidden from the reader
}

// contestProblem heads a column of the ranking.
type contestProblem struct {
	Letter string
	*cachedProblem
	ID            string
	Gone          bool
	Solved, Tried int // people
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
	if data.Places, err = s.placesIn(v.Context(), c, data.Frozen); err != nil {
		return data, err
	}
	if data.Phase != "before" || v.Person.Teaches() {
		data.Volumes = s.contestProblems(c, data.Places)
	}
	return data, nil
}

// rankingOf names a ranking, with or without its latest results.
type rankingOf struct {
	contest, problems string
	frozen            bool
}

// madeRanking is a ranking, when it was made, and the count of changes of the history then.
type madeRanking struct {
	places  []ranked
	changes int64
	at      time.Time
	long    bool
}

// longRanking is how many tries take long to rank.
const longRanking = 1000

// placesIn ranks the people of a contest. A whole class reloads the ranking, so it is made again only if something has
// changed. One of many tries is made again once a second at most, and nobody waits for it who has one of this moment.
func (s *Server) placesIn(ctx context.Context, c history.Contest, frozen bool) ([]ranked, error) {
	key := rankingOf{c.ID, fmt.Sprint(c.Problems), frozen}
	known, there := recall[madeRanking](&s.recent, key)
	age := time.Since(known.at)
	switch {
	case there && (known.changes == s.DB.Changes() || known.long && age < time.Second):
		return known.places, nil
	case there && known.long && age < 2*time.Second:
		if s.ranking.TryLock() {
			go func() { // no handler of a request catches its panics
				defer s.ranking.Unlock()
				defer crash.Tell(func(broken say.Message) { s.Log(&say.Error{What: broken}) })
				s.makeRanking(context.WithoutCancel(ctx), c, key) // whoever waits for the next one sees a fault
			}()
		}
		return known.places, nil
	}
	s.ranking.Lock()
	defer s.ranking.Unlock()
	if known, there := recall[madeRanking](&s.recent, key); there && known.changes == s.DB.Changes() {
		return known.places, nil // somebody else has made it
	}
	return s.makeRanking(ctx, c, key)
}

func (s *Server) makeRanking(ctx context.Context, c history.Contest, key rankingOf) ([]ranked, error) {
	made := madeRanking{changes: s.DB.Changes(), at: time.Now()}
	people, err := s.DB.People(ctx)
	if err != nil {
		return nil, err
	}
	tries, err := s.DB.Tries(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	hidden := time.Time{}
	if key.frozen {
		hidden = c.Freezes
	}
	made.places, made.long = rank(c, s.ranked(people), tries, hidden), len(tries) > longRanking
	s.recent.put(key, made)
	return made.places, nil
}

func (s *Server) contestProblems(c history.Contest, places []ranked) (all []contestProblem) {
	for k, id := range c.Problems {
		found, err := s.problems.get(id)
		p := contestProblem{Letter: string(rune('A' + k)), ID: id, cachedProblem: found, Gone: err != nil} // a problem keeps its column even if it was removed
		for _, row := range places {
			if row.Cells[k].Solved {
				p.Solved++
			}
			if row.Cells[k].Tries()+row.Cells[k].Pending > 0 {
				p.Tried++
			}
		}
		all = append(all, p)
	}
	return all
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
		row := []string{strconv.Itoa(p.Rank), p.Person.Name, strconv.Itoa(p.Solved), strconv.Itoa(p.Penalty)}
		for k := range data.Volumes {
			row = append(row, p.Cells[k].text())
		}
		rows = append(rows, row)
	}
	return data.ID, rows, err
}

// text writes a cell in few characters: +2/43 was solved in minute 43 after two rejected tries, -3 is three rejected
// tries, ?1 is one try without a verdict yet.
func (c scored) text() string {
	switch {
	case c.Solved && c.Rejected > 0:
		return fmt.Sprintf("+%d/%d", c.Rejected, c.Minutes())
	case c.Solved:
		return fmt.Sprintf("+/%d", c.Minutes())
	}
	text := ""
	if c.Rejected > 0 {
		text = fmt.Sprintf("-%d", c.Rejected)
	}
	if c.Pending > 0 {
		text += fmt.Sprintf("?%d", c.Pending)
	}
	return text
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
