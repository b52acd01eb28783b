package result

import "sudokuoj/judge/internal/base/say"

// Reason is what the history of a board alone says of the program that searched on it: what it did not see, and
// what that cost. It is about the digits placed in the steps that are kept, and counts all of these.
type Reason struct {
	Sentence say.Message // the strongest of it; nothing where nothing stands out
	Beside   say.Message // which of our own solutions looks for that, and what it needs on the same puzzle
	Worst    say.Message // its costliest mistake in words
	Lacks    Lack        // what Sentence is about
	Own      bool        // it is about a program of the user's own

	Placed int          // how many digits it is about
	Counts map[Lack]int // how many of them each lack explains; a digit counts for one of them at most
	Wrong  Mistake
	First  *Moment // where the program first did not see it; nil where it saw everything
}

// Lack is something that a program does not look for.
type Lack string

// The lacks, in the order in which they are looked for: a board is lost for the first that shows it.
const (
	LacksNothing     Lack = ""
	LacksClash       Lack = "clash"        // it placed more although a digit stood twice in a row, column or box
	LacksNoDigit     Lack = "no-digit"     // ... although some blank had no digit left
	LacksNoPlace     Lack = "no-place"     // ... although some digit had no place left in a row, column or box
	LacksForcedCell  Lack = "forced-cell"  // it chose a wrong digit among several although some blank had one left
	LacksForcedPlace Lack = "forced-place" // ... although some digit had one place left
)

// Lacks are all of them.
var Lacks = []Lack{LacksClash, LacksNoDigit, LacksNoPlace, LacksForcedCell, LacksForcedPlace}

// Mistake is a digit that is not the solution's, with others placed on top of it. The zero Mistake is none.
type Mistake struct {
	Cell, Digit int
	Step        int // that placed it, from 1
	Until       int // the step that took it back; 0 if none of those kept did
	Cost        int // how many digits were placed meanwhile
}

// Moment is a board of the history and what is to be seen there.
type Moment struct {
	Steps int         // so many steps come before it
	Cells []int       // a blank, or all cells of a row, column or box
	Digit int         // that has no place in these cells, or one, or two; 0 where it is about the blank itself
	Text  say.Message // "row 4, column 5 has no digit left"
}
