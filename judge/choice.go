package main

import (
	"errors"
	"flag"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/temp"
)

// choice is what a command works on, as its flags and names say it. Several commands share it.
type choice struct {
	root    string
	problem string
	cases   []string // patterns; any of them will do
	noCache bool
	step    int // 0: the strongest there is
}

// Each command declares those of the flags that it heeds.

func (c *choice) registerRoot(fs *flag.FlagSet) { fs.StringVar(&c.root, "root", "", "") }

func (c *choice) registerGrader(fs *flag.FlagSet) {
	c.registerRoot(fs)
	fs.BoolVar(&c.noCache, "no-cache", false, "")
	fs.Func("isolation", "", func(text string) (err error) {
		if c.step, err = strconv.Atoi(text); err != nil || c.step < 1 || c.step > 5 {
			return say.Errorf("the steps are 1 to 5; judge doctor explains them")
		}
		return nil
	})
}

func (c *choice) registerProblem(fs *flag.FlagSet) {
	c.registerGrader(fs)
	fs.StringVar(&c.problem, "problem", "", "")
}

func (c *choice) registerCases(fs *flag.FlagSet) {
	fs.Func("case", "", func(pattern string) error {
		if !match.Valid(pattern) {
			return say.Errorf("a broken pattern: a [ wants its ]")
		}
		c.cases = append(c.cases, pattern)
		return nil
	})
}

// home is the folder that holds problems/, testdata/ and solutions/.
func (c *choice) home() (string, error) {
	if c.root == "" {
		return problem.Root(".")
	}
	if info, err := os.Stat(filepath.Join(c.root, "problems")); err != nil || !info.IsDir() {
		return "", say.Errorf("-root %s: it holds no folder problems/", c.root)
	}
	return c.root, nil
}

// grader opens the rooms that grading needs, as the flags say. The caller closes it.
func (c *choice) grader(env *environment) (*grade.Grader, error) {
	temp.Sweep()
	sb, err := sandbox.Open(sandbox.Options{MaxStep: c.step})
	if err != nil {
		return nil, err
	}
	builder, err := build.New(build.Options{NoCache: c.noCache, Sandbox: sb, Warn: env.warn})
	if err != nil {
		return nil, errors.Join(err, sb.Close())
	}
	return &grade.Grader{Sandbox: sb, Builder: builder}, nil
}

// entries finds what is to be graded: all solutions, or those named. Faults tells which
// problems, and which of all solutions, cannot be, and why; the others can.
func (c *choice) entries(names []string) (entries []grade.Entry, faults, err error) {
	root, err := c.home()
	if err != nil {
		return nil, nil, err
	}
	ids, err := problem.IDs(root)
	if err != nil {
		return nil, nil, err
	}
	solutions, unread := solution.FindAll(root)
	if len(names) > 0 {
		if solutions, unread, err = pick(root, names); err != nil {
			return nil, nil, err
		}
	}
	if len(solutions) == 0 && unread != nil {
		return nil, nil, unread
	}
	problems, broken := c.problems(root, ids, solutions, len(names) > 0)
	if len(problems) == 0 && broken != nil {
		return nil, nil, broken
	}
	entries, faults, err = grade.Enter(problems, ids, solutions, c.problem, c.cases)
	if err != nil {
		return nil, nil, errors.Join(err, broken)
	}
	return entries, errors.Join(broken, unread, faults), c.unmatched(entries)
}

// problems reads those that are of concern: the one that is named, those that named solutions claim, or
// all. What is wrong with another is told when that is graded.
func (c *choice) problems(root string, ids []string, solutions []solution.Solution, named bool) (problems []problem.Problem, broken error) {
	var faults []error
	for _, id := range ids {
		claims := func(s solution.Solution) bool { return slices.Contains(s.Problems, id) || len(s.Problems) == 0 }
		if c.problem != "" && c.problem != id || named && c.problem == "" && !slices.ContainsFunc(solutions, claims) {
			continue
		}
		p, err := problem.Load(root, id)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		problems = append(problems, p)
	}
	return problems, errors.Join(faults...)
}

// unmatched tells of the patterns of cases that pick none of those to be graded: a run that leaves out
// what was asked for looks like one that did it.
func (c *choice) unmatched(entries []grade.Entry) error {
	var faults []error
	for _, pattern := range c.cases {
		if !slices.ContainsFunc(entries, func(e grade.Entry) bool { return len(e.Problem.Select(pattern)) > 0 }) {
			faults = append(faults, say.Errorf("-case %s: no case of that name: judge list -cases shows them", pattern))
		}
	}
	return errors.Join(faults...)
}

// pick finds the solutions that names mean: a folder or a glob under solutions/, or a path. A name
// that is both means the one under solutions/; write ./name for the other. Faults tells which of them
// cannot be read, and why; an error is a name that means nothing.
func pick(root string, names []string) (picked []solution.Solution, faults, err error) {
	known, err := solution.Names(root)
	if err != nil {
		return nil, nil, err
	}
	var unread, unknown []error
	seen := map[string]bool{}
	add := func(path, name string) {
		if seen[path] {
			return
		}
		seen[path] = true
		s, err := solution.Open(path)
		if err != nil {
			unread = append(unread, err)
			return
		}
		if name != "" {
			s.Name = name
		}
		s.Stranger = name == "" && outside(root, path)
		picked = append(picked, s)
	}
	for _, name := range names {
		found := false
		for _, k := range known {
			if ok, _ := path.Match(name, k); ok || name == k {
				add(filepath.Join(root, "solutions", k), k)
				found = true
			}
		}
		if found {
			continue
		}
		if _, err := os.Stat(name); err == nil {
			add(filepath.Clean(name), "")
			continue
		}
		unknown = append(unknown, notFound(name, known))
	}
	return picked, errors.Join(unread...), errors.Join(unknown...)
}

// outside reports whether a path lies outside a folder. What cannot be told does.
func outside(folder, path string) bool {
	for _, p := range []*string{&folder, &path} {
		real, err := filepath.EvalSymlinks(*p)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return true
		}
		*p = real
	}
	rel, err := filepath.Rel(folder, path)
	return err != nil || !filepath.IsLocal(rel)
}

// pickAll is pick where all must be readable.
func pickAll(root string, names []string) ([]solution.Solution, error) {
	picked, faults, err := pick(root, names)
	return picked, errors.Join(err, faults)
}

func notFound(name string, known []string) error {
	if strings.ContainsAny(name, `/\.`) {
		return say.Errorf("%s: there is no such file or folder", name)
	}
	if hint := match.Perhaps(name, known); hint.Said() {
		return say.Errorf("%s: no solution of that name", name).Hint("%s", hint)
	}
	if slices.Contains(commandNames(), name) {
		return say.Errorf("%s: no solution of that name", name).Hint("a command comes first, before all flags: judge %s", name)
	}
	if c := match.Nearest(name, commandNames()); c != "" {
		return say.Errorf("%s: no solution of that name", name).Hint("did you mean the command %s?", c)
	}
	return say.Errorf("%s: no solution of that name; judge list shows them, and judge help the commands", name)
}
