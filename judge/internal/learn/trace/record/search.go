package record

import (
	"encoding/binary"
	"unicode/utf8"
)

// The words about calls and tables. Each is followed by two numbers of 8 bytes, X and Y.
const (
	ALevel  = 0x91
	AnEnter = 0x92
	ALeave  = 0x93
	ANumber = 0x94 // an argument of the call before
	ATable  = 0x95
	ASet    = 0x96
	AStore  = 0x97
	ARange  = 0x98
	ABlock  = 0x99
	AName   = 0xA0
)

// The limits of a search.
const (
	MostWrites = 1_000_000
	MostTree   = 20_000
	mostEvents = MostWrites + MostWrites/2
	mostNames  = 20_000
)

// Event is a word about calls or tables.
type Event struct {
	Kind, A byte
	Low     uint16
	X, Y    uint64
}

// Name is a name that a program gave to a function, a table or a text, and its line.
type Name struct {
	Text string
	Line int
}

// event reads one of these words.
func (r *reader) event(w [4]byte, low uint16) error {
	b, err := r.take(16)
	if err != nil {
		return err
	}
	e := Event{w[1], w[0], low, binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
	if e.Kind == AName {
		return r.name(e)
	}
	if len(r.out.Events) == mostEvents {
		return damaged
	}
	r.out.Events = append(r.out.Events, e)
	return nil
}

func (r *reader) name(e Event) error {
	if e.X > mostName || len(r.out.Names) == mostNames {
		return damaged
	}
	b, err := r.take((int(e.X) + 3) &^ 3)
	if err != nil {
		return err
	}
	text := string(b[:e.X])
	if !utf8.ValidString(text) || e.Y > 1<<16 {
		return damaged
	}
	if r.out.Names == nil {
		r.out.Names = map[uint16]Name{}
	}
	r.out.Names[e.Low] = Name{text, int(e.Y)}
	return nil
}

// Place is where an address of the program belongs to in the user's file.
type Place struct {
	Function string
	Line     int
}

// Symbol is a variable of the program that has an address of its own.
type Symbol struct {
	Name     string
	At, Size uint64
}
