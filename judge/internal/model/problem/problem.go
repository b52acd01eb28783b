// Package problem reads problems and their cases from disk. Only this package knows the layout of the
// folders and the keys of the YAML files. It does not know what a checker or a limit does.
//
// A problem is a folder problems/<id> with a problem.yaml (Kattis Problem Package Format, 2025-09), a
// judge.yaml for what that format has no key for, and its cases in testdata/<id>, as in that
// format's data/ folder.
package problem

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/glob"
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/result"
)

// Problem is one problem with its cases.
type Problem struct {
	ID       string
	Names    map[string]string // by language code: "en", "zh"
	Also     []string          // what other sites call it: POJ 3074
	Dir      string            // problems/<id>
	Data     string            // testdata/<id>
	Limits   Limits
	Check    Check
	Function *function.Signature // the function or class that it asks for, or nil
	Bounds   function.Bounds     // of the function's arguments
	Unclear  []say.Message       // constraints that are not understood, each with its place
	Gen      string              // the problem's own generator: the path of its source file or folder, "" for none
	// The folder of the program that draws outputs, "" for none.
	Visualizer string
	// The files that a program reads its input from and writes its output to, where that is not standard
	// input and output.
	InputFile, OutputFile string
	Scoring               bool    // it gives points, besides telling right from wrong
	Groups                []Group // of a problem that gives points: secret, then the groups in it
	Cases                 []Case  // sample, secret, beyond; each in the order of its name
	Warnings              []say.Message
}

// Limits are the bounds a problem sets.
type Limits struct {
	Time          time.Duration      // CPU
	Wall          time.Duration      // 0: the sandbox's own rule
	Memory        int64              // bytes
	Output        int64              // bytes
	Code          int64              // bytes of source; 0: no bound
	CompileTime   time.Duration      // 0: build's own rule
	CompileMemory int64              // bytes; 0: build's own rule
	CheckTime     time.Duration      // of a checker program; 0: check's own rule
	CheckMemory   int64              // bytes, of a checker program; 0: check's own rule
	Passes        int                // the most passes of a multi-pass problem; 0 for others
	Processes     int                // 0: the sandbox's own rule
	Multipliers   map[string]float64 // of Time, by language ID: "java": 2
}

// Check says how an output is compared with the expected one.
type Check struct {
	Kind     string        // lines, tokens, exact, float, kattis, sudoku, validator, testlib, value, any-order
	Format   string        // of the boards, for sudoku, lines and tokens: acwing, leetcode, rows, digits, letters, file, check, board
	Absolute float64       // for float, value and any-order
	Relative float64       // likewise
	Ignore   []string      // regular expressions: lines that match are left out on both sides
	Program  string        // for validator and testlib: the path of the checker's source file or folder
	Args     []string      // for kattis and validator
	Type     function.Type // for value and any-order: the type of the values
	Levels   string        // for any-order: "outer", or "all" for lists within lists too
	// The program that checks talks with the submission: each reads what the other prints.
	Interactive bool
	Interactor  string // the path of one that talks in its place; what that leaves is checked afterwards
	MultiPass   bool   // it may ask for the submission to be run again, on an input it makes
	Strict      bool   // the layout counts: the right tokens in the wrong layout are PE
}

// Case is one input with its expected output.
type Case struct {
	Name    string // "secret/01-easy"
	In, Ans string // paths
	result.About
	Args      []string // command-line arguments for the program
	CheckArgs []string // for kattis and validator, after Check.Args
	DrawArgs  []string // for the visualizer
	Picture   string   // the path of a picture that came with it, "" for none
}

// The limits of a problem that does not set them.
const (
	defaultTime   = 2 * time.Second
	defaultMemory = 2048 << 20
	defaultOutput = 8 << 20
)

var idPattern = match.Lazy(`^[a-z0-9]+$`)

// ValidID reports whether a problem may have this ID.
func ValidID(id string) bool { return idPattern().MatchString(id) }

// checkout is the folder this program was built in, so that a judge in ~/bin works in any folder. "" with -trimpath.
var checkout = func() string {
	_, file, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "..", "..", "..", "..")
}()

