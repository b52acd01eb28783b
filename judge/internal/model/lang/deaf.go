package lang

import (
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// inputWords matches whatever may read input, and much more.
var inputWords = match.Lazy(`(?i)stdin|cin|scan|read|get|input|open|arg|system\s*\.\s*in|include\s*"|mmap|import\s*\*`)

// Deaf reports that a program reads no input, as one does that has its board in the source; the message is empty if it
// may read some.
func Deaf(code string) say.Message {
	if inputWords().MatchString(code) {
		return say.Message{}
	}
	return say.Of("it reads no input: what is to be solved comes on standard input")
}
