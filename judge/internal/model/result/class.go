package result

import (
	"time"

	"sudokuoj/judge/internal/base/say"
)

// Class holds the students who were graded together, and the problems.
type Class struct {
	Students []Student
	Problems []string
}

// Student is one of a class.
type Student struct {
	ID    string // of the list, or of what they handed in
	Name  string
	Late  time.Duration // by how much it was handed in after the deadline; 0: in time, or there is none
	Notes []say.Message // whose work it is the same as
	Label string        // no two of a class have the same: what their results have as Solution
}
