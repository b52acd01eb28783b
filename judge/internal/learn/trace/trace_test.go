package trace_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

const (
	home = "../../../.."
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	mild = "53..7....6..195.48.98....6.8.9.6...34..8.3..17...2...6.6....28....419..5....8..79" // easy for a search in reading order, too
	hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)

func tracer(t testing.TB) *trace.Tracer {
	t.Helper()
	box, b := workshop.Open(t)
	return &trace.Tracer{Builder: b, Sandbox: box}
}

// ours returns the solutions of this project.
func ours(t testing.TB) []solution.Solution {
	t.Helper()
	all := must.Get(solution.FindAll(home))(t)
	return slices.DeleteFunc(all, func(s solution.Solution) bool { return s.Language != "go" })
}

// oursBy returns the solution with that name.
func oursBy(t testing.TB, name string) solution.Solution {
	t.Helper()
	all := ours(t)
	i := slices.IndexFunc(all, func(s solution.Solution) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no solution %s", name)
	}
	return all[i]
}

func line(t testing.TB, s string) sudoku.Board {
	t.Helper()
	b := must.Get(sudoku.ParseLine(s))(t)
	return b
}

// written is a program with this text. One in Go without a package is a function solve.
func written(t testing.TB, name, text string) solution.Solution {
	t.Helper()
	if filepath.Ext(name) == ".go" && !strings.HasPrefix(text, "package") {
		imports := "package main\n\n"
		for _, p := range []string{"fmt", "io", "log", "os", "strconv", "strings", "sync", "syscall", "time"} {
			if strings.Contains(text+mainGo, p+".") {
				imports += "import \"" + p + "\"\n"
			}
		}
		text = imports + text + mainGo
	}
	l, _ := language.ByFile(name)
	s := must.Get(solution.Of("tried", l.ID, language.File{Path: name, Text: text}))(t)
	return s
}

// sample returns a file of testdata as a solution.
func sample(t testing.TB, name string) solution.Solution {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
	return written(t, name, string(text))
}

// write returns a file with that text.
func write(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in")
	must.Succeed(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// replayOf watches a program, and skips the test if there is no compiler.
func replayOf(t *testing.T, tr *trace.Tracer, s solution.Solution, puzzle string) (*result.Replay, error) {
	t.Helper()
	r, err := tr.Replay(t.Context(), s, sudoku.AcWing, line(t, puzzle))
	skipMissing(t, err)
	return r, err
}

func skipMissing(t *testing.T, err error) {
	t.Helper()
	if _, missing := errors.AsType[*build.Missing](err); missing {
		t.Skip(err)
	}
}

// checkReplay plays a replay and compares its last board.
func checkReplay(t *testing.T, puzzle, want sudoku.Board, r *result.Replay) {
	t.Helper()
	board := puzzle.Clone()
	placed, withdrawn := 0, 0
	for i, s := range r.Steps {
		was := board.Cells[s.Cell]
		if puzzle.Cells[s.Cell] != 0 {
			t.Fatalf("step %d changes a clue", i)
		}
		if (s.Value == 0) == (was == 0) {
			t.Fatalf("step %d: %d replaces %d", i, s.Value, was)
		}
		if was != 0 && was != s.Value {
			withdrawn++
		}
		if s.Value != 0 && was != s.Value {
			placed++
		}
		board.Cells[s.Cell] = s.Value
		if got := board.Clues() - puzzle.Clues(); got != s.Depth {
			t.Fatalf("step %d: depth %d, want %d", i, s.Depth, got)
		}
	}
	if !board.Equal(want) {
		t.Errorf("it ends at\n%s, want\n%s", board.Line(), want.Line())
	}
	must.Equal(t, len(puzzle.Cells)-puzzle.Clues(), placed-withdrawn, placed, "placed", withdrawn, "withdrawn", "blanks")
	must.Equal(t, r.Placed, placed, "and")
	must.Equal(t, r.Back, withdrawn, "and")
	if r.Total != r.Kept() || !r.Solved || r.Puzzle != puzzle.Line() || r.Size != puzzle.Size {
		t.Errorf("total %d of %d, solved %v, puzzle %s, size %d", r.Total, len(r.Steps), r.Solved, r.Puzzle, r.Size)
	}
}

// TestReplayOfOurSolutions: the replay of each of our solutions, in each of its formats, leads from the puzzle to its solution.
func TestReplayOfOurSolutions(t *testing.T) {
	tr := tracer(t)
	for _, s := range ours(t) {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			if s.Board == "" {
				r, err := tr.Replay(t.Context(), s, sudoku.AcWing, line(t, easy))
				if err == nil && r.Back == 0 {
					return // its result was seen
				}
				if _, ok := errors.AsType[*trace.Untraceable](err); !ok || !strings.Contains(err.Error(), "no board was seen") {
					t.Errorf("got %v", err)
				}
				return
			}
			for _, id := range s.Problems {
				p := must.Get(problem.Load("../../../..", id))(t)
				format, _ := check.InputFormat(p.Check.Format)
				puzzle := line(t, easy)
				if format == sudoku.Letters {
					puzzle, _ = sudoku.Letters.Empty().Solve()
					clear(puzzle.Cells[40:99])
				}
				want, _ := puzzle.Solve()
				r := must.Get(tr.Replay(t.Context(), s, format, puzzle))(t)
				checkReplay(t, puzzle, want, r)
			}
		})
	}
}

