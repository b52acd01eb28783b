// Package recorder is the part of a replay that runs inside the traced program: recorder.go is compiled
// together with it, as a file of its package main. So its names all begin with judge, it may be compiled
// as old Go, and it talks to the outside through one file of a fixed size:
//
//	0   "SJH1"
//	4   the size of the board, the width and the height of its regions, a byte each
//	7   1 when the board is solved
//	8   how many steps there were, 8 bytes, low byte first, as all numbers here
//	16  how many of them are kept, 4 bytes
//	20  the puzzle, 256 bytes: a byte a cell, 0 for a blank
//	276 the steps kept, 4 bytes each: cell, value (0: withdrawn), and in 2 bytes the cells filled
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
	magic = "SJH1"
	first = 276
	aStep = 4
)

// Blank returns the file as it must be before the program starts, with room for so many steps.
func Blank(size, width, height int, puzzle []int, steps int) []byte {
	file := make([]byte, first+aStep*steps)
	copy(file, magic)
	file[4], file[5], file[6] = byte(size), byte(width), byte(height)
	for i, v := range puzzle {
		file[20+i] = byte(v)
	}
	return file
}

// History is what the file says afterwards.
type History struct {
	Steps  []Step
	Total  int
	Solved bool
}

// Step is a change of a cell; Filled counts the cells filled beyond the puzzle's after it.
type Step struct {
	Cell, Value, Filled int
}

var errSpoiled = errors.New("the history was overwritten by the program itself")

// Read reads the file. The program could write into it, so nothing in it is believed.
func Read(file []byte, size int) (History, error) {
	if len(file) < first || string(file[:4]) != magic {
		return History{}, errSpoiled
	}
	kept := int(binary.LittleEndian.Uint32(file[16:]))
	total := binary.LittleEndian.Uint64(file[8:])
	if kept > (len(file)-first)/aStep || total < uint64(kept) || total > 1<<62 {
		return History{}, errSpoiled
	}
	h := History{Steps: make([]Step, kept), Total: int(total), Solved: file[7] == 1}
	for i := range h.Steps {
		at := file[first+i*aStep:]
		s := Step{int(at[0]), int(at[1]), int(binary.LittleEndian.Uint16(at[2:]))}
		if s.Cell >= size*size || s.Value > size || s.Filled > size*size {
			return History{}, errSpoiled
		}
		h.Steps[i] = s
	}
	return h, nil
}
