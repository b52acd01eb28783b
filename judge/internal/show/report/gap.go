package report

import (
	"bufio"
	"cmp"
	"io"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Gap is a difference between two solutions of a run. Counts come before times, because they are the same on every
// machine.
type Gap struct {
	Problem, Case string
	Puzzle        string // the board, if the gap is about a board
	Few, Many     string // the solutions
	Least, Most   int64  // what they needed: digits, statements or nanoseconds
	Unit          Unit
	AtLeast       bool          // Many would have needed more
	Counted       time.Duration // how long the counting of Many went on, where it was cut; 0 if that is not known
	Stopped       time.Duration // the limit that Many ran into in the run; 0 if it did not
}

// Unit is the unit of a gap.
type Unit int

// The units.
const (
	Digits     Unit = iota // written on the board
	Statements             // executed
	Time                   // nanoseconds of CPU time
)

// worthTelling is the smallest ratio that counts as a gap.
const worthTelling = 1.5

// Ratio returns how many times more the one solution needed than the other.
func (g Gap) Ratio() float64 { return float64(g.Most) / float64(max(g.Least, 1)) }

// Widest returns the widest gap of a run in the first of these that has a gap worth telling: digits on a board, statements
// on a case, time on a case. It returns false if none has one.
func Widest(run result.Run) (Gap, bool) {
	return widest(ReplayGaps(run), CaseGaps(run, Statements), CaseGaps(run, Time))
}

// widest returns the widest gap of the first kind that has a gap worth telling.
func widest(kinds ...[]Gap) (Gap, bool) {
	for _, gaps := range kinds {
		var best Gap
		for _, g := range gaps {
			if g.Ratio() > best.Ratio() {
				best = g
			}
		}
		if best.Ratio() >= worthTelling {
			return best, true
		}
	}
	return Gap{}, false
}

// Tell returns the sentence about the widest gap, or the other sentence if no gap is worth telling.
func Tell(results []result.Solution, unless say.Message, kinds ...[]Gap) say.Message {
	if g, ok := widest(kinds...); ok {
		return g.Short(results).Sentence()
	}
	return unless
}

// need is the amount that a solution needed for a board or a case.
type need struct {
	solution string
	n        int64
	done     bool          // it ran to its end
	counted  time.Duration // how long the counting went on, where it was cut
	stopped  time.Duration // the limit that it ran into in the run
	language string        // the language, unless the amount means the same in all
	start    int64         // the time of its quickest case, if the amount is a time
}

// startUpShows is a factor. If a program takes that many times as long as on its quickest case, the time is mostly its
// own work. A shorter time may be mostly the start of its runtime, which says nothing about an idea.
const startUpShows = 3

// pair compares the smaller one of two needs, whose program must have come to its end, with the larger one. It tells
// nothing about two languages if their amounts do not compare.
func pair(least, most need) (g Gap, ok bool) {
	if least.n > most.n {
		least, most = most, least
	}
	compares := least.language == most.language || most.start > 0 && most.n >= startUpShows*most.start
	if !compares || !least.done || least.stopped > 0 || least.n == 0 || least.n == most.n {
		return g, false
	}
	return Gap{Few: least.solution, Many: most.solution, Least: least.n, Most: most.n, AtLeast: !most.done, Counted: most.counted, Stopped: most.stopped}, true
}

// gapOf returns the widest gap between two of the needs. If the user's own program is among them, it is one of the two:
// the one that needs more, if it does.
func gapOf(needs []need, own map[string]bool) (widest Gap, ok bool) {
	for i, a := range needs {
		for _, b := range needs[i+1:] {
			g, tells := pair(a, b)
			if !tells || len(own) > 0 && own[a.solution] == own[b.solution] {
				continue
			}
			behind, was := own[g.Many], own[widest.Many]
			if !ok || behind && !was || behind == was && g.Ratio() > widest.Ratio() {
				widest, ok = g, true
			}
		}
	}
	return widest, ok
}

// OwnPrograms returns the programs that the user named by a path, if there are others beside them. The user wants to know
// about these.
func OwnPrograms(run result.Run) map[string]bool {
	own, others := map[string]bool{}, false
	for _, s := range run.Results {
		if strings.ContainsAny(s.Solution, `./\`) {
			own[s.Solution] = true
		} else {
			others = true
		}
	}
	if !others {
		return nil
	}
	return own
}

// ReplayGaps returns a gap for each board that was watched.
func ReplayGaps(run result.Run) (gaps []Gap) {
	byPuzzle := map[string][]need{}
	first, own := map[string]result.Replay{}, OwnPrograms(run)
	var puzzles []string
	for _, r := range run.Replays {
		if !r.Solved && !r.Stopped {
			continue // it gave up, so nobody knows how much it would have needed
		}
		if _, known := first[r.Puzzle]; !known {
			first[r.Puzzle] = r
			puzzles = append(puzzles, r.Puzzle)
		}
		byPuzzle[r.Puzzle] = append(byPuzzle[r.Puzzle], need{solution: r.Solution, n: int64(r.Placed), done: r.Solved, counted: r.Watched, stopped: stoppedAt(run, r.Problem, r.Case, r.Solution)})
	}
	for _, p := range puzzles {
		if g, ok := gapOf(byPuzzle[p], own); ok {
			g.Unit, g.Problem, g.Case, g.Puzzle = Digits, first[p].Problem, first[p].Case, p
			gaps = append(gaps, g)
		}
	}
	return gaps
}

// stoppedAt returns the time limit that stopped a solution on a case, 0 if none did.
func stoppedAt(run result.Run, problem, name, solution string) time.Duration {
	for _, s := range run.Results {
		for _, c := range s.Cases {
			if s.Problem == problem && s.Solution == solution && c.Case == name && c.Verdict == result.TLE {
				return c.CPU
			}
		}
	}
	return 0
}

// CaseGaps returns a gap for each case, in statements or in time.
func CaseGaps(run result.Run, unit Unit) (gaps []Gap) {
	own := OwnPrograms(run)
	for _, group := range ByProblem(run.Results) {
		needs := map[string][]need{}
		for _, s := range group {
			start := max(quickest(s), 1)
			for _, c := range s.Cases {
				if n, ok := needOf(s, c, unit, start); ok {
					needs[c.Case] = append(needs[c.Case], n)
				}
			}
		}
		for _, of := range CaseOrder(group) {
			if g, ok := gapOf(needs[of.Case], own); ok {
				g.Unit, g.Problem, g.Case = unit, group[0].Problem, of.Case
				gaps = append(gaps, g)
			}
		}
	}
	return gaps
}

// needOf returns what a case needed, of a solution whose quickest case took start. Failed cases do not count, except
// one that was stopped at its time limit.
func needOf(s result.Solution, c result.Case, unit Unit, start time.Duration) (n need, ok bool) {
	n = need{solution: s.Solution, language: s.Language, n: int64(c.CPU), done: c.Verdict == result.AC}
	if c.Verdict == result.TLE {
		n.stopped = c.CPU
	} else if !n.done {
		return n, false
	}
	if unit == Time {
		n.start = int64(start)
		return n, Timed(c)
	}
	if c.Work == nil {
		return n, false
	}
	n.n, n.done, n.counted = c.Work.Statements, c.Work.Stopped == 0, c.Work.Stopped // each language has its own kind
	return n, true
}

// quickest returns the least time of a solution, 0 if no case was accepted.
func quickest(s result.Solution) (least time.Duration) {
	for _, c := range s.Cases {
		if c.Verdict == result.AC && Timed(c) && (least == 0 || c.CPU < least) {
			least = c.CPU
		}
	}
	return least
}

// Sentence returns the gap as a sentence.
func (g Gap) Sentence() say.Message {
	where := say.Of("On %s %s", g.Problem, g.Case)
	if g.Problem == "" {
		where = say.Of("On the puzzle")
	}
	least, most := g.amount(g.Least), g.amount(g.Most)
	switch {
	case g.Unit == Time && g.Stopped > 0:
		return say.Of("%s, %s takes %s; %s was stopped at %s, at least %s times as long.", where, g.Few, least, g.Many, most, atLeast(g.Ratio()))
	case g.Unit == Time:
		return say.Of("%s, %s takes %s and %s takes %s: %s times as long.", where, g.Few, least, g.Many, most, Ratio(g.Ratio()))
	case g.AtLeast && g.Counted > 0:
		return say.Of("%s, %s needs %s; %s needs more than %s, counted for %s.", where, g.Few, least, g.Many, g.amount(roundDown(g.Most)), terminal.Duration(g.Counted))
	case g.AtLeast:
		return say.Of("%s, %s needs %s; %s needs more than %s.", where, g.Few, least, g.Many, g.amount(roundDown(g.Most)))
	case g.Stopped > 0:
		return say.Of("%s, %s needs %s; %s needs %s, %s times as many, and was stopped at %s.", where, g.Few, least, g.Many, most, Ratio(g.Ratio()), terminal.Duration(g.Stopped))
	}
	return say.Of("%s, %s needs %s and %s needs %s: %s times as many.", where, g.Few, least, g.Many, most, Ratio(g.Ratio()))
}

// amount returns a number with its unit.
func (g Gap) amount(n int64) say.Message {
	switch g.Unit {
	case Digits:
		return say.Of("%s digits", terminal.Thousands(n))
	case Statements:
		return say.Of("%s statements", terminal.Thousands(n))
	}
	return say.Text(terminal.Duration(time.Duration(n)))
}

// roundDown keeps two digits of a number, so that "more than" is easy to read and true.
func roundDown(n int64) int64 {
	scale := int64(1)
	for n/scale >= 100 {
		scale *= 10
	}
	return n / scale * scale
}

// atLeast rounds a ratio down.
func atLeast(r float64) string {
	if r >= 10 {
		return terminal.Thousands(roundDown(int64(r)))
	}
	return Ratio(float64(int64(r*10)) / 10)
}

// Short returns the gap with the short names of its solutions.
func (g Gap) Short(results []result.Solution) Gap {
	labels := LabelsOf(results)
	g.Few, g.Many = cmp.Or(labels[g.Few], g.Few), cmp.Or(labels[g.Many], g.Many)
	return g
}

// Todo returns what shows more of the gap: the board step by step, or the page of its case.
func (g Gap) Todo() Todo {
	names := []string{g.Few, g.Many}
	if g.Unit == Digits {
		return Todo{Do: "explain", Solutions: names, Puzzle: g.Puzzle}
	}
	return Todo{Solutions: names, Problem: g.Problem, Case: g.Case, Page: true}
}

// Finding writes the end of the report for a person at a terminal: the widest gap, if there is one, and what shows
// more of it.
func Finding(w io.Writer, run result.Run, opt TextOptions) error {
	t := &text{Writer: bufio.NewWriter(w), TextOptions: opt}
	if g, ok := Widest(run); ok {
		t.printf("\n")
		t.note(t.Palette.Bold, terminal.Escape(t.Lang.Line(g.Short(run.Results).Sentence())))
		if !t.alone(run.Results) { // else the failure says it
			t.printf("%s\n", t.Dim(t.Say("see why: %s", opt.Spell(g.Todo())))) // in one piece, so that it can be pasted
		}
	}
	return t.Flush()
}
