package problem

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// Group is a set of cases that points are given for together: data/secret, or a folder in it.
type Group struct {
	result.Scoring
	described bool // it says so itself
	bounded   bool // and has a greatest number of points
	Ours      bool // in words that the format does not have
}

// Aggregations are the ways to compute a group's points from those of its cases: first the format's, then ours.
var Aggregations = []string{"pass-fail", "sum", "min", "max", "avg"}

// FormatAggregations are those that the format has.
func FormatAggregations() []string { return Aggregations[:3] }

// Folds are the ways to make the verdict of a group.
var Folds = []string{result.FoldWorst, result.FoldFirst, result.FoldAccept, result.FoldAny}

// unbounded marks a group without a greatest number of points.
const unbounded = "unbounded"

// points reads what a test_group.yaml says of points: the words of the format, and ours, which older packages
// need.
func (y *yamlFile) points(g *Group) fields {
	each := func(to func(*result.Each) *float64) func(string, *yaml.Node) {
		return func(key string, n *yaml.Node) {
			g.described, g.Ours = true, true
			if g.Each == nil {
				g.Each = &result.Each{Accept: 1}
			}
			*to(g.Each), _ = y.number(key, n, 0, 1e9, say.Message{}, "10")
		}
	}
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
		"accept_score":      each(func(e *result.Each) *float64 { return &e.Accept }),
		"reject_score":      each(func(e *result.Each) *float64 { return &e.Reject }),
		"verdict":           func(key string, n *yaml.Node) { g.described, g.Ours, g.Fold = true, true, y.oneOf(key, n, Folds...) },
		"on_reject": func(key string, n *yaml.Node) {
			g.described, g.Ours, g.Break = true, true, y.oneOf(key, n, "continue", "break") == "break"
		},
	}
}

// readScoring finds the groups of a problem that gives points: secret first, then those in it and within those,
// by name.
func (p *Problem) readScoring(f *faults) {
	if !p.Scoring {
		return
	}
	p.Groups = []Group{p.readPoints(f, p.scoring("secret", "sum"))}
	for _, c := range p.Cases {
		folders := strings.Split(c.Name, "/")
		for depth := 2; folders[0] == "secret" && depth < len(folders); depth++ {
			name := strings.Join(folders[:depth], "/")
			if !slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Group == name }) {
				if g := p.readPoints(f, p.scoring(name, "pass-fail")); g.described || depth == 2 {
					p.Groups = append(p.Groups, g) // a folder deeper down is only there for order, unless it says more
				}
			}
		}
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
	for i := len(p.Groups) - 1; i >= 0; i-- { // a group stands before those in it
		g := &p.Groups[i]
		if g.bounded {
			continue
		}
		var most []float64
		direct, unknown := g.Cases, false
		for _, inner := range p.Groups[i+1:] {
			if p.parent(inner.Group) != g.Group {
				continue
			}
			direct -= inner.Cases
			most, unknown = append(most, inner.Max), unknown || inner.Unbounded
		}
		if g.Each != nil {
			most = append(most, slices.Repeat([]float64{max(g.Each.Accept, g.Each.Reject)}, direct)...)
		}
		if len(most) == 0 || unknown || g.Group == "secret" && g.described && !g.Ours { // which the format gives 100
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

// parent is the group that a group lies in.
func (p *Problem) parent(name string) string {
	for name = path.Dir(name); name != "."; name = path.Dir(name) {
		if slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Group == name }) {
			return name
		}
	}
	return ""
}

// scoring is how points are given for a group as long as it says nothing else itself.
func (p *Problem) scoring(name, how string) Group {
	g := Group{Scoring: result.Scoring{Group: name, How: how, Unbounded: name != "secret"}}
	if name == "secret" {
		g.Max = 100
	}
	for _, c := range p.Cases {
		if g.Within(c.Name) {
			g.Cases++
		}
	}
	return g
}

// Score is the form that a solution's points are counted in, nil for a problem that gives none.
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

// readPoints reads what a group's file says of points. What else is in it has been read, and judged,
// before.
func (p *Problem) readPoints(f *faults, g Group) Group {
	path := p.groupFile(g.Group)
	if _, err := os.Stat(path); err != nil {
		return g
	}
	var mine faults
	readYAML(path, &mine, false, func(y *yamlFile) fields {
		all := y.group(new(settings))
		maps.Copy(all, y.points(&g))
		return all
	})
	for _, fault := range mine {
		if !slices.ContainsFunc(*f, func(known *say.Error) bool { return known.Error() == fault.Error() }) {
			*f = append(*f, fault)
		}
	}
	return g
}
