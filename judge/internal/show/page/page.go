package page

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// page holds all that the templates show. This file decides; the templates only lay it out.
type page struct {
	assets
	Explain   bool
	Compared  bool // its solutions took turns, so the page begins with their times
	Title     say.Message
	Headline  say.Message
	Lead      say.Message   // the sentence below the headline
	Because   []say.Message // what two of the solutions do alike, and what one does more
	More      string        // the command that shows more about the headline
	Host      result.Host
	Elapsed   time.Duration
	Generated string
	Student   string
	Alone     bool // the page is about one program or one person, so nothing is compared

	Interrupted   bool
	Results       int
	Runs          int // of all cases, each as often as it was timed
	result.Counts     // of the whole run

	Problems  []*problemView
	Names     []string              // every solution once, for the filter
	Verdicts  []report.VerdictCount // those that occur, for the filter
	Solutions []solutionView
	Left      int // differences left out to keep the page small

	Stage    stageView
	Searches searchesView
	Insight  insightView
	Data     pageData // the data for the script
	last     *result.Solution
}

type solutionView struct {
	result.Solution
	ID         string
	Sum        result.Totals
	Counts     []report.VerdictCount
	Unexpected int
	Details    []detailView
	Left       int // failures left out to keep the page small
	Contended  bool
	Pictures   []pictureView
	Staged     string // the ID of the failure that is on the stage
}

// Slowest is the longest time of a case that the verdict depends on.
func (v solutionView) Slowest() time.Duration { return report.Slowest(v.Solution) }

// onPaper limits the failures that a student's page shows in full, because it may be printed.
const onPaper = 3

