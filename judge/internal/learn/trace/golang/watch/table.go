//go:build unix

package watch

// A file like this one is written for each program.
var (
	judgeN     [1]uint64 // how often each block of statements ran
	judgeLines []uint32  // a block, then a line with the reason why it is counted: see record
	judgeNamed string    // the variable that a directive names

	judgeFunctions []judgeFunction

	judgeRuns [1]uint64 // how often each loop was entered
)

var _ = judgeLoop // which the loops of a program call
