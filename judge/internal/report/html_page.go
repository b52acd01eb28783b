package report

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

// page is all that the templates show. Everything is decided here; they only lay it out.
type page struct {
	assets
	Explain   bool
	Title     say.Message
	Headline  say.Message
	Finding   say.Message // the widest gap
	More      string      // the command that shows more of it
	Host      verdict.Host
	Elapsed   time.Duration
	Generated string

	Interrupted bool
	Results     int
	Counts      // of the whole run

	Problems  []*problemView
	Names     []string          // every solution once, for the filter
	Verdicts  []verdict.Verdict // those that occur, for the filter
	Solutions []solutionView
	Left      int // differences that were left out for want of room

	Sources sourcesView
	Replays replaysView
	Data    pageData // what the script reads
}

// problemView is one problem with everything that compares its solutions.
type problemView struct {
	Key     string // its name within the page
	ID      string
	Title   say.Words
	Headers []headerView
	Rows    []rowView
	RowsCut int // rows left out for want of room
	Plots   []plot
	Legend  []key
	Ratios  []ratio // with repeated runs
	Finding say.Message
}

type headerView struct {
	ID        string // of its solutionView
	NameIndex int    // in page.Names
	Name      string
	Verdict   verdict.Verdict
	Expected  bool
}

type rowView struct {
	Name, Group string
	Description say.Words
	Cells       []cellView
}

// cellView is one case of one solution; the zero value is a case that was not tried.
type cellView struct {
	Verdict   verdict.Verdict
	Promised  verdict.Promise // what was expected instead, "" if it came as expected
	Time      time.Duration
	Timed     bool
	Bar       int // 0 to 10: its time on the log scale of its problem
	Contended bool
	Link      string
	Name      int
}

type solutionView struct {
	verdict.Solution
	ID             string
	Sum            Totals
	Counts         []verdictCount
	Unexpected     int
	Details        []detailView
	Left           int // failures left out for want of room
	Contended      bool
	CompileMessage string
}

type verdictCount struct {
	Verdict verdict.Verdict
	N       int
}

// newPage gathers what the page shows, as much as there is room for.
func newPage(run verdict.Run, extras Extras, explain bool, room budget) page {
	p := page{
		assets: loadAssets(), Explain: explain, Host: run.Host, Elapsed: run.Elapsed,
		Generated: extras.Generated, Interrupted: run.Interrupted, Results: len(run.Results), Counts: Count(run),
	}
	names := map[string]int{}
	for _, s := range run.Results {
		if _, known := names[s.Solution]; !known {
			names[s.Solution] = len(p.Names)
			p.Names = append(p.Names, s.Solution)
		}
	}
	seen := map[verdict.Verdict]bool{}
	groups := byProblem(run.Results)
	for i, s := range slices.Concat(groups...) {
		view := viewSolution(i, s, &room)
		p.Solutions = append(p.Solutions, view)
		for _, c := range view.Counts {
			seen[c.Verdict] = true
		}
	}
	for _, v := range verdict.All {
		if seen[v] {
			p.Verdicts = append(p.Verdicts, v)
		}
	}
	next := 0 // in p.Solutions, which stand in the same order
	for i, group := range groups {
		p.Problems = append(p.Problems, viewProblem("p"+itoa(i), group, p.Solutions[next:next+len(group)], names, room))
		next += len(group)
	}
	p.Sources = viewSources(groups, room)
	p.Replays = viewReplays(run, extras, room)
	p.Data = pageData{Heat: p.Sources.heat, Cases: p.Sources.cases, Puzzles: p.Replays.packed, Say: inScript()}
	p.Title, p.Headline = p.headlines()
	if g, ok := Widest(run, extras.Replays); ok && !explain {
		p.Finding = g.Sentence()
		if extras.Command != "" {
			p.More = g.Command(extras.Command, extras.Root)
		}
	}
	if explain {
		p.Replays.Finding = say.Of("The search, step by step") // the figures stand above already
	}
	return p
}

