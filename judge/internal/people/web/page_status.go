package web

import (
	"net/url"
	"strconv"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// statusView is the data of the list of submissions.
type statusView struct {
	Submissions []history.Submission
	Problems    []*cachedProblem
	Languages   []language.Language
	Verdicts    []result.Verdict
	Filter      history.Filter
	Mine        bool
	Full        bool   // the disk is full, which only a teacher is told
	Newest      string // the addresses of the first page and of the next, "" if there is none
	Older       string
}

// perPage is how many submissions a page of the list has.
const perPage = 30

// status lists submissions. The query's problem, language, verdict, person and mine select them; before is the last
// number on the previous page.
func (s *Server) status(v *visit) (data statusView, err error) {
	q := v.URL.Query()
	number := func(name string) int64 {
		n, _ := strconv.ParseInt(q.Get(name), 10, 64) // a text that is not a number selects all
		return max(n, 0)
	}
	data = statusView{Languages: language.All(), Verdicts: result.All, Mine: q.Get("mine") != ""}
	data.Filter = history.Filter{Problem: q.Get("problem"), Language: q.Get("language"), Verdict: result.Verdict(q.Get("verdict")),
		Contest: q.Get("contest"), Person: number("person"), Before: number("before"), Limit: perPage + 1}
	data.Full = v.Person.Teaches() && s.DB.Full()
	if data.Mine {
		data.Filter.Person = v.Person.ID
	}
	if data.Problems, err = s.openProblems(v); err != nil {
		return data, err
	}
	data.Submissions, err = s.submissions(v, data.Filter)
	if len(data.Submissions) > perPage {
		data.Submissions = data.Submissions[:perPage]
		data.Older = at(q, strconv.FormatInt(data.Submissions[perPage-1].ID, 10))
	}
	if data.Filter.Before > 0 {
		data.Newest = at(q, "")
	}
	return data, err
}

// at returns the address of the list's page that begins after a submission.
func at(q url.Values, before string) string {
	q.Del("before")
	if before != "" {
		q.Set("before", before)
	}
	return "/status?" + q.Encode()
}
