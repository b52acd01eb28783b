package command_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestNewIsolation: the isolation is told when it is new, also where nothing can be kept.
func TestNewIsolation(t *testing.T) {
	cache := t.TempDir()
	t.Chdir(cache) // a fault may write where it is
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	tells := func(fact string) bool {
		run := reported(result.AC)
		run.Host.Isolation = say.Text(fact)
		var file, out bytes.Buffer
		must.Succeed(t, errors.Join(result.WriteRun(&file, run), os.WriteFile("run.json", file.Bytes(), 0o600)))
		must.Equal(t, command.AllExpected, judge.Run(t.Context(), []string{"merge", "run.json"}, nil, &out, &out), &out)
		return strings.Contains(out.String(), "isolation: "+fact)
	}
	for step, test := range []struct {
		fact string
		want bool
	}{{"a", true}, {"a", false}, {"b", true}, {"a", true}, {"a", false}} {
		must.Equal(t, test.want, tells(test.fact), "step", step, test.fact, "is news")
	}
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	for range 2 {
		must.Equal(t, true, tells("a"), "where there is no folder, it is news")
	}
}

// TestChoose: which command is meant, of programs with and without one that needs no name.
func TestChoose(t *testing.T) {
	said := func(name string, nameless bool) command.Command {
		return command.Command{Name: name, Nameless: nameless, SetUp: func(fs *flag.FlagSet) command.Action {
			quiet := fs.Bool("q", false, "")
			return func(_ context.Context, env *terminal.Console, names []string) error {
				fmt.Fprintf(env.Stdout, "%s%v %t", name, names, *quiet)
				return nil
			}
		}}
	}
	for _, test := range []struct{ standard, args, want string }{
		{"run", "", "run[] false"},
		{"run", "a b", "run[a b] false"},
		{"run", "-q", "run[] true"},
		{"run", "import", "import[] false"},
		{"import", "-q", "import[] true"},
		{"import", "", "import[] false"},
		{"import", "rnu", "judge: rnu: no such command\nhint: did you mean run?\n"},
		{"", "-q", "judge: -q: no such command\n"},
		{"", "rnu", "judge: rnu: no such command\nhint: did you mean run?\n"},
	} {
		var out bytes.Buffer
		p := command.Program{Name: "judge", Commands: []command.Command{said("run", false), said("import", true)}, Default: test.standard}
		p.Run(t.Context(), strings.Fields(test.args), nil, &out, &out)
		must.Equal(t, test.want, out.String(), test.standard, test.args)
	}
}

// Without a compiler, nothing was compared.
func TestCompareWithoutGo(t *testing.T) {
	short.Skip(t)
	t.Setenv("PATH", t.TempDir())
	var stderr bytes.Buffer
	if code := judge.Run(t.Context(), []string{"compare", "lowbit", "naive", "-case", "sample/*"}, nil, io.Discard,
		&stderr); code != command.CannotWork {
		t.Errorf("exit code %d, want %d", code, command.CannotWork)
	}
	if want := "judge: nothing was compared: no go here for Go\nhint: install it with"; !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("standard error %q, want %q", &stderr, want)
	}
}

