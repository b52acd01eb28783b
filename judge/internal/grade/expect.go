package grade

import (
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/verdict"
)

// expected fills in what the directives say of a case. The caller holds the lock.
func (r *run) expected(e *entry, c verdict.Case) verdict.Case {
	c.Expected, c.AsExpected = expectation(e.Solution, e.Problem.ID, c)
	return c
}

// expectation is what a solution's directives say of one of its cases, and whether it came so. A
// skipped case says nothing about the solution, so it is never held against it; the judge's own
// failure is never expected.
func expectation(s solution.Solution, problemID string, c verdict.Case) (verdict.Promise, bool) {
	want, exact := s.ExpectationFor(problemID, c.Case)
	if c.Verdict == verdict.SK {
		return want, true
	}
	if exact || want.Allows(c.Verdict) {
		return want, want.Allows(c.Verdict)
	}
	// A solution that is expected to fail somewhere may be right elsewhere.
	return verdict.Accepted, c.Verdict == verdict.AC
}

// conclude sums up a solution: the worst verdict of its cases, or whole if it never ran, and whether
// it is what the directives promise.
func conclude(r *verdict.Solution, s solution.Solution, whole verdict.Verdict) {
	var all []verdict.Verdict
	r.AsExpected = true
	for i := range r.Cases {
		c := &r.Cases[i]
		c.Expected, c.AsExpected = expectation(s, r.Problem, *c)
		all = append(all, c.Verdict)
		r.AsExpected = r.AsExpected && c.AsExpected
	}
	r.Verdict = verdict.Worst(append(all, whole)...)
	r.Expected = verdict.Accepted
	promised, exact := s.ExpectationFor(r.Problem, "")
	if exact || r.Verdict == verdict.SK {
		return
	}
	r.Expected = promised
	seen := promised.Allows(verdict.AC) || promised.Allows(whole)
	for _, v := range all {
		seen = seen || promised.Allows(v)
	}
	r.AsExpected = r.AsExpected && seen
}