func (p page) headlines() (title, headline say.Message) {
	title, runs := say.Of("Report · sudokuoj"), say.Count(p.Cases, "run")
	switch {
	case p.Explain && p.Replays.Finding.Said():
		return say.Of("One puzzle, step by step · sudokuoj"), p.Replays.Finding
	case p.Explain:
		return say.Of("One puzzle, step by step · sudokuoj"), say.Of("The search, step by step")
	case p.Results == 0:
		return title, say.Of("Nothing was judged.")
	case p.Unexpected == 0:
		return title, say.Of("%s, %s: all as expected.", say.Count(p.Counts.Solutions, "solution"), runs)
	case p.Unexpected == 1:
		return title, say.Of("1 of %s did not come out as expected.", runs)
	}
	return title, say.Of("%s of %s did not come out as expected.", screen.Thousands(int64(p.Unexpected)), runs)
}

func viewSolution(index int, s verdict.Solution, room *budget) solutionView {
	v := solutionView{Solution: s, ID: "s" + itoa(index), Sum: Sum(s), Contended: anyContended(s)}
	v.Unexpected = Count(verdict.Run{Results: []verdict.Solution{s}}).Unexpected
	v.CompileMessage = clip(s.Compile.Message.String(), 4000)
	count, same := map[verdict.Verdict]int{}, map[string]int{}
	for i, c := range s.Cases {
		count[c.Verdict]++
		if !wantsDetail(c) || !s.Compile.OK {
			continue // what did not compile fails every case alike
		}
		if _, known := same[failure(c)]; room.details == 0 && !known {
			v.Left++
			continue
		}
		alike := failure(c)
		if at, known := same[alike]; known {
			v.Details[at].Alike = append(v.Details[at].Alike, c.Case)
			continue
		}
		room.details--
		same[alike] = len(v.Details)
		v.Details = append(v.Details, viewDetail(v.ID+"c"+itoa(i), c))
	}
	if len(s.Cases) == 0 {
		count[s.Verdict]++
	}
	for _, w := range verdict.All {
		if count[w] > 0 {
			v.Counts = append(v.Counts, verdictCount{w, count[w]})
		}
	}
	return v
}

// failure is how a case failed, alike for those that are told once.
func failure(c verdict.Case) string {
	text := ""
	if c.Difference != nil {
		what, _ := c.Difference.OnLine()
		text = what.String()
	}
	return fmt.Sprintf("%s %v %s %d %s %q %q", c.Verdict, c.AsExpected, c.Expected, c.Exit, c.Signal, text+c.Stderr, c.Message)
}

func anyContended(s verdict.Solution) bool {
	for _, c := range s.Cases {
		if c.Contended {
			return true
		}
	}
	return false
}

// viewProblem lays the cases of one problem down and its solutions across.
func viewProblem(key string, group []verdict.Solution, views []solutionView, names map[string]int, room budget) *problemView {
	view := &problemView{Key: key, ID: group[0].Problem, Title: group[0].Title, Finding: finding(group), Plots: drawPlots(key, group, room), Legend: legend(group), Ratios: ratios(group)}
	cases := caseOrder(group)
	if keep := max(room.cells/len(group), 1); len(cases) > keep {
		view.RowsCut = len(cases) - keep
		cases = cases[:keep]
	}
	row := map[string]int{}
	for i, c := range cases {
		row[c.Case] = i
		folder, name, found := strings.Cut(c.Case, "/")
		if !found {
			folder, name = "", c.Case
		}
		view.Rows = append(view.Rows, rowView{Name: name, Group: folder, Description: c.Description, Cells: make([]cellView, len(group))})
		for column, s := range group {
			view.Rows[i].Cells[column].Name = names[s.Solution]
		}
	}
	low, high := timeRange(group)
	for column, s := range group {
		view.Headers = append(view.Headers, headerView{views[column].ID, names[s.Solution], s.Solution, s.Verdict, s.AsExpected})
		links := views[column].links()
		for _, c := range s.Cases {
			if at, shown := row[c.Case]; shown {
				view.Rows[at].Cells[column].fill(c, links[c.Case], low, high)
			}
		}
	}
	return view
}

// links leads from a case to where it is explained.
func (v solutionView) links() map[string]string {
	links := map[string]string{}
	for _, c := range v.Cases {
		if wantsDetail(c) {
			links[c.Case] = "#" + v.ID
		}
	}
	for _, d := range v.Details {
		for _, name := range append(d.Alike, d.Case.Case) {
			links[name] = "#" + d.ID
		}
	}
	return links
}

func (cell *cellView) fill(c verdict.Case, link string, low, high time.Duration) {
	cell.Verdict, cell.Time, cell.Timed, cell.Contended, cell.Link = c.Verdict, c.CPU, timed(c), c.Contended, link
	if !c.AsExpected {
		cell.Promised = c.Expected
	}
	if cell.Timed {
		cell.Bar = int(math.Round(10 * logShare(c.CPU, low, high)))
	}
}

