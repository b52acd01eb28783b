package report

import (
	"math"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// CaseOrder lists the cases of all solutions of the group, each once, in the order in which they first occur.
func CaseOrder(group []result.Solution) []result.Case {
	var cases []result.Case
	known := map[string]bool{}
	for _, s := range group {
		for _, c := range s.Cases {
			if !known[c.Case] {
				known[c.Case] = true
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// Timed reports whether a case has a time, which means that its program ran.
func Timed(c result.Case) bool { return c.Verdict.Ran() && c.CPU > 0 }

// LogShare returns where d is between low and high on a log scale, 0 to 1.
func LogShare(d, low, high time.Duration) float64 {
	if d <= low || high <= low {
		return 0
	}
	return math.Log(float64(d)/float64(low)) / math.Log(float64(high)/float64(low))
}

// Ratio writes how many times more: 1.3, 13, 1,300.
func Ratio(r float64) string {
	if r >= 100 {
		return terminal.Thousands(int64(r + 0.5))
	}
	return strings.TrimSuffix(strconv.FormatFloat(r, 'f', map[bool]int{true: 0, false: 1}[r >= 10], 64), ".0")
}
