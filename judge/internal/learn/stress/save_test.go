package stress

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/short"
)

// If the program whose answers count as right fails, nobody knows the right answer, so no case is saved.
func TestNothingToSave(t *testing.T) {
	mine := &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}
	a := &Grading{Problem: problem.Problem{ID: "p", Data: t.TempDir()}, Programs: []*grade.Prepared{mine, mine}}
	if err := tempfile.WriteNew(map[string]string{filepath.Join(a.Problem.Data, "secret", "07-old.in"): "", filepath.Join(a.Problem.Data, "secret", "x99.in"): ""}); err != nil {
		t.Fatal(err)
	}
	for program, saved := range []bool{false, true} {
		found := Finding{Program: program, Result: result.Case{Verdict: result.RE}, Input: "x\n"}
		if name, err := a.Save(1, &found); (err == nil) != saved || saved && filepath.Base(name) != "08-stress-mine" {
			t.Errorf("the failure of program %d: %q, %v", program, name, err)
		}
	}
	a.Problem.Data = filepath.Join(a.Problem.Data, "secret", "08-stress-mine.in") // a file
	if name, err := a.Save(1, &Finding{Program: 1}); err == nil || !strings.HasPrefix(err.Error(), "mkdir ") {
		t.Errorf("below a file: %q, %v", name, err)
	}
}

// TestFolderIsGone: if an input cannot be written, no program runs.
func TestFolderIsGone(t *testing.T) {
	a := &Grading{dir: filepath.Join(t.TempDir(), "gone"), Programs: []*grade.Prepared{nil}, generator: &grade.Prepared{}}
	for name, do := range map[string]func(context.Context) error{
		"Try":      func(ctx context.Context) error { _, err := a.Try(ctx, 0, "", ""); return err },
		"Answer":   func(ctx context.Context) error { _, _, err := a.Answer(ctx, ""); return err },
		"Generate": func(ctx context.Context) error { _, err := a.Generate(ctx, 1); return err },
		"Explain": func(ctx context.Context) error {
			return a.Explain(ctx, &Finding{Result: result.Case{Verdict: result.RE}})
		},
	} {
		if err := do(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "open ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNoGenerator: a generator that is missing or cannot be built is reported before the search.
func TestNoGenerator(t *testing.T) {
	short.Skip(t)
	t.Setenv("PATH", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	g, err := grade.Open(sandbox.Options{}, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	dir := t.TempDir()
	if err := tempfile.WriteNew(map[string]string{filepath.Join(dir, "gen.rs"): "fn main() {}\n"}); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"gone.rs": "generator: ", "gen.rs": "no rustc here"} {
		if _, err := NewGrading(t.Context(), g, problem.Problem{ID: "p", Gen: filepath.Join(dir, file)}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}

func TestByRule(t *testing.T) {
	for name, tt := range map[string]struct {
		p    problem.Problem
		want bool
	}{
		"boards":             {problem.Problem{Check: problem.Check{Format: "acwing"}}, true},
		"boards of its own":  {problem.Problem{Check: problem.Check{Format: "acwing"}, Gen: "gen.py"}, false},
		"a conversation":     {problem.Problem{Check: problem.Check{Interactive: true}}, true},
		"anything else":      {problem.Problem{Check: problem.Check{Kind: "tokens"}}, false},
		"boards, and talked": {problem.Problem{Check: problem.Check{Format: "acwing", MultiPass: true}}, true},
	} {
		if got := ByRule(tt.p); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
		mine := &Grading{Problem: tt.p, Programs: []*grade.Prepared{{Entry: grade.Entry{Solution: solution.Solution{Name: "mine"}}}}}
		if got := mine.WhoseAnswer(); got.Said() == tt.want || got.Said() && got.String() != "what mine printed" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestTrusted: the answers of a solution count as right if it claims the problem, promises no failure and is right on
// the samples, not on other cases.
func TestTrusted(t *testing.T) {
	short.Skip(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3 here")
	}
	g, err := grade.Open(sandbox.Options{}, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	dir := t.TempDir()
	p := problem.Problem{ID: "sum", Check: problem.Check{Kind: "tokens"}, Limits: problem.Limits{Time: 20 * time.Second, Memory: 256 << 20, Output: 1 << 20}}
	for _, name := range []string{"sample/1", "secret/1"} {
		c := problem.Case{Name: name, In: filepath.Join(dir, name+".in"), Ans: filepath.Join(dir, name+".ans")}
		if err := tempfile.WriteNew(map[string]string{c.In: name[:2] + "\n", c.Ans: "sa\n"}); err != nil {
			t.Fatal(err)
		}
		p.Cases = append(p.Cases, c)
	}
	const right, wrong, broken = "print(input())\n", "print('se')\n", "print(\n"
	program := func(name, text string) solution.Solution {
		s, err := solution.Of(name, "python", language.File{Path: name + ".py", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		s.Problems = []string{"other", "sum"}
		return s
	}
	own, fails, other := program("own", right), program("fails", right), program("other", right)
	fails.Expect, other.Problems = make([]solution.Expectation, 1), []string{"other"}
	for want, all := range map[string][]solution.Solution{
		"right": {own, fails, other, program("wrong", wrong), program("broken", broken), program("right", right), program("second", right)},
		"":      {own, fails, other, program("wrong", wrong), program("broken", broken)},
	} {
		names := ""
		for _, s := range Trusted(t.Context(), g, p, all, own) {
			names += s.Name
		}
		if names != want {
			t.Errorf("%q is trusted, want %q", names, want)
		}
	}
}