// Root returns the folder that holds problems/ and testdata/: the one that -root names, or else the nearest upwards, or
// else the checkout.
func Root(named string) (string, error) {
	if named != "" {
		if !holdsProblems(named) {
			return "", say.Errorf("-root %s: it holds no folder problems/", named)
		}
		return named, nil
	}
	absolute, err := filepath.Abs(".")
	for dir := "."; err == nil; dir = filepath.Join(dir, "..") {
		if holdsProblems(dir) {
			return dir, nil
		}
		parent := filepath.Dir(absolute)
		if parent == absolute {
			if holdsProblems(checkout) {
				return checkout, nil
			}
			err = say.Errorf("no problems folder here or in a folder above").Hint("go to one, name it with -root DIR, or begin with judge new problem")
		}
		absolute = parent
	}
	return "", err
}

func holdsProblems(dir string) bool { return isFolder(filepath.Join(dir, "problems")) }

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// IDs lists the problems under the root, sorted, without reading them.
func IDs(root string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(root, "problems"))
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		if !hidden(e.Name()) && isFolder(filepath.Join(root, "problems", e.Name())) {
			ids = append(ids, e.Name())
		}
	}
	return ids, nil
}

// LoadAll reads every problem under the root, sorted by ID. It returns the valid ones even if others
// are not; the error then joins all faults.
func LoadAll(root string) ([]Problem, error) {
	ids, err := IDs(root)
	if err != nil {
		return nil, err
	}
	var problems []Problem
	var faults []error
	for _, id := range ids {
		p, err := Load(root, id)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		problems = append(problems, p)
	}
	return problems, errors.Join(faults...)
}

// Load reads one problem. The error joins all its faults, each as "path:line: what: what to do".
func Load(root, id string) (Problem, error) {
	p := Loose(id)
	p.Dir, p.Data = filepath.Join(root, "problems", id), filepath.Join(root, "testdata", id)
	if !isFolder(p.Dir) {
		ids, _ := IDs(root)
		return Problem{}, say.Errorf("no problem %q", id).Hint("%s", suggest.PerhapsListed(id, ids))
	}
	var f faults
	if !ValidID(id) {
		f.add(p.Dir, 0, "a problem's name has the letters a to z and digits only").hint("rename the folder")
	}
	typeLine := p.readProblemYAML(&f)
	p.readJudgeYAML(&f)
	p.completeTalk(&f, typeLine)
	p.Visualizer = folder(p.Dir, "output_visualizer")
	p.readCases(&f)
	p.readScoring(&f)
	if err := f.err(); err != nil {
		return Problem{}, err
	}
	return p, nil
}

// Title is the problem's name in the language, or in English, or in any, or its ID.
func (p Problem) Title(lang string) string {
	for _, l := range append([]string{lang, "en"}, slices.Sorted(maps.Keys(p.Names))...) {
		if name := p.Names[l]; name != "" {
			return name
		}
	}
	return p.ID
}

// Select returns the cases that any of the patterns picks: by name ("secret/01-easy"), with the problem's
// ID before it, by base name, or by a folder of cases; * and ? as in a shell. No pattern picks all.
func (p Problem) Select(patterns ...string) []Case {
	if len(patterns) == 0 {
		return p.Cases
	}
	var picked []Case
	for _, c := range p.Cases {
		if slices.ContainsFunc(patterns, func(pattern string) bool { return glob.Case(pattern, p.ID, c.Name) }) {
			picked = append(picked, c)
		}
	}
	return picked
}

// faults collects the errors of files.
type faults []*say.Error

// add records a fault; line 0 means the whole file. The result takes a hint.
func (f *faults) add(path string, line int, format string, args ...any) noted {
	where := path
	if line > 0 {
		where = fmt.Sprintf("%s:%d", path, line)
	}
	*f = append(*f, say.Errorf("%s: %w", where, say.Errorf(format, args...)))
	return noted{&(*f)[len(*f)-1]}
}

// noted is the fault noted last.
type noted struct{ fault **say.Error }

func (n noted) hint(format string, args ...any) { *n.fault = (*n.fault).Hint(format, args...) }

func (f faults) err() error {
	var all []error
	for _, fault := range f {
		all = append(all, fault)
	}
	return errors.Join(all...)
}

// hidden reports whether to ignore a file or folder: the format ignores names that begin with a dot.
func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// Loose returns a problem that is not on disk. It has the default limits and comparison, and no cases.
func Loose(id string) Problem {
	return Problem{ID: id, Limits: Limits{Time: defaultTime, Memory: defaultMemory, Output: defaultOutput}, Check: Check{Kind: "lines"}}
}
