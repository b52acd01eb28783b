package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/submit"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

var submitCommand = command{
	name:  "submit",
	setUp: setUpSubmit,
}

// submitFlags are the flags of judge submit.
type submitFlags struct {
	choice
	site   string
	noCopy bool
}

func setUpSubmit(fs *flag.FlagSet) action {
	f := &submitFlags{}
	f.registerProblem(fs)
	fs.StringVar(&f.site, "site", "", "")
	fs.BoolVar(&f.noCopy, "no-copy", false, "")
	return f.run
}

func (f *submitFlags) run(ctx context.Context, env *environment, names []string) (int, error) {
	if len(names) != 1 {
		return cannotWork, say.Errorf("submit: name one solution, as in: judge submit inplace -site leetcode")
	}
	site, err := submit.SiteByName(f.site)
	if err != nil {
		return cannotWork, err
	}
	if f.problem != "" && f.problem != site.Problem {
		return cannotWork, say.Errorf("-problem %s: what -site %s takes is %s", f.problem, site.Name, site.Problem)
	}
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	picked, err := pickAll(root, names)
	if err != nil {
		return cannotWork, err
	}
	if len(picked) != 1 || len(picked[0].Files) != 1 {
		return cannotWork, say.Errorf("submit: %s is not one solution of one file, which is what a site takes", names[0])
	}
	cut, err := cutFor(site, picked[0])
	if submit.IsRefused(err) {
		fmt.Fprintf(env.stderr, "judge: %s\n", env.lang.Error(err))
		return unexpected, nil
	}
	if err != nil {
		return cannotWork, err
	}
	if len(picked[0].Problems) > 0 && !slices.Contains(picked[0].Problems, site.Problem) {
		fmt.Fprintf(env.stderr, "judge: %s\n", env.say("%s does not claim %s, which is %s here: if it solves that, write %s into it",
			picked[0].Name, site.Problem, site.Title, picked[0].Directive("problem "+site.Problem)))
		return unexpected, nil
	}
	if ok, err := f.gradePasted(ctx, env, root, site, picked[0], cut); err != nil || !ok {
		return unexpected, err
	}
	fmt.Fprint(env.stdout, cut.Text)
	if !f.noCopy {
		fmt.Fprintln(env.stderr, env.lang.Text(copyText(cut.Text)))
	}
	return allExpected, nil
}

func cutFor(site submit.Site, s solution.Solution) (submit.Cut, error) {
	source, err := os.ReadFile(s.Path)
	if err != nil {
		return submit.Cut{}, err
	}
	return site.Cut(s.Path, source)
}

// gradePasted grades what would be pasted, with what the site puts around it, on the site's problem.
// The solution's own directives say what is expected of it.
func (f *submitFlags) gradePasted(ctx context.Context, env *environment, root string, site submit.Site, s solution.Solution, cut submit.Cut) (bool, error) {
	p, err := problem.Load(root, site.Problem)
	if err != nil {
		return false, err
	}
	dir, remove, err := temp.Dir("submit")
	if err != nil {
		return false, err
	}
	defer remove()
	pasted := s
	pasted.Path = filepath.Join(dir, filepath.Base(s.Path))
	pasted.Files = []string{pasted.Path}
	files := map[string]string{pasted.Path: cut.Before + cut.Text}
	for name, text := range cut.Driver {
		path := filepath.Join(dir, name)
		pasted.Files = append(pasted.Files, path)
		files[path] = text
	}
	for path, text := range files {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return false, err
		}
	}
	g, err := f.grader(env)
	if err != nil {
		return false, err
	}
	defer g.Close()
	if cut.Function {
		if p.Function == nil {
			return false, say.Errorf("%s asks for a whole program here: it has no line function: in its judge.yaml", p.ID)
		}
		twice := *p.Function
		twice.Calls = max(twice.Calls, 2) // the site calls it again and again
		p.Function = &twice
	}
	entry := grade.Entry{Problem: p, Solution: pasted, Cases: p.Cases}
	run, err := g.Grade(ctx, []grade.Entry{entry}, grade.Options{}, func(grade.Event) {})
	if err != nil {
		return false, err
	}
	if run.Interrupted {
		return false, say.Errorf("interrupted")
	}
	if result := run.Results[0]; result.Verdict == verdict.SK {
		return false, say.Errorf("submit: %s", result.Compile.Message)
	}
	if n := report.Count(run); n.Unexpected > 0 || n.AsExpected == 0 {
		fmt.Fprintf(env.stderr, "judge: %s\n", env.say("%s: what would be pasted is not accepted here:", s.Name))
		return false, report.Text(env.stderr, run, report.TextOptions{Style: env.style(env.stderr, "auto"), Command: self(), Root: f.root})
	}
	sum := report.Sum(run.Results[0])
	fmt.Fprintln(env.stderr, env.say("%s for %s: %d of %d cases accepted here, slowest %s", s.Name, site.Title, sum.Accepted, len(p.Cases), screen.Duration(sum.Slowest)))
	for _, kase := range run.Results[0].Cases {
		if kase.Verdict != verdict.AC {
			fmt.Fprintf(env.stderr, "  %s\n", env.say("%s on %s, as its directive says: the site may have such a case", string(kase.Verdict), kase.Case))
		}
	}
	return true, nil
}
