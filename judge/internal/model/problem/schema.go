package problem

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/sudoku"
)

// Version is the version of the Problem Package Format that is spoken here.
const Version = "2025-09"

// NewUUID returns a random identifier (version 4), which the format wants each problem to have.
func NewUUID() string {
	var b [16]byte
	binary.NativeEndian.PutUint64(b[:8], rand.Uint64())
	binary.NativeEndian.PutUint64(b[8:], rand.Uint64())
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

const maxSeconds = 24 * 60 * 60 // more is a slip of the hand, and would overflow sooner or later

// readProblemYAML reads problem.yaml with exactly the keys of the format. Keys that only an archive needs (credits,
// licence, ...) are known but not read. It returns the line of the key type.
func (p *Problem) readProblemYAML(f *faults) (typeLine int) {
	path := filepath.Join(p.Dir, "problem.yaml")
	if text, ok := readText(path, f, true); ok {
		typeLine = p.metadata(path, text, f)
	}
	if p.Check.MultiPass && p.Limits.Passes == 0 {
		p.Limits.Passes = 2
	}
	return typeLine
}

// CheckMetadata returns the errors in the text of a problem.yaml.
func CheckMetadata(text []byte) error {
	var f faults
	(&Problem{}).metadata("problem.yaml", text, &f)
	return f.err()
}

// metadata reads the text of a problem.yaml.
func (p *Problem) metadata(path string, text []byte, f *faults) (typeLine int) {
	lines := parseYAML(path, text, f, func(y *yamlFile) fields {
		all := fields{
			"problem_format_version": func(key string, n *yaml.Node) {
				if v, ok := y.text(key, n); ok && v != Version {
					y.fault(n, "%s: %q is not supported here", key, v).hint("judge import turns a package of another version into %s", Version)
				}
			},
			"type": func(key string, n *yaml.Node) { y.problemType(key, n, p) },
			"name": func(key string, n *yaml.Node) { p.Names = y.names(key, n) },
			"credits": func(key string, n *yaml.Node) {
				if resolve(n).Kind == yaml.MappingNode {
					y.mapping(n, "credits.", anything("authors", "contributors", "testers", "translators", "packagers", "acknowledgements"))
				} else {
					y.text(key, n)
				}
			},
			"license": func(key string, n *yaml.Node) { y.oneOf(key, n, Licenses...) },
			"limits":  func(key string, n *yaml.Node) { y.mapping(n, "limits.", y.limits(&p.Limits)) },
		}
		maps.Copy(all, anything("uuid", "version", "source", "rights_owner", "embargo_until", "keywords", "languages",
			"allow_file_writing", "constants"))
		return all
	})
	if len(lines) == 0 {
		return 0 // it is not YAML; that was reported
	}
	if lines["problem_format_version"] == 0 {
		f.add(path, 0, "no problem_format_version").hint("add the line problem_format_version: %s", Version)
	}
	if lines["name"] == 0 {
		f.add(path, 0, "no name").hint("add the line name: ... with the problem's title")
	}
	return lines["type"]
}

// anything returns fields that may hold any value.
func anything(names ...string) fields {
	f := fields{}
	for _, name := range names {
		f[name] = func(string, *yaml.Node) {}
	}
	return f
}

// problemType reads the types of a problem. The judge can run all of them except those without programs.
func (y *yamlFile) problemType(key string, n *yaml.Node, p *Problem) {
	for _, t := range y.texts(key, n) {
		switch t {
		case "pass-fail":
		case "scoring":
			p.Scoring = true
		case "interactive":
			p.Check.Interactive = true
		case "multi-pass":
			p.Check.MultiPass = true
		case "submit-answer":
			y.fault(n, "%s: %s problems cannot be judged here: only those that are solved by a program", key, t)
		default:
			y.oneOf(key, n, "pass-fail", "scoring", "multi-pass", "interactive", "submit-answer")
		}
	}
}

func (y *yamlFile) names(key string, n *yaml.Node) map[string]string {
	if resolve(n).Kind != yaml.MappingNode {
		name, _ := y.text(key, n)
		return map[string]string{"en": name}
	}
	names := map[string]string{}
	y.each(key, n, func(name string, k, v *yaml.Node) { names[k.Value], _ = y.text(name, v) })
	return names
}

// words is a text in English, or in English and Chinese: {en: ..., zh: ...}.
func (y *yamlFile) words(key string, n *yaml.Node) say.Words {
	all := y.names(key, n)
	return say.Words{English: all["en"], Chinese: all["zh"]}
}

// limits returns the keys under limits. Keys that only serve to find a time limit (multipliers, resolution) are not
// used, since here the time limit is written down.
func (y *yamlFile) limits(l *Limits) fields {
	bytesOf := func(to *int64, unit string, factor int64) func(string, *yaml.Node) {
		return func(key string, n *yaml.Node) {
			if v, ok := y.whole(key, n, 1, 1<<20, say.Of(" of %s", unit), "256"); ok {
				*to = v * factor
			}
		}
	}
	wholeSeconds := func(to *time.Duration) func(string, *yaml.Node) {
		return func(key string, n *yaml.Node) {
			if v, ok := y.whole(key, n, 1, maxSeconds, say.Of(" of seconds"), "60"); ok {
				*to = time.Duration(v) * time.Second
			}
		}
	}
	all := anything("time_resolution", "validation_output", "time_multipliers")
	maps.Copy(all, fields{
		"time_limit":         func(key string, n *yaml.Node) { y.seconds(key, n, &l.Time) },
		"memory":             bytesOf(&l.Memory, "MiB", 1<<20),
		"output":             bytesOf(&l.Output, "MiB", 1<<20),
		"code":               bytesOf(&l.Code, "KiB", 1<<10),
		"compilation_time":   wholeSeconds(&l.CompileTime),
		"compilation_memory": bytesOf(&l.CompileMemory, "MiB", 1<<20),
		"validation_time":    wholeSeconds(&l.CheckTime),
		"validation_memory":  bytesOf(&l.CheckMemory, "MiB", 1<<20),
		"validation_passes": func(key string, n *yaml.Node) {
			v, _ := y.whole(key, n, 2, 1000, say.Message{}, "2")
			l.Passes = int(v)
		},
	})
	return all
}

func (y *yamlFile) seconds(key string, n *yaml.Node, to *time.Duration) {
	if v, ok := y.number(key, n, 0.001, maxSeconds, say.Of(" of seconds"), "1 or 0.5"); ok {
		*to = time.Duration(v * float64(time.Second))
	}
}

// Kinds are the ways of checking an output, and Formats those of the Sudoku checker.
var (
	Kinds   = []string{"lines", "tokens", "exact", "float", "kattis", "sudoku", "validator", "testlib", "value", "any-order"}
	Formats = slices.Sorted(maps.Keys(sudoku.Tasks))
)

// judgeYAML holds the contents of judge.yaml until the whole file is read.
type judgeYAML struct {
	path          string
	kind, program string
	lines         map[string]int // where each key is
	function      asked
}

// readJudgeYAML reads judge.yaml. Without a kind of check there, a problem with an output validator is
// checked by that.
func (p *Problem) readJudgeYAML(f *faults) {
	said := judgeYAML{path: filepath.Join(p.Dir, "judge.yaml")}
	said.lines = readYAML(said.path, f, func(y *yamlFile) fields {
		all := p.judgeFields(y, &said)
		maps.Copy(all, said.function.fields(y))
		return all
	})
	if p.InputFile != "" && p.InputFile == p.OutputFile {
		f.add(said.path, said.lines["output_file"], "output_file: %s is the input file too", p.OutputFile).hint("give it another name")
	}
	p.readFunction(f, said.path, said.function, said.lines)
	validator := p.validator(f)
	switch {
	case said.kind != "":
		p.Check.Kind = said.kind
	case said.lines["check"] > 0:
		return // said, and wrong: noted already
	case validator != "":
		p.Check.Kind = "validator"
	}
	if p.Check.Interactive && said.kind == "" && validator == "" && said.program != "" {
		p.Check.Kind = "validator" // there is no other way to check it
	}
	said.meaningless(f, p.Check.Kind)
	if byValue(p.Check.Kind) && p.Function == nil {
		p.Check.Type = function.Type{Kind: function.Any}
	}
	p.completeCheck(f, said, validator)
	if p.Function != nil && p.Function.Calls == 0 && p.Check.Program == "" { // a program may take another answer
		p.Function.Calls = 2
	}
	if said.lines["interactor"] > 0 && !p.Check.Interactive {
		f.add(said.path, said.lines["interactor"], "interactor: the problem is not interactive").hint("write type: interactive in problem.yaml")
	}
}

// judgeFields are the keys of judge.yaml, those about a function aside.
func (p *Problem) judgeFields(y *yamlFile, said *judgeYAML) fields {
	c, l := &p.Check, &p.Limits
	return fields{
		"check":      func(key string, n *yaml.Node) { said.kind = y.oneOf(key, n, Kinds...) },
		"also":       func(key string, n *yaml.Node) { p.Also = y.texts(key, n) },
		"format":     func(key string, n *yaml.Node) { c.Format = y.oneOf(key, n, Formats...) },
		"absolute":   func(key string, n *yaml.Node) { c.Absolute, _ = y.number(key, n, 0, 1e9, say.Message{}, "1e-6") },
		"relative":   func(key string, n *yaml.Node) { c.Relative, _ = y.number(key, n, 0, 1e9, say.Message{}, "1e-6") },
		"ignore":     func(key string, n *yaml.Node) { c.Ignore = y.patterns(key, n) },
		"program":    func(key string, n *yaml.Node) { said.program = y.inside(key, n, p.Dir) },
		"interactor": func(key string, n *yaml.Node) { c.Interactor = y.inside(key, n, p.Dir) },
		"args":       func(key string, n *yaml.Node) { c.Args = y.texts(key, n) },
		"strict":     func(key string, n *yaml.Node) { c.Strict = y.flag(key, n) },
		"wall":       func(key string, n *yaml.Node) { y.seconds(key, n, &l.Wall) },
		"processes": func(key string, n *yaml.Node) {
			v, _ := y.whole(key, n, 1, 10000, say.Message{}, "64")
			l.Processes = int(v)
		},
		"multipliers": func(key string, n *yaml.Node) { l.Multipliers = y.multipliers(key, n) },
		"gen":         func(key string, n *yaml.Node) { p.Gen = y.inside(key, n, p.Dir) },
		"input_file":  func(key string, n *yaml.Node) { p.InputFile = y.fileName(key, n) },
		"output_file": func(key string, n *yaml.Node) { p.OutputFile = y.fileName(key, n) },
		"levels":      func(key string, n *yaml.Node) { c.Levels = y.oneOf(key, n, "outer", "all") },
	}
}

// kindsOf are the kinds of check that a key belongs to.
var kindsOf = map[string][]string{
	"format": {"sudoku", "lines", "tokens"}, "absolute": {"float", "value", "any-order"}, "relative": {"float", "value", "any-order"}, "levels": {"any-order"},
	"ignore": {"lines", "tokens", "float", "kattis", "sudoku"}, "program": {"validator", "testlib"}, "args": {"kattis", "validator"}, "strict": {"lines", "tokens", "float", "sudoku"},
}

// meaningless reports keys that the kind of check does not use. Otherwise they would be ignored in silence.
func (said judgeYAML) meaningless(f *faults, kind string) {
	for _, key := range slices.Sorted(maps.Keys(kindsOf)) {
		if kinds := kindsOf[key]; said.lines[key] > 0 && !slices.Contains(kinds, kind) {
			with := say.Text(kinds[0])
			for _, other := range kinds[1:] {
				with = say.Of("%s or %s", with, other)
			}
			f.add(said.path, said.lines[key], "%s: has no meaning with check: %s, only with %s", key, kind, with)
		}
	}
}

// completeCheck checks that the check has everything that its kind needs.
func (p *Problem) completeCheck(f *faults, said judgeYAML, validator string) {
	c, lines := &p.Check, said.lines
	switch c.Kind {
	case "sudoku":
		if lines["format"] == 0 {
			f.add(said.path, lines["check"], "check: sudoku: no format").hint("add a line format: with one of %s", say.List(Formats))
		}
	case "float":
		if lines["absolute"]+lines["relative"] == 0 {
			f.add(said.path, lines["check"], "check: float: no tolerance").hint("add a line absolute: 1e-6, or relative: 1e-6")
		}
	case "validator", "testlib":
		c.Program = said.program
		if lines["program"] == 0 && c.Kind == "validator" {
			c.Program = validator
		}
		if c.Program == "" && lines["program"] == 0 {
			f.add(said.path, lines["check"], "check: %s: no program", c.Kind).hint("add a line program: with its source file")
		}
	}
}

// validator returns the folder of the problem's output validator, "" if it has none.
func (p *Problem) validator(f *faults) string {
	older := filepath.Join(p.Dir, "output_validators")
	if _, err := os.Stat(older); err == nil {
		f.add(older, 0, "the older format's folder of validators").hint("rename the one to use to output_validator")
	}
	return folder(p.Dir, "output_validator")
}

// folder returns the path of a folder in another one, "" if it is not there.
func folder(of, name string) string {
	if dir := filepath.Join(of, name); isFolder(dir) {
		return dir
	}
	return ""
}

// patterns reads regular expressions.
func (y *yamlFile) patterns(key string, n *yaml.Node) []string {
	list := y.texts(key, n)
	for _, s := range list {
		if _, err := regexp.Compile(s); err != nil {
			why := say.Phrase(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			if e, ok := errors.AsType[*syntax.Error](err); ok {
				why = say.Of("%s: %s", say.Phrase(string(e.Code)), "`"+e.Expr+"`")
			}
			y.fault(n, "%s: %q: %s", key, s, why)
		}
	}
	return list
}

// inside reads the path of a file or folder in the problem's own folder.
func (y *yamlFile) inside(key string, n *yaml.Node, dir string) string {
	s, ok := y.text(key, n)
	if !ok {
		return ""
	}
	if !filepath.IsLocal(filepath.FromSlash(s)) {
		y.fault(n, "%s: %q leads out of the problem's folder", key, s).hint("keep the program in there")
		return ""
	}
	path := filepath.Join(dir, filepath.FromSlash(s))
	if _, err := os.Stat(path); err != nil {
		y.fault(n, "%s: %s: %w", key, path, cause(err))
		return ""
	}
	return path
}

// fileName reads the name of a file in the folder that a program runs in.
func (y *yamlFile) fileName(key string, n *yaml.Node) string {
	s, ok := y.text(key, n)
	if ok && !ValidFileName(s) {
		y.fault(n, "%s: %q is not the name of a file", key, s).hint("write input.txt")
	}
	return s
}

// ValidFileName reports whether a program may be given a file of that name to read or write.
func ValidFileName(name string) bool { return plainFileName().MatchString(name) }

var plainFileName = match.Lazy(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,100}$`)

// multipliers reads the factors of the time limit, by language.
func (y *yamlFile) multipliers(key string, n *yaml.Node) map[string]float64 {
	known := fields{}
	factors := map[string]float64{}
	for _, l := range language.All() {
		known[l.ID] = func(key string, n *yaml.Node) {
			if v, ok := y.number(key, n, 0.001, 1000, say.Message{}, "2"); ok {
				factors[l.ID] = v
			}
		}
	}
	y.mapping(n, key+".", known)
	return factors
}

// Licenses are the words that the format has for a licence.
var Licenses = []string{"unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"}
