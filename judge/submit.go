package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"

	"sudokuoj/judge/internal/charset"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/submit"
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
	site, err := f.where(picked[0])
	if err != nil {
		return cannotWork, err
	}
	if f.problem != "" && f.problem != site.Problem {
		return cannotWork, say.Errorf("-problem %s: what -site %s takes is %s", f.problem, site.Name, site.Problem)
	}
	cut, err := cutFor(env, site, picked[0])
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

// where is the site that is named, or else the one whose problem is named or claimed.
func (f *submitFlags) where(s solution.Solution) (submit.Site, error) {
	switch {
	case f.site != "":
		return submit.SiteByName(f.site)
	case f.problem != "":
		return submit.SiteFor([]string{f.problem})
	}
	return submit.SiteFor(s.Problems)
}

func cutFor(env *environment, site submit.Site, s solution.Solution) (submit.Cut, error) {
	source := []byte(s.Text())
	if text, ok := charset.FromGBK(source); ok {
		fmt.Fprintln(env.stderr, screen.Escape(env.say("%s is written in GBK: what is printed and copied is UTF-8, which the site's editor takes", s.Path)))
		source = text
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
	files := []language.File{{Path: s.Path, Text: cut.Before + cut.Text}}
	for _, name := range slices.Sorted(maps.Keys(cut.Driver)) {
		files = append(files, language.File{Path: name, Text: cut.Driver[name]})
	}
	pasted := s
	pasted.Files = files
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
	run, err := g.Grade(ctx, []grade.Entry{entry}, grade.Options{}, func(verdict.Event) {})
	if err != nil {
		return false, err
	}
	if run.Interrupted {
		return false, errInterrupted
	}
	if result := run.Results[0]; result.Verdict == verdict.SK {
		return false, say.Errorf("submit: %s", result.Compile.Message)
	}
	result := run.Results[0]
	if refusing(env, site, p, &result) {
		fmt.Fprintf(env.stderr, "judge: %s\n", env.say("%s: what would be pasted is not accepted here:", s.Name))
		return false, report.Text(env.stderr, run, report.TextOptions{Style: env.style(env.stderr, "auto"), Command: self(), Root: f.root})
	}
	sum := report.Sum(result)
	fmt.Fprintln(env.stderr, env.say("%s for %s: %d of %d cases accepted here, slowest %s", s.Name, site.Title, sum.Accepted, len(p.Cases), screen.Duration(sum.Slowest)))
	for _, kase := range result.Cases {
		if kase.Verdict != verdict.AC && kase.AsExpected {
			fmt.Fprintf(env.stderr, "  %s\n", env.say("%s on %s, as its directive says: the site may have such a case", string(kase.Verdict), kase.Case))
		}
	}
	return true, nil
}

// refusing reports whether the site would refuse it, as far as can be told here. A case that the site has
// nothing like is only warned of.
func refusing(env *environment, site submit.Site, p problem.Problem, result *verdict.Solution) bool {
	if result.Verdict == verdict.CE || result.Verdict == verdict.JE {
		return true
	}
	accepted := 0
	var odd []verdict.Case
	for _, kase := range result.Cases {
		switch {
		case kase.Verdict == verdict.AC:
			accepted++
		case kase.AsExpected:
		case unusual(site, p, kase.Case):
			odd = append(odd, kase)
		default:
			return true
		}
	}
	if accepted == 0 || len(odd) == 0 {
		return accepted == 0 || !result.AsExpected
	}
	for _, kase := range odd {
		fmt.Fprintln(env.stderr, env.say("note: %s", say.Of("%s on %s, whose input is not as %s's own are: the site has no such case", string(kase.Verdict), kase.Case, site.Title)))
	}
	return false
}

// unusual reports whether a case's input is not as the site's own are.
func unusual(site submit.Site, p problem.Problem, name string) bool {
	for _, c := range p.Cases {
		if c.Name == name {
			text, err := os.ReadFile(c.In)
			return err == nil && !site.Usual(string(text))
		}
	}
	return false
}
