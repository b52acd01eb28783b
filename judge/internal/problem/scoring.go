package problem

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/verdict"
)

// Group is a set of cases that points are given for together: data/secret, or a folder in it.
type Group struct {
	verdict.Scoring
	described bool // it says so itself
}

// aggregations are the ways to make the points of a group of those of its cases.
var aggregations = []string{"pass-fail", "sum", "min"}

// unbounded is what a group says that has no most.
const unbounded = "unbounded"

// group reads what a test_group.yaml says of points.
func (y *yamlFile) points(g *Group) fields {
	return fields{
		"max_score": func(key string, n *yaml.Node) {
			g.described = true
			if g.Unbounded = resolve(n).Value == unbounded; g.Unbounded {
				return
			}
			g.Max, _ = y.number(key, n, 0, 1e9, say.Message{}, "20, or "+unbounded)
		},
		"score_aggregation": func(key string, n *yaml.Node) { g.described, g.How = true, y.oneOf(key, n, aggregations...) },
		"require_pass":      func(key string, n *yaml.Node) { g.Requires = y.texts(key, n) },
	}
}

// readScoring finds the groups of a problem that gives points: secret first, then those in it, by name.
func (p *Problem) readScoring(f *faults) {
	if !p.Scoring {
		return
	}
	secret := p.readPoints(f, "secret", p.scoring("secret", "sum", 100, false))
	p.Groups = []Group{secret}
	for _, c := range p.Cases {
		parts := strings.SplitN(c.Name, "/", 3)
		if parts[0] != "secret" || len(parts) < 3 {
			continue
		}
		name := parts[0] + "/" + parts[1]
		if !slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Group == name }) {
			p.Groups = append(p.Groups, p.readPoints(f, name, p.scoring(name, "pass-fail", 0, true)))
		}
	}
	slices.SortStableFunc(p.Groups, func(a, b Group) int { return cmp.Compare(a.Group, b.Group) })
	if sum, known := p.sumOfGroups(); known && !secret.described {
		p.Groups[0].Max = sum
	}
	for _, g := range p.Groups {
		for _, required := range g.Requires {
			known := required == "sample" || slices.ContainsFunc(p.Groups, func(other Group) bool { return other.Group == required })
			if !known || required == g.Group {
				f.add(p.groupFile(g.Group), 0, "require_pass: %q is no group before this one", required)
			}
		}
		if g.Group != "secret" && g.How == "pass-fail" && g.Unbounded {
			p.warn("%s: the group %s gives no points: set max_score", p.groupFile(g.Group), g.Group)
		}
	}
}

// scoring is how points are given for a group as long as it says nothing else itself.
func (p *Problem) scoring(name, how string, most float64, unbounded bool) Group {
	g := Group{Scoring: verdict.Scoring{Group: name, How: how, Max: most, Unbounded: unbounded}}
	for _, c := range p.Cases {
		if strings.HasPrefix(c.Name, name+"/") {
			g.Cases++
		}
	}
	return g
}

// Score is the form that a solution's points are counted in, nil for a problem that gives none.
func (p *Problem) Score() *verdict.Score {
	if len(p.Groups) == 0 {
		return nil
	}
	s := &verdict.Score{GroupScore: verdict.GroupScore{Scoring: p.Groups[0].Scoring}}
	for _, g := range p.Groups[1:] {
		s.Groups = append(s.Groups, verdict.GroupScore{Scoring: g.Scoring})
	}
	return s
}

// sumOfGroups is the most that the groups give together, where each has a bound.
func (p *Problem) sumOfGroups() (sum float64, known bool) {
	for _, g := range p.Groups[1:] {
		if g.Unbounded {
			return 0, false
		}
		sum += g.Max
	}
	return sum, len(p.Groups) > 1
}

func (p *Problem) groupFile(name string) string {
	return filepath.Join(p.Data, filepath.FromSlash(name), groupFile)
}

// readPoints reads what a group's file says of points. What else is in it has been read, and judged,
// before.
func (p *Problem) readPoints(f *faults, name string, g Group) Group {
	path := p.groupFile(name)
	if _, err := os.Stat(path); err != nil {
		return g
	}
	var mine faults
	readYAML(path, &mine, false, func(y *yamlFile) fields {
		all := y.group(new(settings))
		for key, read := range y.points(&g) {
			all[key] = read
		}
		return all
	})
	for _, fault := range mine {
		if !slices.ContainsFunc(*f, func(known *say.Error) bool { return known.Error() == fault.Error() }) {
			*f = append(*f, fault)
		}
	}
	return g
}
