package result

import (
	"cmp"
	"slices"
	"strings"
)

// Points that a checker gives for an accepted case: a number, or a share of the case's points.
type Points struct {
	Value float64 `json:"value"`
	Part  bool    `json:"part,omitempty"` // Value is from 0 to 1
}

// Scoring says how a group of cases gives points. It comes from the problem and travels with the result, so that
// points can be counted wherever the cases of a run come together. A group may be within another, as its name says,
// and then counts there like a case.
type Scoring struct {
	Group     string   `json:"group"`               // "secret/group1", or "secret/group1/small" within that
	Cases     int      `json:"cases"`               // the number of its cases, with those of inner groups, graded or not
	Max       float64  `json:"max"`                 // the most points it can give
	Unbounded bool     `json:"unbounded,omitempty"` // there is no most
	How       string   `json:"how"`                 // how the points of its cases and groups become its own: pass-fail, sum, min or max
	Requires  []string `json:"requires,omitempty"`  // the groups, or sample, that must be passed for it to give points at all
}

// Score is the points of a solution on a problem that gives points.
type Score struct {
	GroupScore              // of the whole
	Groups     []GroupScore `json:"groups,omitempty"`
}

// GroupScore is the points for one group of cases.
type GroupScore struct {
	Scoring
	Points  float64 `json:"points"`
	Passed  int     `json:"passed"`            // cases that are right
	Verdict Verdict `json:"verdict,omitempty"` // of the group; "" if none of it was run
	Missing string  `json:"missing,omitempty"` // the group that had to be passed for this one to count, and was not; "" if none
}

// Within reports whether a case, or a group, is in the group.
func (g Scoring) Within(name string) bool { return strings.HasPrefix(name, g.Group+"/") }

// Depth is how many groups of the score are around a group.
func (s *Score) Depth(group string) (n int) {
	for _, other := range s.Groups {
		if other.Within(group) {
			n++
		}
	}
	return n
}

// Count computes the points from the inside out: each group adds up its cases and inner groups. A case that was not
// run or not picked gives nothing.
func (s *Score) Count(cases []Case) {
	all := []*GroupScore{&s.GroupScore}
	for i := range s.Groups {
		all = append(all, &s.Groups[i])
	}
	slices.SortStableFunc(all, func(a, b *GroupScore) int {
		return cmp.Compare(strings.Count(b.Group, "/"), strings.Count(a.Group, "/"))
	})
	inside := map[*GroupScore][]*GroupScore{}
	for i, g := range all {
		for _, other := range all[i+1:] {
			if other.Within(g.Group) { // the deepest come first
				inside[other] = append(inside[other], g)
				break
			}
		}
	}
	for _, g := range all { // verdicts first: required groups may be anywhere
		g.Verdict, g.Passed = "", 0
		for _, p := range g.parts(cases, inside[g]) {
			g.Passed += p.passed
			if p.verdict != "" {
				g.Verdict = Worst(g.Verdict, p.verdict)
			}
		}
	}
	for _, g := range all {
		g.Points = 0
		if g.Missing = s.missing(g.Scoring, cases); g.Missing == "" {
			g.Points = g.together(g.parts(cases, inside[g]))
		}
	}
}

func (s *Score) clone() *Score {
	if s == nil {
		return nil
	}
	own := *s
	own.Groups = slices.Clone(s.Groups)
	return &own
}

// part is a member of a group: a case, or an inner group.
type part struct {
	verdict Verdict
	passed  int
	points  float64
	silent  bool // it gives no points: a case beside groups that do
}

// parts returns the members of a group: its own cases and its inner groups, also those that were not run.
func (g *GroupScore) parts(cases []Case, inside []*GroupScore) (parts []part) {
	share := g.Max // that a case can give
	if g.How == "sum" && g.Cases > 0 {
		share /= float64(g.Cases)
	}
	silent, left := len(inside) > 0, g.Cases
	for _, inner := range inside {
		left -= inner.Cases
		parts = append(parts, part{verdict: inner.Verdict, passed: inner.Passed, points: inner.Points})
	}
	for _, c := range cases {
		if !g.Within(c.Case) || slices.ContainsFunc(inside, func(inner *GroupScore) bool { return inner.Within(c.Case) }) {
			continue
		}
		one := part{verdict: c.Verdict, points: c.points(share, g.Unbounded), silent: silent}
		if c.Verdict == AC {
			one.passed = 1
		}
		parts = append(parts, one)
		left--
	}
	for range max(0, left) {
		parts = append(parts, part{silent: silent})
	}
	return parts
}

// points returns the points of one case, which gives at most this many. Without a bound, only the checker can say how
// many.
func (c Case) points(most float64, unbounded bool) float64 {
	switch {
	case !c.Verdict.Ran(): // it does not compile, say: no answer, and no wrong one
		return 0
	case c.Points != nil && c.Points.Part:
		return c.Points.Value * most
	case c.Verdict != AC:
		return 0
	case c.Points != nil && unbounded:
		return c.Points.Value
	case c.Points != nil:
		return min(c.Points.Value, most)
	case unbounded:
		return 0
	}
	return most
}

// together combines the points of a group's members.
func (g *GroupScore) together(parts []part) (sum float64) {
	var points []float64
	whole := g.Verdict == AC
	for _, p := range parts {
		if !p.silent {
			points = append(points, p.points)
			sum += p.points
		}
		whole = whole && p.verdict != ""
	}
	switch {
	case g.How == "pass-fail" && (!whole || g.Unbounded), len(points) == 0 && g.How != "pass-fail":
		return 0
	case g.How == "pass-fail":
		return g.Max
	case g.How == "min":
		return slices.Min(points)
	case g.How == "max":
		return slices.Max(points)
	}
	return sum
}

// missing returns the first required group that was not passed.
func (s *Score) missing(g Scoring, cases []Case) string {
	for _, required := range g.Requires {
		if at := slices.IndexFunc(s.Groups, func(other GroupScore) bool { return other.Group == required }); at >= 0 {
			if v := s.Groups[at].Verdict; v != AC && v != "" {
				return required
			}
			continue
		}
		wrong := func(c Case) bool { return Scoring{Group: required}.Within(c.Case) && c.Verdict != AC }
		if slices.ContainsFunc(cases, wrong) {
			return required
		}
	}
	return ""
}
