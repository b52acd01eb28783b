package page

import (
	"cmp"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// replaysView holds the replays twice: as the page shows them without its script, and packed for the script.
type replaysView struct {
	Puzzles []puzzleView
	Finding say.Message
	packed  []puzzleData
}

type puzzleView struct {
	Title   string
	Pair    []int // the run on the large board, and those on small ones beside it
	Board   boardView
	Runs    []runView
	Reasons []result.Reason // why programs took so long on it
	asked   sudoku.Board
}

type runView struct {
	Name              string
	Total, Kept       int // steps: all of them, and those on the page
	Placed, Withdrawn int
	DeadEnds, Deepest int
	Solved            bool
	Note              say.Message
	Pins              []pin
}

// End returns the last board of a run.
func (r runView) End() boardView { return r.Pins[len(r.Pins)-1].Board }

// puzzleData is one puzzle with the histories of all who tried it.
type puzzleData struct {
	Title   string    `json:"title"`
	Problem string    `json:"problem"`
	Case    string    `json:"case"`
	Size    int       `json:"size"`
	W       int       `json:"w"` // of a region
	H       int       `json:"h"`
	Puzzle  []int     `json:"puzzle"`
	Letters bool      `json:"letters,omitempty"` // it is a board of letters
	Pair    []int     `json:"pair"`
	Runs    []runData `json:"runs"`
}

// runData is one history. Kept counts the steps that are kept, Changes their changes; Fits tells that these are changes of
// candidates. Steps packs the changes.
type runData struct {
	Name    string `json:"name"`
	Total   int    `json:"total"`
	Kept    int    `json:"kept"`
	Changes int    `json:"changes"`
	Fits    bool   `json:"fits"`
	Placed  int    `json:"placed"`
	Solved  bool   `json:"solved"`
	Note    both   `json:"note"`
	Outline []int  `json:"outline"` // the least and the greatest depth, part by part
	Part    int    `json:"part"`    // steps in each part
	Pins    []pin  `json:"pins"`
	Steps   string `json:"steps"`
}

func packRun(r result.Replay, packed string, pins []pin) runData {
	d := runData{Name: terminal.Escape(r.Solution), Total: r.Total, Kept: r.Kept(), Changes: len(r.Steps), Fits: result.HasCandidates(r.Steps),
		Placed: r.Placed, Solved: r.Solved, Note: spoken(r.Note), Outline: []int{}, Part: r.PartSteps, Pins: pins, Steps: packed}
	if d.Kept < r.Total {
		for _, part := range r.Outline {
			d.Outline = append(d.Outline, part[:]...)
		}
	}
	return d
}

// linesOf returns the lines of a source that steps name, by their numbers.
func linesOf[S any](source string, steps []S, line func(S) int) map[int]string {
	code, lines := map[int]string{}, strings.Split(source, "\n")
	for _, s := range steps {
		n := line(s)
		if _, known := code[n]; !known && 0 < n && n <= len(lines) {
			code[n] = terminal.Escape(clip(strings.TrimSpace(lines[n-1]), 100))
		}
	}
	return code
}

func viewReplays(run result.Run, mine string, room budget) replaysView {
	own := report.OwnPrograms(run)
	if mine != "" {
		own = map[string]bool{mine: true}
	}
	var view replaysView
	place := map[string]int{}
	var replays []result.Replay
	for _, r := range run.Replays {
		if _, ok := r.Board(); ok {
			replays = append(replays, r)
		}
	}
	for _, r := range replays {
		at, known := place[r.Puzzle]
		if !known {
			at = len(view.Puzzles)
			where := strings.TrimSpace(r.Problem + " " + r.Case)
			place[r.Puzzle] = at
			board, _ := r.Board() // checked above
			view.Puzzles = append(view.Puzzles, puzzleView{Title: where, Board: pictureOf(say.Of("the puzzle"), board, kindIn(board)), asked: board})
			view.packed = append(view.packed, puzzleData{Title: terminal.Escape(where), Problem: terminal.Escape(r.Problem), Case: terminal.Escape(r.Case),
				Size: board.Size, W: board.W, H: board.H, Puzzle: board.Cells, Letters: board.Letters})
		}
		packed := ""
		r.Steps, packed = packSteps(r.Steps, room.replay/len(replays))
		pins := pinsOf(view.Puzzles[at].asked, r)
		view.Puzzles[at].Runs = append(view.Puzzles[at].Runs, runView{Name: r.Solution, Total: r.Total, Kept: r.Kept(), Placed: r.Placed,
			Withdrawn: r.Back, DeadEnds: r.DeadEnds, Deepest: r.Deepest, Solved: r.Solved, Note: r.Note, Pins: pins})
		view.packed[at].Runs = append(view.packed[at].Runs, packRun(r, packed, pins))
	}
	for puzzle, i := range place {
		elsewhere := func(r result.Replay) bool { return r.Puzzle != puzzle }
		here := slices.DeleteFunc(slices.Clone(replays), elsewhere)
		view.Puzzles[i].Pair = firstPair(view.Puzzles[i].Runs, own)
		view.packed[i].Pair = view.Puzzles[i].Pair
		for _, r := range reasonsFor(here, view.Puzzles[i].Pair) {
			view.Puzzles[i].Reasons = append(view.Puzzles[i].Reasons, *r.Reason)
		}
	}
	view.Finding = replayFinding(view.Puzzles, run)
	return view
}

// reasonsFor returns the histories of a puzzle whose reason stands below its boards: those of the user's own programs, or
// else of a program whose board is there at first.
func reasonsFor(here []result.Replay, pair []int) []result.Replay {
	found := report.Reasons(here)
	if len(found) == 0 || found[0].Reason.Own {
		return found
	}
	var there []result.Replay
	for _, i := range pair {
		there = append(there, here[i])
	}
	return report.Reasons(there)
}

// firstPair returns the run that stands on the large board, and the one on a small board beside it: the user's own program
// and the best of the others, or the run that needed most and the one that needed least to solve the puzzle.
func firstPair(runs []runView, own map[string]bool) []int {
	order := make([]int, len(runs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if runs[a].Solved != runs[b].Solved {
			return map[bool]int{true: -1, false: 1}[runs[a].Solved]
		}
		return cmp.Compare(runs[a].Total, runs[b].Total)
	})
	if len(order) == 1 {
		return order
	}
	if i := slices.IndexFunc(order, func(i int) bool { return own[runs[i].Name] }); i >= 0 {
		return []int{order[i], order[map[bool]int{true: 1, false: 0}[i == 0]]}
	}
	least := order[0]
	most := slices.MaxFunc(order, func(a, b int) int { return cmp.Compare(runs[a].Total, runs[b].Total) })
	if most == least {
		most = order[1]
	}
	return []int{most, least}
}

// sourceOf returns the source of the solution that was watched.
func sourceOf(results []result.Solution, name string) string {
	for _, s := range results {
		if s.Solution == name {
			return s.Source
		}
	}
	return ""
}

// replayFinding returns the sentence about the widest gap on the boards that were watched.
func replayFinding(puzzles []puzzleView, run result.Run) say.Message {
	unless := say.Of("The search, step by step")
	if len(puzzles) == 1 && len(puzzles[0].Runs) == 1 {
		if only := puzzles[0].Runs[0]; only.Solved {
			unless = say.Of("%s takes %s steps on this puzzle", only.Name, terminal.Thousands(int64(only.Total)))
		}
	}
	return report.Tell(run.Results, unless, report.ReplayGaps(run))
}

// packSteps packs as many of the first steps as fit into limit bytes.
func packSteps(steps []result.Step, limit int) ([]result.Step, string) {
	for {
		packed := result.Pack(result.StepBytes(steps))
		if len(packed) <= limit || len(steps) == 0 {
			return steps, packed
		}
		// A little less than the proportion, so that two or three rounds are enough. A step is never cut in two.
		keep := int(float64(len(steps)) * 0.97 * float64(limit) / float64(len(packed)))
		for keep > 0 && steps[keep].With {
			keep--
		}
		steps = steps[:keep]
	}
}
