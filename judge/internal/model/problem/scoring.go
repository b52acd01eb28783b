package problem

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// Group is a set of cases that give points together: data/secret, or a folder in it.
type Group struct {
	result.Scoring
	described bool // it says so itself
	bounded   bool // and has a greatest number of points
}

// Aggregations are the ways to compute a group's points from those of its cases: the format's, and max, which is ours.
var Aggregations = []string{"pass-fail", "sum", "min", "max"}

// unbounded marks a group without a greatest number of points.
const unbounded = "unbounded"

// points reads the points in a test_group.yaml: with the keys of the format.
func (y *yamlFile) points(g *Group) fields {
	return fields{
		"max_score": func(key string, n *yaml.Node) {
			g.described, g.bounded = true, true
			if g.Unbounded = resolve(n).Value == unbounded; g.Unbounded {
				return
			}
			g.Max, _ = y.number(key, n, 0, 1e9, say.Message{}, "20, or "+unbounded)
		},
		"score_aggregation": func(key string, n *yaml.Node) { g.described, g.How = true, y.oneOf(key, n, Aggregations...) },
		"require_pass":      func(key string, n *yaml.Node) { g.Requires = y.texts(key, n) },
	}
}

// readScoring completes the groups of a problem that gives points: secret first, then those in it and within those, by
// name. A folder deeper down is only there for order, unless it says more. One without cases is no group.
func (p *Problem) readScoring(f *faults) {
	if !p.Scoring {
		return
	}
	for i := range p.Groups {
		g := &p.Groups[i]
		for _, c := range p.Cases {
			if g.Within(c.Name) {
				g.Cases++
			}
		}
	}
	p.Groups = slices.DeleteFunc(p.Groups, func(g Group) bool {
		return g.Group != "secret" && (g.Cases == 0 || !g.described && strings.Count(g.Group, "/") > 1)
	})
	if len(p.Groups) == 0 {
		p.Groups = []Group{newGroup("secret")}
	}
	slices.SortStableFunc(p.Groups, func(a, b Group) int { return natural(a.Group, b.Group) })
	p.measureGroups()
	for _, g := range p.Groups {
		for _, required := range g.Requires {
			known := required == "sample" || slices.ContainsFunc(p.Groups, func(other Group) bool { return other.Group == required })
			if !known || required == g.Group || g.Within(required) || (Group{Scoring: result.Scoring{Group: required}}).Within(g.Group) {
				f.add(p.groupFile(g.Group), 0, "require_pass: %q is no group before this one", required)
			}
		}
		if g.Group != "secret" && g.How == "pass-fail" && g.Unbounded {
			p.warn("%s: the group %s gives no points: set max_score", p.groupFile(g.Group), g.Group)
		}
	}
}

// measureGroups computes the greatest number of points of groups that do not name it, from the inner groups outwards.
func (p *Problem) measureGroups() {
	for i := len(p.Groups) - 1; i >= 0; i-- { // a group is before those in it
		g := &p.Groups[i]
		if g.bounded {
			continue
		}
		var most []float64
		unknown := false
		for _, inner := range p.Groups[i+1:] {
			if p.parent(inner.Group) != g.Group {
				continue
			}
			most, unknown = append(most, inner.Max), unknown || inner.Unbounded
		}
		if len(most) == 0 || unknown || g.Group == "secret" && g.described { // which the format gives 100
			continue
		}
		if g.Unbounded = false; g.How == "sum" || g.How == "pass-fail" {
			g.Max = 0
			for _, m := range most {
				g.Max += m
			}
			continue
		}
		g.Max = slices.Max(most)
		if g.How == "min" && len(most) > 0 {
			g.Max = slices.Min(most)
		}
	}
}

// parent is the group that a group is in.
func (p *Problem) parent(name string) string {
	for name = path.Dir(name); name != "."; name = path.Dir(name) {
		if slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Group == name }) {
			return name
		}
	}
	return ""
}

// newGroup returns the settings of a group that has none of its own.
func newGroup(name string) Group {
	if name == "secret" {
		return Group{Scoring: result.Scoring{Group: name, How: "sum", Max: 100}}
	}
	return Group{Scoring: result.Scoring{Group: name, How: "pass-fail", Unbounded: true}}
}

// Score returns an empty score for a solution, nil for a problem without points.
func (p *Problem) Score() *result.Score {
	if len(p.Groups) == 0 {
		return nil
	}
	s := &result.Score{GroupScore: result.GroupScore{Scoring: p.Groups[0].Scoring}}
	for _, g := range p.Groups[1:] {
		s.Groups = append(s.Groups, result.GroupScore{Scoring: g.Scoring})
	}
	return s
}

func (p *Problem) groupFile(name string) string {
	return filepath.Join(p.Data, filepath.FromSlash(name), groupFile)
}
