// Package recorder is the part of a replay that runs inside the traced program: recorder.go and maps.go are
// compiled together with it, as files of its package main. So its names all begin with judge, it may be compiled
// as old Go, and it talks to the outside through one file of a fixed size:
//
//	0    "SJH3"
//	4    the size of the board, the width and the height of its regions, a byte each
//	7    1 when the board is solved
//	8    how many steps there were, 8 bytes, low byte first, as all numbers here
//	16   how many changes are kept, 4 bytes
//	20   how many steps go into a bucket of the outline, 4 bytes
//	24   how many digits were placed, 8 bytes
//	32   how many dead ends there were, 8 bytes: steps that took digits back right after one that did not
//	40   how many digits were taken back, 8 bytes
//	48   how many cells were filled at the deepest dead end, 2 bytes, and 2 that are not used
//	52   the outline, 512 buckets: the fewest and the most cells filled within it, a byte each
//	1076 the puzzle, 256 bytes: a byte a cell, 0 for a blank
//	1332 the changes of the steps kept, 10 bytes each: cell, value (0: withdrawn), in 2 bytes each the cells
//	     filled and the line of the source behind which it was seen, and in 4 the candidates left, bit d for
//	     the digit d, if those are what was watched. Bit 0: it is of the same step as the one before
package recorder

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"strings"
)

//go:embed recorder.go
var recorder string

//go:embed maps.go
var maps string

// Sources are the files to be compiled with the traced program, by name.
func Sources() map[string]string {
	inMain := func(source string) string { return strings.Replace(source, "package recorder", "package main", 1) }
	return map[string]string{"judge_recorder.go": inMain(recorder), "judge_maps.go": inMain(maps)}
}

// Variable names the environment variable that holds the file's path.
const Variable = "JUDGE_HISTORY"

const (
	magic = "SJH3"

	atTotal   = 8
	atKept    = 16
	atWidth   = 20
	atPlaced  = 24
	atDead    = 32
	atBack    = 40
	atDeepest = 48
	atOutline = 52
	buckets   = 512
	atBoard   = atOutline + 2*buckets
	first     = atBoard + 256
	aStep     = 10
)

// Blank returns the file as it must be before the program starts, with room for so many changes.
func Blank(size, width, height int, puzzle []int, changes int) []byte {
	file := make([]byte, first+aStep*changes)
	copy(file, magic)
	file[4], file[5], file[6] = byte(size), byte(width), byte(height)
	file[atWidth] = 1
	for i, v := range puzzle {
		file[atBoard+i] = byte(v)
	}
	return file
}

// History is what the file says afterwards.
type History struct {
	Steps           []Step
	Total           int // steps
	Placed, Back    int // digits placed, and taken back
	Dead, Deepest   int // dead ends, and the cells filled at the deepest
	Solved          bool
	Outline         []Range // of the cells filled, over all steps
	StepsInEachPart int     // of the outline
}

// Step is a change of a cell; Filled counts the cells filled beyond the puzzle's after it. Fits are the
// candidates left, bit d for the digit d, 0 if they were not watched. With tells that the change is of the
// same step as the one before.
type Step struct {
	Cell, Value, Filled, Line int
	Fits                      uint32
	With                      bool
}

// Range is the fewest and the most cells filled in a part of a history.
type Range struct{ Low, High int }

var errSpoiled = errors.New("the history was overwritten by the program itself")

// Read reads the file. The program could write into it, so nothing in it is believed.
func Read(file []byte, size int) (History, error) {
	if len(file) < first || string(file[:4]) != magic {
		return History{}, errSpoiled
	}
	number := func(at int) uint64 { return binary.LittleEndian.Uint64(file[at:]) }
	kept := int(binary.LittleEndian.Uint32(file[atKept:]))
	total, placed, back, dead := number(atTotal), number(atPlaced), number(atBack), number(atDead)
	deepest := int(binary.LittleEndian.Uint16(file[atDeepest:]))
	width := uint64(binary.LittleEndian.Uint32(file[atWidth:]))
	if kept > (len(file)-first)/aStep || total > 1<<48 || placed > total*uint64(size*size) || back > placed+uint64(size*size) ||
		dead > back || deepest > size*size || width == 0 {
		return History{}, errSpoiled
	}
	h := History{Steps: make([]Step, kept), Total: int(total), Placed: int(placed), Back: int(back), Dead: int(dead), Deepest: deepest,
		Solved: file[7] == 1, StepsInEachPart: int(width)}
	steps := uint64(0)
	for i := range h.Steps {
		at := file[first+i*aStep:]
		marks := binary.LittleEndian.Uint32(at[6:])
		s := Step{int(at[0]), int(at[1]), int(binary.LittleEndian.Uint16(at[2:])), int(binary.LittleEndian.Uint16(at[4:])), marks &^ 1, marks&1 != 0}
		if s.Cell >= size*size || s.Value > size || s.Filled > size*size || s.Fits >= 2<<size || s.With && i == 0 {
			return History{}, errSpoiled
		}
		if !s.With {
			steps++
		}
		h.Steps[i] = s
	}
	if steps > total {
		return History{}, errSpoiled
	}
	// The program may have been stopped in the middle of a bucket.
	for i := range min((total+width-1)/width, buckets) {
		at := file[atOutline+2*i:]
		high := min(int(at[1]), size*size)
		h.Outline = append(h.Outline, Range{min(int(at[0]), high), high})
	}
	return h, nil
}
