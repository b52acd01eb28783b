package result

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
)

// mostChanges is more than any history has that the judge keeps.
const mostChanges = 1 << 20

// packedSteps are the steps of a replay in JSON, as a page has them: see StepBytes.
type packedSteps struct {
	Changes int    `json:"changes"`
	Packed  string `json:"changes_packed"`
}

// MarshalJSON adds the steps.
func (r Replay) MarshalJSON() ([]byte, error) {
	return marshal(r, "changes", len(r.Steps), "changes_packed", Pack(StepBytes(r.Steps)))
}

// UnmarshalJSON implements json.Unmarshaler. Anybody may have written the replay, so every value is checked.
func (r *Replay) UnmarshalJSON(text []byte) error {
	var in packedSteps
	err := cmp.Or(unmarshal(text, r), notOurs(json.Unmarshal(text, &in)))
	if err == nil {
		r.Steps, err = r.unpack(in)
	}
	if board, _ := r.Board(); err == nil &&
		(r.Kept() > r.Total || !r.Reason.fits(len(board.Cells), r.Kept()) || !r.Insight.fits(board, r.Placed)) {
		err = errSpoilt
	}
	if err != nil {
		return say.Errorf("replay of %s: %w", r.Solution, err)
	}
	return nil
}

// unpack reads the steps.
func (r *Replay) unpack(in packedSteps) ([]Step, error) {
	board, ok := r.Board()
	if !ok || in.Changes < 0 || in.Changes > mostChanges || r.Total < 0 || r.Placed < 0 || r.Back < 0 || r.PartSteps < 0 || r.Watched < 0 {
		return nil, errSpoilt
	}
	// A change takes two numbers of at most three bytes each, and a byte.
	data, err := unpack(in.Packed, int64(9*in.Changes)+1)
	if err != nil {
		return nil, errSpoilt
	}
	return readSteps(data, in.Changes, board)
}

var errSpoilt error = say.Errorf("its steps are none that a board can take")

// readSteps undoes StepBytes, and counts again how many cells are filled.
func readSteps(data []byte, changes int, puzzle sudoku.Board) ([]Step, error) {
	steps, from := make([]Step, changes), &packedNumbers{data: data}
	cell, line := int64(0), int64(0)
	for i := range steps {
		cell += from.signed()
		from.spoilt = from.spoilt || cell < 0 || cell >= int64(len(puzzle.Cells))
		steps[i].Cell = int(cell)
	}
	for i := range steps {
		line += from.signed()
		from.spoilt = from.spoilt || line < 0 || line > 1<<16
		steps[i].Line = int(line)
	}
	if from.spoilt || len(from.data) != changes {
		return nil, errSpoilt
	}
	for i, value := range from.data {
		if int(value) > puzzle.Size {
			return nil, errSpoilt
		}
		steps[i].Value = int(value)
	}
	measureDepth(steps, puzzle)
	return steps, nil
}

// measureDepth counts how many cells are filled beyond the puzzle's after each step.
func measureDepth(steps []Step, puzzle sudoku.Board) {
	board, filled := puzzle.Clone(), 0
	for i, s := range steps {
		if s.Value != 0 {
			filled++
		}
		if board.Cells[s.Cell] != 0 {
			filled--
		}
		board.Cells[s.Cell] = s.Value
		steps[i].Depth = max(0, filled)
	}
}

// Board is the puzzle of a replay, with regions of the shape that it had there.
func (r Replay) Board() (sudoku.Board, bool) {
	b, ok := sudoku.ParseAny(r.Puzzle)
	if ok && r.W*r.H == b.Size {
		b.W, b.H = r.W, r.H
	}
	return b, ok && b.Size == r.Size
}

// StepBytes writes all cells, each as the zigzag varint of its distance from the previous one, then the lines of the
// source in the same way, then all values, a byte each: separated like this they compress better.
func StepBytes(steps []Step) []byte {
	data := make([]byte, 0, 3*len(steps)+8)
	for _, of := range []func(Step) int{func(s Step) int { return s.Cell }, func(s Step) int { return s.Line }} {
		last := 0
		for _, s := range steps {
			data = binary.AppendVarint(data, int64(of(s)-last))
			last = of(s)
		}
	}
	for _, s := range steps {
		data = append(data, byte(s.Value))
	}
	return data
}

// unpack undoes Pack, and reads at most so many bytes.
func unpack(text string, most int64) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), most))
}

// Pack deflates data and makes text of it.
func Pack(data []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // this level exists, so there is no error
	w.Write(data)                                      // a buffer takes everything
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}
