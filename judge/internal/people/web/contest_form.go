package web

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/class"
	"sudokuoj/judge/internal/people/history"
)

// A contest comes from a form, or as the contest.yaml that other judges read and write.

// contestYAML is this file. It uses the names of the Contest Package Format; problems are named by their IDs.
type contestYAML struct {
	ID       string   `yaml:"id"`
	Name     string   `yaml:"name"`
	Start    string   `yaml:"start_time"`
	Duration string   `yaml:"duration"`
	Freeze   string   `yaml:"scoreboard_freeze_duration"`
	Penalty  *int     `yaml:"penalty_time"`
	Problems []string `yaml:"problems"`
}

// inForm is the format of times in forms, in the time zone of the judge's machine.
const inForm = "2006-01-02T15:04"

var contestID = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

// maxContest is the greatest number of problems in a contest: A to Z.
const maxContest = 26

// contestOf reads the contest in a form: as yaml, or in the fields id, title, starts, ends, freezes and problems.
func (s *Server) contestOf(r *http.Request) (c history.Contest, err error) {
	if text := r.FormValue("yaml"); strings.TrimSpace(text) != "" {
		c, err = contestOfYAML([]byte(text))
	} else {
		f := &timeFields{}
		c = history.Contest{ID: r.FormValue("id"), Title: r.FormValue("title"), Problems: strings.FieldsFunc(r.FormValue("problems"), between),
			Starts: f.time("starts", r.FormValue("starts")), Ends: f.time("ends", r.FormValue("ends"))}
		if freezes := r.FormValue("freezes"); freezes != "" {
			c.Freezes = f.time("freezes", freezes)
		}
		err = errors.Join(f.faults...)
	}
	if err == nil {
		err = s.soundContest(c)
	}
	if err != nil {
		err = refuse(http.StatusUnprocessableEntity, err)
	}
	return c, err
}

// between reports whether a character is between the IDs of problems.
func between(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;，；、", r) }

func contestOfYAML(text []byte) (c history.Contest, err error) {
	var y contestYAML
	if err := yaml.Load(text, &y, yaml.WithKnownFields()); err != nil {
		return c, say.Errorf("contest.yaml: %w", err)
	}
	if y.Penalty != nil && *y.Penalty != penaltyOfTry {
		return c, say.Errorf("contest.yaml: penalty_time: it is %d minutes here", penaltyOfTry)
	}
	f := &timeFields{}
	c = history.Contest{ID: y.ID, Title: y.Name, Problems: y.Problems, Starts: f.time("start_time", y.Start)}
	c.Ends = c.Starts.Add(f.duration("duration", y.Duration))
	if y.Freeze != "" {
		c.Freezes = c.Ends.Add(-f.duration("scoreboard_freeze_duration", y.Freeze))
	}
	return c, errors.Join(f.faults...)
}

// timeFields reads times, and keeps what is wrong with them.
type timeFields struct{ faults []error }

func (f *timeFields) time(field, text string) time.Time {
	at, err := class.ParseTime(strings.TrimSpace(text))
	if err != nil || !strings.Contains(text, ":") { // a day alone
		f.faults = append(f.faults, say.Errorf("%s: %q is not a time", field, text).Hint("write 2026-09-01 14:00"))
	}
	return at
}

// duration reads a length of time as clocks show it: 5:00:00.
func (f *timeFields) duration(field, text string) time.Duration {
	var h, m, s int
	if _, err := fmt.Sscanf(text+" ", "%d:%d:%d ", &h, &m, &s); err != nil || h < 0 || h > 10_000 || m < 0 || m > 59 || s < 0 || s > 59 {
		f.faults = append(f.faults, say.Errorf("%s: %q is not a length of time", field, text).Hint("write 5:00:00 for five hours"))
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
}

// soundContest returns an error if a contest is invalid.
func (s *Server) soundContest(c history.Contest) error {
	switch {
	case !contestID.MatchString(c.ID) || len(c.ID) > 40:
		return say.Errorf("id: %q is not the ID of a contest", c.ID).Hint("write up to 40 small letters, digits and hyphens")
	case len([]rune(c.Title)) > 100:
		return say.Errorf("title: it is longer than 100 characters")
	case !c.Ends.After(c.Starts):
		return say.Errorf("the contest ends before it starts")
	case !c.Freezes.IsZero() && (c.Freezes.Before(c.Starts) || c.Freezes.After(c.Ends)):
		return say.Errorf("the ranking can only freeze during the contest")
	case len(c.Problems) == 0 || len(c.Problems) > maxContest:
		return say.Errorf("problems: a contest has 1 to %d", maxContest)
	}
	seen := map[string]bool{}
	for _, id := range c.Problems {
		if _, err := s.problems.get(id); err != nil {
			return say.Errorf("problems: there is no problem %q here", id)
		}
		if seen[id] {
			return say.Errorf("problems: %s is there twice", id)
		}
		seen[id] = true
	}
	return nil
}
