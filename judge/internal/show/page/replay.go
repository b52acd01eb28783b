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
	Told    bool // the headline of the page is about it
	Later   bool // the parts below the boards wait until the boards are painted
	packed  []puzzleData
}

type puzzleView struct {
	Title   string
	Pair    []int // the two of its runs that stand side by side at first
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
	Stills            []boardView // telling moments, for paper
}

// puzzleData is one puzzle with the histories of all who tried it.
type puzzleData struct {
	Title   string    `json:"title"`
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
	Name    string         `json:"name"`
	Total   int            `json:"total"`
	Kept    int            `json:"kept"`
	Changes int            `json:"changes"`
	Fits    bool           `json:"fits"`
	Placed  int            `json:"placed"`
	Dead    int            `json:"dead"`
	Deepest int            `json:"deepest"`
	Solved  bool           `json:"solved"`
	Note    both           `json:"note"`
	Outline []int          `json:"outline"` // the least and the greatest depth, part by part
	Part    int            `json:"part"`    // steps in each part
	Code    map[int]string `json:"code"`    // the lines of the source that its steps name
	First   *momentData    `json:"first,omitempty"`
	Steps   string         `json:"steps"`
}

// momentData is a moment of a history that has something to show: the number of steps before it, the cells, the words.
type momentData struct {
	Steps int   `json:"steps"`
	Cells []int `json:"cells"`
	Text  both  `json:"text"`
}

func packRun(r result.Replay, packed, source string) runData {
	d := runData{Name: terminal.Escape(r.Solution), Total: r.Total, Kept: r.Kept(), Changes: len(r.Steps), Fits: result.HasCandidates(r.Steps),
		Placed: r.Placed, Dead: r.DeadEnds, Deepest: r.Deepest, Solved: r.Solved, Note: spoken(r.Note),
		Outline: []int{}, Part: r.PartSteps, Steps: packed}
	if d.Kept < r.Total {
		for _, part := range r.Outline {
			d.Outline = append(d.Outline, part[:]...)
		}
	}
	if r.Reason != nil && r.Reason.First != nil && r.Reason.First.Steps < d.Kept {
		first := r.Reason.First
		d.First = &momentData{Steps: first.Steps, Cells: first.Cells, Text: spoken(first.Text)}
	}
	d.Code = linesOf(source, r.Steps, func(s result.Step) int { return s.Line })
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

func viewReplays(run result.Run, room budget) replaysView {
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
			view.packed = append(view.packed, puzzleData{Title: terminal.Escape(where), Size: board.Size, W: board.W, H: board.H, Puzzle: board.Cells, Letters: board.Letters})
		}
		packed := ""
		r.Steps, packed = packSteps(r.Steps, room.replay/len(replays))
		view.Puzzles[at].Runs = append(view.Puzzles[at].Runs, runView{Name: r.Solution, Total: r.Total, Kept: r.Kept(), Placed: r.Placed,
			Withdrawn: r.Back, DeadEnds: r.DeadEnds, Deepest: r.Deepest, Solved: r.Solved, Note: r.Note, Stills: stills(view.Puzzles[at].asked, r)})
		view.packed[at].Runs = append(view.packed[at].Runs, packRun(r, packed, sourceOf(run.Results, r.Solution)))
	}
	for puzzle, i := range place {
		elsewhere := func(r result.Replay) bool { return r.Puzzle != puzzle }
		here := slices.DeleteFunc(slices.Clone(replays), elsewhere)
		view.Puzzles[i].Pair = firstPair(view.Puzzles[i].Runs, report.OwnPrograms(run))
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

// firstPair returns the two runs that stand side by side at first: the one that needed least to solve the puzzle and the
// one that needed most. If one of them is the user's own program, it stands beside the best of the others.
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
	if i := slices.IndexFunc(order, func(i int) bool { return own[runs[i].Name] }); i >= 0 && len(order) > 1 {
		return []int{order[map[bool]int{true: 1, false: 0}[i == 0]], order[i]}
	}
	least := order[0]
	most := slices.MaxFunc(order, func(a, b int) int { return cmp.Compare(runs[a].Total, runs[b].Total) })
	if most == least {
		return order[:min(2, len(order))]
	}
	return []int{least, most}
}

// Lanes returns the runs that the page shows before its script moves them.
func (v replaysView) Lanes() (lanes []laneView) {
	if len(v.Puzzles) == 0 {
		return nil
	}
	p := v.Puzzles[0]
	for _, i := range p.Pair {
		lanes = append(lanes, laneView{p.Runs[i].Name, p.Board, p.Runs[i].Note})
	}
	return lanes
}

// Big reports whether a board needs the whole width of a phone, because it is alone, is large or shows candidates.
func (v replaysView) Big() bool {
	if len(v.packed) == 0 {
		return false
	}
	p := v.packed[0]
	return len(p.Pair) == 1 || p.Size > 9 || slices.ContainsFunc(p.Pair, func(i int) bool { return p.Runs[i].Fits })
}

// laneView is a run as it stands before its first step.
type laneView struct {
	Name  string
	Board boardView
	Note  say.Message
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

// stills draws three moments of a history: its first dead end, its deepest dead end, and its end.
func stills(puzzle sudoku.Board, r result.Replay) (boards []boardView) {
	first, deepest, kept := deadEnds(puzzle, r.Steps)
	board := puzzle.Clone()
	draw := func(caption say.Message) {
		boards = append(boards, pictureOf(caption, board, kindIn(puzzle)))
	}
	step := 0
	for _, s := range r.Steps {
		if !s.With {
			switch step {
			case first:
				draw(say.Of("before its first dead end, step %s", terminal.Thousands(int64(step))))
			case deepest:
				draw(say.Of("before its deepest dead end, step %s", terminal.Thousands(int64(step))))
			}
			step++
		}
		board.Cells[s.Cell] = s.Value
	}
	if kept < r.Total {
		draw(say.Of("where the record stops, step %s", terminal.Thousands(int64(kept))))
	} else {
		draw(say.Of("the end, step %s", terminal.Thousands(int64(kept))))
	}
	return boards
}

// deadEnds counts the steps before the first dead end and before the deepest one, -1 if there is none, and all steps.
// A dead end is a step that takes digits back right after a step that did not.
func deadEnds(puzzle sudoku.Board, steps []result.Step) (first, deepest, all int) {
	first, deepest = -1, -1
	board := puzzle.Clone()
	most, depth, rose := 0, 0, false
	for i := 0; i < len(steps); all++ {
		back := false
		for begin := i; i < len(steps) && (i == begin || steps[i].With); i++ {
			s := steps[i]
			back = back || board.Cells[s.Cell] != 0 && s.Value != board.Cells[s.Cell]
			board.Cells[s.Cell] = s.Value
		}
		if back && rose {
			if first < 0 {
				first, deepest = all, all
			}
			if depth > most {
				most, deepest = depth, all
			}
		}
		depth, rose = steps[i-1].Depth, !back
	}
	return first, deepest, all
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
