// Package solutions_test tries every folder under solutions/: a solution that is added is found, built as a site would
// build it, and given what its problems ask. The judge's own checkers say whether its answers are right.
package solutions_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/cpu"
)

// home is the folder of the solutions.
const home = "../../../solutions/"

// solution is a folder with a main.go or a main.cpp.
type solution struct {
	name   string
	file   string // "main.go"
	source string
	exe    string // "" if it does not build
	output string // of the compiler

	problems, expects, env []string // of its directives
}

var built string // the folder for what is built

func TestMain(m *testing.M) {
	var err error
	if built, err = os.MkdirTemp("", "solutions"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	os.RemoveAll(built)
	os.Exit(code)
}

// all returns every solution, built. It is first called from within a test, not from TestMain, since
// go test looks only there at what was read, to tell whether an old result still holds.
func all(t testing.TB) []*solution {
	t.Helper()
	short.Skip(t)
	solutions := must.Get(findOnce())(t)
	return solutions
}

var findOnce = sync.OnceValues(find)

// find reads and builds each solution, in a folder of its own outside the module: alone, as on a site.
func find() (solutions []*solution, err error) {
	files, err := filepath.Glob(home + "*/main.*")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no solutions found: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s := &solution{name: filepath.Base(filepath.Dir(file)), file: filepath.Base(file), source: string(text)}
		for _, d := range regexp.MustCompile(`(?m)^//judge:(\w+) +(.*)$`).FindAllStringSubmatch(s.source, -1) {
			switch d[1] {
			case "problem":
				s.problems = append(s.problems, strings.Fields(d[2])...)
			case "expect":
				s.expects = append(s.expects, d[2])
			case "env":
				s.env = append(s.env, d[2])
			}
		}
		if strings.HasPrefix(s.source, onlyAMD64) && !cpu.X86.HasAVX2 {
			continue
		}
		command := s.compiler()
		if command == nil {
			continue
		}
		alone := filepath.Join(built, s.name)
		if err := os.MkdirAll(alone, 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(alone, s.file), text, 0o644); err != nil {
			return nil, err
		}
		build := exec.Command(command[0], append(command[1:], "-o", "solution.exe", s.file)...)
		build.Dir, build.Env = alone, append(os.Environ(), s.env...)
		out, err := build.CombinedOutput()
		s.output = strings.Join(command, " ") + ":\n" + string(out)
		if err == nil {
			s.exe = filepath.Join(alone, "solution.exe")
		}
		solutions = append(solutions, s)
	}
	return solutions, nil
}

// compiler is the command of the oldest version of the language that a site has; nil if it is not installed here.
func (s *solution) compiler() []string {
	if s.file == "main.cpp" {
		for _, name := range []string{"g++", "clang++"} {
			if _, err := exec.LookPath(name); err == nil {
				return []string{name, "-O2", "-std=c++98", "-pedantic-errors"}
			}
		}
		return nil
	}
	command := []string{"go", "build", "-ldflags=-s -w"} // nobody debugs it
	if !s.experiment() {
		command = append(command, "-gcflags=-lang=go1.17")
	}
	return command
}

// parts are the comment at the top and the code below.
func (s *solution) parts() (head, body string) {
	if s.file == "main.cpp" {
		head, body, _ = strings.Cut(s.source, "\n#include ")
	} else {
		head, body, _ = strings.Cut(s.source, "\npackage main\n")
	}
	return head, body
}

// The first line of a solution for one kind of processor; go vet and such then leave it out.
const onlyAMD64 = "//go:build goexperiment.simd && amd64\n\n"

// experiment says that a solution shows what is not yet in Go: no site takes it.
func (s *solution) experiment() bool {
	return strings.Contains(strings.Join(s.env, " "), "GOEXPERIMENT=")
}

// each runs a test for every solution and every problem it claims, of those whose boards are made here.
func each(t *testing.T, test func(t *testing.T, s *solution, a *arena)) {
	arenas := arenas(t)
	for _, s := range all(t) {
		for _, problem := range s.problems {
			t.Run(s.name+"/"+problem, func(t *testing.T) {
				a := arenas[problem]
				if s.exe == "" || a == nil {
					t.Skip("it does not build, or no boards are made for it")
				}
				test(t, s, a)
			})
		}
	}
}

