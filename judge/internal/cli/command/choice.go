package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"os"
	"runtime"
	"slices"
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

	home   string        // the folder that holds problems/, testdata/ and solutions/
	grader *grade.Grader // opened by graded
}

// Each command declares only the flags that it obeys.

// registerRoot declares -root.
func (c *Choice) registerRoot(fs *flag.FlagSet) { fs.StringVar(&c.Root, "root", "", "") }

// registerGrader declares what opening a grader takes.
func (c *Choice) registerGrader(fs *flag.FlagSet) {
	c.registerRoot(fs)
	fs.BoolVar(&c.noCache, "no-cache", false, "")
	fs.Func("isolation", "", func(text string) (err error) {
		c.Step, err = sandbox.ParseStep(text)
		return err
	})
}

// registerProblem declares the same and -problem.
func (c *Choice) registerProblem(fs *flag.FlagSet) {
	c.registerGrader(fs)
	fs.StringVar(&c.Problem, "problem", "", "")
}

// registerCases declares -case.
func (c *Choice) registerCases(fs *flag.FlagSet) {
	fs.Func("case", "", func(pattern string) error {
		if !glob.Valid(pattern) {
			return say.Errorf("a pattern with [ needs a ] behind it")
		}
		c.Cases = append(c.Cases, pattern)
		return nil
	})
}

// atHome gives a command the folder that it works in.
func (c *Choice) atHome(do Action) Action {
	return func(ctx context.Context, env *terminal.Console, names []string) (err error) {
		if c.home, err = problem.Root(c.Root); err != nil {
			return err
		}
		return do(ctx, env, names)
	}
}

// atNewHome is atHome where the first problem makes the folder of problems.
func (c *Choice) atNewHome(do Action) Action {
	return func(ctx context.Context, env *terminal.Console, names []string) (err error) {
		if c.home, err = problem.Root(c.Root); err != nil {
			c.home = cmp.Or(c.Root, ".")
			if info, wrong := os.Stat(c.home); wrong != nil || !info.IsDir() {
				return err
			}
		}
		return do(ctx, env, names)
	}
}

// graded gives a command its grader, as the flags say.
func (c *Choice) graded(do Action) Action {
	return func(ctx context.Context, env *terminal.Console, names []string) (err error) {
		tempfile.Sweep()
		c.grader, err = grade.Open(sandbox.Options{MaxStep: c.Step}, build.Options{NoCache: c.noCache, Warn: env.Warn})
		if err != nil {
			return err
		}
		defer c.grader.Close()
		return do(ctx, env, names)
	}
}

// entries finds the entries to grade: all solutions, or those that are named. Faults lists the problems and
// solutions that cannot be graded, and why.
func (c *Choice) entries(env *terminal.Console, names []string) (entries []grade.Entry, faults, err error) {
	return grade.Wanted{Root: c.home, Problem: c.Problem, Cases: c.Cases, Passes: c.passes, Tell: env.Warn}.Find(names, notFound)
}

// passes runs the samples of a problem, where they show which of several a solution is for.
func (c *Choice) passes(p problem.Problem, s solution.Solution) bool {
	return c.grader.PassesSamples(context.Background(), p, s)
}

// caseOf returns the first case that a name picks, or the first of all.
func caseOf(p problem.Problem, names ...string) (c problem.Case, err error) {
	if len(p.Cases) == 0 {
		return c, say.Errorf("%s has no cases", p.ID).Hint("add testdata/%s/secret/1.in with 1.ans beside it", p.ID)
	}
	if picked := p.Select(names...); len(picked) > 0 {
		return picked[0], nil
	}
	var all []string
	for _, c := range p.Cases {
		all = append(all, c.Name)
	}
	return c, say.Errorf("%s has no case %q", p.ID, names[0]).Hint("%s", suggest.Perhaps(names[0], all))
}

// pick finds the solutions with these names. All of them must be readable.
func pick(root string, names []string) ([]solution.Solution, error) {
	picked, faults, err := solution.Pick(root, names, notFound)
	return picked, errors.Join(err, faults)
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
