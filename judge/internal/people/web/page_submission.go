package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/report"
)

// submissionView is what the page of a submission shows.
type submissionView struct {
	history.Submission
	Counts    history.Judging // the judging that does: another one while it is judged again
	Title     say.Words       // of its problem
	Cases     []caseRow
	Total     int // cases that there will be, as far as it is known
	Contended bool
	Failures  template.HTML // what went wrong, drawn; of the parts below too, nothing where there is nothing to show
	Points    template.HTML
	Plots     template.HTML
	Replay    template.HTML
	Code      template.HTML
	Data      template.JS // what the scripts of these parts read
	Puzzle    string      // that it failed on first, where that is one
	Watchable bool        // its search can be counted and watched
	Talks     bool        // which cannot be, where it talks
	Counted   bool        // it was
	Trouble   say.Message // why it could not
	Paste     *paste
	Others    []history.Submission // of the same problem, to compare with
}

// caseRow is a case that was judged, as a row; Wide is its share of the time limit, in tenths.
type caseRow struct {
	result.Case
	Wide int
}

// paste is what a site wants pasted.
type paste struct {
	Site    string
	Text    string
	Reasons []say.Message // why the site would not take it
}

// submission shows one, as far as it has come; its script follows the events.
func (s *Server) submission(w http.ResponseWriter, v *visit) error {
	sub, err := s.ownLatest(v)
	if err != nil {
		return err
	}
	counts, err := s.ownSubmission(v)
	if err != nil {
		return err
	}
	run, err := s.shownRun(v.Context(), v.Person, sub)
	if err != nil {
		return err
	}
	data := submissionView{Submission: sub, Counts: counts.Judging, Total: sub.Judging.Cases}
	if p, err := s.shelf.get(sub.Problem); err == nil {
		data.Title = say.Words{English: p.Title("en"), Chinese: p.Title("zh")}
		if compiled(sub.Judging) {
			data.Paste = s.pasteFor(p.Problem, sub)
		}
		data.Talks = p.Check.Talks()
	}
	one := &run.Results[0]
	for _, c := range one.Cases {
		if c.Verdict == result.CE {
			break // then all are alike
		}
		data.Cases = append(data.Cases, caseRow{c, share(c, one.Limits)})
		data.Contended = data.Contended || c.Contended
	}
	if sub.Judging.State.Over() {
		if err := s.explained(v, &data, run); err != nil {
			return err
		}
		if data.Others, err = s.submissions(v.Context(), v.Person, history.Filter{Problem: sub.Problem, Person: sub.Person.ID, Limit: 20}); err != nil {
			return err
		}
		data.Others = slices.DeleteFunc(data.Others, func(o history.Submission) bool { return o.ID == sub.ID })
	}
	return s.render(w, v, "submission", data)
}

// share is how much of its time limit a case took, in tenths.
func share(c result.Case, l result.Limits) int {
	if l.CPU == 0 {
		return 0
	}
	return int(min(10, (10*c.CPU+l.CPU-1)/l.CPU))
}

// explained fills in the parts that a report has, too.
func (s *Server) explained(v *visit, data *submissionView, run result.Run) error {
	veiled, err := s.veils(v.Context(), v.Person, data.Problem)
	if err != nil {
		return err
	}
	one := &run.Results[0]
	seen, known := s.watched.get(sight{data.Judging.ID, veiled})
	data.Trouble, data.Counted = seen.trouble, known && !seen.trouble.Said()
	data.Watchable = language.WatchOf(data.Language).Lines && !data.Talks && !known && compiled(data.Judging) && len(one.Cases) > 0
	for i, c := range one.Cases {
		one.Cases[i].Work = seen.work[c.Case]
		if c.Difference != nil && data.Puzzle == "" {
			data.Puzzle = c.Difference.Puzzle
		}
	}
	run.Replays = seen.replays
	drawing := report.Draw(run, report.Extras{})
	section := func(name string) func(io.Writer) error {
		return func(w io.Writer) error { return drawing.Section(w, name) }
	}
	for _, p := range []struct {
		shown bool
		draw  func(io.Writer) error
		into  *template.HTML
	}{
		{one.Verdict != result.AC, drawing.Failures, &data.Failures},
		{one.Score != nil, section("points"), &data.Points},
		{slices.ContainsFunc(one.Cases, func(c result.Case) bool { return c.CPU > 0 }), section("plots"), &data.Plots},
		{len(seen.replays) > 0, section("replay"), &data.Replay},
		{true, section("source"), &data.Code},
	} {
		if !p.shown {
			continue
		}
		if *p.into, err = part(v, p.draw); err != nil {
			return err
		}
	}
	text, err := drawing.Data()
	data.Data = template.JS(text) // encoding/json writes no < that could end the script it stands in
	return err
}