// newPage gathers what the page shows, as far as there is room.
func newPage(run result.Run, extras Extras, explain bool, room budget) page {
	p := page{
		assets: loadAssets(), Explain: explain, Compared: extras.Compared != nil, Host: run.Host, Elapsed: run.Elapsed,
		Generated: extras.Generated, Student: extras.Student, Interrupted: run.Interrupted, Results: len(run.Results), Runs: runs(run), Counts: run.Count(),
	}
	p.last = extras.Last
	if p.Student != "" {
		room.details = min(room.details, onPaper*len(run.Results))
	}
	whole := run
	run = shortened(run)
	about := programOf(run)
	mine := ""
	if !explain && (strings.ContainsAny(about, `./\`) || p.Student != "" && len(run.Results) == 1) {
		mine = about
		run.Replays = replaysOf(run, mine, extras.Waits)
	}
	wrong := func(s solutionView) bool { return s.Solution.Solution == about && s.Unexpected > 0 }
	names := map[string]int{}
	for _, s := range run.Results {
		if _, known := names[s.Solution]; !known {
			names[s.Solution] = len(p.Names)
			p.Names = append(p.Names, s.Solution)
		}
	}
	seen := map[result.Verdict]int{}
	groups := report.ByProblem(run.Results)
	for i, s := range slices.Concat(groups...) {
		view := viewSolution(i, s, &room)
		p.Solutions = append(p.Solutions, view)
		for _, c := range view.Counts {
			seen[c.Verdict]++
		}
	}
	p.Verdicts = report.VerdictCounts(seen)
	next := 0 // index in p.Solutions, which are in the same order
	for i, group := range groups {
		view := viewProblem("p"+itoa(i), p.Solutions[next:next+len(group)], names, room)
		view.Told, view.Turns = extras.Compared[view.ID]
		p.Problems = append(p.Problems, view)
		next += len(group)
	}
	p.Stage = p.viewStage(run, mine, viewReplays(run, mine, room), viewSources(run, groups, room))
	p.Searches = viewSearches(run, room)
	p.Insight = viewInsight(run, room, p.Stage.Yours())
	p.Data = pageData{Heat: p.Stage.Sources.heat, Cases: p.Stage.Sources.cases, Puzzles: p.Stage.Puzzles, Searches: p.Searches.Searches, Tips: packTips(p.Problems), Say: inScript()}
	p.Alone = p.Student != "" || !explain && !onlySlow(run) && slices.ContainsFunc(p.Solutions, wrong)
	p.Title, p.Headline = p.headlines(about)
	p.lead(whole, extras)
	if mine != "" {
		p.yours(run, mine)
	}
	p.Searches.Told = p.Searches.Finding.String() == p.Headline.String()
	return p
}

// replaysOf returns the replays of the boards on which a program was watched. Those of its first failure come first. Waits
// says why nothing may be watched yet.
func replaysOf(run result.Run, mine string, waits say.Message) (replays []result.Replay) {
	watched := map[string]bool{}
	for _, r := range run.Replays {
		watched[r.Puzzle] = watched[r.Puzzle] || r.Solution == mine
	}
	fault := report.FirstFault(*report.Of(run, mine))
	for _, first := range []bool{true, false} {
		for _, r := range run.Replays {
			if watched[r.Puzzle] && first == (fault != nil && r.Case == fault.Case) {
				replays = append(replays, r)
			}
		}
	}
	if len(replays) == 0 {
		return stillOf(run, mine, waits)
	}
	return replays
}

// stillOf returns the board of the first failure as it was given, for a search that nobody has watched.
func stillOf(run result.Run, mine string, waits say.Message) (replays []result.Replay) {
	s := report.Of(run, mine)
	c := report.FirstFault(*s)
	if c == nil || c.Verdict != result.TLE && !waits.Said() {
		return nil
	}
	if !waits.Said() {
		waits = say.Of("its search was not watched")
	}
	if board, ok := sudoku.Leading(c.Input); ok {
		replays = append(replays, result.Replay{Solution: mine, Problem: s.Problem, Case: c.Case, Puzzle: board.Line(), Size: board.Size, W: board.W, H: board.H, Note: waits})
	}
	return replays
}

// runs counts how often programs ran on cases.
func runs(run result.Run) (n int) {
	for _, s := range run.Results {
		for _, c := range s.Cases {
			n += max(1, len(c.Samples))
		}
	}
	return n
}

// Glanced reports whether there are solutions to see side by side; one alone has its squares on the stage.
func (p page) Glanced() bool { return !p.Alone && !p.Explain && p.Results > 1 }

// lead makes the widest gap the headline, unless something is not as expected.
func (p *page) lead(run result.Run, extras Extras) {
	p.Because = report.Because(shortened(run))
	for _, of := range p.Problems {
		if len(of.Told.Overall) > 0 && p.Unexpected == 0 {
			p.Headline, p.Lead = of.Told.Overall[0], p.Headline
			return
		}
	}
	g, ok := report.Widest(run)
	if !ok || p.Explain || extras.Compared != nil || p.Alone {
		return
	}
	p.Lead = g.Short(run.Results).Sentence()
	if p.Unexpected == 0 || len(report.OwnPrograms(run)) > 0 && onlySlow(run) {
		p.Headline, p.Lead = p.Lead, p.Headline
	}
	if extras.Spell != nil {
		p.More = extras.Spell(g.Todo())
	}
}

// programOf returns the program that a page is about: the only one, or the user's own one beside ours. It returns "" if
// there are several.
func programOf(run result.Run) (name string) {
	own := report.OwnPrograms(run)
	for _, s := range run.Results {
		if len(own) > 0 && !own[s.Solution] {
			continue
		}
		if name != "" && name != s.Solution {
			return ""
		}
		name = s.Solution
	}
	return name
}

// shortened returns the run with short names instead of the paths of programs. A file keeps its file name, because a
// name without a dot is one of our solutions.
func shortened(run result.Run) result.Run {
	labels := report.LabelsOf(run.Results)
	short := func(name string) string {
		if label := labels[name]; strings.Contains(label, ".") {
			return label
		}
		return name
	}
	run.Results, run.Replays, run.Searches = slices.Clone(run.Results), slices.Clone(run.Replays), slices.Clone(run.Searches)
	for i, s := range run.Searches {
		run.Searches[i].Solution = short(s.Solution)
	}
	for i, s := range run.Results {
		if run.Results[i].Solution = short(s.Solution); run.Results[i].Solution != s.Solution {
			run.Results[i].Path = filepath.Base(s.Path) // the page may be sent to somebody, who need not learn the folder
		}
	}
	for i, r := range run.Replays {
		run.Replays[i].Solution = short(r.Solution)
		if r.Reason != nil {
			reason := *r.Reason
			for _, text := range []*say.Message{&reason.Sentence, &reason.Beside, &reason.Worst} {
				*text = text.Map(short)
			}
			run.Replays[i].Reason = &reason
		}
	}
	return run
}

// onlySlow reports whether the only unexpected results are programs that took too long.
func onlySlow(run result.Run) bool {
	for _, s := range run.Results {
		if s.Verdict != result.TLE && !s.AsExpected || slices.ContainsFunc(s.Cases, func(c result.Case) bool { return !c.AsExpected && c.Verdict != result.TLE }) {
			return false
		}
	}
	return true
}

func (p page) headlines(about string) (title, headline say.Message) {
	title, runs := say.Of("Report · sudokuoj"), say.Count(p.Cases, "run")
	switch {
	case p.Student != "":
		return say.Of("%v · sudokuoj", p.Student), say.Of("%v: %s", p.Student, p.howFar(""))
	case (p.Results == 1 || p.Alone) && !p.Explain:
		name := report.Labels([]string{about})[about]
		return say.Of("%v · sudokuoj", name), say.Of("%v: %s", name, p.howFar(about))
	case p.Explain:
		if len(p.Stage.Puzzles) == 0 && len(p.Searches.Searches) > 0 {
			return say.Of("One case, step by step · sudokuoj"), p.Searches.Finding
		}
		return say.Of("One puzzle, step by step · sudokuoj"), p.Stage.Finding
	case p.Results == 0:
		return title, say.Of("Nothing was judged.")
	case p.Unexpected == 0:
		return title, say.Of("%s, %s: all as expected.", say.Count(p.Counts.Solutions, "solution"), say.Count(p.Runs, "run"))
	case p.Unexpected == 1:
		return title, say.Of("1 of %s did not come out as expected.", runs)
	}
	return title, say.Of("%s of %s did not come out as expected.", terminal.Thousands(int64(p.Unexpected)), runs)
}

// howFar says how far the named program came, or each program if name is "".
func (p page) howFar(name string) say.Message {
	var all []say.Message
	for _, s := range p.Solutions {
		if name != "" && s.Solution.Solution != name {
			continue
		}
		c := report.ClassCell{Problem: s.Problem, Result: s.Solution, Sum: s.Sum}
		if c.Nothing() {
			all = append(all, say.Of("%v: %s", s.Problem, c.Reason()))
		} else {
			all = append(all, say.Of("%v: %s, %s", s.Problem, s.Verdict.Title(), say.Of("%v passed", c.Passed())))
		}
	}
	return say.Join(all...)
}

func viewSolution(index int, s result.Solution, room *budget) solutionView {
	v := solutionView{Solution: s, ID: "s" + itoa(index), Sum: s.Sum(),
		Contended: slices.ContainsFunc(s.Cases, func(c result.Case) bool { return c.Contended })}
	v.Unexpected = result.Run{Results: []result.Solution{s}}.Count().Unexpected
	count, same := map[result.Verdict]int{}, map[string]int{}
	for i, c := range s.Cases {
		count[c.Verdict]++
		if !wantsDetail(c) || !s.Compile.OK {
			continue // if it did not compile, every case fails in the same way
		}
		alike := failure(c)
		if at, known := same[alike]; known {
			v.Details[at].Alike = append(v.Details[at].Alike, c.Case)
			continue
		}
		if room.details == 0 {
			v.Left++
			continue
		}
		room.details--
		same[alike] = len(v.Details)
		v.Details = append(v.Details, viewDetail(v.ID+"c"+itoa(i), c))
		v.Details[len(v.Details)-1].Image = room.image(c)
	}
	if len(s.Cases) == 0 {
		count[s.Verdict]++
	}
	v.Counts = report.VerdictCounts(count)
	v.Pictures = viewPictures(s, v.Details, room)
	return v
}

// failure describes how a case failed. Cases with equal descriptions are shown once.
func failure(c result.Case) string {
	text := ""
	if c.Difference != nil {
		what, _ := c.Difference.OnLine()
		text = what.String()
	}
	return fmt.Sprintf("%s %v %s %d %s %q %q", c.Verdict, c.AsExpected, c.Expected, c.Exit, c.Signal, text+c.Stderr, c.Message)
}

// pageData is the data for the script of the page.
type pageData struct {
	Heat     []heatData      `json:"heat"`
	Cases    []string        `json:"cases"`
	Puzzles  []puzzleView    `json:"puzzles"`
	Searches []searchView    `json:"searches,omitempty"`
	Tips     string          `json:"tips"` // the texts of the plots' marks, packed, in the order of the page
	Say      map[string]both `json:"say"`
}

// Policy is the page's Content-Security-Policy: the page loads nothing, and runs only the scripts and the style that
// are in it.
func (p page) Policy() string {
	return "default-src 'none'; script-src " + p.scriptSrc + "; style-src " + p.styleSource + "; img-src data:; base-uri 'none'; form-action 'none'"
}

func (p page) Style() template.CSS { return p.style }
func (p page) First() template.JS  { return p.first }
func (p page) Script() template.JS { return p.script }

// Icon returns a picture of nine boxes with the middle one filled.
func (p page) Icon() string {
	return base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 20 20"><path fill="#fff" d="M0 0H18V18H0Z"/><path fill="none" stroke="#1f1d1a" stroke-width="1.5" d="M0 0H18V18H0ZM6 0V18M12 0V18M0 6H18M0 12H18"/><path fill="#0b5c8f" d="M7 7h4v4H7z"/></svg>`))
}
