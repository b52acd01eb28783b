package record

import "sudokuoj/judge/internal/base/match"

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
	MostLevel  = 1023 // calls that are deeper count as on this level
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

// Lambda represents a function of C++ without a name. The line where it begins may give it to a variable.
const Lambda = "lambda"

var given = match.Lazy(`\b([A-Za-z_]\w*)\s*=\s*\[`)

// LambdaOn returns the variable that a lambda which begins on a line is given to, "" if there is none.
func LambdaOn(line string) string {
	return append(given().FindStringSubmatch(line), "", "")[1]
}

// Place is where an address of the program belongs to in the user's file.
type Place struct {
	Function string
	Line     int
	Within   bool // what is there is not the user's, but was inlined there
}

// Symbol is a variable of the program that has an address of its own.
type Symbol struct {
	Name     string
	At, Size uint64
}
