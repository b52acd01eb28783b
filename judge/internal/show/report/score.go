package report

import (
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// points is a number of points as a person writes it: two digits behind the point at most.
func points(p float64) string {
	text := strconv.FormatFloat(p, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// ofMax is so many points of those there are: "40/100".
func ofMax(p, most float64, unbounded bool) string {
	if unbounded {
		return points(p)
	}
	return points(p) + "/" + points(most)
}

// scored reports whether a problem gives points.
func scored(results []result.Solution) bool {
	for _, s := range results {
		if s.Score != nil {
			return true
		}
	}
	return false
}

// groupRows draws, below the cases, what each solution got for each group, and in all.
func (t *text) groupRows(results []result.Solution, label int) {
	if !scored(results) {
		return
	}
	names := []string{}
	for _, s := range results {
		if s.Score == nil {
			continue
		}
		if len(names) == 0 {
			for _, g := range s.Score.Groups {
				names = append(names, g.Group)
			}
		}
	}
	row := func(name string, of func(*result.Score) string) {
		t.printf("%s", terminal.Pad(terminal.Shorten(terminal.Escape(name), label), label))
		for _, s := range results {
			cell := ""
			if s.Score != nil {
				cell = of(s.Score)
			}
			t.printf("  %s", terminal.Pad(terminal.Shorten(cell, cellWidth-2), cellWidth-2))
		}
		t.printf("\n")
	}
	for i, name := range names {
		row(name, func(s *result.Score) string {
			if i >= len(s.Groups) {
				return ""
			}
			g := s.Groups[i]
			return terminal.Pad(string(g.Verdict), 5) + ofMax(g.Points, g.Max, g.Unbounded)
		})
	}
	row(t.Say("points"), func(s *result.Score) string { return ofMax(s.Points, s.Max, s.Unbounded) })
	t.printf("\n")
}

// groupsOf tells in words what a solution got for each group, where it did not get all of it.
func (t *text) groupsOf(s result.Solution) {
	if s.Score == nil {
		return
	}
	for _, g := range s.Score.Groups {
		if g.Missing == "" && (g.Passed == g.Cases || g.Verdict == result.AC && !g.Unbounded && g.Points == g.Max) {
			continue
		}
		what := t.Say("%s: %s points, %d of %d cases right", terminal.Escape(g.Group), ofMax(g.Points, g.Max, g.Unbounded), g.Passed, g.Cases)
		if g.Missing != "" {
			what = t.Say("%s: no points, for %s is not passed", terminal.Escape(g.Group), terminal.Escape(g.Missing))
		}
		t.line(0, t.Dim(terminal.Escape(s.Solution)+" · "+what))
	}
}

type (
	junitProperties struct {
		All []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
)

// scoreProperties tells a build server the points, which its format has no word for.
func scoreProperties(s *result.Score) *junitProperties {
	if s == nil {
		return nil
	}
	p := &junitProperties{All: []junitProperty{{"points", ofMax(s.Points, s.Max, s.Unbounded)}}}
	for _, g := range s.Groups {
		p.All = append(p.All, junitProperty{"points." + terminal.Escape(g.Group), ofMax(g.Points, g.Max, g.Unbounded)})
		if g.Verdict != "" {
			p.All = append(p.All, junitProperty{"verdict." + terminal.Escape(g.Group), string(g.Verdict)})
		}
	}
	return p
}

// rankedBy is the points of a solution, to sort by.
func rankedBy(s result.Solution) float64 {
	if s.Score == nil {
		return 0
	}
	return s.Score.Points
}

// pointsHeading is the column of a ranking that holds points.
var pointsHeading = say.Of("points")