// TestRun: the exit code and the words of a program whose command ends in some way.
func TestRun(t *testing.T) {
	inside := fmt.Errorf("inside: %w", context.Canceled)
	for _, test := range []struct {
		name        string
		interrupted bool
		err         error
		stdout      io.Writer
		want        int
		says        string
	}{
		{"as expected", false, nil, io.Discard, command.AllExpected, ""},
		{"not as expected", false, command.ErrUnexpected, io.Discard, command.Unexpected, ""},
		{"an error", false, io.EOF, io.Discard, command.CannotWork, "judge: EOF\n"},
		{"an interrupt", true, inside, io.Discard, command.CannotWork, "judge: interrupted\n"},
		{"an error beside an interrupt", true, io.EOF, io.Discard, command.CannotWork, "judge: EOF\n"},
		{"cancelled by itself", false, inside, io.Discard, command.CannotWork, "judge: inside: context canceled\n"},
		{"lost output", false, command.ErrUnexpected, full{}, command.CannotWork, "judge: standard output: no space left\n"},
		{"lost output beside an error", false, io.EOF, full{}, command.CannotWork, "judge: EOF\n"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		if test.interrupted {
			interrupt()
		}
		act := func(_ context.Context, env *terminal.Console, _ []string) error {
			fmt.Fprintln(env.Stdout, "something")
			return test.err
		}
		do := command.Command{Name: "do", SetUp: func(*flag.FlagSet) command.Action { return act }}
		p := command.Program{Name: "judge", Default: "do", Commands: []command.Command{do}}
		var stderr bytes.Buffer
		if code := p.Run(ctx, nil, nil, test.stdout, &stderr); code != test.want || stderr.String() != test.says {
			t.Errorf("%s: %d %q, want %d %q", test.name, code, &stderr, test.want, test.says)
		}
		interrupt()
	}
}

// A run in which every case was skipped fails, unless a flag allows it.
func TestNothingGraded(t *testing.T) {
	root := t.TempDir()
	tree := txtar.Parse([]byte(`
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
-- testdata/p/sample/1.in --
-- testdata/p/sample/1.ans --
-- solutions/crab/main.rs --
//judge:problem p
fn main() {}
`))
	for _, f := range tree.Files {
		must.Succeed(t, tempfile.WriteNew(map[string]string{filepath.Join(root, f.Name): string(f.Data)}))
	}
	t.Setenv("PATH", t.TempDir()) // without compilers
	for _, test := range []struct {
		args []string
		code int
		said string
	}{
		{nil, command.CannotWork, "judge: nothing was graded: every case was skipped\nhint: -allow-skips takes that for success\n"},
		{[]string{"-allow-skips"}, command.AllExpected, ""},
	} {
		var out, errs bytes.Buffer
		if code := judge.Run(t.Context(), append([]string{"-root", root}, test.args...), nil, &out, &errs); code != test.code ||
			errs.String() != test.said {
			t.Errorf("%q: exit code %d, want %d; %s", test.args, code, test.code, &errs)
		}
		must.Contain(t, out.String(), "nothing was graded", test.args)
	}
}

// TestPasted: sources that the sites accept are accepted unchanged. If one uses more than a site allows, a remark says
// so.
func TestPasted(t *testing.T) {
	t.Parallel()
	short.Skip(t)
	for _, tt := range []struct{ file, problem, compiler, beyond string }{
		{"textbook.cpp", "acwing166", "g++", "20-no-end-line"},
		{"backtracking.cpp", "leetcode37", "g++", ""},
		{"backtracking.js", "leetcode37", "node", ""},
	} {
		t.Run(tt.file, func(t *testing.T) {
			must.Have(t, tt.compiler)
			var out, errs bytes.Buffer
			args := []string{"-root", "../../../..", filepath.Join("testdata", "pasted", tt.file), "-problem", tt.problem,
				"-case", "sample", "-case", "secret", "-json", "-"}
			beyond := 0
			if tt.beyond != "" {
				args, beyond = append(args, "-case", "beyond/"+tt.beyond), 1
			}
			must.Equal(t, command.AllExpected, judge.Run(t.Context(), args, nil, &out, &errs), "exit code", &errs)
			came, err := result.ReadRun(&out)
			if err != nil || len(came.Results) != 1 {
				t.Fatalf("%v\n%s", err, &errs)
			}
			s := came.Results[0]
			if sum := s.Sum(); s.Verdict != result.AC || sum.Judged < 13 || sum.Accepted != sum.Judged || sum.Beyond != beyond || sum.Above != 0 {
				t.Errorf("%s %s", s.Verdict, sum.Passed())
			}
		})
	}
}
