package command

import (
	"context"
	"errors"
	"flag"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/glob"
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// Choice holds the flags that select problems, cases and solutions. Several commands share it.
type Choice struct {
	Root    string
	Problem string
	Cases   []string // patterns; a case needs to match one of them
	noCache bool
	Step    int // 0: the strongest there is

	told map[string]bool // messages about the problem that a solution was taken for
}

// Each command declares only the flags that it obeys.

// RegisterRoot declares -root.
func (c *Choice) RegisterRoot(fs *flag.FlagSet) { fs.StringVar(&c.Root, "root", "", "") }

// RegisterGrader declares what opening a grader takes.
func (c *Choice) RegisterGrader(fs *flag.FlagSet) {
	c.RegisterRoot(fs)
	fs.BoolVar(&c.noCache, "no-cache", false, "")
	fs.Func("isolation", "", func(text string) (err error) {
		if c.Step, err = strconv.Atoi(text); err != nil || c.Step < 1 || c.Step > sandbox.Steps {
			return say.Errorf("the steps are 1 to %d; judge doctor explains them", sandbox.Steps)
		}
		return nil
	})
}

// RegisterProblem declares the same and -problem.
func (c *Choice) RegisterProblem(fs *flag.FlagSet) {
	c.RegisterGrader(fs)
	fs.StringVar(&c.Problem, "problem", "", "")
}

// RegisterCases declares -case.
func (c *Choice) RegisterCases(fs *flag.FlagSet) {
	fs.Func("case", "", func(pattern string) error {
		if !glob.Valid(pattern) {
			return say.Errorf("a pattern with [ needs a ] behind it")
		}
		c.Cases = append(c.Cases, pattern)
		return nil
	})
}

// Home is the folder that holds problems/, testdata/ and solutions/.
func (c *Choice) Home() (string, error) {
	return problem.Root(c.Root)
}

// Grader opens what grading needs, as the flags say. The caller closes it.
func (c *Choice) Grader(env *terminal.Console) (*grade.Grader, error) {
	tempfile.Sweep()
	g, err := grade.Open(sandbox.Options{MaxStep: c.Step}, build.Options{NoCache: c.noCache, Warn: env.Warn})
	if err != nil {
		return nil, err
	}
	g.Waits = func() func() {
		return env.Meanwhile(say.Of("waiting for another judge that is timing on this machine"))
	}
	return g, nil
}

// Entries finds the entries to grade: all solutions, or those that are named. Faults lists the problems and
// solutions that cannot be graded, and why.
func (c *Choice) Entries(env *terminal.Console, names []string) (entries []grade.Entry, faults, err error) {
	root, err := c.Home()
	if err != nil {
		return nil, nil, err
	}
	return grade.Wanted{Root: root, Problem: c.Problem, Cases: c.Cases, Passes: c.Passes(env), Tell: c.Tell(env)}.Find(names, among(names))
}

// Passes runs the samples of a problem, where they show which of several a solution is for.
func (c *Choice) Passes(env *terminal.Console) func(problem.Problem, solution.Solution) bool {
	return func(p problem.Problem, s solution.Solution) bool {
		g, err := c.Grader(env)
		if err != nil {
			return false
		}
		defer g.Close()
		return g.PassesSamples(context.Background(), p, s)
	}
}

// Tell prints each message once. The messages name the problem for which an unmarked solution is taken.
func (c *Choice) Tell(env *terminal.Console) func(say.Message) {
	if c.told == nil {
		c.told = map[string]bool{}
	}
	return func(what say.Message) {
		if !c.told[what.String()] {
			env.Warn(what)
		}
		c.told[what.String()] = true
	}
}

// Pick finds the solutions with these names. All of them must be readable.
func Pick(root string, names []string) ([]solution.Solution, error) {
	picked, faults, err := solution.Pick(root, names, among(names))
	return picked, errors.Join(err, faults)
}

// among explains a name, one of these, that matches no solution. It is nil where another name has explained it.
func among(names []string) func(name string, known []string) error {
	whole := strings.Join(names, " ")
	if _, err := os.Stat(whole); err == nil && len(names) > 1 {
		told := false
		return func(name string, _ []string) error {
			if told {
				return nil
			}
			told = true
			return say.Errorf("%s: there is no such file or folder", name).Hint("a name with blanks needs quotes: %s", terminal.ShellWord(whole))
		}
	}
	return notFound
}

// drive begins a path of Windows.
var drive = match.Lazy(`^[A-Za-z]:`)

// notFound explains a name that matches no solution.
func notFound(name string, known []string) error {
	if drive().MatchString(name) && runtime.GOOS != "windows" { // the shell may have taken its backslashes
		return say.Errorf("%s: there is no such file or folder", name).Hint("in WSL, C:\\Users is /mnt/c/Users")
	}
	if strings.ContainsAny(name, `/\.`) {
		return say.Errorf("%s: there is no such file or folder", name)
	}
	if hint := suggest.Perhaps(name, known); hint.Said() {
		return say.Errorf("%s: no solution of that name", name).Hint("%s", hint)
	}
	known = Judge().commandNames()
	if slices.Contains(known, name) {
		return say.Errorf("%s: no solution of that name", name).Hint("the command comes before all flags: judge %s", name)
	}
	if c := suggest.Nearest(name, known); c != "" {
		return say.Errorf("%s: no solution of that name", name).Hint("did you mean the command %s?", c)
	}
	return say.Errorf("%s: no solution of that name; judge list shows them, and judge help the commands", name)
}
