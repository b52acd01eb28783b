package verdict

import (
	"slices"
	"strings"
)

// Points are what a checker gives an accepted case: so many, or a part of what the case can give.
type Points struct {
	Value float64
	Part  bool // Value is from 0 to 1
}

// Scoring says how points are given for a group of cases. It comes from the problem and goes with the
// result, so that the points of a run can be counted wherever its cases come together.
type Scoring struct {
	Group     string   // "secret/group1"
	Cases     int      // how many it has, graded or not
	Max       float64  // the most points it can give
	Unbounded bool     // there is no most
	How       string   // how the points of its cases, or groups, become its own: pass-fail, sum or min
	Requires  []string // the groups, or sample, whose cases must all be right for it to give points at all
}

// Score is what a solution got on a problem that gives points.
type Score struct {
	GroupScore // of the whole
	Groups     []GroupScore
}

// GroupScore is what it got for one group of cases.
type GroupScore struct {
	Scoring
	Points  float64
	Passed  int
	Missing string // the group that had to be passed for this one to count, and was not; "" if none
}

// Count gives a solution its points: each group those of its cases, and the whole those of the groups. A
// case that was not run, or not picked, gives nothing.
func (s *Score) Count(cases []Case) {
	s.GroupScore = s.count(cases)
	if len(s.Groups) == 0 {
		return
	}
	var points []float64
	passed := true
	for i, g := range s.Groups {
		s.Groups[i] = g.count(cases)
		points = append(points, s.Groups[i].Points)
		passed = passed && s.Groups[i].Passed == g.Cases
	}
	s.Points = 0
	if s.Missing == "" {
		s.Points = s.together(points, passed)
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

// count is what the cases of a group give.
func (g Scoring) count(cases []Case) GroupScore {
	s := GroupScore{Scoring: g, Missing: g.missing(cases)}
	most := g.Max // that a case can give
	if g.How == "sum" && g.Cases > 0 {
		most /= float64(g.Cases)
	}
	var points []float64
	for _, c := range cases {
		if !strings.HasPrefix(c.Case, g.Group+"/") {
			continue
		}
		if c.Verdict == AC {
			s.Passed++
		}
		points = append(points, c.points(most, g.Unbounded))
	}
	for len(points) < g.Cases {
		points = append(points, 0)
	}
	if s.Missing == "" {
		s.Points = g.together(points, s.Passed == g.Cases)
	}
	return s
}

// points is what one case gives of the most that it can.
func (c Case) points(most float64, unbounded bool) float64 {
	switch {
	case c.Points != nil && c.Points.Part:
		return c.Points.Value * most
	case c.Verdict != AC:
		return 0
	case c.Points != nil && unbounded:
		return c.Points.Value
	case c.Points != nil:
		return min(c.Points.Value, most)
	case unbounded:
		return 0 // without a bound only the checker can say how many
	}
	return most
}

// together makes the points of a group of those in it.
func (g Scoring) together(points []float64, passed bool) (sum float64) {
	switch g.How {
	case "min":
		if len(points) == 0 {
			return 0
		}
		return slices.Min(points)
	case "sum":
		for _, p := range points {
			sum += p
		}
		return sum
	}
	if passed && !g.Unbounded {
		return g.Max
	}
	return 0
}

// missing is the first group that must be passed for this one to give points, and was not.
func (g Scoring) missing(cases []Case) string {
	for _, required := range g.Requires {
		if slices.ContainsFunc(cases, func(c Case) bool {
			return strings.HasPrefix(c.Case, required+"/") && c.Verdict != AC
		}) {
			return required
		}
	}
	return ""
}
