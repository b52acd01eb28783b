package grade

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/verdict"
)

// score gives a solution its points: each group those of its cases, and the whole those of the groups. It
// is nil for a problem that gives none. A case that was not run, or not picked, gives nothing.
func score(p problem.Problem, cases []verdict.Case) *verdict.Score {
	if len(p.Groups) == 0 {
		return nil
	}
	whole, groups := p.Groups[0], p.Groups[1:]
	s := &verdict.Score{Max: whole.Max, Unbounded: whole.Unbounded}
	if len(groups) == 0 {
		g := groupScore(p, whole, cases)
		s.Points = g.Points
		return s
	}
	points := []float64{}
	for _, g := range groups {
		one := groupScore(p, g, cases)
		s.Groups, points = append(s.Groups, one), append(points, one.Points)
	}
	s.Points = together(whole, points, !slices.ContainsFunc(s.Groups, func(g verdict.GroupScore) bool { return g.Passed < g.Cases }))
	if missing(whole, cases) != "" {
		s.Points = 0
	}
	return s
}

// groupScore is what the cases of a group give. How many there are says the problem, not what was run.
func groupScore(p problem.Problem, g problem.Group, cases []verdict.Case) verdict.GroupScore {
	s := verdict.GroupScore{Group: g.Name, Max: g.Max, Unbounded: g.Unbounded, Missing: missing(g, cases)}
	for _, c := range p.Cases {
		if strings.HasPrefix(c.Name, g.Name+"/") {
			s.Cases++
		}
	}
	most := g.Max // that a case can give
	if g.How == "sum" && s.Cases > 0 {
		most /= float64(s.Cases)
	}
	var points []float64
	for _, c := range cases {
		if !strings.HasPrefix(c.Case, g.Name+"/") {
			continue
		}
		if c.Verdict == verdict.AC {
			s.Passed++
		}
		points = append(points, casePoints(c, most, g.Unbounded))
	}
	for len(points) < s.Cases {
		points = append(points, 0)
	}
	if s.Missing == "" {
		s.Points = together(g, points, s.Passed == s.Cases)
	}
	return s
}

// casePoints is what one case gives of the most that it can.
func casePoints(c verdict.Case, most float64, unbounded bool) float64 {
	switch {
	case c.Points != nil && c.Points.Part:
		return c.Points.Value * most
	case c.Verdict != verdict.AC:
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
func together(g problem.Group, points []float64, passed bool) (sum float64) {
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
func missing(g problem.Group, cases []verdict.Case) string {
	for _, required := range g.Requires {
		if slices.ContainsFunc(cases, func(c verdict.Case) bool {
			return strings.HasPrefix(c.Case, required+"/") && c.Verdict != verdict.AC
		}) {
			return required
		}
	}
	return ""
}
