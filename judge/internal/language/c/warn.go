package c

import (
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var (
	opensFiles = match.Lazy(`\b(freopen|fopen|[io]fstream)\b`)
	onlyAtHome = match.Lazy(`\bONLINE_JUDGE\b`)
)

// Warn names what opens files in a program. One that prints into a file fails in silence.
func Warn(code string) say.Message {
	opens := opensFiles().FindString(code)
	if opens == "" || onlyAtHome().MatchString(code) {
		return say.Message{}
	}
	return say.Of("it opens a file with %s, and is asked to use standard input and output", opens).Hint("leave it out, or put it between #ifndef ONLINE_JUDGE and #endif")
}
