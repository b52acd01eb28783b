package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
)

// submissionView holds the data of the page of a submission. A part that is empty is not shown.
type submissionView struct {
	history.Submission
	Counts        history.Judging // the judging that counts; a different one while it is judged again
	Title         say.Words       // of its problem
	Total         int             // the number of cases, as far as it is known
	Puzzle        template.URL    // the puzzle that it failed on first, as /play reads it
	Next          *cachedProblem  // the first problem that its author has not solved, after this one is
	Climb         climb           // after it is accepted
	First, Second say.Message     // what happened, in two sentences
	Idea          template.HTML   // what our solution does differently
	drawn
	casesView
	Paste  *paste
	Others []history.Submission // of the same problem, the latest first
}

// casesView is the table of cases, beside a solution of the tree.
type casesView struct {
	Cases      []caseRow
	Contended  bool
	Beyond     bool          // some case goes beyond what the site promises
	Measures   []measure     // the measures that compare the cases
	Explains   bool          // some case has a reason
	Stopped    time.Duration // when counting was stopped, 0 if it never was
	Choices    []string      // the solutions of the tree that it can be shown beside
	With       string        // the one that it is beside
	Beside     bool          // that solution was run
	Watchable  bool          // its search can be counted and watched
	Auto       bool          // it is watched even if nobody asks
	Trouble    say.Message   // why it could not be watched
	Peers      []int         // the times of others on an axis, if there are enough
	AmongPeers int
	Faster     int
}

// caseRow is a case that was judged, as a row.
type caseRow struct {
	result.Case
	Folder string // "secret/"; a narrow page leaves it out
	Short  string // the name in it
	Tries  string // what it tries, in Chinese; in English its name says so
	Why    say.Message
	Same   bool    // the reason is the same as in the row above
	Lanes  []track // one lane for each measure
}

// addRow adds a case. It does not repeat a reason that the row above gives.
func (data *casesView) addRow(c result.Case, lang say.Language) {
	at := strings.LastIndexByte(c.Case, '/') + 1
	row := caseRow{Case: c, Folder: c.Case[:at], Short: c.Case[at:], Why: report.Why(c)}
	if lang == say.Chinese {
		row.Tries = c.Description.Chinese
	}
	if n := len(data.Cases); n > 0 && c.Fault == nil && row.Why.Said() && row.Why.String() == report.Why(data.Cases[n-1].Case).String() {
		row.Why, row.Same = say.Of("as above"), true
	}
	data.Cases = append(data.Cases, row)
	data.Contended = data.Contended || c.Contended
	data.Beyond = data.Beyond || c.Beyond()
}

// drawn are sections that a report has too, by their names there, and the data of their scripts.
type drawn struct {
	Parts map[string]template.HTML
	Data  template.JS
}

func draw(drawing page.Drawing, sections ...string) (d drawn, err error) {
	d.Parts = map[string]template.HTML{}
	for _, name := range sections {
		if d.Parts[name], err = drawing.Section(name); err != nil {
			return d, err
		}
	}
	text, err := drawing.Data()
	d.Data = template.JS(text) // encoding/json writes no < that could end the script it is in
	return d, err
}

// paste is the text to paste on a site.
type paste struct {
	Site    string
	Text    string
	Reasons []say.Message // why the site would not take it
}

// submission shows a submission as far as it was judged; its script follows the events.
func (s *Server) submission(v *visit) (data submissionView, err error) {
	if data.Submission, err = s.own(v, s.DB.Latest); err != nil {
		return data, err
	}
	counts, err := s.own(v, s.DB.Get)
	if err != nil {
		return data, err
	}
	run, err := s.shownRun(v, data.Submission)
	if err != nil {
		return data, err
	}
	data.Counts, data.Total = counts.Judging, data.Judging.Cases
	p, err := s.problems.get(data.Problem)
	if err == nil {
		data.Title = say.Words{English: p.Title("en"), Chinese: p.Title("zh")}
	}
	if data.Judging.State.Over() && data.Judging.Verdict == result.AC {
		problems, standings, err := s.toSolve(v)
		if err != nil {
			return data, err
		}
		data.Next = next(problems, standings)
		if p != nil {
			data.Paste = s.pasteFor(p.Problem, data.Submission)
			if mine := standings[p.ID]; mine.MySubmission == data.ID {
				data.Climb = s.climbOf(v, p, mine, data.Language)
			}
		}
	}
	one := &run.Results[0]
	seen := s.sightingOf(v, data.Submission)
	for i, c := range one.Cases {
		one.Cases[i].Work = seen.work[c.Case]
		if c.Verdict != result.CE { // then all cases failed alike
			data.addRow(one.Cases[i], v.Lang)
		}
	}
	if data.Judging.State.Over() {
		return data, s.explained(v, &data, run, seen)
	}
	data.compare(*one, nil, nil)
	return data, nil
}

