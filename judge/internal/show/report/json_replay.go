package report

import (
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"io"
	"math/bits"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// jsonReplay is a history with its steps as a page has them: see stepBytes.
type jsonReplay struct {
	Solution  string      `json:"solution"`
	Problem   string      `json:"problem,omitempty"`
	Case      string      `json:"case,omitempty"`
	Puzzle    string      `json:"puzzle"`
	Size      int         `json:"size"`
	W         int         `json:"region_width"`
	H         int         `json:"region_height"`
	Total     int         `json:"steps"`
	Placed    int         `json:"placed"`
	Back      int         `json:"taken_back"`
	DeadEnds  int         `json:"dead_ends"`
	Deepest   int         `json:"deepest"`
	Solved    bool        `json:"solved"`
	Stopped   bool        `json:"stopped,omitempty"`
	Note      string      `json:"note,omitempty"`
	Value     say.Message `json:"note_value,omitzero"`
	Outline   [][2]int    `json:"outline"`
	PartSteps int         `json:"outline_steps"`
	Changes   int         `json:"changes"`
	Marks     bool        `json:"candidates,omitempty"` // the changes are of these
	Packed    string      `json:"changes_packed"`
	Bytes     rawTexts    `json:"bytes,omitempty"`
}

// mostChanges is more than any history has that the judge keeps.
const mostChanges = 1 << 20

func replayJSON(r result.Replay) jsonReplay {
	out := jsonReplay{Puzzle: r.Puzzle, Size: r.Size, W: r.W, H: r.H, Total: r.Total, Placed: r.Placed, Back: r.Back,
		DeadEnds: r.DeadEnds, Deepest: r.Deepest, Solved: r.Solved, Stopped: r.Stopped, Note: r.Note.String(), Value: r.Note, Outline: r.Outline, PartSteps: r.PartSteps,
		Changes: len(r.Steps), Marks: hasCandidates(r.Steps), Packed: pack(stepBytes(r.Steps))}
	out.Solution, out.Problem, out.Case = out.Bytes.keep("solution", r.Solution), out.Bytes.keep("problem", r.Problem), out.Bytes.keep("case", r.Case)
	return out
}

// read makes of it the replay that it was. It may be anybody's, so what it claims is held to what a board
// can be.
func (r jsonReplay) read() (result.Replay, error) {
	out := result.Replay{Solution: r.Bytes.text("solution", r.Solution), Problem: r.Bytes.text("problem", r.Problem), Case: r.Bytes.text("case", r.Case),
		Puzzle: r.Puzzle, Size: r.Size, W: r.W, H: r.H, Total: r.Total, Placed: r.Placed, Back: r.Back,
		DeadEnds: r.DeadEnds, Deepest: r.Deepest, Solved: r.Solved, Stopped: r.Stopped, Note: r.Value, Outline: r.Outline, PartSteps: r.PartSteps}
	board, ok := boardOf(out)
	if !ok || r.Changes < 0 || r.Changes > mostChanges || r.Total < 0 || r.Placed < 0 || r.Back < 0 || r.PartSteps < 0 {
		return out, errSpoilt
	}
	raw, err := base64.StdEncoding.DecodeString(r.Packed)
	if err != nil {
		return out, errSpoilt
	}
	// A change takes three numbers, of which none has more than three bytes.
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(strings.NewReader(string(raw))), int64(9*r.Changes)+1))
	if err != nil {
		return out, errSpoilt
	}
	out.Steps, err = readSteps(data, r.Changes, r.Marks, board)
	if err == nil && out.Kept() > out.Total {
		err = errSpoilt
	}
	return out, err
}

var errSpoilt error = say.Errorf("its steps are none that a board can take")

// readSteps undoes stepBytes, and counts again how many cells are filled.
func readSteps(data []byte, changes int, marks bool, puzzle sudoku.Board) ([]result.Step, error) {
	steps := make([]result.Step, changes)
	cell, line := int64(0), int64(0)
	for i := range steps {
		by, n := binary.Varint(data)
		if cell += by; n <= 0 || cell < 0 || cell >= int64(len(puzzle.Cells)) {
			return nil, errSpoilt
		}
		steps[i].Cell, data = int(cell), data[n:]
	}
	for i := range steps {
		by, n := binary.Varint(data)
		if line += by; n <= 0 || line < 0 || line > 1<<16 {
			return nil, errSpoilt
		}
		steps[i].Line, data = int(line), data[n:]
	}
	fits := map[int]uint32{}
	for i := range steps {
		s := &steps[i]
		n := 1
		if marks {
			var changed uint64
			changed, n = binary.Uvarint(data)
			fits[s.Cell] ^= uint32(changed) &^ 1
			s.Fits, s.With = fits[s.Cell], changed&1 != 0 && i > 0
			if bits.OnesCount32(s.Fits) == 1 {
				s.Value = bits.TrailingZeros32(s.Fits)
			}
		} else if len(data) > 0 {
			s.Value = int(data[0])
		}
		if n <= 0 || n > len(data) || s.Value > puzzle.Size || s.Fits >= 2<<puzzle.Size {
			return nil, errSpoilt
		}
		data = data[n:]
	}
	if len(data) > 0 {
		return nil, errSpoilt
	}
	measureDepth(steps, puzzle)
	return steps, nil
}

// measureDepth counts how many cells are filled beyond the puzzle's after each step.
func measureDepth(steps []result.Step, puzzle sudoku.Board) {
	board, filled := puzzle.Clone(), 0
	for i := 0; i < len(steps); {
		begin := i
		for ; i < len(steps) && (i == begin || steps[i].With); i++ {
			s := steps[i]
			if s.Value != 0 {
				filled++
			}
			if board.Cells[s.Cell] != 0 {
				filled--
			}
			board.Cells[s.Cell] = s.Value
		}
		for k := begin; k < i; k++ {
			steps[k].Depth = max(0, filled)
		}
	}
}
