package web

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/class"
	"sudokuoj/judge/internal/people/history"
)

// inForm is the format of times on pages and in forms, in the time zone of the judge's machine. A browser's own field would
// write the month first where its language does.
const inForm = "2006-01-02 15:04"

var contestID = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

// maxContest is the greatest number of problems in a contest: A to Z.
const maxContest = 26

// contestOf reads a contest from a form with the fields id, title, starts, ends, freezes and problems.
func (s *Server) contestOf(r *http.Request) (c history.Contest, err error) {
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;，；、", r) }
	c = history.Contest{ID: r.FormValue("id"), Title: r.FormValue("title"), Problems: strings.FieldsFunc(r.FormValue("problems"), between)}
	var faults []error
	times := map[string]*time.Time{"starts": &c.Starts, "ends": &c.Ends, "freezes": &c.Freezes}
	for _, field := range []string{"starts", "ends", "freezes"} {
		text := strings.NewReplacer("：", ":", "　", " ").Replace(r.FormValue(field)) // of a Chinese keyboard
		if text == "" && field == "freezes" {
			continue
		}
		if *times[field], err = class.ParseTime(text); err != nil || !strings.Contains(text, ":") { // a day alone
			faults = append(faults, say.Errorf("%s: %q is not a time", field, text).Hint("write 2026-09-01 14:00"))
		}
	}
	if err = errors.Join(faults...); err == nil {
		err = s.soundContest(c)
	}
	if err != nil {
		err = refuse(http.StatusUnprocessableEntity, err)
	}
	return c, err
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
	for i, id := range c.Problems {
		if _, err := s.problems.get(id); err != nil {
			return say.Errorf("problems: there is no problem %q here", id)
		}
		if slices.Contains(c.Problems[:i], id) {
			return say.Errorf("problems: %s is there twice", id)
		}
	}
	return nil
}