// outcome is what a program did.
type outcome struct {
	stdout, stderr string
	exit           int
	cpu            time.Duration
}

func (s *solution) run(t testing.TB, input string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.exe)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || ctx.Err() != nil {
			t.Fatalf("%s: %v after %v", s.name, err, cmd.ProcessState.UserTime())
		}
	}
	p := cmd.ProcessState
	return outcome{stdout.String(), stderr.String(), p.ExitCode(), p.UserTime() + p.SystemTime()}
}

// accepted runs a solution on the input of a case, or on one that means the same, and checks its answers.
func (s *solution) accepted(t testing.TB, a *arena, c testcase, input string) {
	t.Helper()
	o := s.run(t, input)
	if o.exit != 0 || o.stderr != "" {
		t.Fatalf("exit status %d, %q", o.exit, o.stderr)
	}
	a.check(t, c, o.stdout)
}

func TestBuildsAlone(t *testing.T) {
	for _, s := range all(t) {
		t.Run(s.name, func(t *testing.T) {
			must.Be(t, s.exe != "", "with %q: %s", s.env, s.output)
			if n := strings.Count(s.source, "\n"); n > 600 {
				t.Errorf("%d lines: nobody reads more than 600", n)
			}
			must.Be(t, len(s.problems) != 0, "it claims no problem: add a line //judge:problem")
		})
	}
}

// The compiler's -lang keeps new words out, not new functions: those are in Go's own lists.
func TestUsesNothingYoungerThanGo117(t *testing.T) {
	young := youngerThan117(t)
	fset := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	for _, s := range all(t) {
		t.Run(s.name, func(t *testing.T) {
			if s.file != "main.go" || s.experiment() {
				t.Skip("it is not in Go, or shows what is not yet in Go")
			}
			file, err := parser.ParseFile(fset, s.name+"/main.go", s.source, 0)
			must.Succeed(t, err)
			info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
			if _, err := config.Check("main", fset, []*ast.File{file}, info); err != nil {
				t.Fatal(err)
			}
			for id, obj := range info.Uses {
				name := obj.Name()
				if f, ok := obj.(*types.Func); ok {
					name = f.FullName()
				} else if obj.Pkg() != nil {
					name = obj.Pkg().Path() + "." + name
				}
				must.Equal(t, "", young[name], fset.Position(id.Pos()), name, "is of")
			}
		})
	}
}

// youngerThan117 maps names, as strings.Cut and (*strings.Builder).Len, to the version of Go that brought them.
func youngerThan117(t *testing.T) map[string]string {
	plain := regexp.MustCompile(`^pkg ([\w/]+)(?: \([\w-]+\))?, (?:func|const|var|type) (\w+)`)
	method := regexp.MustCompile(`^pkg ([\w/]+)(?: \([\w-]+\))?, method \((\*?)(\w+)[^)]*\) (\w+)`)
	young := map[string]string{}
	for n := 18; ; n++ {
		version := fmt.Sprintf("go1.%d", n)
		text, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "api", version+".txt"))
		if err != nil {
			break
		}
		for line := range strings.Lines(string(text)) {
			if m := method.FindStringSubmatch(line); m != nil {
				young["("+m[2]+m[1]+"."+m[3]+")."+m[4]] = version
			} else if m := plain.FindStringSubmatch(line); m != nil && !strings.Contains(line, " struct, ") { // a new field
				young[m[1]+"."+m[2]] = version
			}
		}
	}
	if len(young) == 0 {
		t.Skip("this Go comes without its api/ lists")
	}
	if young["strings.Cut"] != "go1.18" || young["(*strings.Builder).Len"] != "" {
		t.Fatal("Go's lists are not read as they are meant")
	}
	return young
}