// chosen is one of several programs in a common text, and the tracer that starts it.
type chosen struct {
	*trace.Tracer
	text string
}

// together joins programs of a language into one, since a compiler takes as long for one as for twenty. The first byte
// of its input chooses which of them runs, and the tracers write it. A program in Go is a function solve and what it
// needs; the last class of a program in Java is the one that starts. Programs in Python stay apart, since Python rewrites
// the whole text each time it starts.
func together(t *testing.T, tr *trace.Tracer, file string, programs map[string]string) map[string]chosen {
	t.Helper()
	names := slices.Sorted(maps.Keys(programs))
	var head, all, calls string
	for i, name := range names {
		text := programs[name]
		switch filepath.Ext(file) {
		case ".java":
			classes := javaClasses.FindAllStringSubmatch(text, -1)
			text = javaClasses.ReplaceAllString(javaImports.ReplaceAllString(text, ""), "static class $1")
			text = fmt.Sprintf("class Part%d {\n%s}\n", i, text)
			calls += fmt.Sprintf("case %d: Part%d.%s.main(args); break;\n", 'A'+i, i, classes[len(classes)-1][1])
		case ".js":
			text = strings.ReplaceAll(text, "require('fs').readFileSync(0, 'utf8')", "input.slice(1)")
			text = fmt.Sprintf("case %d: {\n%s}\nbreak;\n", 'A'+i, text)
		case ".go":
			for _, name := range declared.FindAllStringSubmatch(text, -1) {
				text = regexp.MustCompile(`\b`+name[1]+`\b`).ReplaceAllString(text, fmt.Sprint(name[1], i))
			}
			text += "\n"
			calls += fmt.Sprintf("case %d: return solve%d(in[1:])\n", 'A'+i, i)
		case ".rs":
			text = fmt.Sprintf("mod m%d {\n%s}\n", i, strings.Replace(text, "fn main", "pub fn main", 1))
			calls += fmt.Sprintf("%d => m%d::main(),\n", 'A'+i, i)
		default:
			head += strings.Join(includes.FindAllString(text, -1), "")
			text = strings.TrimSuffix(strings.TrimSpace(includes.ReplaceAllString(text, "")), "}") + "return 0; }\n"
			text = own.ReplaceAllString(text, fmt.Sprint("${1}_", i))
			calls += fmt.Sprintf("case %d: return main_%d();\n", 'A'+i, i)
		}
		all += text
	}
	switch filepath.Ext(file) {
	case ".java":
		all = "import java.util.*;\npublic class Tried { public static void main(String[] args) throws Exception {\n" +
			"switch (System.in.read()) {\n" +
			calls + "} } }\n" + all
	case ".go":
		all += "func solve(in string) bool { switch in[0] {\n" + calls + "}\nreturn false }\n"
	case ".js":
		all = "const input = require('fs').readFileSync(0, 'utf8');\nswitch (input.charCodeAt(0)) {\n" + all + "}\n"
	case ".rs":
		all += "fn main() { match std::io::Read::bytes(std::io::stdin()).next().unwrap().unwrap() {\n" + calls + "_ => panic!() } }\n"
	default:
		all = "#include <stdio.h>\n" + head + all + "int main(void) { switch (getchar()) {\n" + calls + "default: return 99; } }\n"
	}
	made := map[string]chosen{}
	for i, name := range names {
		one := *tr
		if filepath.Ext(file) == ".py" {
			made[name] = chosen{&one, programs[name]}
			continue
		}
		one.Feed = func(input []byte) ([]byte, error) { return append([]byte{byte('A' + i)}, input...), nil }
		made[name] = chosen{&one, all}
	}
	return made
}

