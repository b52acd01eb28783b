package command_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
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