func TestHeads(t *testing.T) {
	for _, s := range all(t) {
		t.Run(s.name, func(t *testing.T) {
			head, _ := s.parts()
			for what, pattern := range map[string]string{
				"a first line that names the idea": `^(?:\Q` + onlyAMD64 + `\E)?// Sudoku .*[.:]\n//\n`,
				"a paragraph Idea":                 `(?m)^// Idea\. [A-Z]`,
				"a paragraph Cost, with a figure":  `(?m)^// Cost\. (.+\n)*?// ?.*[0-9]`,
				"where it is weak":                 `(?i)\bweak\b`,
				"a paragraph Names":                `(?m)^// Names: `,
				"directives right before the code": `(?m)^//\n(//judge:.+(\n|$))+$`,
			} {
				if !regexp.MustCompile(pattern).MatchString(head) {
					t.Errorf("the head comment has not %s (%s)", what, pattern)
				}
			}
			must.Equal(t, "", regexp.MustCompile(`TODO|FIXME|XXX`).FindString(s.source), "there is a", "in it")
		})
	}
}

// The pages print the counts of work.golden, which another test keeps true.
func TestStatementsInThePages(t *testing.T) {
	golden := must.Get(os.ReadFile(home + "work.golden"))(t)
	counted := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+) (\d+)$`).FindAllStringSubmatch(string(golden), -1) {
		counted[m[1]] = m[2]
	}
	for _, page := range []string{"README.md", "README.zh-CN.md"} {
		text := must.Get(os.ReadFile(home + page))(t)
		rows := regexp.MustCompile(`(?m)^\| (\w+) \|(?: [^|]+ \|){5} ([\d,]+) \|$`).FindAllStringSubmatch(string(text), -1)
		must.Be(t, len(rows) != 0, "%s: no table of statements is found", page)
		for _, m := range rows {
			if got := strings.ReplaceAll(m[2], ",", ""); got != counted[m[1]] {
				t.Errorf("%s: %s takes %s statements: work.golden says %s", page, m[1], m[2], counted[m[1]])
			}
		}
	}
}

func TestRandomPuzzles(t *testing.T) {
	each(t, func(t *testing.T, s *solution, a *arena) {
		for seed := range uint64(3) {
			for _, some := range a.inputs(a.random(rand.New(rand.NewPCG(seed, 166)))) {
				c := a.ask(some)
				s.accepted(t, a, c, c.input)
			}
		}
	})
}

// As printed, one of the documents looped for ever at the end of the input.
func TestEndOfInput(t *testing.T) {
	each(t, func(t *testing.T, s *solution, a *arena) {
		c := a.ask(a.inputs([]sudoku.Board{a.easy(1), a.easy(2), a.easy(1)})[0])
		text := c.input
		for name, input := range map[string]string{
			"no end":          strings.TrimSuffix(text, "end\n"),
			"no newline":      strings.TrimSuffix(text, "\n"),
			"neither":         strings.TrimSuffix(strings.TrimSuffix(text, "end\n"), "\n"),
			"CRLF":            strings.ReplaceAll(text, "\n", "\r\n"),
			"no empty lines":  strings.ReplaceAll(text, "\n\n", "\n"),
			"more behind end": text + strings.Repeat("not a puzzle\n", strings.Count(text, "end")),
		} {
			t.Run(name, func(t *testing.T) { s.accepted(t, a, c, input) })
		}
		s.accepted(t, a, a.ask(nil), "")
		if a.id != "sudokuboard" { // there a blank line is one more attempt, with its prompt
			s.accepted(t, a, c, strings.TrimSuffix(text, "end\n")+"\n\n")
		}
	})
}

// with writes clues into an empty board, each as row, column, value.
func with(b sudoku.Board, clues ...[3]int) sudoku.Board {
	for _, c := range clues {
		b.Cells[(c[0]-1)*b.Size+c[1]-1] = c[2]
	}
	return b
}

// badInput has texts for each problem that may follow a good board, and a part of what is said of the line; several
// where solutions put it differently. As printed, four of the documents search practically for ever where clues clash.
func badInput() map[string]map[string]string {
	line := easyLine
	rows := sudoku.LeetCode.Text(easy())
	row, unsolvable := "1 2 3 4 5 6 7 8", "12345678."+"........9"+strings.Repeat(".", 63)
	clash := func(f sudoku.Format, clues ...[3]int) string { return f.Text(with(sudoku.Empty(), clues...)) }
	inRow, inColumn, inBox := [][3]int{{5, 1, 3}, {5, 9, 3}}, [][3]int{{1, 7, 9}, {9, 7, 9}}, [][3]int{{1, 4, 1}, {3, 6, 1}}
	const theRow, theColumn, theBox = "row 5 has two 3s|row 5, column 9: a second 3 in its row, column or box",
		"column 7 has two 9s|row 9, column 7: a second 9 in its row, column or box",
		"box 2 has two 1s|row 3, column 6: a second 1 in its row, column or box"
	notRows := map[string]string{`[["5","3"`: "", "[]": "", strings.Replace(rows, `"5"`, `"55"`, 1): "",
		strings.Replace(rows, `"5",`, "", 1): ""}
	bad := map[string]map[string]string{
		"acwing166": {line[1:]: "", line + "1": "", "x" + line[1:]: "", line[:80] + "数": "", "End": "", unsolvable: "no solution",
			clash(sudoku.AcWing, inRow...): theRow, clash(sudoku.AcWing, inColumn...): theColumn, clash(sudoku.AcWing, inBox...): theBox},
		"leetcode36": notRows,
		"leetcode37": {clash(sudoku.LeetCode, inRow...): theRow, clash(sudoku.LeetCode, inColumn...): theColumn,
			clash(sudoku.LeetCode, inBox...): theBox},
		"sudokuboard": {line[1:]: "", "x" + line[1:]: ""},
		"acwing183":   {row: "", row + " 9 0": "", row + " 10": "", row + " x": ""},
		"sudokucheck": {row: "", row + " 9 0": "", row + " 10": ""},
		"sudokusize":  {"9 2, 3": "", "17 17, 1": "", "4 -2, -2": "", "4 x, 2": "", "4 2, 2 1 2 3 5": "", "4 2, 2 1 2 3": ""},
		"acwing169":   badLetters(),
	}
	maps.Copy(bad["leetcode37"], notRows)
	return bad
}

// badLetters are those of the boards of letters; the whole message is told.
func badLetters() map[string]string {
	row, letters := strings.Repeat("-", 16)+"\n", func(clues ...[3]int) string {
		return "\n" + sudoku.Letters.Text(with(sudoku.Letters.Empty(), clues...))
	}
	var refuted [][3]int // A to O in the first row, and P below its blank
	for v := 1; v < 16; v++ {
		refuted = append(refuted, [3]int{1, v + 1, v})
	}
	const second, board = " in its row, column or box", "the board that ends in line 33: "
	return map[string]string{
		"\n" + row[1:]:  "line 18: a row has 16 characters, this line has 15",
		"\nq" + row[1:]: "line 18: character 1 is 'q': want A to P, or - for a blank",
		"\n" + row:      "the last board has 1 rows: want 16",
		letters([3]int{5, 1, 2}, [3]int{5, 16, 2}):    board + "row 5, column 16: a second B" + second,
		letters([3]int{1, 3, 16}, [3]int{16, 3, 16}):  board + "row 16, column 3: a second P" + second,
		letters([3]int{1, 1, 1}, [3]int{4, 4, 1}):     board + "row 4, column 4: a second A" + second,
		letters(append(refuted, [3]int{4, 1, 16})...): board + "no solution",
	}
}

// TestBadInput: the line that cannot be understood is named, and the boards before it are answered.
func TestBadInput(t *testing.T) {
	bad := badInput()
	each(t, func(t *testing.T, s *solution, a *arena) {
		if a.trusts || a.id == "acwing169" && s.file != "main.go" {
			t.Skip("it may trust its input")
		}
		good := strings.TrimSuffix(a.task.Input.Join([]sudoku.Board{a.easy(1)}), "end\n")
		place := fmt.Sprintf("line %d: ", strings.Count(good, "\n")+1)
		first := took.ReplaceAllString(s.run(t, good).stdout, "")
		for text, messages := range bad[a.id] {
			o := s.run(t, good+text+"\n")
			if a.id == "acwing169" {
				place = ""
			}
			said, said1 := strings.CutPrefix(o.stderr, place)
			if o.exit != 1 || !said1 || strings.Count(said, "\n") != 1 ||
				messages != "" && !slices.Contains(strings.Split(messages, "|"), strings.TrimSpace(said)) {
				t.Errorf("%.40q: want status 1 and a line %s%s, got %d and %q", text, place, messages, o.exit, o.stderr)
			}
			if !strings.HasPrefix(took.ReplaceAllString(o.stdout, ""), first) {
				t.Errorf("%.40q: the board before it is not answered", text)
			}
		}
	})
}

// As printed, one of the documents could not read a 16 that it had written.
func TestReadsBackWhatItWrites(t *testing.T) {
	each(t, func(t *testing.T, s *solution, a *arena) {
		if a.id != "sudokusize" {
			t.Skip("its boards hold one digit a cell")
		}
		rnd := rand.New(rand.NewPCG(16, 16))
		once := s.run(t, sudoku.File.Join([]sudoku.Board{thinned(rnd, 4, 4, 200), thinned(rnd, 8, 2, 200)})).stdout
		must.Contain(t, once, " 10 ", "16 is not written 10")
		for name, text := range map[string]string{"as it is": once, "in one line": strings.ReplaceAll(once, "\n", " ")} {
			must.Equal(t, once, s.run(t, text).stdout, name)
		}
	})
}

// A dialogue is no dialogue if the question is kept back until the answer is there.
func TestPromptComesFirst(t *testing.T) {
	each(t, func(t *testing.T, s *solution, a *arena) {
		if a.id != "sudokuboard" {
			t.Skip("it asks nobody")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, s.exe)
		stdin := must.Get(cmd.StdinPipe())(t)
		stdout, err := cmd.StdoutPipe()
		must.Succeed(t, err)
		must.Succeed(t, cmd.Start())
		got := make([]byte, len(sudoku.Prompt))
		if _, err := io.ReadFull(stdout, got); err != nil || string(got) != sudoku.Prompt {
			t.Errorf("want the prompt, got %q, %v", got, err)
		}
		stdin.Close()
		must.Succeed(t, cmd.Wait())
	})
}

// BenchmarkSolutions times whole runs: a process and 1000 everyday puzzles or 100 minimal ones. Compare with
//
//	go test -run - -bench . -count 6 ./judge/tools/solutions >new.txt
//	benchstat -col /solution new.txt
func BenchmarkSolutions(b *testing.B) {
	rnd := rand.New(rand.NewPCG(166, 37))
	var everyday, hard []sudoku.Board
	for range 1000 {
		everyday = append(everyday, thinned(rnd, 3, 3, 36))
	}
	for range 100 {
		hard = append(hard, minimal(rnd))
	}
	arenas := arenas(b)
	for _, set := range []struct {
		name    string
		puzzles []sudoku.Board
	}{{"everyday", everyday}, {"minimal", hard}} {
		for _, s := range all(b) {
			for _, problem := range s.problems {
				a := arenas[problem]
				if a == nil || a.task.Most == 1 || a.task.Input == sudoku.Letters || s.exe == "" {
					continue
				}
				input := a.task.Input.Join(set.puzzles)
				b.Run(fmt.Sprintf("problem=%s/set=%s/solution=%s", problem, set.name, s.name), func(b *testing.B) {
					cpu := time.Duration(0)
					for b.Loop() {
						o := s.run(b, input)
						cpu += o.cpu
						if o.exit != 0 {
							b.Fatal(o.stderr)
						}
					}
					b.ReportMetric(cpu.Seconds()*1e3/float64(b.N), "cpu-ms/op")
				})
			}
		}
	}
}
