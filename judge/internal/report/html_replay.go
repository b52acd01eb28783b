package report

import (
	"encoding/binary"
	"slices"
	"strings"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

// replaysView is the replays as the page shows them without its script, and packed for it.
type replaysView struct {
	Puzzles []puzzleView
	Finding say.Message
	packed  []puzzleData
}

type puzzleView struct {
	Title string
	Board boardView
	Runs  []runView
}

type runView struct {
	Name              string
	Total, Kept       int // steps: in all, in the page
	Placed, Withdrawn int
	DeadEnds, Deepest int
	Solved            bool
	Note              say.Message
}

// puzzleData is one puzzle with the histories of all who tried it.
type puzzleData struct {
	Title  string    `json:"title"`
	Size   int       `json:"size"`
	W      int       `json:"w"` // of a region
	H      int       `json:"h"`
	Puzzle []int     `json:"puzzle"`
	Runs   []runData `json:"runs"`
}

// runData is one history. Steps packs first the cell of every step, as the zigzag varint of its
// distance from the step before, then all values, a byte each: apart, both deflate better.
type runData struct {
	Name   string `json:"name"`
	Total  int    `json:"total"`
	Kept   int    `json:"kept"`
	Solved bool   `json:"solved"`
	Note   both   `json:"note"` // in English and Chinese
	Steps  string `json:"steps"`
}

func viewReplays(extras Extras, room budget) replaysView {
	var view replaysView
	place := map[string]int{}
	var replays []verdict.Replay
	for _, r := range extras.Replays {
		if _, ok := boardOf(r); ok {
			replays = append(replays, r)
		}
	}
	for _, r := range replays {
		at, known := place[r.Puzzle]
		if !known {
			at = len(view.Puzzles)
			where := strings.TrimSpace(r.Problem + " " + r.Case)
			place[r.Puzzle] = at
			board, _ := boardOf(r) // as above
			given := func(int) string { return "given" }
			view.Puzzles = append(view.Puzzles, puzzleView{Title: where, Board: pictureOf(say.Of("the puzzle"), board, given)})
			view.packed = append(view.packed, puzzleData{Title: screen.Escape(where), Size: board.Size, W: board.W, H: board.H, Puzzle: board.Cells})
		}
		steps, packed := packSteps(r.Steps, room.replay/len(replays))
		run := viewRun(r)
		run.Kept = len(steps)
		view.Puzzles[at].Runs = append(view.Puzzles[at].Runs, run)
		view.packed[at].Runs = append(view.packed[at].Runs, runData{screen.Escape(r.Solution), run.Total, len(steps), r.Solved, spoken(r.Note), packed})
	}
	view.Finding = replayFinding(view.Puzzles)
	return view
}

// boardOf is the puzzle of a replay, with regions of the shape that it had there.
func boardOf(r verdict.Replay) (sudoku.Board, bool) {
	b, ok := sudoku.ParseAny(r.Puzzle)
	if ok && r.W*r.H == b.Size {
		b.W, b.H = r.W, r.H
	}
	return b, ok && b.Size == r.Size
}

func viewRun(r verdict.Replay) runView {
	return runView{Name: r.Solution, Total: r.Total, Placed: r.Placed, Withdrawn: r.Withdrawn(), DeadEnds: r.DeadEnds, Deepest: r.Deepest, Solved: r.Solved, Note: r.Note}
}

// replayFinding compares the shortest and the longest way to the first puzzle's solution.
func replayFinding(puzzles []puzzleView) say.Message {
	if len(puzzles) == 0 {
		return say.Message{}
	}
	var solved []runView
	for _, r := range puzzles[0].Runs {
		if r.Solved {
			solved = append(solved, r)
		}
	}
	if len(solved) == 0 {
		return say.Of("Nobody solved this puzzle")
	}
	fewer := func(a, b runView) int { return a.Total - b.Total }
	least, most := slices.MinFunc(solved, fewer), slices.MaxFunc(solved, fewer)
	if least.Total == most.Total {
		return say.Of("%s takes %s steps on this puzzle", screen.Escape(least.Name), screen.Thousands(int64(least.Total)))
	}
	return say.Of("Same puzzle: %[1]s takes %[2]s steps, %[3]s takes %[4]s", screen.Escape(least.Name), screen.Thousands(int64(least.Total)), screen.Escape(most.Name), screen.Thousands(int64(most.Total)))
}

// packSteps packs as many of the first steps as fit into limit bytes.
func packSteps(steps []verdict.Step, limit int) ([]verdict.Step, string) {
	for {
		packed := pack(stepBytes(steps))
		if len(packed) <= limit || len(steps) == 0 {
			return steps, packed
		}
		// A little fewer than the proportion says, so that two or three rounds do.
		steps = steps[:int(float64(len(steps))*0.97*float64(limit)/float64(len(packed)))]
	}
}

func stepBytes(steps []verdict.Step) []byte {
	data := make([]byte, 0, 2*len(steps)+8)
	last := 0
	for _, s := range steps {
		data = binary.AppendVarint(data, int64(s.Cell-last))
		last = s.Cell
	}
	for _, s := range steps {
		data = append(data, byte(s.Value))
	}
	return data
}
