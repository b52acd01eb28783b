package c

import "sudokuoj/judge/internal/base/match"

var (
	opensFiles = match.Lazy(`\b(freopen|fopen|[io]fstream)\b`)
	onlyAtHome = match.Lazy(`\bONLINE_JUDGE\b`)
)

// Opens is what opens files in a program, "" if nothing does, or only where no judge runs it.
func Opens(code string) string {
	if onlyAtHome().MatchString(code) {
		return ""
	}
	return opensFiles().FindString(code)
}
