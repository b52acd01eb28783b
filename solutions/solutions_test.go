// Package solutions_test tries every folder under solutions/ by itself: a solution that is added is
// found, built as a site would build it, and given what its problems ask.
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
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/cpu"
)

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
	if testing.Short() {
		t.Skip("compiles all solutions")
	}
	solutions, err := findOnce()
	if err != nil {
		t.Fatal(err)
	}
	return solutions
}

var findOnce = sync.OnceValues(find)

// find reads and builds each solution, in a folder of its own outside the module: alone, as on a site.
func find() (solutions []*solution, err error) {
	files, err := filepath.Glob("*/main.*")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no solutions found: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s := &solution{name: filepath.Dir(file), file: filepath.Base(file), source: string(text)}
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

// each runs a test for every solution and every problem it claims, of those that are known here.
func each(t *testing.T, test func(t *testing.T, s *solution, problem string)) {
	for _, s := range all(t) {
		for _, problem := range s.problems {
			t.Run(s.name+"/"+problem, func(t *testing.T) {
				if s.exe == "" {
					t.Skip("it does not build")
				}
				if _, ok := arenas[problem]; !ok {
					t.Skipf("no arena for %s", problem)
				}
				test(t, s, problem)
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
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
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

// accepted runs a solution and checks its answers.
func (s *solution) accepted(t testing.TB, problem string, puzzles []board, input string) outcome {
	t.Helper()
	o := s.run(t, input)
	if o.exit != 0 || o.stderr != "" {
		t.Fatalf("exit status %d, %q", o.exit, o.stderr)
	}
	if err := arenas[problem].check(puzzles, o.stdout); err != nil {
		t.Error(err)
	}
	return o
}

func TestBuildsAlone(t *testing.T) {
	for _, s := range all(t) {
		t.Run(s.name, func(t *testing.T) {
			if s.exe == "" {
				t.Errorf("with %q: %s", s.env, s.output)
			}
			if n := strings.Count(s.source, "\n"); n > 600 {
				t.Errorf("%d lines: nobody reads more than 600", n)
			}
			if len(s.problems) == 0 {
				t.Error("it claims no problem: add a line //judge:problem")
			}
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
			if err != nil {
				t.Fatal(err)
			}
			info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
			if _, err := config.Check("main", fset, []*ast.File{file}, info); err != nil {
				t.Fatal(err)
			}
			for id, obj := range info.Uses {
				if since := young[apiName(obj)]; since != "" {
					t.Errorf("%s: %s is of %s", fset.Position(id.Pos()), apiName(obj), since)
				}
			}
		})
	}
}

// apiName is "strings.Cut" or "strings.Builder.Len".
func apiName(obj types.Object) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	if f, ok := obj.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			t := recv.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if n, ok := t.(*types.Named); ok {
				return obj.Pkg().Path() + "." + n.Obj().Name() + "." + obj.Name()
			}
		}
	}
	return obj.Pkg().Path() + "." + obj.Name()
}

// youngerThan117 maps names to the version of Go that brought them.
func youngerThan117(t *testing.T) map[string]string {
	var (
		plain  = regexp.MustCompile(`^pkg ([\w/]+)(?: \([\w-]+\))?, (?:func|const|var) (\w+)`)
		typ    = regexp.MustCompile(`^pkg ([\w/]+)(?: \([\w-]+\))?, type (\w+)[^,]*$`)
		method = regexp.MustCompile(`^pkg ([\w/]+)(?: \([\w-]+\))?, method \(\*?(\w+)[^)]*\) (\w+)`)
	)
	young := map[string]string{}
	for n := 18; ; n++ {
		version := fmt.Sprintf("go1.%d", n)
		text, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "api", version+".txt"))
		if err != nil {
			break
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if m := method.FindStringSubmatch(line); m != nil {
				young[m[1]+"."+m[2]+"."+m[3]] = version
			} else if m := plain.FindStringSubmatch(line); m != nil {
				young[m[1]+"."+m[2]] = version
			} else if m := typ.FindStringSubmatch(line); m != nil {
				young[m[1]+"."+m[2]] = version
			}
		}
	}
	if len(young) == 0 {
		t.Skip("this Go comes without its api/ lists")
	}
	if young["strings.Cut"] != "go1.18" || young["strings.Builder.Len"] != "" {
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
			if word := regexp.MustCompile(`TODO|FIXME|XXX`).FindString(s.source); word != "" {
				t.Errorf("there is a %s in it", word)
			}
		})
	}
}

