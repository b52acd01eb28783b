package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
	"sudokuoj/judge/internal/testkit/workshop"
)

// kinds has a problem of each kind with a program for it: a function, an interactive one, one with scores, and a package
// to be imported. None is about boards.
const kinds = `
-- problems/twice/problem.yaml --
problem_format_version: 2025-09
name: Twice
-- problems/twice/judge.yaml --
function: int twice(int n)
constraints: |
  1 <= n <= 9
-- testdata/twice/sample/1.in --
4
-- testdata/twice/sample/1.ans --
8
-- twice.py --
class Solution:
    def twice(self, n: int) -> int:
        return n if n < 2 else 2 + self.twice(n - 1)
-- problems/guess/problem.yaml --
problem_format_version: 2025-09
name: Guess
type: interactive
limits: {time_limit: 1}
-- problems/guess/output_validator/v.py --
import sys
print("ready", flush=True)
sys.exit(42 if sys.stdin.readline() == open(sys.argv[1]).read() else 43)
-- testdata/guess/sample/1.in --
7
-- testdata/guess/sample/1.ans --
-- guess.py --
input()
print(7, flush=True)
-- problems/stairs/problem.yaml --
problem_format_version: 2025-09
name: Stairs
type: scoring
-- testdata/stairs/secret/test_group.yaml --
max_score: 100
-- testdata/stairs/secret/1.in --
2
-- testdata/stairs/secret/1.ans --
4
-- stairs.py --
print(int(input()) * 2)
-- package/problem.yaml --
problem_format_version: legacy
name: adds
-- package/data/secret/1.in --
1 2
-- package/data/secret/1.ans --
3
-- adds.py --
print(sum(map(int, input().split())))
-- empty.py --
-- hw/ann/stairs.py --
print(4)
-- input.txt --
2
`

// TestEveryCommandOnEveryKind: no command panics on a problem that it was not made for. It works, or says why not.
func TestEveryCommandOnEveryKind(t *testing.T) {
	short.Skip(t)
	must.Have(t, "python3")
	root := t.TempDir()
	must.Succeed(t, txtar.Write(txtar.Parse([]byte(kinds)), root))
	t.Chdir(root)
	tried := map[string]bool{}
	runs := func(typed string) {
		t.Helper()
		var out, errs bytes.Buffer
		args := strings.Fields(typed)
		tried[args[0]] = true
		code := judge.Run(t.Context(), args, strings.NewReader("7\n"), &out, &errs)
		if said := out.String() + errs.String(); strings.Contains(said, "a fault of the judge") ||
			strings.Contains(said, "goroutine ") || said == "" && code != command.AllExpected {
			t.Errorf("judge %s: exit code %d\n%s", typed, code, said)
		}
	}
	runs("import package -id adds")
	for _, id := range []string{"twice", "guess", "stairs", "adds"} {
		for _, program := range []string{id + ".py", "empty.py"} {
			for _, command := range []string{
				"run PROGRAM -problem ID -json r.json -junit r.xml -html r.html -work -v",
				"try PROGRAM input.txt -problem ID", "talk PROGRAM -problem ID",
				"explain PROGRAM -problem ID -html x.html -json x.json",
				"stress PROGRAM -problem ID -n 2", "submit PROGRAM -problem ID -site acwing -no-copy", "merge r.json -html m.html",
			} {
				runs(strings.NewReplacer("PROGRAM", program, "ID", id).Replace(command))
			}
		}
		for _, command := range []string{
			"list -cases -problem ID", "class hw -problem ID -html pages", "compare ID.py ID.py -problem ID -budget 1ms",
			"talk ID", "new solution mineID -problem ID -lang python", "export ID",
		} {
			runs(strings.ReplaceAll(command, "ID", id))
		}
	}
	runs("gen -seed 1")
	runs("doctor -h")
	runs("completion bash")
	for _, c := range judge.Commands {
		if !tried[c.Name] {
			t.Errorf("judge %s was not tried", c.Name)
		}
	}
}

// TestPanic: a panic of a command is told in one line, with what to send.
func TestPanic(t *testing.T) {
	var none []command.Action
	p := &command.Program{Name: "judge", Commands: []command.Command{{Name: "break",
		SetUp: func(*flag.FlagSet) command.Action { return none[0] }}}}
	var out, errs bytes.Buffer
	code := p.Run(t.Context(), []string{"break"}, nil, &out, &errs)
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	if code != command.CannotWork || len(lines) != 2 || !strings.HasPrefix(lines[0],
		"judge: a fault of the judge itself, at command_test.TestPanic") || !strings.HasPrefix(lines[1], "hint: please send") {
		t.Errorf("exit code %d: %q", code, &errs)
	}
}

