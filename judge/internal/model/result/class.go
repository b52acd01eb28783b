package result

import (
	"fmt"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// Class holds the students who were graded together, and the problems.
type Class struct {
	Students []Student
	Problems []string
	Alike    []Alike // the most alike first
}

// Alike are the programs of two students for a problem that share large parts.
type Alike struct {
	Problem  string
	Students [2]string   // their labels
	Share    int         // of the tokens of the shorter one, in 100
	Lines    [][2][2]int // the first and last line of each part, in the one and in the other
	Texts    [2]string
}

// Where names the shared parts by the lines of one side, and those of the other.
func (a Alike) Where(side int) say.Message {
	const most = 4
	var parts []string
	for _, l := range a.Lines {
		parts = append(parts, fmt.Sprintf("%d-%d = %d-%d", l[side][0], l[side][1], l[1-side][0], l[1-side][1]))
	}
	if len(parts) > most {
		return say.Of("lines %s and %d more", say.List(parts[:most]), len(parts)-most)
	}
	return say.Of("lines %s", say.List(parts))
}

// Student is one of a class.
type Student struct {
	ID    string // of the list, or of what they handed in
	Name  string
	Late  time.Duration // by how much it was handed in after the deadline; 0: in time, or there is none
	Notes []say.Message // whose work it is the same as
	Label string        // no two of a class have the same: what their results have as Solution
}
