// Package record defines and reads the format of records. In it, a watched program of any language reports what it did.
// The program could write anything, so the reader trusts nothing: it checks every field and calculates all sums itself.
//
// A record is a stream of words of 4 bytes, low byte first, on a descriptor that the program finds open:
//
//	header        'S' 'J' 'R' '1', then {n, 0, 0, 0}: the board has n rows; 0 if none is watched
//	step          {cell, value 0 to 16, place in 2 bytes}: the cell holds the value now; 0: its digit was taken back
//	count   0x81  {what, 0x81, line in 2 bytes}, then 8 bytes: how often a statement that begins on the line ran; what 1:
//	              the line is no statement by itself; what 2: the statement is in another file, and the line is 0
//	site    0x83  {0, 0x83, place in 2 bytes}, then 4 bytes: the address in the program that the place represents
//	end     0x84  {1 if its clock stopped it, 0x84, 0, 0}: nothing follows
//	board   0x85  {0, 0x85, place in 2 bytes}, then a byte for each cell: what all of them hold now
//	blob    0x86  {kind, 0x86, 0, 0}, then 4 bytes of length, then the bytes: for readers that know the language
//	whole   0x87  {bits, 0x87, line}, then the number of a container and how many elements it holds, then these in 4 bytes
//	              each; bit 0: a key before each element; bit 1: it has just changed
//	element 0x88  {0, 0x88, line}, then the number of a container, the index of an element that has just changed, and the
//	              element: in its high byte 1 is a number or the code of a character, 2 a container, 3 a name as a key, and
//	              0 something else
//
// The words about calls and tables have two numbers of 8 bytes, x and y, behind them:
//
//	level   0x91  {0, 0x91, function}: y calls of the function were made while x of its calls were under way
//	enter   0x92  {0, 0x92, function}: a call begins; only the first calls are told
//	leave   0x93  {0, 0x93, 0}: the last of these calls that has not ended yet ends
//	number  0x94  {type, 0x94, 0}: the call that has just begun has the argument y
//	table   0x95  {0, 0x95, name}: the table of that name has x rows and y columns; one row, if it has one index
//	set     0x96  {type, 0x96, line}: an element is y now; x is the number of the table's name in 2 bytes, then the row
//	              and the column in 3 bytes each
//	store   0x97  {size, 0x97, place}: y was stored at the address x; size with bit 7: at the place x in the frame of a
//	              function, which is the high quarter of x
//	range   0x98  {0, 0x98, place}: bytes were copied to x; y is where from, and in its high quarter how many
//	block   0x99  {0, 0x99, place}: y bytes at x were asked for; {1, 0x99, 0}: they were given back; {2, 0x99, place}: they
//	              are y bytes now
//	name    0xA0  {0, 0xA0, number}: the name of that number has x bytes, which follow, and belongs to the line y
//
// A function is the number of a name, or of a place in C, C++ and Rust. Types of a value: 0 nothing, 1 a whole number,
// 2 a character, 3 a fraction, 4 a text of at most 8 bytes, 5 true or false, 6 something else.
//
// A place is a line of the user's main file or the number of a site; 0 means that it is not known. Names and blobs are
// padded to whole words.
package record

import (
	"context"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Record holds what a program reported.
type Record struct {
	Replay  result.Replay     // its Steps and all numbers, but not whose they are
	Work    *result.Work      // nil if nothing was counted; Lines are as long as was needed
	Sites   map[uint16]uint32 // the addresses of places that are not lines
	Blobs   []Blob
	Places  map[uint16]Place // of Sites, those in the user's file
	Symbols []Symbol         // by address
	Names   map[uint16]Name
	Events  []Event // calls and writes
	Ended   bool    // the recorder saw the program end
	Clock   bool    // because its time was up
}

// Blob is data that only the recorder of its language understands.
type Blob struct {
	Kind byte
	Data []byte
}

// A program writes its record to descriptor 4. Its environment holds these variables:
const (
	// The board row by row: a dot, 1 to 9, A to G. Of 16 a side without a dot or a digit: a minus, A to P. Not set if no
	// board is watched.
	Puzzle = "JUDGE_PUZZLE"
	Clock  = "JUDGE_CLOCK" // milliseconds after which the program ends itself, with ClockExit; not set if it need not

	ClockExit = 86
)

// Kind says what a build reports.
type Kind int

// The kinds.
const (
	Lines    Kind = iota // how often each line ran
	Board                // what happened to the board
	Search               // calls and tables
	Circle               // whether it comes back to a state that it was in
	Handling             // which lines handle long things
)

// Told is the kind of a blob with a text about why a program is slow.
const Told = 2

// Recorder makes programs of a language report what they do.
type Recorder interface {
	// Sources returns what to compile in place of src, the source of s as it would be judged. Each source is tried only
	// if the one before saw no board. An error says why there can be none. A source that its own compiler refuses must
	// lead to an error, to sources that are refused too, or in an interpreter to a run that sees nothing.
	Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want Kind) ([]build.Source, error)
	// Finish adds to a record what only a recorder of its language can find in it.
	Finish(ctx context.Context, b *build.Builder, p *build.Program, s solution.Solution, r *Record) error
}

// Plain is the half of a recorder whose records need nothing added.
type Plain struct{}

// Finish has nothing to add.
func (Plain) Finish(context.Context, *build.Builder, *build.Program, solution.Solution, *Record) error {
	return nil
}

// Cannot says why a program cannot report what was asked for. The reason is a fact about the program or its compiler.
type Cannot struct{ Why say.Message }

func (c *Cannot) Error() string { return c.Why.String() }

// Message returns the reason.
func (c *Cannot) Message() say.Message { return c.Why }
