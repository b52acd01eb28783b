package web

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
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

// submissionView holds the data of the page of a submission, section by section. A part that is empty is not shown.
type submissionView struct {
	history.Submission
	headView
	casesView
	Idea          template.HTML // what our solution does differently
	First, Second say.Message   // what happened, in two sentences
	Stage         template.HTML // the program, its search and its cases
	Search        template.HTML // the calls and tables of a search on any problem
	Figures       template.HTML
	Insight       template.HTML
	Failures      template.HTML // what the compiler said, or the first failure if it is not on the stage
	Failed        template.HTML // the other failures
	Pictures      template.HTML // of cases, by the problem's visualizer
	Points        template.HTML
	Data          template.JS // for the scripts of these parts
	Paste         *paste
	Others        []history.Submission // of the same problem, the latest first
}

// headView is what is above everything.
type headView struct {
	Counts history.Judging // the judging that counts; a different one while it is judged again
	Title  say.Words       // of its problem
	Total  int             // the number of cases, as far as it is known
	Puzzle template.URL    // the puzzle that it failed on first, as /play reads it
	Next   *cachedProblem  // the first problem that its author has not solved, after this one is
	Climb  climb           // after it is accepted
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
	Counted    bool          // it was counted and watched
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
	Same   bool   // the reason is the same as in the row above
	Lanes  []lane // one lane for each measure
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

// paste is the text to paste on a site.
type paste struct {
	Site    string
	Text    string
	Reasons []say.Message // why the site would not take it
}

// submission shows a submission as far as it was judged; its script follows the events.
func (s *Server) submission(w http.ResponseWriter, v *visit) error {
	sub, err := s.ownLatest(v)
	if err != nil {
		return err
	}
	counts, err := s.ownSubmission(v)
	if err != nil {
		return err
	}
	run, err := s.shownRun(v, sub)
	if err != nil {
		return err
	}
	data := submissionView{Submission: sub, headView: headView{Counts: counts.Judging, Total: sub.Judging.Cases}}
	accepted := sub.Judging.State.Over() && sub.Judging.Verdict == result.AC
	if p, err := s.problems.get(sub.Problem); err == nil {
		data.Title = say.Words{English: p.Title("en"), Chinese: p.Title("zh")}
		if accepted {
			data.Paste = s.pasteFor(p.Problem, sub)
		}
	}
	if accepted {
		problems, standings, err := s.toSolve(v)
		if err != nil {
			return err
		}
		data.Next = s.next(problems, standings)
		data.Climb = s.climbFrom(v, sub, standings[sub.Problem])
	}
	one := &run.Results[0]
	seen := s.sightingOf(v, sub)
	for i, c := range one.Cases {
		one.Cases[i].Work = seen.work[c.Case]
		if c.Verdict != result.CE { // then all cases failed alike
			data.addRow(one.Cases[i], v.Lang)
		}
	}
	if !sub.Judging.State.Over() {
		data.compare(nil, measures(nil, nil, say.Message{})[:1])
	} else if err := s.explained(v, &data, run, seen); err != nil {
		return err
	}
	return s.render(w, v, "submission", data)
}

// climbFrom looks at an accepted submission, if it is its author's last one and its search was watched.
func (s *Server) climbFrom(v *visit, sub history.Submission, mine history.Standing) (c climb) {
	if p, err := s.problems.get(sub.Problem); err == nil && mine.MySubmission == sub.ID && !v.contested(sub.Problem) {
		c = s.climbOf(p, mine, sub.Language)
	}
	return c
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
	data.With, data.Choices, data.Beside = seen.ours.Name, seen.choices, beside != nil
	data.Trouble, data.Counted = seen.trouble, seen.known && !seen.trouble.Said()
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
	apart := say.Message{}
	if beside != nil && beside.Language != one.Language {
		apart = say.List([]string{one.Language, beside.Language})
	}
	data.compare(beside, measures(placing(seen.replays, one.Solution), placing(seen.replays, data.With), apart))
	if err := s.among(v.Context(), data); err != nil {
		return err
	}
	run.Replays, run.Searches = seen.replays, seen.searches
	if compiled(data.Judging) {
		data.Idea = s.problems.idea(data.With).html(v.Lang)
	}
	last, err := s.lastTry(v, data)
	if err != nil {
		return err
	}
	return s.parts(v, data, run, beside, last)
}

// lastTry returns the result of what the same person handed in before for the same problem; nil if there is nothing.
func (s *Server) lastTry(v *visit, data *submissionView) (*result.Solution, error) {
	at := slices.IndexFunc(data.Others, func(o history.Submission) bool { return o.ID < data.ID })
	if at < 0 || data.Judging.Verdict != result.AC {
		return nil, nil
	}
	run, err := s.shownRun(v, data.Others[at])
	if err != nil {
		return nil, err
	}
	return &run.Results[0], nil
}

// parts draws the sections that a report has. Only teachers and people who solved the problem see our source.
func (s *Server) parts(v *visit, data *submissionView, run result.Run, beside, last *result.Solution) error {
	one := run.Results[0]
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
	var err error
	for _, p := range []struct {
		shown bool
		name  string
		into  *template.HTML
	}{
		{true, "stage", &data.Stage},
		{data.Counted && len(run.Replays) > 0, "figures", &data.Figures},
		{len(run.Searches) > 0, "search", &data.Search},
		{one.Verdict != result.AC, "failures", &data.Failures},
		{one.Verdict != result.AC, "others", &data.Failed},
		{true, "pictures", &data.Pictures},
		{one.Score != nil, "points", &data.Points},
		{len(run.Replays) > 0, "insight", &data.Insight},
	} {
		if !p.shown {
			continue
		}
		if *p.into, err = drawing.Section(p.name); err != nil {
			return err
		}
	}
	text, err := drawing.Data()
	data.Data = template.JS(text) // encoding/json writes no < that could end the script it is in
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
