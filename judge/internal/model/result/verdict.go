// Package result is the vocabulary that the judge's packages share: the verdicts of a case and the results of a run,
// as plain values with their JSON. It decides nothing and prints nothing.
package result

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Verdict is one of the ten words below. The zero value means "not judged yet".
type Verdict string

// The verdicts, from best to worst.
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

// Kind groups the verdicts that share a colour.
type Kind string

// The kinds.
const (
	Good    Kind = "good"
	Wrong   Kind = "wrong"
	Over    Kind = "over" // a limit
	Broken  Kind = "broken"
	Skipped Kind = "skipped"
)

// rows holds the facts about each verdict, from best to worst.
var rows = []struct {
	verdict Verdict
	title   say.Message
	kind    Kind
	ran     bool // a program did, so that its time says something
}{
	{AC, say.Of("accepted"), Good, true},
	{SK, say.Of("skipped"), Skipped, false},
	{PE, say.Of("presentation error"), Wrong, true},
	{WA, say.Of("wrong answer"), Wrong, true},
	{OLE, say.Of("output limit exceeded"), Over, true},
	{MLE, say.Of("memory limit exceeded"), Over, true},
	{TLE, say.Of("time limit exceeded"), Over, true},
	{RE, say.Of("runtime error"), Broken, true},
	{CE, say.Of("compile error"), Broken, false},
	{JE, say.Of("judge error"), Broken, false},
}

// All lists the verdicts from best to worst.
var All = func() (all []Verdict) {
	for _, r := range rows {
		all = append(all, r.verdict)
	}
	return all
}()

// Title is the verdict in words: "wrong answer".
func (v Verdict) Title() say.Message {
	if at := v.rank(); at >= 0 {
		return rows[at].title
	}
	return say.Message{}
}

// Kind is the kind of the verdict, "" of none.
func (v Verdict) Kind() Kind {
	if at := v.rank(); at >= 0 {
		return rows[at].kind
	}
	return ""
}

// Failed reports whether something was wrong; a case that was left out is neither right nor wrong.
func (v Verdict) Failed() bool { return v != "" && v != AC && v != SK }

// Ran reports whether a program ran for the verdict, so that its time says something.
func (v Verdict) Ran() bool {
	at := v.rank()
	return at >= 0 && rows[at].ran
}

// Parse reads a verdict as a person writes it, in any case.
func Parse(s string) (Verdict, bool) {
	v := Verdict(strings.ToUpper(strings.TrimSpace(s)))
	return v, v.rank() >= 0
}

// Promise is an expected verdict, or one of several, as in "TLE|RE".
type Promise string

// Accepted is the promise of a solution without directives.
const Accepted = Promise(AC)

// ParsePromise reads a promise as a person writes it; on failure, unknown is the word that is not a verdict.
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

// Verdicts lists the promised verdicts.
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

// rank returns a verdict's place in All; an unknown one ranks below AC.
func (v Verdict) rank() int { return slices.Index(All, v) }

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
