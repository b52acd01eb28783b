package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// TestRank plays small contests. A try is PERSON PROBLEM MINUTE VERDICT; a verdict in brackets means that the judging
// was stopped, ? that it is not over.
func TestRank(t *testing.T) {
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c := history.Contest{Starts: start, Ends: start.Add(5 * time.Hour), Problems: []string{"a", "b"}}
	for _, tt := range []struct {
		name   string
		tries  string
		hidden int // minutes
		want   string
	}{
		{"nobody tried", "", 0, "1 ann 0 0; 1 bob 0 0; 1 cy 0 0"},
		{"more solved is better", "ann a 1 AC, bob a 200 AC, bob b 250 AC", 0, "1 bob 2 450 a:200 b:250!; 2 ann 1 1 a:1!; 3 cy 0 0"},
		{"less penalty is better", "ann a 30 AC, bob a 10 AC", 0, "1 bob 1 10 a:10; 2 ann 1 30 a:30!; 3 cy 0 0"},
		{"twenty minutes for a rejected try", "ann a 1 WA, ann a 2 TLE, ann a 3 AC, bob a 40 AC", 0, "1 bob 1 40 a:40; 2 ann 1 43 a:3+2!; 3 cy 0 0"},
		{"none where it was not solved", "ann a 1 WA, ann b 5 AC, bob b 6 AC", 0, "1 ann 1 5 a:-1 b:5!; 2 bob 1 6 b:6; 3 cy 0 0"},
		{"none after it was solved", "ann a 5 AC, ann a 6 WA, ann a 7 AC", 0, "1 ann 1 5 a:5!; 2 bob 0 0; 2 cy 0 0"},
		{"none for what does not compile or was not judged", "ann a 1 CE, ann a 1 JE, ann a 2 SK, ann a 2 (SK), ann a 5 AC", 0, "1 ann 1 5 a:5!; 2 bob 0 0; 2 cy 0 0"},
		{"one for what was stopped when its mistake was seen", "ann a 1 (WA), ann a 2 (AC), ann a 5 AC", 0, "1 ann 1 25 a:5+1!; 2 bob 0 0; 2 cy 0 0"},
		{"one for each other verdict", "ann a 1 PE, ann a 1 MLE, ann a 2 OLE, ann a 2 RE, ann a 5 AC", 0, "1 ann 1 85 a:5+4!; 2 bob 0 0; 2 cy 0 0"},
		{"the last accepted breaks a tie", "ann a 10 AC, bob a 20 AC, bob b 20 AC, ann b 30 AC", 0, "1 bob 2 40 a:20 b:20!; 2 ann 2 40 a:10! b:30; 3 cy 0 0"},
		{"equals share a place", "ann a 10 AC, bob b 10 AC, cy a 11 AC", 0, "1 ann 1 10 a:10!; 1 bob 1 10 b:10!; 3 cy 1 11 a:11"},
		{"out of time, of another problem, of nobody", "ann a -1 AC, ann b 300 AC, ann z 5 AC, tea a 5 AC, bob a 299 AC", 0, "1 bob 1 299 a:299!; 2 ann 0 0; 2 cy 0 0"},
		{"not over", "ann a 1 ?, bob a 2 AC", 0, "1 bob 1 2 a:2!; 2 ann 0 0 a:?1; 2 cy 0 0"},
		{"frozen", "ann a 1 WA, ann a 100 AC, bob b 99 AC, bob a 120 WA, bob b 130 AC", 100, "1 bob 1 99 a:?1 b:99!; 2 ann 0 0 a:-1?1; 2 cy 0 0"},
	} {
		people, hidden := []history.Person{}, time.Time{}
		for i, name := range []string{"ann", "bob", "cy"} {
			people = append(people, history.Person{ID: int64(i + 1), Name: name})
		}
		if tt.hidden > 0 {
			hidden = start.Add(time.Duration(tt.hidden) * time.Minute)
		}
		if got := told(c, rank(c, people, tried(t, start, tt.tries), hidden)); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestWhoIsRanked: students are ranked; on a judge for oneself, the owner is.
func TestWhoIsRanked(t *testing.T) {
	all := []history.Person{{ID: 1, Role: history.Student}, {ID: 2, Role: history.Teacher}, {ID: 3, Role: history.Teacher}}
	for me, want := range map[int64]string{0: "[1]", 3: "[1 3]"} {
		var got []int64
		for _, p := range (&Server{Config: Config{Person: history.Person{ID: me}}}).ranked(all) {
			got = append(got, p.ID)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("on the judge of %d: %v, want %s", me, got, want)
		}
	}
}

// TestScored: how a cell of the ranking is written in a table of text.
func TestScored(t *testing.T) {
	for want, cell := range map[string]scored{
		"+/7": {Solved: true, At: 7 * time.Minute}, "+2/7": {Solved: true, Rejected: 2, At: 7 * time.Minute}, "-1": {Rejected: 1}, "?1": {Pending: 1}, "-3?1": {Rejected: 3, Pending: 1}, "": {},
	} {
		if got := cell.text(); got != want {
			t.Errorf("%+v: %q, want %q", cell, got, want)
		}
	}
}

func tried(t *testing.T, start time.Time, text string) (tries []history.Try) {
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		var name, problem, said string
		var minute int
		if _, err := fmt.Sscan(one, &name, &problem, &minute, &said); err != nil {
			t.Fatal(one, err)
		}
		try := history.Try{Person: history.Person{ID: int64(strings.Index("ann bob cy  tea ", name)/4 + 1), Name: name}, Problem: problem, Created: start.Add(time.Duration(minute) * time.Minute), State: history.Done}
		switch {
		case said == "?":
			try.State = history.Running
		case said[0] == '(':
			try.State, try.Verdict = history.Stopped, result.Verdict(strings.Trim(said, "()"))
		default:
			try.Verdict = result.Verdict(said)
		}
		tries = append(tries, try)
	}
	return tries
}

func told(c history.Contest, places []place) string {
	var all []string
	for _, p := range places {
		one := fmt.Sprintf("%d %s %d %d", p.Rank, p.Person.Name, p.Solved, p.Penalty)
		for k, cell := range p.Cells {
			text := ""
			switch {
			case cell.Solved && cell.Rejected > 0:
				text = fmt.Sprintf("%d+%d", cell.Minutes(), cell.Rejected)
			case cell.Solved:
				text = fmt.Sprint(cell.Minutes())
			case cell.Rejected > 0:
				text = fmt.Sprintf("-%d", cell.Rejected)
			}
			if cell.First {
				text += "!"
			}
			if cell.Pending > 0 {
				text += fmt.Sprintf("?%d", cell.Pending)
			}
			if text != "" {
				one += " " + c.Problems[k] + ":" + text
			}
		}
		all = append(all, one)
	}
	return strings.Join(all, "; ")
}
