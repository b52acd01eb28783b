// Package verdict is the judge's vocabulary: the words it says about a program (AC, WA, ...) and the
// results of a run, as plain values. It decides nothing and prints nothing.
package verdict

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/say"
)

// Verdict is one of the ten words below. The zero value means "not judged yet".
type Verdict string

// The verdicts, from best to worst. The worst of its cases is the verdict of a solution.
const (
	AC  Verdict = "AC"  // accepted
	SK  Verdict = "SK"  // skipped: no compiler here, or an earlier failure with -fail-fast
	PE  Verdict = "PE"  // the right tokens in the wrong layout
	WA  Verdict = "WA"  // wrong answer
	OLE Verdict = "OLE" // more output than allowed
	MLE Verdict = "MLE" // more memory than allowed
	TLE Verdict = "TLE" // over the CPU limit, or idle past the wall guard
	RE  Verdict = "RE"  // non-zero exit, or killed by a signal
	CE  Verdict = "CE"  // does not compile
	JE  Verdict = "JE"  // the judge's own fault
)

// All lists the verdicts from best to worst.
var All = []Verdict{AC, SK, PE, WA, OLE, MLE, TLE, RE, CE, JE}

var titles = map[Verdict]say.Message{
	AC: say.Of("accepted"), SK: say.Of("skipped"), PE: say.Of("presentation error"), WA: say.Of("wrong answer"),
	OLE: say.Of("output limit exceeded"), MLE: say.Of("memory limit exceeded"), TLE: say.Of("time limit exceeded"),
	RE: say.Of("runtime error"), CE: say.Of("compile error"), JE: say.Of("judge error"),
}

// Title is the verdict in words: "wrong answer".
func (v Verdict) Title() say.Message { return titles[v] }

// Parse reads a verdict as a person writes it, in any case.
func Parse(s string) (Verdict, bool) {
	v := Verdict(strings.ToUpper(strings.TrimSpace(s)))
	_, ok := titles[v]
	return v, ok
}

// Promise is what a result is to be: a verdict, or any of several, as in "TLE|RE".
type Promise string

// Accepted is what a solution promises that says nothing.
const Accepted = Promise(AC)

// ParsePromise reads a promise as a person writes it; if it is none, unknown is what is no verdict in it.
func ParsePromise(s string) (p Promise, unknown string, ok bool) {
	var kept []string
	for word := range strings.SplitSeq(s, "|") {
		v, ok := Parse(word)
		if !ok {
			return "", word, false
		}
		if !slices.Contains(kept, string(v)) {
			kept = append(kept, string(v))
		}
	}
	return Promise(strings.Join(kept, "|")), "", true
}

// Verdicts lists what is promised.
func (p Promise) Verdicts() (all []Verdict) {
	for word := range strings.SplitSeq(string(p), "|") {
		all = append(all, Verdict(word))
	}
	return all
}

// Allows reports whether a verdict keeps the promise.
func (p Promise) Allows(v Verdict) bool { return slices.Contains(p.Verdicts(), v) }

// Words says a promise to people: "TLE or RE".
func (p Promise) Words() (m say.Message) {
	for _, v := range p.Verdicts() {
		if m.Said() {
			m = say.Of("%s or %s", m, string(v))
		} else {
			m = say.Text(string(v))
		}
	}
	return m
}

// rank is a verdict's place in All; one that is not there ranks below AC.
func (v Verdict) rank() int {
	for i, w := range All {
		if v == w {
			return i
		}
	}
	return -1
}

// Worst returns the worst of the verdicts, or "" of none.
func Worst(vs ...Verdict) Verdict {
	var worst Verdict
	for _, v := range vs {
		if v.rank() > worst.rank() {
			worst = v
		}
	}
	return worst
}
