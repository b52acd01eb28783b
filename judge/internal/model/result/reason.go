package result

import (
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// Reason says what a program did not see during its search, and what that cost. It is computed from the history of
// the board alone, and counts all digits placed in the steps that are kept.
type Reason struct {
	Sentence say.Message `json:"sentence,omitempty"`       // the strongest of it; nothing where nothing is striking
	Beside   say.Message `json:"beside_value,omitzero"`    // a solution of ours that looks for it, and the digits that it places on the same puzzle
	Worst    say.Message `json:"costliest_value,omitzero"` // its costliest mistake in words
	Lacks    Lack        `json:"lacks,omitempty"`          // what Sentence is about
	Own      bool        `json:"own,omitempty"`            // it is about a program of the user's own
	Language string      `json:"-"`                        // of the program

	Placed int          `json:"placed"`           // how many digits it is about
	Counts map[Lack]int `json:"counts,omitempty"` // the digits that each lack explains; a digit counts at most once
	Wrong  Mistake      `json:"costliest,omitzero"`
	First  *Moment      `json:"first,omitempty"` // where the program first missed it; nil if it missed nothing
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

// Lacks lists all kinds.
var Lacks = []Lack{LacksClash, LacksNoDigit, LacksNoPlace, LacksForcedCell, LacksForcedPlace}

// Mistake is a wrong digit, with other digits placed after it. The zero Mistake means none.
type Mistake struct {
	Cell  int `json:"cell"`
	Digit int `json:"digit"`
	Step  int `json:"step"`                 // that placed it, from 1
	Until int `json:"taken_back,omitempty"` // the step that took it back; 0 if none of those kept did
	Cost  int `json:"placed_meanwhile"`     // how many digits were placed meanwhile
}

// Moment is a board of the history, and what one can see there.
type Moment struct {
	Steps int         `json:"steps"`               // the number of steps before it
	Cells []int       `json:"cells"`               // a blank, or all cells of a row, column or box
	Digit int         `json:"digit,omitempty"`     // the digit that has no place in these cells, or one, or two; 0 if the moment is about a blank
	Text  say.Message `json:"text_value,omitzero"` // "row 4, column 5 has no digit left"
}

// fits reports whether a replay with this many cells and steps can have this reason.
func (r *Reason) fits(cells, steps int) bool {
	off := func(cell int) bool { return cell < 0 || cell >= cells }
	switch {
	case r == nil:
		return true
	case r.Wrong != Mistake{} && off(r.Wrong.Cell), r.Lacks != LacksNothing && !slices.Contains(Lacks, r.Lacks):
		return false
	}
	return r.First == nil || r.First.Steps >= 0 && r.First.Steps <= steps && !slices.ContainsFunc(r.First.Cells, off)
}