// The pages print the counts of work.golden, which another test keeps true.
func TestStatementsInThePages(t *testing.T) {
	golden, err := os.ReadFile("work.golden")
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+) (\d+)$`).FindAllStringSubmatch(string(golden), -1) {
		counted[m[1]] = m[2]
	}
	for _, page := range []string{"README.md", "README.zh-CN.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		rows := regexp.MustCompile(`(?m)^\| (\w+) \|(?: [^|]+ \|){5} ([\d,]+) \|$`).FindAllStringSubmatch(string(text), -1)
		if len(rows) == 0 {
			t.Errorf("%s: no table of statements is found", page)
		}
		for _, m := range rows {
			if got := strings.ReplaceAll(m[2], ",", ""); got != counted[m[1]] {
				t.Errorf("%s: %s takes %s statements: work.golden says %s", page, m[1], m[2], counted[m[1]])
			}
		}
	}
}

// puzzlesFor makes boards a problem may ask for, the same in every run.
func puzzlesFor(problem string, rnd *rand.Rand) []board {
	var puzzles []board
	switch problem {
	case "sudokusize":
		for _, shape := range [][2]int{{1, 1}, {1, 2}, {2, 2}, {4, 1}, {3, 2}, {2, 3}, {7, 1}, {4, 2}, {3, 3},
			{2, 5}, {4, 3}, {3, 4}, {7, 2}, {5, 3}, {4, 4}, {8, 2}, {16, 1}, {1, 16}} {
			n := shape[0] * shape[1]
			for _, share := range []int{0, 1, 2} { // of six cells
				puzzles = append(puzzles, full(rnd, shape[0], shape[1]).keep(rnd, n*n-share*n*n/6))
			}
			if n > 2 {
				puzzles = append(puzzles, spoilt(rnd, puzzles[len(puzzles)-1]))
			}
		}
	case "sudokucheck":
		for clues := 25; clues <= 81; clues += 2 {
			p := full(rnd, 3, 3).keep(rnd, clues)
			puzzles = append(puzzles, p, spoilt(rnd, p))
		}
		puzzles = append(puzzles, full(rnd, 3, 3).minimal(rnd), full(rnd, 3, 3).minimal(rnd))
	case "leetcode36", "sudokuboard":
		for clues := 29; clues <= 81; clues += 4 {
			p := full(rnd, 3, 3).keep(rnd, clues)
			puzzles = append(puzzles, p, spoilt(rnd, p))
		}
	case "acwing169":
		for clues := 120; clues <= 256; clues += 8 {
			puzzles = append(puzzles, full(rnd, 4, 4).keep(rnd, clues))
		}
	default:
		for clues := 29; clues <= 81; clues++ {
			puzzles = append(puzzles, full(rnd, 3, 3).keep(rnd, clues))
		}
	}
	return puzzles
}

// spoilt writes some other value over a cell: often a clash, sometimes none to be seen.
func spoilt(rnd *rand.Rand, b board) board {
	b.cells = slices.Clone(b.cells)
	i := rnd.IntN(len(b.cells))
	b.cells[i] = 1 + (b.cells[i]+rnd.IntN(b.size()-1))%b.size()
	return b
}

func TestRandomPuzzles(t *testing.T) {
	each(t, func(t *testing.T, s *solution, problem string) {
		for seed := range uint64(3) {
			puzzles := puzzlesFor(problem, rand.New(rand.NewPCG(seed, 166)))
			for _, some := range arenas[problem].inputs(puzzles) {
				s.accepted(t, problem, some, arenas[problem].write(some))
			}
		}
	})
}

var (
	empty = nine(strings.Repeat(".", 81))
	loose = nine(".........6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79") // has several solutions
	easy  = nine("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
)

// with writes clues into an empty board, each as row, column, digit.
func with(clues ...[3]int) board {
	b := board{3, 3, make([]int, 81)}
	for _, c := range clues {
		b.cells[(c[0]-1)*9+c[1]-1] = c[2]
	}
	return b
}

// As printed, one of the documents crashed here.
func TestEmptyGrid(t *testing.T) {
	each(t, func(t *testing.T, s *solution, problem string) {
		if problem == "acwing183" {
			t.Skip("it wants the best of all solutions, and these are more than anyone has counted out")
		}
		a := arenas[problem]
		for _, some := range a.inputs([]board{a.empty(), a.easy(), a.empty()}) {
			if o := s.accepted(t, problem, some, a.write(some)); o.cpu > time.Second {
				t.Errorf("took %v", o.cpu)
			}
		}
	})
}

// As printed, four of the documents search practically for ever here.
func TestCluesThatClash(t *testing.T) {
	for _, tt := range []struct {
		unit, cell string // some name the one, some the other
		b          board
	}{
		{"row 5 has two 3s", "row 5, column 9: a second 3", with([3]int{5, 1, 3}, [3]int{5, 9, 3})},
		{"column 7 has two 9s", "row 9, column 7: a second 9", with([3]int{1, 7, 9}, [3]int{9, 7, 9})},
		{"box 2 has two 1s", "row 3, column 6: a second 1", with([3]int{1, 4, 1}, [3]int{3, 6, 1})},
	} {
		want, b := tt.unit, tt.b
		t.Run(want, func(t *testing.T) {
			each(t, func(t *testing.T, s *solution, problem string) {
				arenas[problem].anyInput(t)
				puzzles := []board{easy, b}
				o := s.run(t, arenas[problem].write(puzzles))
				if o.cpu > time.Second {
					t.Errorf("%s: took %v", want, o.cpu)
				}
				switch problem {
				case "acwing166", "leetcode37": // such input is against their statements
					if o.exit != 1 || o.stderr != "line 2: "+want+"\n" && o.stderr != "line 2: "+tt.cell+" in its row, column or box\n" {
						t.Errorf("want status 1 and %q, got %d and %q", "line 2: "+want, o.exit, o.stderr)
					}
					puzzles = puzzles[:1]
				default:
					if o.exit != 0 || o.stderr != "" {
						t.Errorf("exit status %d, %q", o.exit, o.stderr)
					}
				}
				if err := arenas[problem].check(puzzles, o.stdout); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestNoSolution(t *testing.T) {
	b := nine("12345678." + "........9" + strings.Repeat(".", 63))
	each(t, func(t *testing.T, s *solution, problem string) {
		arenas[problem].anyInput(t)
		puzzles := []board{easy, b}
		o := s.run(t, arenas[problem].write(puzzles))
		exit, message := 0, ""
		if problem == "acwing166" || problem == "leetcode37" { // such input is against their statements
			exit, message = 1, "line 2: no solution\n"
			puzzles = puzzles[:1]
		}
		if o.exit != exit || o.stderr != message {
			t.Errorf("want status %d and %q, got %d and %q", exit, message, o.exit, o.stderr)
		}
		if err := arenas[problem].check(puzzles, o.stdout); err != nil {
			t.Error(err)
		}
	})
}

// As printed, one of the documents looped for ever at the end of the input.
func TestEndOfInput(t *testing.T) {
	each(t, func(t *testing.T, s *solution, problem string) {
		a := arenas[problem]
		puzzles := a.inputs([]board{a.easy(), loose, a.easy()})[0]
		if a.large {
			puzzles[1] = puzzles[0]
		}
		text := a.write(puzzles)
		for name, input := range map[string]string{
			"no end":          strings.TrimSuffix(text, "end\n"),
			"no newline":      strings.TrimSuffix(text, "\n"),
			"neither":         strings.TrimSuffix(strings.TrimSuffix(text, "end\n"), "\n"),
			"CRLF":            strings.ReplaceAll(text, "\n", "\r\n"),
			"no empty lines":  strings.ReplaceAll(text, "\n\n", "\n"),
			"more behind end": text + strings.Repeat("not a puzzle\n", strings.Count(text, "end")),
		} {
			o := s.run(t, input)
			if o.exit != 0 || o.stderr != "" {
				t.Errorf("%s: exit status %d, %q", name, o.exit, o.stderr)
			}
			if err := a.check(puzzles, o.stdout); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		s.accepted(t, problem, nil, "")
		if problem != "sudokuboard" { // there a blank line is one more attempt, with its prompt
			s.accepted(t, problem, puzzles, strings.TrimSuffix(text, "end\n")+"\n\n")
		}
	})
}

func TestBadInput(t *testing.T) {
	line := easy.String()
	rows := writeLeetCode([]board{easy})
	notRows := []string{`[["5","3"`, "[]", strings.Replace(rows, `"5"`, `"55"`, 1), strings.Replace(rows, `"5",`, "", 1)}
	bad := map[string][]string{
		"acwing166":   {line[1:], line + "1", "x" + line[1:], line[:80] + "数", "End"},
		"leetcode37":  notRows,
		"leetcode36":  notRows,
		"sudokuboard": {line[1:], "x" + line[1:]},
		"acwing183":   {"1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 9 0", "1 2 3 4 5 6 7 8 10", "1 2 3 4 5 6 7 8 x"},
		"sudokucheck": {"1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 9 0", "1 2 3 4 5 6 7 8 10"},
		"sudokusize":  {"9 2, 3", "17 17, 1", "4 -2, -2", "4 x, 2", "4 2, 2 1 2 3 5", "4 2, 2 1 2 3"},
	}
	each(t, func(t *testing.T, s *solution, problem string) {
		arenas[problem].anyInput(t)
		good := strings.TrimSuffix(arenas[problem].write([]board{easy}), "end\n")
		want := fmt.Sprintf("line %d: ", strings.Count(good, "\n")+1)
		for _, text := range bad[problem] {
			o := s.run(t, good+text+"\n")
			if o.exit != 1 || !strings.HasPrefix(o.stderr, want) || strings.Count(o.stderr, "\n") != 1 {
				t.Errorf("%.40q: want status 1 and a line beginning %q, got %d and %q", text, want, o.exit, o.stderr)
			}
			if first := s.run(t, good).stdout; !strings.HasPrefix(took.ReplaceAllString(o.stdout, ""), took.ReplaceAllString(first, "")) {
				t.Errorf("%.40q: the board before it is not answered", text)
			}
		}
	})
}

// As printed, one of the documents could not read a 16 that it had written.
func TestReadsBackWhatItWrites(t *testing.T) {
	rnd := rand.New(rand.NewPCG(16, 16))
	each(t, func(t *testing.T, s *solution, problem string) {
		if problem != "sudokusize" {
			t.Skip("its boards hold one digit a cell")
		}
		once := s.run(t, writeSize([]board{full(rnd, 4, 4).keep(rnd, 200), full(rnd, 8, 2).keep(rnd, 200)})).stdout
		if !strings.Contains(once, " 10 ") {
			t.Errorf("16 is not written 10:\n%s", once)
		}
		if err := same(once, s.run(t, once).stdout); err != nil {
			t.Error(err)
		}
		if err := same(once, s.run(t, strings.ReplaceAll(once, "\n", " ")).stdout); err != nil {
			t.Errorf("in one line: %v", err)
		}
	})
}

// A dialogue is no dialogue if the question is kept back until the answer is there.
func TestPromptComesFirst(t *testing.T) {
	each(t, func(t *testing.T, s *solution, problem string) {
		if problem != "sudokuboard" {
			t.Skip("it asks nobody")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, s.exe)
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(prompt))
		if _, err := io.ReadFull(stdout, got); err != nil || string(got) != prompt {
			t.Errorf("want the prompt, got %q, %v", got, err)
		}
		stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
}

// TestLettersBadInput: the program in Go says what is wrong with its input; the one in C++ trusts it.
func TestLettersBadInput(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 169))
	good := writeLetters([]board{full(rnd, 4, 4)})
	change := func(cells ...[2]int) string {
		b := board{4, 4, make([]int, 256)}
		for _, c := range cells {
			b.cells[c[0]] = c[1]
		}
		return writeLetters([]board{b})
	}
	var refuted [][2]int // A to O in the first row, and P below its blank
	for v := 1; v < 16; v++ {
		refuted = append(refuted, [2]int{v, v})
	}
	refuted = append(refuted, [2]int{48, 16})
	row := strings.Repeat("-", 16) + "\n"
	each(t, func(t *testing.T, s *solution, problem string) {
		if problem != "acwing169" || s.file != "main.go" {
			t.Skip("it may trust its input")
		}
		for text, want := range map[string]string{
			row[1:]:                                "line 18: a row has 16 characters, this line has 15",
			"q" + row[1:]:                          "line 18: character 1 is 'q': want A to P, or - for a blank",
			row:                                    "the last board has 1 rows: want 16",
			change([2]int{64, 2}, [2]int{79, 2}):   "the board that ends in line 33: row 5, column 16: a second B in its row, column or box",
			change([2]int{2, 16}, [2]int{242, 16}): "the board that ends in line 33: row 16, column 3: a second P in its row, column or box",
			change([2]int{0, 1}, [2]int{51, 1}):    "the board that ends in line 33: row 4, column 4: a second A in its row, column or box",
			change(refuted...):                     "the board that ends in line 33: no solution",
		} {
			o := s.run(t, good+"\n"+text)
			if o.exit != 1 || o.stderr != want+"\n" || o.stdout != good+"\n" {
				t.Errorf("want status 1 and %q, got %d and %q", want, o.exit, o.stderr)
			}
		}
	})
}

// BenchmarkSolutions times whole runs: a process and 1000 everyday puzzles or 100 minimal ones. Compare with
//
//	go test -run - -bench . -count 6 ./solutions >new.txt
//	benchstat -col /solution new.txt
func BenchmarkSolutions(b *testing.B) {
	rnd := rand.New(rand.NewPCG(166, 37))
	var everyday, minimal []board
	for range 1000 {
		everyday = append(everyday, full(rnd, 3, 3).keep(rnd, 36))
	}
	for range 100 {
		minimal = append(minimal, full(rnd, 3, 3).minimal(rnd))
	}
	for _, set := range []struct {
		name    string
		puzzles []board
	}{{"everyday", everyday}, {"minimal", minimal}} {
		for _, s := range all(b) {
			for _, problem := range s.problems {
				if a, ok := arenas[problem]; !ok || a.single || a.large || s.exe == "" {
					continue
				}
				input := arenas[problem].write(set.puzzles)
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