// TestNoStrangersModule: a folder around a hand-in that looks like the judge's own source is never compiled or run
// outside the walls, whatever a command needs.
func TestNoStrangersModule(t *testing.T) {
	short.Skip(t)
	must.Have(t, "python3")
	root := t.TempDir()
	const evil = "package main\n\nimport \"os\"\n\nfunc init() { os.WriteFile(os.Getenv(\"EVIL\"), nil, 0o600) }\n\nfunc main() {}\n"
	tree := strings.Replace(kinds, "\n-- ",
		"\n-- go.mod --\nmodule sudokuoj\n\ngo 1.26\n-- go.sum --\n-- judge/main.go --\n"+evil+"-- judge/whole/main.go --\n"+evil+"\n-- ", 1)
	must.Succeed(t, txtar.Write(txtar.Parse([]byte(tree)), root))
	marked := filepath.Join(t.TempDir(), "ran")
	t.Setenv("EVIL", marked)
	t.Chdir(root)
	for _, args := range [][]string{{"merge", "none.json"}, {"stairs.py", "-problem", "stairs", "-html", "r.html", "-work"},
		{"explain", "twice.py", "-problem", "twice", "-json", "-"}} {
		var out bytes.Buffer
		judge.Run(t.Context(), slices.Clone(args), nil, &out, &out)
		if _, err := os.Stat(marked); err == nil {
			t.Fatalf("judge %q ran a stranger's module:\n%s", args, &out)
		}
	}
}

// A faulty problem is reported once, whatever the command and however many solutions claim it. Other problems are
// judged.
func TestFaultyProblemIsToldOnce(t *testing.T) {
	t.Parallel()
	short.Skip(t)
	root := t.TempDir()
	tree := txtar.Parse([]byte(`
-- problems/bad/problem.yaml --
name: [
-- problems/good/problem.yaml --
problem_format_version: 2025-09
name: Good
-- testdata/good/sample/1.in --
1
-- testdata/good/sample/1.ans --
1
-- testdata/bad/sample/1.in --
-- testdata/bad/sample/1.ans --
-- solutions/one/main.c --
//judge:problem bad good
#include <stdio.h>
int main(void) { puts("1"); }
-- solutions/two/main.c --
//judge:problem good bad
#include <stdio.h>
int main(void) { puts("1"); }
`))
	for _, f := range tree.Files {
		must.Succeed(t, tempfile.WriteNew(map[string]string{filepath.Join(root, f.Name): string(f.Data)}))
	}
	puzzle := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for _, args := range [][]string{
		{"list"}, {"run"}, {"run", "one", "two"}, {"run", "-problem", "bad"}, {"run", "one", "-problem", "bad"}, {"run", "-case", "sample/1"},
		{"compare", "-budget", "1ms"}, {"stress", "one", "-problem", "bad"}, {"explain", "-puzzle", puzzle}, {"explain", "one",
			"-puzzle", puzzle},
	} {
		var said bytes.Buffer
		code := judge.Run(t.Context(), append(args, "-root", root), nil, &said, &said)
		if n := strings.Count(said.String(), "bad/problem.yaml:2"); n != 1 || code != command.CannotWork {
			t.Errorf("%q: told %d times, exit code %d:\n%s", args, n, code, &said)
		}
	}
}

// TestMisbehaving grades misbehaving programs, at least one for every verdict. The directives of each program say what
// it must get.
func TestMisbehaving(t *testing.T) {
	t.Parallel()
	short.Skip(t)
	var stdout, stderr bytes.Buffer
	t.Cleanup(func() { workshop.Modest(t) })
	code := judge.Run(context.Background(), []string{"-root", "testdata/misbehaving", "-json", "-"}, strings.NewReader(""), &stdout, &stderr)
	var got struct {
		Results []struct {
			Solution, Verdict string
			AsExpected        bool `json:"as_expected"`
			Compile           struct{ Message string }
			Cases             []struct {
				Case, Verdict, Expected, Message string
				AsExpected                       bool `json:"as_expected"`
			}
		}
	}
	must.Succeed(t, json.Unmarshal(stdout.Bytes(), &got), &stdout, &stderr)
	folders := must.Get(os.ReadDir("testdata/misbehaving/solutions"))(t)
	must.Equal(t, len(folders), len(got.Results), "solutions graded, there are")
	for _, s := range got.Results {
		if s.Verdict == "SK" {
			t.Logf("%s: %s", s.Solution, s.Compile.Message)
		}
		for _, c := range s.Cases {
			if !c.AsExpected {
				t.Errorf("%s %s: %s, want %s: %s %s", s.Solution, c.Case, c.Verdict, c.Expected, c.Message, s.Compile.Message)
			}
		}
		if !s.AsExpected {
			t.Errorf("%s: not as expected as a whole: %s", s.Solution, s.Verdict)
		}
	}
	must.Equal(t, command.AllExpected, code, "exit code", &stderr)
}
