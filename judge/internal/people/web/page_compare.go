package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/compare"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

// compareView holds the data of the page that compares submissions.
type compareView struct {
	Submissions []history.Submission
	Mixed       bool // the submissions are of several problems
	Verdicts    template.HTML
	Answers     template.HTML
	Plots       template.HTML
	Data        template.JS
	Changes     []change          // from the first to the second
	ChangesCut  int               // changed lines that are not shown
	Same        bool              // their sources are the same
	Texts       [][]template.HTML // of the first two, by lines
	Measured    *measurement
	Measurable  bool
}

// compared lists the names of the address's parameters for the submissions.
var compared = []string{"a", "b", "c", "d", "e", "f"}

// compare shows submissions side by side: the result of each case, their times, and the differences between the first
// two sources.
func (s *Server) compare(w http.ResponseWriter, v *visit) error {
	if !v.URL.Query().Has(compared[0]) && !v.URL.Query().Has(compared[1]) {
		return s.chooseTwo(w, v)
	}
	subs, err := s.chosenSubmissions(v, v.URL.Query())
	if err != nil {
		return err
	}
	data := compareView{Submissions: subs}
	var run result.Run
	for _, sub := range subs {
		one, err := s.shownRun(v.Context(), v.Person, sub)
		if err != nil {
			return err
		}
		res := one.Results[0]
		res.Source = "" // the changes in it are shown below
		res.Solution, res.Problem, res.AsExpected = nameOf(sub), sub.Problem, true
		for i := range res.Cases {
			res.Cases[i].AsExpected = true // nothing was promised here
		}
		run.Results, run.Host = append(run.Results, res), one.Host
		data.Mixed = data.Mixed || sub.Problem != subs[0].Problem
	}
	drawing := page.Draw(run, page.Extras{})
	for name, into := range map[string]*template.HTML{"verdicts": &data.Verdicts, "answers": &data.Answers, "plots": &data.Plots} {
		if *into, err = drawing.Section(name); err != nil {
			return err
		}
	}
	text, err := drawing.Data()
	if err != nil {
		return err
	}
	data.Data = template.JS(text)
	for _, sub := range subs[:2] {
		data.Texts = append(data.Texts, page.Colour(sub.Source, language.NameOf(sub.Language)))
	}
	data.Same = subs[0].Source == subs[1].Source
	if !data.Same {
		data.Changes, data.ChangesCut = changes(subs[0].Source, subs[1].Source, diffTime)
	}
	if found, known := recall[measurement](&s.recent, pairOf(subs)); known {
		data.Measured = &found
	}
	data.Measurable = v.Person.Teaches() && data.Measured == nil && !data.Mixed
	return s.render(w, v, "compare", data)
}

// chooseTwo lets the reader choose two of the latest submissions.
func (s *Server) chooseTwo(w http.ResponseWriter, v *visit) error {
	all, err := s.submissions(v.Context(), v.Person, history.Filter{})
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(o history.Submission) bool { return o.Judging.State != history.Done || !mine(v.Person, o) })
	return s.render(w, v, "choose", choice{all, proposed(all)})
}

// choice is what a reader may compare, with the places of the two that are proposed.
type choice struct {
	Submissions []history.Submission
	Proposed    [2]int
}

// proposed returns the places of the latest two of one problem, or of the latest two.
func proposed(all []history.Submission) [2]int {
	for i, sub := range all {
		if n := slices.IndexFunc(all[i+1:], func(o history.Submission) bool { return o.Problem == sub.Problem }); n >= 0 {
			return [2]int{i, i + 1 + n}
		}
	}
	return [2]int{0, 1}
}

// nameOf returns a name that distinguishes a submission from others on the page.
func nameOf(sub history.Submission) string { return fmt.Sprintf("%d %s", sub.ID, sub.File) }

// chosenSubmissions returns the submissions that a form or an address names: at least two, which the reader may see.
func (s *Server) chosenSubmissions(v *visit, q url.Values) (all []history.Submission, err error) {
	for _, letter := range compared {
		if q.Get(letter) == "" {
			continue
		}
		v.SetPathValue("id", q.Get(letter))
		sub, err := s.ownSubmission(v)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(other history.Submission) bool { return other.ID == sub.ID }) {
			all = append(all, sub)
		}
	}
	slices.SortFunc(all, func(a, b history.Submission) int { return cmp.Compare(a.ID, b.ID) }) // from the older to the newer
	if len(all) < 2 {
		return nil, refuse(http.StatusBadRequest, say.Errorf("compare two submissions or more: /compare?a=1&b=2"))
	}
	return all, nil
}

// pair is two judgings that were measured in turns.
type pair [2]int64

func pairOf(subs []history.Submission) pair { return pair{subs[0].Judging.ID, subs[1].Judging.ID} }

// measurement is the result of two programs that took turns.
type measurement struct {
	Rows    []measuredRow
	Overall *measuredRow
	Seconds int
}

// measuredRow is a case with the medians of both, and how many times faster one of them is.
type measuredRow struct {
	Case   string
	First  string
	Second string
	Answer say.Message
}

// measuring is how long two submissions take turns.
const measuring = 10 * time.Second

// measure runs two submissions in turns on every case, so that their times can be compared with an interval. Then it
// goes back to the page.
func (s *Server) measure(w http.ResponseWriter, v *visit) error {
	subs, err := s.chosenSubmissions(v, v.Form)
	if err != nil {
		return err
	}
	subs = subs[:2]
	back := "/compare?" + url.Values{"a": {strconv.FormatInt(subs[0].ID, 10)}, "b": {strconv.FormatInt(subs[1].ID, 10)}}.Encode()
	if _, known := recall[measurement](&s.recent, pairOf(subs)); !known {
		err := v.turn.Do(v.Context(), func() error {
			found, err := s.takeTurns(v.Context(), subs)
			if err == nil {
				s.recent.put(pairOf(subs), found)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.done(w, v, back, map[string]bool{"measured": true})
}

func (s *Server) takeTurns(ctx context.Context, subs []history.Submission) (found measurement, err error) {
	p, err := s.problems.get(subs[0].Problem)
	if err != nil {
		return found, err
	}
	var entries []grade.Entry
	for i, sub := range subs {
		theirs, err := stranger(sub.File, sub.Language, sub.Source)
		if err != nil {
			return found, err
		}
		theirs.Name = nameOf(sub)
		entries = append(entries, grade.Entry{Problem: p.Problem, Solution: theirs, Cases: p.Cases, Order: i})
	}
	res, err := compare.Measure(ctx, s.Grader, [][]grade.Entry{entries}, compare.Options{Budget: s.measuring, Progress: func(say.Message) {}})
	if err != nil {
		return found, err
	}
	found.Seconds = int(s.measuring.Seconds())
	for _, problem := range res.Problems {
		for _, c := range problem.Cases {
			row := measuredRow{Case: c.Case}
			for _, one := range c.Solutions {
				if one.Solution == nameOf(subs[0]) {
					row.First = inMilliseconds(one.Median)
				} else {
					row.Second = inMilliseconds(one.Median)
				}
			}
			for _, pair := range c.Pairs {
				row.Answer = pair.Value
			}
			found.Rows = append(found.Rows, row)
		}
		if o := problem.Overall; o != nil && len(o.Pairs) > 0 {
			found.Overall = &measuredRow{Answer: o.Pairs[0].Value}
		}
	}
	return found, nil
}

func inMilliseconds(ms float64) string {
	return terminal.Duration(time.Duration(ms * float64(time.Millisecond)))
}
