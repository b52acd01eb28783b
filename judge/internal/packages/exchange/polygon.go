package exchange

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// polygonProblem holds the parts that we use of Polygon's problem.xml.
type polygonProblem struct {
	*draft `xml:"-"`
	Names  []struct {
		Language string `xml:"language,attr"`
		Value    string `xml:"value,attr"`
	} `xml:"names>name"`
	Judging struct {
		Input    string           `xml:"input-file,attr"`
		Output   string           `xml:"output-file,attr"`
		Testsets []polygonTestset `xml:"testset"`
	} `xml:"judging"`
	Executables []polygonSource `xml:"files>executables>executable>source"`
	Checker     struct {
		Name   string        `xml:"name,attr"`
		Source polygonSource `xml:"source"`
	} `xml:"assets>checker"`
	Interactor *struct {
		Source polygonSource `xml:"source"`
	} `xml:"assets>interactor"`
	Solutions []struct {
		Tag    string        `xml:"tag,attr"`
		Source polygonSource `xml:"source"`
	} `xml:"assets>solutions>solution"`
	Tags []struct {
		Value string `xml:"value,attr"`
	} `xml:"tags>tag"`
}

type polygonSource struct {
	Path string `xml:"path,attr"`
}

type polygonTestset struct {
	Name   string         `xml:"name,attr"`
	Millis float64        `xml:"time-limit"`
	Memory int64          `xml:"memory-limit"` // bytes
	Input  string         `xml:"input-path-pattern"`
	Answer string         `xml:"answer-path-pattern"`
	Count  int            `xml:"test-count"`
	Tests  []polygonTest  `xml:"tests>test"`
	Groups []polygonGroup `xml:"groups>group"`
}

type polygonTest struct {
	Command     string  `xml:"cmd,attr"`
	FromFile    string  `xml:"from-file,attr"`
	Sample      bool    `xml:"sample,attr"`
	Group       string  `xml:"group,attr"`
	Points      float64 `xml:"points,attr"`
	Description string  `xml:"description,attr"`
}

type polygonGroup struct {
	Name         string  `xml:"name,attr"`
	Policy       string  `xml:"points-policy,attr"`
	Points       float64 `xml:"points,attr"`
	Dependencies []struct {
		Group string `xml:"group,attr"`
	} `xml:"dependencies>dependency"`
}

// polygon reads a package of Polygon, the workshop of Codeforces.
func polygon(dir *folder, _ string) (*draft, error) {
	p := polygonProblem{draft: newDraft(dir, "")}
	p.names = map[string]string{}
	text, err := p.read("problem.xml")
	if err != nil {
		return nil, err
	}
	if err := readXML(text, &p); err != nil {
		return nil, say.Errorf("problem.xml: not XML: %w", err)
	}
	sets := p.Judging.Testsets
	if len(sets) == 0 {
		return nil, say.Errorf("problem.xml: names no testset")
	}
	set := sets[max(0, slices.IndexFunc(sets, func(s polygonTestset) bool { return s.Name == "tests" }))]
	for _, s := range sets {
		if s.Name != set.Name {
			p.remark("left out: the testset %q; the one that counts is %q", s.Name, set.Name)
		}
	}
	p.limit(set.Millis/1000, (set.Memory+1<<20-1)>>20)
	for _, n := range p.Names {
		p.names[languageCode(n.Language)] = n.Value
	}
	var tags []string
	for _, t := range p.Tags {
		tags = append(tags, oneLine(t.Value))
	}
	p.about["keywords"] = tags
	p.statements()
	if err := p.checking(); err != nil {
		return nil, err
	}
	p.paths(p.Judging.Input, p.Judging.Output)
	if err := p.tests(set); err != nil {
		return nil, err
	}
	for _, s := range p.Solutions {
		file := s.Source.Path
		p.solution(strings.TrimSuffix(path.Base(file), path.Ext(file)), file, p.file(file), polygonTags[s.Tag])
	}
	return p.draft, nil
}

// polygonTags maps tags of solutions to expected verdicts. Other tags have no counterpart here.
var polygonTags = map[string]result.Promise{
	"main": "AC", "accepted": "AC", "wrong-answer": "WA", "presentation-error": "PE|WA", "time-limit-exceeded": "TLE",
	"time-limit-exceeded-or-accepted": "AC|TLE", "time-limit-exceeded-or-memory-limit-exceeded": "TLE|MLE",
	"memory-limit-exceeded": "MLE", "failed": runTimeError, "rejected": folders["rejected"],
}

// tout matches an interactor that writes a file for the checker. Without such a file the interactor gives the verdict.
var tout = match.Lazy(`\btout\b`)

// checking takes the package's checker, its interactor, or both.
func (p *polygonProblem) checking() error {
	if p.Interactor != nil {
		source := p.Interactor.Source.Path
		if err := p.interactor(source); err != nil {
			return err
		}
		if text, _ := p.read(source); !tout().Match(text) {
			return nil
		}
		p.check.Interactor, p.check.Program = p.check.Program, ""
	}
	name, source := p.Checker.Name, p.Checker.Source.Path
	if name == "" && source == "" {
		p.remark("no checker is named: outputs are compared line by line")
		p.check.Kind = "lines"
		return nil
	}
	standard, named := strings.CutPrefix(name, "std::")
	if !named {
		return p.checker("", cmp.Or(source, name))
	}
	err := p.checker(standard, source)
	if err == nil && p.check.Program == "" {
		p.remark("its checker %s is replaced by check: %s, which compares in the same way", name, p.check.Kind)
	}
	return err
}

