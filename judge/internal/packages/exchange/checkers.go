package exchange

import (
	"cmp"
	_ "embed"
	"path"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

// comparison is how outputs are compared: the parts of judge.yaml that an import writes.
type comparison struct {
	Kind       string   `yaml:"check"`
	Args       []string `yaml:"args,omitempty"`
	Program    string   `yaml:"program,omitempty"`
	Interactor string   `yaml:"interactor,omitempty"`
	Talks      bool     `yaml:"-"` // the program is an interactor, which the problem's type says
	Absolute   float64  `yaml:"absolute,omitempty"`
	Relative   float64  `yaml:"relative,omitempty"`
	InputFile  string   `yaml:"input_file,omitempty"`
	OutputFile string   `yaml:"output_file,omitempty"`
}

// within is a check of numbers that may differ a little.
func within(absolute, relative float64) comparison {
	return comparison{Kind: "float", Absolute: absolute, Relative: relative}
}

// standardCheckers maps testlib's checkers to our checks with the same meaning.
var standardCheckers = map[string]comparison{
	"fcmp": {Kind: "lines"}, "hcmp": {Kind: "tokens"}, "icmp": {Kind: "tokens"}, "ncmp": {Kind: "tokens"},
	"wcmp": {Kind: "tokens"}, "lcmp": {Kind: "tokens"}, "yesno": {Kind: "kattis"}, "nyesno": {Kind: "kattis"},
	"acmp": within(1.5e-6, 0), "rcmp": within(1.5e-6, 0),
	"dcmp": within(1e-6, 1e-6), "rcmp4": within(1e-4, 1e-4), "rcmp6": within(1e-6, 1e-6), "rcmp9": within(1e-9, 1e-9),
}

// noChecker is the error for a checker that is not there.
func noChecker(name string) error {
	return say.Errorf("its checker %s is not in the package, and is none that the judge knows", name)
}

// testlib takes a checker written with testlib, with the headers beside it.
func (d *draft) testlib(source string) {
	for _, name := range headers(d.dir, path.Dir(source)) {
		d.beside(path.Base(name), d.file(name))
	}
	d.check.Kind, d.check.Program = "testlib", d.beside(path.Base(source), d.file(source))
}

// beside puts a file of a checker into a folder of its own, and returns its name there.
func (d *draft) beside(name string, text content) string {
	d.files = append(d.files, draftFile{to: "checker/" + name, text: text, vital: true})
	return "checker/" + name
}

// interactor takes an interactor whose verdict counts. Only one written with testlib speaks the judge's protocol.
func (d *draft) interactor(source string) error {
	text, err := d.read(source)
	lang, _ := language.ByFile(source)
	if err != nil || lang.ID != "cpp" || !strings.Contains(string(text), "testlib.h") {
		return errInteractor
	}
	d.testlib(source)
	d.check.Talks = true
	return nil
}

var errInteractor = say.Errorf("it is interactive, and the package has no interactor in C++ with testlib")

//go:embed validators/special.cpp.txt
var statusMain string

// specialArguments are what other judges give a checker without testlib.
var specialArguments = map[string]string{"hustoj": "argv[1], argv[2], output", "qduoj": "argv[1], output"}

// mainFunction matches the beginning of a checker's main, with its parameters.
var mainFunction = match.Lazy(`\bmain\s*\(([^()]*)\)[^;{]*\{`)

// special takes a checker without testlib. It gives the checker's main another symbol, and adds a main that calls it and
// speaks the judge's protocol. The checker's stays a main for C++: it need not return anything.
func (d *draft) special(name, kind string, text content) error {
	lang, _ := language.ByFile(name)
	if lang.ID != "cpp" && lang.ID != "c" {
		return say.Errorf("its checker is in %s: only one in C or C++ can be used", name)
	}
	source, err := d.convert(name, text)
	if err != nil {
		return err
	}
	if strings.Contains(string(source), "testlib.h") {
		d.check.Kind, d.check.Program = "testlib", d.beside("checker.cpp", literal(string(source)))
		return nil
	}
	parameters := "int, char **"
	if m := mainFunction().FindSubmatch(source); m != nil {
		parameters = string(m[1])
	}
	text = literal("int main(" + parameters + ") __asm__(\"checker_main\");\n#line 1 \"" + name + "\"\n" +
		string(source) + "\n" + strings.ReplaceAll(statusMain, "ARGUMENTS", specialArguments[kind]))
	d.check.Kind, d.check.Program = "validator", d.beside("checker.cpp", text)
	return nil
}

// code is a source inside a file with other things.
type code struct {
	Language string `xml:"language,attr"`
	Text     string `xml:",chardata"`
}

// answers adds the sources in the package that are correct.
func (d *draft) answers(all []code) {
	for n, s := range all {
		file := sourceName(s.Language)
		if file == "" || strings.TrimSpace(s.Text) == "" {
			d.remark("left out: %s", oneLine("solution: "+s.Language))
			continue
		}
		name := "answer" + textOf(n+1)
		d.solution(name, file, literal(strings.TrimLeft(s.Text, "\n")), "AC")
	}
}

// sourceName is the file name of a source in a language; "" if the language is unknown.
func sourceName(lang string) string {
	lang = strings.ToLower(lang)
	for _, known := range [][2]string{
		{"c++", "Main.cpp"}, {"g++", "Main.cpp"}, {"cpp", "Main.cpp"}, {"gcc", "Main.c"}, {"pypy", "Main.py"}, {"python", "Main.py"},
		{"javascript", "Main.js"}, {"java", "Main.java"}, {"golang", "Main.go"}, {"go", "Main.go"}, {"rust", "Main.rs"},
	} {
		if strings.HasPrefix(lang, known[0]) {
			return known[1]
		}
	}
	return map[string]string{"c": "Main.c", "c11": "Main.c", "c99": "Main.c"}[lang]
}

// checker takes the checker of a package that has it as a file or names one of testlib's.
func (d *draft) checker(name, source string) error {
	if same, ok := standardCheckers[strings.TrimSuffix(name, path.Ext(name))]; ok {
		d.check.Kind, d.check.Absolute, d.check.Relative = same.Kind, same.Absolute, same.Relative
		return nil
	}
	if !d.has(source) {
		return noChecker(cmp.Or(source, name))
	}
	d.testlib(source)
	return nil
}