// caseOrder lists the cases that any solution of the group was given, in the order of the first that
// had them.
func caseOrder(group []verdict.Solution) []verdict.Case {
	var cases []verdict.Case
	known := map[string]bool{}
	for _, s := range group {
		for _, c := range s.Cases {
			if !known[c.Case] {
				known[c.Case] = true
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// timed tells whether the time of a case says anything: the program ran.
func timed(c verdict.Case) bool {
	switch c.Verdict {
	case verdict.SK, verdict.CE, verdict.JE, "":
		return false
	}
	return c.CPU > 0
}

func timeRange(group []verdict.Solution) (low, high time.Duration) {
	for _, s := range group {
		for _, c := range s.Cases {
			if !timed(c) {
				continue
			}
			if low == 0 || c.CPU < low {
				low = c.CPU
			}
			high = max(high, c.CPU)
		}
	}
	return low, high
}

// logShare is how far d lies between low and high on a log scale, 0 to 1.
func logShare(d, low, high time.Duration) float64 {
	if d <= low || high <= low {
		return 0
	}
	return math.Log(float64(d)/float64(low)) / math.Log(float64(high)/float64(low))
}

// finding is the sentence above the plots of a problem: the widest gap in time between two solutions
// on the cases that both solved.
func finding(group []verdict.Solution) say.Message {
	type pair struct {
		fast, slow string
		ratio      float64
		cases      int
	}
	var best pair
	for i, a := range group {
		for _, b := range group[i+1:] {
			sumA, sumB, n := commonTime(a, b)
			if n == 0 {
				continue
			}
			if sumA > sumB {
				sumA, sumB, a, b = sumB, sumA, b, a
			}
			if r := float64(sumB) / float64(sumA); r > best.ratio {
				best = pair{a.Solution, b.Solution, r, n}
			}
		}
	}
	switch {
	case best.ratio == 0:
		if g, ok := widest(caseGaps(verdict.Run{Results: group}, Time)); ok {
			return g.Sentence()
		}
		return say.Of("No two solutions solved the same case, so their times cannot be compared.")
	case best.ratio < 1.2:
		return say.Of("On the cases that both solved, no pair differs by more than a factor of %s (%s and %s).", showRatio(best.ratio), screen.Escape(best.fast), screen.Escape(best.slow))
	}
	return say.Of("The widest gap: %s took %s times the CPU time of %s on the %s cases both solved.", best.slow, showRatio(best.ratio), best.fast, screen.Thousands(int64(best.cases)))
}

func commonTime(a, b verdict.Solution) (sumA, sumB time.Duration, n int) {
	accepted := map[string]time.Duration{}
	for _, c := range a.Cases {
		if c.Verdict == verdict.AC && timed(c) {
			accepted[c.Case] = c.CPU
		}
	}
	for _, c := range b.Cases {
		if d, both := accepted[c.Case]; both && c.Verdict == verdict.AC && timed(c) {
			sumA, sumB, n = sumA+d, sumB+c.CPU, n+1
		}
	}
	return sumA, sumB, n
}

// pageData is the page's one block of data for its script.
type pageData struct {
	Heat    []heatData      `json:"heat"`
	Cases   []caseData      `json:"cases"`
	Puzzles []puzzleData    `json:"puzzles"`
	Say     map[string]both `json:"say"`
}

// sortedKeys fixes the order of a map, so that the same run gives the same page.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Policy is the page's Content-Security-Policy: nothing is loaded from anywhere, and only the script
// and style written here may run.
func (p page) Policy() string {
	return "default-src 'none'; script-src " + p.scriptSrc + "; style-src " + p.styleSource + "; img-src data:; base-uri 'none'; form-action 'none'"
}

func (p page) Style() template.CSS { return p.style }
func (p page) Script() template.JS { return p.script }

// Icon is a board of nine boxes with the middle one filled.
func (p page) Icon() string {
	return base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 20 20"><path fill="#fff" d="M0 0H18V18H0Z"/><path fill="none" stroke="#1f1d1a" stroke-width="1.5" d="M0 0H18V18H0ZM6 0V18M12 0V18M0 6H18M0 12H18"/><path fill="#0b5c8f" d="M7 7h4v4H7z"/></svg>`))
}
