package web

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
)

// compareView holds the data of the page that compares submissions.
type compareView struct {
	Submissions []history.Submission
	Mixed       bool          // the submissions are of several problems
	Because     []say.Message // what both do alike, and what one does more, where their searches were watched
	drawn
	Changes    []change          // from the older to the newer
	ChangesCut int               // changed lines that are not shown
	Same       bool              // their sources are the same
	Texts      [][]template.HTML // of both, by lines
}

// compare shows two submissions side by side: the result of each case, their times, and the differences between their
// sources.
func (s *Server) compare(v *visit) (data compareView, err error) {
	subs, err := s.chosenSubmissions(v)
	if err != nil {
		return data, err
	}
	data.Submissions = subs
	var run result.Run
	for _, sub := range subs {
		one, err := s.shownRun(v, sub)
		if err != nil {
			return data, err
		}
		res := one.Results[0]
		run.Replays = append(run.Replays, s.watched(v, sub, &res)...)
		res.Source = "" // the changes in it are shown below
		res.Solution, res.Problem, res.AsExpected = nameOf(sub), sub.Problem, true
		for i := range res.Cases {
			res.Cases[i].AsExpected = true // nothing was promised here
		}
		run.Results, run.Host = append(run.Results, res), one.Host
		data.Mixed = data.Mixed || sub.Problem != subs[0].Problem
	}
	data.Because, run.Replays = report.Because(run), nil
	if data.drawn, err = draw(page.Draw(run, page.Extras{}), "verdicts", "answers", "plots"); err != nil {
		return data, err
	}
	for _, sub := range subs {
		data.Texts = append(data.Texts, page.Colour(sub.Source, language.NameOf(sub.Language)))
	}
	data.Same = subs[0].Source == subs[1].Source
	if !data.Same {
		data.Changes, data.ChangesCut = changes(subs[0].Source, subs[1].Source, diffTime)
	}
	return data, nil
}

// watched fills in the counted work of a submission whose search was watched, and returns the boards of that search.
func (s *Server) watched(v *visit, sub history.Submission, one *result.Solution) (replays []result.Replay) {
	seen := s.sightingOf(v, sub)
	for i, c := range one.Cases {
		one.Cases[i].Work = seen.work[c.Case]
	}
	for _, r := range seen.replays {
		if r.Solution == one.Solution {
			r.Solution = nameOf(sub)
			replays = append(replays, r)
		}
	}
	return replays
}

// nameOf returns a name that distinguishes a submission from others on the page.
func nameOf(sub history.Submission) string { return fmt.Sprintf("%d %s", sub.ID, sub.File) }

// chosenSubmissions returns the two submissions that the address names, from the older to the newer. The reader must be
// allowed to see them.
func (s *Server) chosenSubmissions(v *visit) (all []history.Submission, err error) {
	for _, letter := range []string{"a", "b"} {
		id := v.URL.Query().Get(letter)
		v.SetPathValue("id", id)
		sub, err := s.own(v, s.DB.Get)
		if id == "" || len(all) > 0 && all[0].ID == sub.ID {
			err = refuse(http.StatusBadRequest, say.Errorf("compare two submissions: /compare?a=1&b=2"))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, sub)
	}
	slices.SortFunc(all, func(a, b history.Submission) int { return cmp.Compare(a.ID, b.ID) })
	return all, nil
}
