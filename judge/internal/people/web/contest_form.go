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

var (
	contestID    = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)
	startFormats = []string{time.RFC3339, "2006-01-02T15:04:05Z07", "2006-01-02 15:04:05-07:00", inForm, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006/1/2 15:04"}
)

// maxContest is the greatest number of problems in a contest: A to Z.
const maxContest = 26

// contestOf reads the contest in a form: as yaml, or in the fields id, title, starts, ends, freezes and problems.
func (s *Server) contestOf(r *http.Request) (c history.Contest, err error) {
	if text := r.FormValue("yaml"); strings.TrimSpace(text) != "" {
		c, err = contestOfYAML([]byte(text))
	} else {
		c = history.Contest{ID: r.FormValue("id"), Title: r.FormValue("title"), Problems: strings.FieldsFunc(r.FormValue("problems"), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;，；、", r) })}
		var faults [3]error
		c.Starts, faults[0] = timeOf("starts", r.FormValue("starts"))
		c.Ends, faults[1] = timeOf("ends", r.FormValue("ends"))
		if r.FormValue("freezes") != "" {
			c.Freezes, faults[2] = timeOf("freezes", r.FormValue("freezes"))
		}
		err = errors.Join(faults[:]...)
	}
	if err == nil {
		err = s.soundContest(c)
	}
	if err != nil {
		err = refuse(http.StatusUnprocessableEntity, err)
	}
	return c, err
}

func contestOfYAML(text []byte) (c history.Contest, err error) {
	var y contestYAML
	if err := yaml.Load(text, &y, yaml.WithKnownFields()); err != nil {
		return c, say.Errorf("contest.yaml: %w", err)
	}
	if y.Penalty != nil && *y.Penalty != penaltyOfTry {
		return c, say.Errorf("contest.yaml: penalty_time: it is %d minutes here", penaltyOfTry)
	}
	c = history.Contest{ID: y.ID, Title: y.Name, Problems: y.Problems}
	if c.Starts, err = timeOf("start_time", y.Start); err != nil {
		return c, err
	}
	whole, err := clockOf("duration", y.Duration)
	if err != nil {
		return c, err
	}
	c.Ends = c.Starts.Add(whole)
	if y.Freeze != "" {
		freeze, err := clockOf("scoreboard_freeze_duration", y.Freeze)
		if err != nil {
			return c, err
		}
		c.Freezes = c.Ends.Add(-freeze)
	}
	return c, nil
}

func timeOf(field, text string) (time.Time, error) {
	for _, format := range startFormats {
		if at, err := time.ParseInLocation(format, strings.TrimSpace(text), time.Local); err == nil {
			return at, nil
		}
	}
	return time.Time{}, say.Errorf("%s: %q is not a time", field, text).Hint("write 2026-09-01 14:00")
}

// clockOf reads a duration as clocks show it: 5:00:00.
func clockOf(field, text string) (time.Duration, error) {
	var h, m, s int
	if _, err := fmt.Sscanf(text+" ", "%d:%d:%d ", &h, &m, &s); err != nil || h < 0 || h > 10_000 || m < 0 || m > 59 || s < 0 || s > 59 {
		return 0, say.Errorf("%s: %q is not a length of time", field, text).Hint("write 5:00:00 for five hours")
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second, nil
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
