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

// replaysView holds the replays, for the templates and for the script.
type replaysView struct {
	Puzzles []puzzleView
	Finding say.Message
}

// puzzleView is one puzzle with the histories of all who tried it.
type puzzleView struct {
	Title   string `json:"title"`
	Problem string `json:"problem"`
	Case    string `json:"case"`
	boardData
	Pair    []int           `json:"pair"` // the run on the large board, and one on a small board beside it
	Runs    []runView       `json:"runs"`
	Board   boardView       `json:"-"`
	Reasons []result.Reason `json:"-"` // why programs took so long on it
}

// boardData is a puzzle for the script.
type boardData struct {
	Size    int   `json:"size"`
	W       int   `json:"w"` // of a region
	H       int   `json:"h"`
	Puzzle  []int `json:"puzzle"`
	Letters bool  `json:"letters,omitempty"` // it is a board of letters
}

func dataOf(b sudoku.Board) boardData { return boardData{b.Size, b.W, b.H, b.Cells, b.Letters} }

// runView is one history. Kept counts the steps that are kept. Steps packs them.
type runView struct {
	Name    string        `json:"name"`
	Total   int           `json:"total"`
	Kept    int           `json:"kept"`
	Placed  int           `json:"placed"`
	Solved  bool          `json:"solved"`
	Outline [][2]int      `json:"outline"` // the least and the greatest depth, part by part
	Part    int           `json:"part"`    // steps in each part
	Pins    []pin         `json:"pins"`
	Steps   string        `json:"steps"`
	Of      result.Replay `json:"-"`
}

// End returns the last board of a run.
func (r runView) End() boardView { return r.Pins[len(r.Pins)-1].Board }

// viewRun packs as many of the first steps of a history as fit into limit bytes.
func viewRun(puzzle sudoku.Board, r result.Replay, limit int) runView {
	steps, packed := packSteps(r.Steps, limit)
	r.Steps = steps
	v := runView{Name: terminal.Escape(r.Solution), Total: r.Total, Kept: r.Kept(),
		Placed: r.Placed, Solved: r.Solved, Outline: [][2]int{}, Part: r.PartSteps, Pins: pinsOf(puzzle, r), Steps: packed, Of: r}
	if v.Kept < r.Total {
		v.Outline = append(v.Outline, r.Outline...)
	}
	return v
}

func viewReplays(run result.Run, mine string, room budget) (view replaysView) {
	own := report.OwnPrograms(run)
	if mine != "" {
		own = map[string]bool{mine: true}
	}
	place, here := map[string]int{}, map[string][]result.Replay{}
	replays := slices.DeleteFunc(slices.Clone(run.Replays), func(r result.Replay) bool { _, ok := r.Board(); return !ok })
	for _, r := range replays {
		if len(own) == 0 && r.Reason != nil && r.Reason.Own {
			own = map[string]bool{r.Solution: true}
		}
		board, _ := r.Board() // checked above
		at, known := place[r.Puzzle]
		if !known {
			at = len(view.Puzzles)
			place[r.Puzzle] = at
			view.Puzzles = append(view.Puzzles, puzzleView{Title: terminal.Escape(strings.TrimSpace(r.Problem + " " + r.Case)),
				Problem: terminal.Escape(r.Problem), Case: terminal.Escape(r.Case), boardData: dataOf(board),
				Board: pictureOf(say.Of("the puzzle"), board, kindIn(board))})
		}
		view.Puzzles[at].Runs = append(view.Puzzles[at].Runs, viewRun(board, r, room.replay/len(replays)))
		here[r.Puzzle] = append(here[r.Puzzle], r)
	}
	for puzzle, i := range place {
		p := &view.Puzzles[i]
		p.Pair = firstPair(p.Runs, own)
		for _, r := range reasonsFor(here[puzzle], p.Pair) {
			p.Reasons = append(p.Reasons, *r.Reason)
		}
	}
	view.Finding = replayFinding(view.Puzzles, run)
	return view
}

// reasonsFor returns the histories of a puzzle whose reason is below its boards: those of the user's own programs, or
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

// firstPair returns the run that is on the large board, and the one on a small board beside it: the user's own program,
// or the run that needed most, and the one of the others that needed least to solve the puzzle.
func firstPair(runs []runView, own map[string]bool) []int {
	order := make([]int, len(runs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(runs[b].Total, runs[a].Total) })
	if at := slices.IndexFunc(order, func(i int) bool { return own[runs[i].Of.Solution] }); at > 0 {
		order[0], order[at] = order[at], order[0]
	}
	pair := order[:1]
	for _, i := range order[1:] {
		if best := pair[len(pair)-1]; len(pair) == 1 || runs[i].Solved && (!runs[best].Solved || runs[i].Total < runs[best].Total) {
			pair = []int{order[0], i}
		}
	}
	return pair
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
		// A little less than the proportion, so that two or three rounds are enough.
		steps = steps[:int(float64(len(steps))*0.97*float64(limit)/float64(len(packed)))]
	}
}