// compiled tells whether a judging is over of which the compiler took the program. To cut or to watch one, its types are
// found out here, where no wall bounds what that costs: a constant of a few lines can be a text of gigabytes.
func compiled(j history.Judging) bool {
	return j.State.Over() && (j.Verdict == result.AC || rejects(j.Verdict))
}

// pasteFor is what the site whose problem this is wants pasted; nil where the problem is no site's.
func (s *Server) pasteFor(p problem.Problem, sub history.Submission) *paste {
	site, err := submit.SiteFor([]string{p.ID})
	if err != nil {
		return nil
	}
	s.cutting.Lock()
	defer s.cutting.Unlock()
	if known, ok := s.cut.get(sub.ID); ok {
		return known
	}
	cut, err := site.Cut(sub.File, []byte(sub.Source))
	one := &paste{Site: site.Title, Text: cut.Text}
	if refused, ok := errors.AsType[*submit.Refused](err); ok {
		one.Reasons = refused.Reasons
	} else if err != nil {
		one.Reasons = []say.Message{say.From(err)}
	}
	s.cut.put(sub.ID, one)
	return one
}

// sight is what is looked at: a judging, all of it or what is kept from nobody.
type sight struct {
	judging int64
	veiled  bool
}

// seen is what was found out about the search of a submission.
type seen struct {
	work    map[string]*result.Work // by case
	replays []result.Replay
	trouble say.Message
}

// watchedCases is how many cases of a submission are counted: each may take seconds.
const watchedCases = 3

// watch counts what a submission does, line by line, and watches its board. That takes a while, and so it is
// done for who asks for it.
func (s *Server) watch(w http.ResponseWriter, v *visit) error {
	sub, err := s.ownSubmission(v)
	if err != nil {
		return err
	}
	veiled, err := s.veils(v.Context(), v.Person, sub.Problem)
	if err != nil {
		return err
	}
	what := sight{sub.Judging.ID, veiled}
	if _, known := s.watched.get(what); known || !compiled(sub.Judging) || !language.WatchOf(sub.Language).Lines {
		return s.done(w, v, fmt.Sprintf("/s/%d", sub.ID), map[string]bool{"watched": known})
	}
	run, err := s.shownRun(v.Context(), v.Person, sub)
	if err != nil {
		return err
	}
	turn, err := s.runs.take(v)
	if err != nil {
		return err
	}
	defer turn.leave()
	found, err := s.see(v.Context(), sub, run, veiled)
	if err != nil {
		return err
	}
	s.watched.put(what, found)
	return s.done(w, v, fmt.Sprintf("/s/%d", sub.ID), map[string]bool{"watched": true})
}

// see counts and watches; veiled is that it may be done on samples only.
func (s *Server) see(ctx context.Context, sub history.Submission, run result.Run, veiled bool) (found seen, err error) {
	p, err := s.shelf.get(sub.Problem)
	if err != nil {
		return found, err
	}
	theirs, err := stranger(sub.File, sub.Language, sub.Source)
	if err != nil {
		return found, err
	}
	entry := grade.Entry{Problem: p.Problem, Solution: theirs}
	run.Results[0].Cases, entry.Cases = telling(run.Results[0].Cases, p.Cases, veiled)
	run.Results[0].Solution, run.Results[0].Problem = theirs.Name, p.ID
	explainer := explain.New(s.Grader, 0, func(string, ...any) {}).Beside(s.Root)
	grade.Beside(ctx, func(ctx context.Context) {
		if err = explainer.Count(ctx, []grade.Entry{entry}, &run); err == nil {
			found.replays, err = explainer.Watch(ctx, []grade.Entry{entry}, run)
		}
	})
	found.work = map[string]*result.Work{}
	for _, c := range run.Results[0].Cases {
		found.work[c.Case] = c.Work
	}
	if !slices.ContainsFunc(run.Results[0].Cases, func(c result.Case) bool { return c.Work != nil }) {
		found.trouble = say.Of("its lines could not be counted: only whole Go programs that end can be")
	}
	return found, err
}

// telling are the cases that tell most of a program: the one it failed first and those it took longest for.
func telling(judged []result.Case, all []problem.Case, veiled bool) (picked []result.Case, cases []problem.Case) {
	judged = slices.Clone(judged)
	slices.SortStableFunc(judged, func(a, b result.Case) int {
		if bad := b.Verdict != result.AC; bad != (a.Verdict != result.AC) {
			return map[bool]int{true: 1, false: -1}[bad]
		}
		return int(b.CPU - a.CPU)
	})
	for _, c := range judged {
		at := slices.IndexFunc(all, func(k problem.Case) bool { return k.Name == c.Case })
		if at < 0 || veiled && !strings.HasPrefix(c.Case, "sample/") || len(picked) == watchedCases {
			continue
		}
		picked, cases = append(picked, c), append(cases, all[at])
	}
	return picked, cases
}
