package exchange

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// polygonProblem holds the parts that we use of Polygon's problem.xml.
type polygonProblem struct {
	Names []struct {
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
		Type   string        `xml:"type,attr"`
		Source polygonSource `xml:"source"`
	} `xml:"assets>checker"`
	Interactor *struct {
		Source polygonSource `xml:"source"`
	} `xml:"assets>interactor"`
	Solutions []polygonSolution `xml:"assets>solutions>solution"`
	Tags      []struct {
		Value string `xml:"value,attr"`
	} `xml:"tags>tag"`
}

type polygonSource struct {
	Path string `xml:"path,attr"`
}

type polygonSolution struct {
	Tag    string        `xml:"tag,attr"`
	Source polygonSource `xml:"source"`
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
	Method      string  `xml:"method,attr"`
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
func (w *writer) polygon(string) error {
	text, err := w.people("problem.xml", w.lies("problem.xml"))
	if err != nil {
		return err
	}
	p, err := parsePolygon(text)
	if err != nil {
		return err
	}
	set := p.testset(w)
	d := draft{names: map[string]string{}, statements: w.sections(), program: map[string]content{}}
	d.seconds, d.memory = set.Millis/1000, (set.Memory+1<<20-1)>>20
	for _, n := range p.Names {
		d.names[languageCode(n.Language)] = n.Value
	}
	for _, t := range p.Tags {
		d.keywords = append(d.keywords, oneLine(t.Value))
	}
	if d.check, err = p.check(w, d.program); err != nil {
		return err
	}
	d.check.InputFile, d.check.OutputFile = w.fileName(p.Judging.Input), w.fileName(p.Judging.Output)
	if d.groups, d.scoring, err = p.groups(w, set); err != nil {
		return err
	}
	for _, s := range p.Solutions {
		file := s.Source.Path
		d.solutions = append(d.solutions, draftSolution{name: strings.TrimSuffix(path.Base(file), path.Ext(file)), file: file,
			text: w.lies(file), promise: polygonTags[s.Tag]})
	}
	return w.put(d)
}

// parsePolygon reads problem.xml and refuses one that no importer could use.
func parsePolygon(text []byte) (p polygonProblem, err error) {
	if err := readXML(text, &p); err != nil {
		return p, say.Errorf("problem.xml: not XML: %w", err)
	}
	if len(p.Judging.Testsets) == 0 {
		return p, say.Errorf("problem.xml: names no testset")
	}
	for i := range p.Judging.Testsets {
		set := &p.Judging.Testsets[i]
		if set.Count > maxFiles || len(set.Tests) > maxFiles {
			return p, say.Errorf("more than %d files", maxFiles)
		}
		for len(set.Tests) < set.Count {
			set.Tests = append(set.Tests, polygonTest{})
		}
	}
	return p, nil
}

// testset returns the testset that counts.
func (p polygonProblem) testset(w *writer) polygonTestset {
	sets := p.Judging.Testsets
	at := max(0, slices.IndexFunc(sets, func(s polygonTestset) bool { return s.Name == "tests" }))
	for i, s := range sets {
		if i != at {
			w.note("left out: the testset %q; that of the grade is %q", s.Name, sets[at].Name)
		}
	}
	return sets[at]
}

// polygonTags maps tags of solutions to expected verdicts. Other tags have no counterpart here.
var polygonTags = map[string]result.Promise{
	"main": "AC", "accepted": "AC", "wrong-answer": "WA", "presentation-error": "PE|WA", "time-limit-exceeded": "TLE",
	"time-limit-exceeded-or-accepted": "AC|TLE", "time-limit-exceeded-or-memory-limit-exceeded": "TLE|MLE",
	"memory-limit-exceeded": "MLE", "failed": runTimeError, "rejected": folders["rejected"],
}

// standardCheckers maps testlib's checkers to our checks with the same meaning.
var standardCheckers = map[string]judgeFile{
	"fcmp": {Check: "lines"}, "hcmp": {Check: "tokens"}, "icmp": {Check: "tokens"}, "ncmp": {Check: "tokens"}, "wcmp": {Check: "tokens"},
	"lcmp": {Check: "tokens"}, "yesno": {Check: "kattis"}, "nyesno": {Check: "kattis"},
	"acmp": {Check: "float", Absolute: 1.5e-6}, "rcmp": {Check: "float", Absolute: 1.5e-6}, "dcmp": {Check: "float", Absolute: 1e-6, Relative: 1e-6},
	"rcmp4": {Check: "float", Absolute: 1e-4, Relative: 1e-4}, "rcmp6": {Check: "float", Absolute: 1e-6, Relative: 1e-6},
	"rcmp9": {Check: "float", Absolute: 1e-9, Relative: 1e-9},
}

// check returns the package's check: one of the judge's, or its own program.
func (p polygonProblem) check(w *writer, program map[string]content) (judgeFile, error) {
	if p.Interactor != nil {
		talks, err := w.talks(p.Interactor.Source.Path, program)
		if err != nil || !w.leaves(p.Interactor.Source.Path) {
			return talks, err
		}
		p.Interactor = nil
		check, err := p.check(w, program)
		check.Talks, check.Interactor = true, talks.Program
		return check, err
	}
	name, source := strings.TrimPrefix(p.Checker.Name, "std::"), p.Checker.Source.Path
	if same, ok := standardCheckers[strings.TrimSuffix(name, path.Ext(name))]; ok && name != p.Checker.Name {
		w.note("its checker %s compares as check: %s does, which is used", p.Checker.Name, same.Check)
		return same, nil
	}
	if source == "" && p.Checker.Name == "" {
		w.note("no checker is named: outputs are compared line by line")
		return judgeFile{Check: "lines"}, nil
	}
	if !w.there(source) {
		return judgeFile{}, say.Errorf("its checker %s is not in the package, and is none that the judge knows", cmp.Or(source, p.Checker.Name))
	}
	return w.testlib(source, program), nil
}

// testlib imports a checker written with testlib, with the headers beside it.
func (w *writer) testlib(source string, program map[string]content) judgeFile {
	for name, text := range w.headers(path.Dir(source)) {
		program[name] = text
	}
	program[path.Base(source)] = w.lies(source)
	return judgeFile{Check: "testlib", Program: path.Base(source)}
}
