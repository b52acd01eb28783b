package result

import (
	"cmp"
	"encoding/json"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
)

// mostChanges is more than any history has that the judge keeps.
const mostChanges = 1 << 18

var stepColumns = columns[Step]{
	func(s *Step) *int { return &s.Cell }, func(s *Step) *int { return &s.Line }, func(s *Step) *int { return &s.Value },
}

// StepBytes writes the steps of a replay.
func StepBytes(steps []Step) []byte { return stepColumns.append(nil, steps) }

// MarshalJSON adds the steps.
func (r Replay) MarshalJSON() ([]byte, error) {
	return marshal(r, "changes", len(r.Steps), "changes_packed", Pack(StepBytes(r.Steps)))
}

// UnmarshalJSON implements json.Unmarshaler. Anybody may have written the replay, so every value is checked.
func (r *Replay) UnmarshalJSON(text []byte) error {
	var in struct {
		Changes int    `json:"changes"`
		Packed  string `json:"changes_packed"`
	}
	err := cmp.Or(unmarshal(text, r), notOurs(json.Unmarshal(text, &in)))
	if err == nil && !r.readSteps(in.Changes, in.Packed) {
		err = errSpoilt
	}
	if err != nil {
		return say.Errorf("replay of %s: %w", r.Solution, err)
	}
	return nil
}

var errSpoilt error = say.Errorf("its steps are none that a board can take")

// readSteps reads the steps, and counts again how many cells are filled beyond the puzzle's after each.
func (r *Replay) readSteps(changes int, packed string) bool {
	board, ok := r.Board()
	if !ok || changes > mostChanges || min(changes, r.Total, r.Placed, r.Back, r.PartSteps, int(r.Watched)) < 0 {
		return false
	}
	from := unpack(packed, len(stepColumns)*changes)
	r.Steps = stepColumns.read(from, changes)
	now, filled := board.Clone(), 0
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Cell < 0 || s.Cell >= len(now.Cells) || min(s.Line, s.Value) < 0 || s.Line > 1<<16 || s.Value > board.Size {
			return false
		}
		if s.Value != 0 {
			filled++
		}
		if now.Cells[s.Cell] != 0 {
			filled--
		}
		now.Cells[s.Cell] = s.Value
		s.Depth = max(0, filled)
	}
	return from.good() && changes <= r.Total && r.Reason.fits(len(board.Cells), changes) && r.Insight.fits(board, r.Placed)
}

// Board is the puzzle of a replay, with regions of the shape that it had there.
func (r Replay) Board() (sudoku.Board, bool) {
	b, ok := sudoku.ParseAny(r.Puzzle)
	if ok && r.W*r.H == b.Size {
		b.W, b.H = r.W, r.H
	}
	return b, ok && b.Size == r.Size
}