// tests reads the tests with their points.
func (p *polygonProblem) tests(set polygonTestset) error {
	if set.Count > maxFiles || len(set.Tests) > maxFiles {
		return tooMany()
	}
	for len(set.Tests) < set.Count {
		set.Tests = append(set.Tests, polygonTest{})
	}
	var all []testCase
	byName := map[string][]testCase{}
	p.scoring = slices.ContainsFunc(set.Groups, func(g polygonGroup) bool { return g.Points != 0 })
	for i, t := range set.Tests {
		c, err := p.test(set, i)
		if err != nil {
			return err
		}
		all, byName[t.Group] = append(all, c), append(byName[t.Group], c)
		p.scoring = p.scoring || t.Points != 0
	}
	switch {
	case !p.scoring:
		p.groups = []group{{cases: all}}
		return nil
	case len(set.Groups) == 0:
		p.subtasks(byPoints(all))
		return nil
	}
	taken, described := names{}, map[string]polygonGroup{}
	for _, g := range set.Groups {
		described[g.Name] = g
	}
	var groups []group
	for n, name := range sorted(byName) {
		said, tests, own := described[name], byName[name], "rest"
		if name != "" {
			own = caseFile(name, n)
		}
		own = taken.unlike(own) // two may differ only in letters that a file cannot have
		g := group{id: name, name: own, how: "pass-fail", most: cmp.Or(said.Points, worth(tests)), cases: tests}
		if strings.EqualFold(said.Policy, "each-test") {
			g.how = "sum"
		}
		for _, d := range said.Dependencies {
			g.requires = append(g.requires, d.Group)
		}
		for i := range tests {
			tests[i].sample = tests[i].sample && tests[i].worth == 0
		}
		groups = append(groups, g)
	}
	p.subtasks(groups)
	return nil
}

// test is one test: its files, or the programs that make them.
func (p *polygonProblem) test(set polygonTestset, i int) (testCase, error) {
	t := set.Tests[i]
	c := testCase{name: strconv.Itoa(i + 1), sample: t.Sample, description: t.Description, worth: t.Points}
	in, ans := byPattern(set.Input, i+1), byPattern(set.Answer, i+1)
	unmade := func(format string, args ...any) (testCase, error) {
		return c, say.Errorf(format, args...).Hint("build a full package on Polygon, and take that")
	}
	words := strings.Fields(t.Command)
	switch {
	case p.has(in):
		c.in = p.file(in)
	case len(words) == 0 || t.FromFile != "":
		return unmade("test %d: neither %s nor a command that prints it is in the package", i+1, in)
	default:
		source := p.executable(words[0])
		if !p.has(source) {
			return unmade("test %d: its generator %s is not in the package", i+1, words[0])
		}
		c.in = printed(command{p.dir, source, words[1:], ""})
	}
	if c.ans = p.file(ans); p.has(ans) {
		return c, nil
	}
	for _, s := range p.Solutions {
		if s.Tag == "main" && p.Interactor == nil { // which would have nobody to talk with
			c.ans, c.solver = nil, s.Source.Path
			return c, nil
		}
	}
	return unmade("test %d: neither %s nor a main solution that prints it is in the package", i+1, ans)
}

// executable is the source of a program of the package by the name that commands call it.
func (p *polygonProblem) executable(name string) string {
	for _, e := range p.Executables {
		if base := path.Base(e.Path); strings.TrimSuffix(base, path.Ext(base)) == strings.TrimSuffix(name, ".exe") {
			return e.Path
		}
	}
	return ""
}

var numberPattern = match.Lazy(`%0?\d?d`)

// byPattern is a file's name by a pattern such as tests/%02d.
func byPattern(pattern string, n int) string {
	verb := numberPattern().FindString(pattern)
	if verb == "" {
		return pattern
	}
	return strings.Replace(pattern, verb, fmt.Sprintf(verb, n), 1)
}

// statements takes the statements, whose parts are in files of their own, or whole.
func (p *polygonProblem) statements() {
	files, _ := list(p.dir, "statement-sections", pass)
	for _, file := range files {
		switch base := path.Base(file); {
		case base == "name.tex":
			p.statement(languageCode(path.Base(path.Dir(file))), "tex", p.joined(path.Dir(file)))
		case problem.IsPicture(base) && strings.Count(file, "/") == 2:
			p.files = append(p.files, draftFile{to: "statement/" + base, from: file, text: p.file(file)})
		}
	}
	if len(files) > 0 {
		return
	}
	files, _ = list(p.dir, "statements", pass)
	for _, file := range files {
		if parts := strings.Split(file, "/"); len(parts) == 3 && parts[2] == "problem.tex" {
			p.statement(languageCode(parts[1]), "tex", p.file(file))
		}
	}
}

// joined is a statement made of its sections.
func (p *polygonProblem) joined(folder string) content {
	return func(w *workshop) (io.ReadCloser, error) {
		var text strings.Builder
		for _, name := range []string{"name", "legend", "Input", "Output", "Interaction", "Scoring", "Notes"} {
			file := path.Join(folder, strings.ToLower(name)+".tex")
			if !p.has(file) {
				continue
			}
			part, err := p.read(file)
			if err != nil {
				return nil, err
			}
			body := strings.TrimSpace(string(part))
			switch {
			case body == "":
			case name == "name":
				text.WriteString(`\problemname{` + body + "}\n")
			case name == "legend":
				text.WriteString("\n" + body + "\n")
			default:
				text.WriteString("\n" + `\section*{` + name + "}\n" + body + "\n")
			}
		}
		return literal(text.String())(w)
	}
}
