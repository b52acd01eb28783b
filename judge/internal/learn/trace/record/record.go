// Package record knows and reads the one format in which a watched program of any language tells what it did. The
// program could write anything there, so the reader believes nothing: it checks every field, and makes all sums itself.
//
// A record is a stream of words of 4 bytes, low byte first, on a descriptor that the program finds open:
//
//	header        'S' 'J' 'R' '1', then {n, 0, 0, 0}: the board has n rows; 0 if none is watched
//	step          {cell, value 0 to 16, place in 2 bytes}: the cell holds the value now; 0, it was taken back
//	count   0x81  {what, 0x81, line in 2 bytes}, then 8 bytes: a statement that begins on the line ran so often; what 1,
//	              it is no statement by itself; what 2, it is one of another file, and the line 0
//	call    0x82  {0, 0x82, length in 2 bytes}, then 8 bytes, then a name: the function was called so often
//	site    0x83  {0, 0x83, place in 2 bytes}, then 4 bytes: the address in the program that the place stands for
//	end     0x84  {1 if its clock stopped it, 0x84, 0, 0}: nothing comes behind it
//	marks   0x85  {cell, 0x85, place in 2 bytes}, then 4 bytes: the candidates left in the cell, bit d for the digit
//	              d; bit 0: it belongs to the step before
//	blob    0x86  {kind, 0x86, 0, 0}, then 4 bytes of length, then so many bytes: for readers that know the language
//
// A place is a line of the user's main file, or what a site says; 0 is that it is not known. Names and blobs are
// filled up to whole words.
package record

import (
	"context"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Record is what a program told.
type Record struct {
	Replay result.Replay     // its Steps and all numbers; nothing of whose it is
	Work   *result.Work      // nil if nothing was counted; Lines are as long as was needed
	Sites  map[uint16]uint32 // the addresses that places stand for, where they are no lines
	Blobs  []Blob
	Ended  bool // it came to an end that its recorder saw
	Clock  bool // and that was because its time was up
}

// Blob is something that only the part of the judge understands that knows the language.
type Blob struct {
	Kind byte
	Data []byte
}

// The descriptor that a record is written to is number 4. What its program finds in its environment besides:
const (
	Puzzle = "JUDGE_PUZZLE" // the board row by row: a dot, 1 to 9, A to G; not there if none is to be watched
	Clock  = "JUDGE_CLOCK"  // milliseconds after which it ends itself, with ClockExit; not there if it need not

	ClockExit = 86
)

// Kind is what a build is to tell.
type Kind int

// The kinds.
const (
	Lines Kind = iota // how often each line ran
	Board             // what happened to the board
)

// Recorder has programs of a language tell what they do.
type Recorder interface {
	// Sources are what is compiled in place of src, the source of s as it would be judged, in the order to try: each
	// is for when the one before saw no board. An error tells why there can be none.
	Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want Kind) ([]build.Source, error)
	// Finish adds to a record what it takes knowledge of the language to see in it.
	Finish(ctx context.Context, b *build.Builder, p *build.Program, s solution.Solution, r *Record) error
}

// Plain is the half of a recorder whose records are complete as they come.
type Plain struct{}

// Finish has nothing to add.
func (Plain) Finish(context.Context, *build.Builder, *build.Program, solution.Solution, *Record) error {
	return nil
}

// Cannot is why a program cannot tell what was asked for: that is a fact about it, or its compiler.
type Cannot struct{ Why say.Message }

func (c *Cannot) Error() string { return c.Why.String() }

// Message is the same, as a message.
func (c *Cannot) Message() say.Message { return c.Why }