// explained fills in the parts that a report has too.
func (s *Server) explained(v *visit, data *submissionView, run result.Run, seen sighting) (err error) {
	others := history.Filter{Problem: data.Problem, Person: data.Person.ID, Limit: 20}
	if data.Others, err = s.submissions(v, others); err != nil {
		return err
	}
	data.Others = slices.DeleteFunc(data.Others, func(o history.Submission) bool {
		return o.ID == data.ID || o.Judging.State != history.Done
	})
	one := &run.Results[0]
	var beside *result.Solution
	if known, ok := recall[result.Solution](&s.recent, seen.with); ok && seen.known {
		beside = &known
	}
	data.With, data.Choices, data.Beside, data.Trouble = seen.ours.Name, seen.choices, beside != nil, seen.trouble
	data.Watchable = !seen.known && seen.possible && len(one.Cases) > 0
	data.Auto = data.Watchable && (one.Verdict == result.TLE || s.Person.ID != 0)
	for _, c := range one.Cases {
		if c.Difference != nil && data.Puzzle == "" {
			if b, ok := sudoku.ParseAny(c.Difference.Puzzle); ok {
				of := boardOf(b)
				data.Puzzle = template.URL(fmt.Sprintf("%d,%d,%s", of.W, of.H, of.Cells))
			}
		}
	}
	data.compare(*one, beside, seen.replays)
	if compiled(data.Judging) {
		data.Idea = s.problems.idea(data.With).html(v.Lang)
	}
	if data.Judging.Verdict != result.AC {
		return s.drawParts(v, data, run, seen, beside, nil)
	}
	if err := s.among(v.Context(), data); err != nil {
		return err
	}
	last, err := s.lastTry(v, data)
	if err != nil {
		return err
	}
	return s.drawParts(v, data, run, seen, beside, last)
}

// lastTry returns the result of what the same person handed in before for the same problem; nil if there is nothing.
func (s *Server) lastTry(v *visit, data *submissionView) (*result.Solution, error) {
	at := slices.IndexFunc(data.Others, func(o history.Submission) bool { return o.ID < data.ID })
	if at < 0 {
		return nil, nil
	}
	run, err := s.shownRun(v, data.Others[at])
	if err != nil {
		return nil, err
	}
	return &run.Results[0], nil
}

// drawParts draws the sections that a report has. Only teachers and people who solved the problem see our source.
func (s *Server) drawParts(v *visit, data *submissionView, run result.Run, seen sighting, beside, last *result.Solution) (err error) {
	one := run.Results[0]
	run.Replays, run.Searches = seen.replays, seen.searches
	if beside != nil {
		ours := *beside
		if !v.Person.Teaches() && one.Verdict != result.AC {
			ours.Source = ""
		}
		run.Results = append(slices.Clone(run.Results), ours)
	}
	extras := page.Extras{Last: last}
	if data.Auto {
		extras.Waits = say.Of("The search is being watched: the board moves when that is done.")
	}
	drawing := page.Draw(run, extras)
	if data.Judging.State == history.Done {
		data.First, data.Second = drawing.Headline()
	}
	sections := []string{"stage", "pictures"}
	for _, more := range []struct {
		shown bool
		names []string
	}{
		{one.Verdict != result.AC, []string{"failures", "others"}},
		{one.Score != nil, []string{"points"}},
		{len(run.Searches) > 0, []string{"search"}},
		{len(run.Replays) > 0, []string{"insight"}},
		{len(run.Replays) > 0 && !seen.trouble.Said(), []string{"figures"}},
	} {
		if more.shown {
			sections = append(sections, more.names...)
		}
	}
	data.drawn, err = draw(drawing, sections...)
	return err
}

// compiled reports whether a judging is over and its program was compiled: there is nothing else to watch or to paste.
func compiled(j history.Judging) bool {
	return j.State.Over() && (j.Verdict == result.AC || rejects(j.Verdict))
}

// pasteOf names the text to paste of a submission.
type pasteOf int64

// pasteFor returns the text to paste on the site of this problem; nil if the problem is from no site.
func (s *Server) pasteFor(p problem.Problem, sub history.Submission) *paste {
	target, ok := submit.TargetOf(p)
	if !ok {
		return nil
	}
	one, _ := remember(&s.recent, pasteOf(sub.ID), func() (*paste, error) {
		cut, err := target.Cut(sub.File, []byte(sub.Source))
		one := &paste{Site: target.Title, Text: cut.Text}
		if refused, ok := errors.AsType[*submit.Refused](err); ok {
			one.Reasons = refused.Reasons
		} else if err != nil {
			one.Reasons = []say.Message{say.From(err)}
		}
		return one, nil
	})
	return one
}

// fewPeers is the smallest number of other people. With fewer, they would know whose dot is whose.
const fewPeers = 3

// among compares an accepted submission with the best times of other people, without names.
func (s *Server) among(ctx context.Context, data *submissionView) error {
	all, err := s.DB.Submissions(ctx, history.Filter{Problem: data.Problem, Verdict: result.AC, Limit: 500})
	best := map[int64]time.Duration{}
	for _, one := range all {
		who := one.Person.ID
		if who != data.Person.ID && one.Contest == "" && (best[who] == 0 || one.Judging.CPU < best[who]) {
			best[who] = one.Judging.CPU
		}
	}
	if err != nil || len(best) < fewPeers {
		return err
	}
	mine := data.Judging.CPU
	scale := axis{}.with(int64(mine))
	for _, t := range best {
		if scale = scale.with(int64(t)); t < mine {
			data.Faster++
		}
	}
	for _, t := range best {
		data.Peers = append(data.Peers, scale.at(int64(t)))
	}
	slices.Sort(data.Peers)
	data.AmongPeers = scale.at(int64(mine))
	return nil
}
