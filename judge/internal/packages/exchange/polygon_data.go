package exchange

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// groups are the tests with their points.
func (p polygonProblem) groups(w *writer, set polygonTestset) (groups []draftGroup, scoring bool, err error) {
	var all []draftCase
	byName := map[string][]draftCase{}
	for i, t := range set.Tests {
		c, err := p.test(w, set, i)
		if err != nil {
			return nil, false, err
		}
		c.worth = t.Points
		all, byName[t.Group] = append(all, c), append(byName[t.Group], c)
		scoring = scoring || t.Points != 0
	}
	for _, g := range set.Groups {
		scoring = scoring || g.Points != 0
	}
	if !scoring {
		return []draftGroup{{cases: all}}, false, nil
	}
	if len(set.Groups) == 0 {
		return points(all), true, nil
	}
	called, taken := map[string]string{}, map[string]bool{}
	for n, name := range slices.Sorted(maps.Keys(byName)) {
		own := "rest"
		if name != "" {
			own = caseFile(name, n)
		}
		for taken[strings.ToLower(own)] { // what tells them apart may be no letter that a file can have
			own += "-"
		}
		called[name], taken[strings.ToLower(own)] = own, true
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		at := slices.IndexFunc(set.Groups, func(g polygonGroup) bool { return g.Name == name })
		g := polygonGroup{Name: name}
		if at >= 0 {
			g = set.Groups[at]
		}
		groups = append(groups, g.fold(called, byName[name])...)
	}
	return groups, true, nil
}

// fold makes one group of its tests, with our name for it. If the tests give different points, it has inner groups.
func (g polygonGroup) fold(called map[string]string, tests []draftCase) []draftGroup {
	own := draftGroup{name: called[g.Name], how: "pass-fail", most: cmp.Or(g.Points, worth(tests)), cases: tests}
	for _, d := range g.Dependencies {
		if name := called[d.Group]; name != "" {
			own.requires = append(own.requires, name)
		}
	}
	for i := range tests {
		tests[i].sample = tests[i].sample && tests[i].worth == 0
	}
	if strings.EqualFold(g.Policy, "each-test") {
		own.how = "sum"
		return own.split()
	}
	return []draftGroup{own}
}

// test is one test: its files, or the programs that make them.
func (p polygonProblem) test(w *writer, set polygonTestset, i int) (draftCase, error) {
	t := set.Tests[i]
	c := draftCase{name: strconv.Itoa(i + 1), sample: t.Sample, description: t.Description}
	in, ans := byPattern(set.Input, i+1), byPattern(set.Answer, i+1)
	switch words := strings.Fields(t.Command); {
	case w.there(in):
		c.in = w.lies(in)
	case len(words) == 0 || t.FromFile != "":
		return c, say.Errorf("test %d: neither %s nor a command that prints it is in the package", i+1, in).Hint("build a full package on Polygon, and take that")
	default:
		program := p.executable(words[0])
		if !w.there(program) {
			return c, say.Errorf("test %d: its generator %s is not in the package", i+1, words[0]).Hint("build a full package on Polygon, and take that")
		}
		c.in = sync.OnceValues(w.made(program, words[1:], nil))
	}
	if c.ans = w.lies(ans); w.there(ans) {
		return c, nil
	}
	main := slices.IndexFunc(p.Solutions, func(s polygonSolution) bool { return s.Tag == "main" })
	if main < 0 || p.Interactor != nil { // there would be no interactor
		return c, say.Errorf("test %d: neither %s nor a main solution that prints it is in the package", i+1, ans).Hint("build a full package on Polygon, and take that")
	}
	c.ans = w.made(p.Solutions[main].Source.Path, nil, c.in)
	return c, nil
}

// executable is the source of a program of the package by the name that commands call it.
func (p polygonProblem) executable(name string) string {
	for _, e := range p.Executables {
		if base := path.Base(e.Path); strings.TrimSuffix(base, path.Ext(base)) == strings.TrimSuffix(name, ".exe") {
			return e.Path
		}
	}
	return ""
}

var numberPattern = match.Lazy(`%0?(\d*)d`)

// byPattern is a file's name by a pattern such as tests/%02d.
func byPattern(pattern string, n int) string {
	at := numberPattern().FindStringSubmatchIndex(pattern)
	if at == nil {
		return pattern
	}
	width, _ := strconv.Atoi(pattern[at[2]:at[3]])
	digits := strconv.Itoa(n)
	return pattern[:at[0]] + strings.Repeat("0", max(0, min(width, 9)-len(digits))) + digits + pattern[at[1]:]
}