var (
	javaClasses = regexp.MustCompile(`(?m)^(?:public )?class (\w+)`)
	javaImports = regexp.MustCompile(`(?m)^import .*;$`)

	includes = regexp.MustCompile(`(?m)^#include .*\n`)
	// declared matches what a program in Go declares outside of functions.
	declared = regexp.MustCompile(`(?m)^(?:func|var|type|const) (?:\(\w+ \*?\w+\) )?(\w+)`)
	// own matches the names that programs in C and C++ give to what is not inside a function.
	own = regexp.MustCompile(`\b(a|at|of|row|put|fits|search|number|signs?|least|cell|state|first|now|board|main)\b`)
)

// programs returns those of a folder of testdata/programs.txtar, by their names.
func programs(folder string) map[string]string {
	archive, err := txtar.ParseFile("testdata/programs.txtar")
	if err != nil {
		panic(err)
	}
	all := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, folder+"/"); ok {
			all[name] = string(f.Data)
		}
	}
	return all
}

const (
	digits  = ".123456789ABCDEFG"
	letters = "-ABCDEFGHIJKLMNOP"
)

// unusual holds the totals of programs that take other steps than the rest.
var unusual = map[string]int{
	"a loop that counts in the board":        6490, // it also writes digits that do not fit
	"counted up, digits that do not fit too": 6490,
	"counted up and down":                    5842, // from 0 up to each digit, and back
	"pointers on a stack":                    816,  // it makes all boards of a guess before it looks into the first
}

// mainGo begins the programs in Go, each of which has a function solve.
const mainGo = `
func main() {
	in, _ := io.ReadAll(os.Stdin)
	fmt.Println(solve(string(in)))
}

// cells returns the numbers of a board in its text.
func cells(in, signs string) (all []int) {
	if signs[0] == '-' {
		for _, c := range []byte(strings.Join(strings.Fields(in), "")) {
			all = append(all, strings.IndexByte(signs, c))
		}
		return all
	}
	for _, s := range strings.Fields(in)[3:] {
		v, _ := strconv.ParseInt(s, 16, 8)
		all = append(all, int(v))
	}
	return all
}

// digit reads a clue of a line, 0 for a blank.
func digit(c byte) int {
	if c == '.' {
		return 0
	}
	return int(c - '0')
}

// fits reports whether d may be in cell i of a board that at reads.
func fits(n int, at func(i int) int, i, d int) bool {
	w := 3 + n/16
	for j := range n * n {
		if j/n == i/n || j%n == i%n || j/n/w == i/n/w && j%n/w == i%n/w {
			if j != i && at(j) == d {
				return false
			}
		}
	}
	return true
}
`
