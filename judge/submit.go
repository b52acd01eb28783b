package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/submit"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

var submitCommand = command{
	name:    "submit",
	summary: "print, and copy, exactly what a site wants pasted",
	manual: `Usage: judge submit NAME -site acwing|leetcode [flags]

Prints what to paste into the site's editor, and copies it to the clipboard where one can be reached.
For AcWing that is the whole file without its //judge: lines; for LeetCode, of a Go solution only, it
is solveSudoku and what it needs, without package clause and main. What is pasted, not the file it
came from, is first graded here on the site's problem; for LeetCode under a main program like the
site's own, which calls the function twice on each board. What the site would not take is refused with
the reason.

  -site NAME      acwing or leetcode
  -problem ID     may be given as to other commands, but the site has one: acwing166, or leetcode37;
                  a file without a judge:problem line is taken as a solution of that
  -no-copy        leave the clipboard alone
  -root DIR       the folder that holds problems/, testdata/ and solutions/
  -no-cache       build everything anew
  -isolation N    use no stronger step of isolation than N, 1 to 5

Examples:
  judge submit inplace -site leetcode
  judge submit mine.cpp -site acwing -no-copy > paste.cpp
  judge submit mine.cpp -problem acwing166 -site acwing
  judge submit lowbit -site acwing -root ~/judge -isolation 4 -no-cache

Exit status: 0 printed, 1 refused or not accepted here, 2 the judge could not work.
`,
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
		return cannotWork, errors.New("submit: name one solution, as in: judge submit inplace -site leetcode")
	}
	site, err := submit.SiteByName(f.site)
	if err != nil {
		return cannotWork, err
	}
	if f.problem != "" && f.problem != site.Problem {
		return cannotWork, fmt.Errorf("-problem %s: what -site %s takes is %s", f.problem, site.Name, site.Problem)
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
		return cannotWork, fmt.Errorf("submit: %s is not one solution of one file, which is what a site takes", names[0])
	}
	cut, err := cutFor(site, picked[0])
	if submit.IsRefused(err) {
		fmt.Fprintf(env.stderr, "judge: %v\n", err)
		return unexpected, nil
	}
	if err != nil {
		return cannotWork, err
	}
	if len(picked[0].Problems) > 0 && !slices.Contains(picked[0].Problems, site.Problem) {
		fmt.Fprintf(env.stderr, "judge: %s does not claim %s, which is %s here: if it solves that, write %s into it\n",
			picked[0].Name, site.Problem, site.Title, picked[0].Directive("problem "+site.Problem))
		return unexpected, nil
	}
	if ok, err := f.gradePasted(ctx, env, root, site, picked[0], cut); err != nil || !ok {
		return unexpected, err
	}
	fmt.Fprint(env.stdout, cut.Text)
	if !f.noCopy {
		fmt.Fprintln(env.stderr, copyText(cut.Text))
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
	entry := grade.Entry{Problem: p, Solution: pasted, Cases: p.Cases}
	run, err := g.Grade(ctx, []grade.Entry{entry}, grade.Options{}, func(grade.Event) {})
	if err != nil {
		return false, err
	}
	if run.Interrupted {
		return false, errors.New("interrupted")
	}
	if result := run.Results[0]; result.Verdict == verdict.SK {
		return false, fmt.Errorf("submit: %s", result.Compile.Message)
	}
	if n := report.Count(run); n.Unexpected > 0 || n.AsExpected == 0 {
		fmt.Fprintf(env.stderr, "judge: %s: what would be pasted is not accepted here:\n", s.Name)
		return false, report.Text(env.stderr, run, report.TextOptions{Palette: env.palette(env.stderr, "auto"), Width: env.width(), Fold: env.fold(env.stderr), Command: self(), Root: f.root})
	}
	sum := report.Sum(run.Results[0])
	fmt.Fprintf(env.stderr, "%s for %s: %d of %d cases accepted here, slowest %s\n", s.Name, site.Title, sum.Accepted, len(p.Cases), report.Duration(sum.Slowest))
	for _, kase := range run.Results[0].Cases {
		if kase.Verdict != verdict.AC {
			fmt.Fprintf(env.stderr, "  %s on %s, as its directive says: the site may have such a case\n", kase.Verdict, kase.Case)
		}
	}
	return true, nil
}
