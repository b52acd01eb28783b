// Package recorder is the part of a replay that runs inside the traced program: recorder.go is compiled
// together with it, as a file of its package main. So its names all begin with judge, it may be compiled
// as old Go, and it talks to the outside through one file of a fixed size:
//
//	0    "SJH2"
//	4    the size of the board, the width and the height of its regions, a byte each
//	7    1 when the board is solved
//	8    how many steps there were, 8 bytes, low byte first, as all numbers here
//	16   how many of them are kept, 4 bytes
//	20   how many steps go into a bucket of the outline, 4 bytes
//	24   how many steps placed a digit, 8 bytes
//	32   how many dead ends there were, 8 bytes: digits taken back right after they were placed
//	40   how many cells were filled at the deepest of these, 2 bytes, and 2 that are not used
//	44   the outline, 512 buckets: the fewest and the most cells filled within it, a byte each
//	1068 the puzzle, 256 bytes: a byte a cell, 0 for a blank
//	1324 the steps kept, 6 bytes each: cell, value (0: withdrawn), and in 2 bytes each the cells filled
//	     and the line of the source behind which it was seen
package recorder

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"strings"
)

//go:embed recorder.go
var source string

// Source is the file to be compiled with the traced program.
func Source() string { return strings.Replace(source, "package recorder", "package main", 1) }

// Variable names the environment variable that holds the file's path.
const Variable = "JUDGE_HISTORY"

const (
	magic = "SJH2"

	atTotal   = 8
	atKept    = 16
	atWidth   = 20
	atPlaced  = 24
	atDead    = 32
	atDeepest = 40
	atOutline = 44
	buckets   = 512
	atBoard   = atOutline + 2*buckets
	first     = atBoard + 256
	aStep     = 6
)

// Blank returns the file as it must be before the program starts, with room for so many steps.
func Blank(size, width, height int, puzzle []int, steps int) []byte {
	file := make([]byte, first+aStep*steps)
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
	Total, Placed   int
	Dead, Deepest   int // dead ends, and the cells filled at the deepest
	Solved          bool
	Outline         []Range // of the cells filled, over all steps
	StepsInEachPart int     // of the outline
}

// Step is a change of a cell; Filled counts the cells filled beyond the puzzle's after it.
type Step struct {
	Cell, Value, Filled, Line int
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
	total, placed, dead := number(atTotal), number(atPlaced), number(atDead)
	deepest := int(binary.LittleEndian.Uint16(file[atDeepest:]))
	width := uint64(binary.LittleEndian.Uint32(file[atWidth:]))
	if kept > (len(file)-first)/aStep || total < uint64(kept) || total > 1<<62 || placed > total || dead > placed ||
		deepest > size*size || width == 0 {
		return History{}, errSpoiled
	}
	h := History{Steps: make([]Step, kept), Total: int(total), Placed: int(placed), Dead: int(dead), Deepest: deepest,
		Solved: file[7] == 1, StepsInEachPart: int(width)}
	for i := range h.Steps {
		at := file[first+i*aStep:]
		s := Step{int(at[0]), int(at[1]), int(binary.LittleEndian.Uint16(at[2:])), int(binary.LittleEndian.Uint16(at[4:]))}
		if s.Cell >= size*size || s.Value > size || s.Filled > size*size {
			return History{}, errSpoiled
		}
		h.Steps[i] = s
	}
	// The program may have been stopped in the middle of a bucket.
	for i := range min((total+width-1)/width, buckets) {
		at := file[atOutline+2*i:]
		high := min(int(at[1]), size*size)
		h.Outline = append(h.Outline, Range{min(int(at[0]), high), high})
	}
	return h, nil
}
