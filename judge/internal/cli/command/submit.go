package command

import (
	"context"
	"flag"
	"fmt"
	"slices"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// submitFlags are the flags of judge submit.
type submitFlags struct {
	choice
	site   string
	noCopy bool
}

func setUpSubmit(fs *flag.FlagSet) Action {
	f := &submitFlags{}
	f.registerProblem(fs)
	fs.StringVar(&f.site, "site", "", "")
	fs.BoolVar(&f.noCopy, "no-copy", false, "")
	return f.run
}

func (f *submitFlags) run(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	if len(names) != 1 {
		return cannotWork, say.Errorf("submit: name one solution, as in: judge submit inplace -site leetcode")
	}
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	picked, err := pick(root, names)
	if err != nil {
		return cannotWork, err
	}
	if len(picked) != 1 || len(picked[0].Files) != 1 {
		return cannotWork, say.Errorf("submit: %s is not one solution in one file, and a site takes only that", names[0])
	}
	site, err := f.where(picked[0])
	if err != nil {
		return cannotWork, err
	}
	if f.problem != "" && f.problem != site.Problem {
		return cannotWork, say.Errorf("-problem %s: -site %s takes %s", f.problem, site.Name, site.Problem)
	}
	cut, err := cutFor(env, site, picked[0])
	if submit.IsRefused(err) {
		env.Complain(err)
		return unexpected, nil
	}
	if err != nil {
		return cannotWork, err
	}
	if len(picked[0].Problems) > 0 && !slices.Contains(picked[0].Problems, site.Problem) {
		env.Warn(say.Of("%s does not claim %s, which is %s here: if it solves that, write %s into it",
			picked[0].Name, site.Problem, site.Title, picked[0].Directive("problem "+site.Problem)))
		return unexpected, nil
	}
	if ok, err := f.gradePasted(ctx, env, root, site, picked[0], cut); err != nil || !ok {
		return unexpected, err
	}
	fmt.Fprint(env.Stdout, cut.Text)
	if !f.noCopy {
		fmt.Fprintln(env.Stderr, env.Lang.Text(terminal.Copy(cut.Text)))
	}
	return allExpected, nil
}

// where returns the site that is named, or else the site of the problem that is named or claimed.
func (f *submitFlags) where(s solution.Solution) (submit.Site, error) {
	switch {
	case f.site != "":
		return submit.SiteByName(f.site)
	case f.problem != "":
		return submit.SiteFor([]string{f.problem})
	}
	return submit.SiteFor(s.Problems)
}

func cutFor(env *terminal.Console, site submit.Site, s solution.Solution) (submit.Cut, error) {
	source := []byte(s.Text())
	if text, ok := charset.FromGBK(source); ok {
		fmt.Fprintln(env.Stderr, terminal.Escape(env.Say("%s is written in GBK: what is printed and copied is UTF-8, which the site's editor takes", s.Path)))
		source = text
	}
	return site.Cut(s.Path, source)
}

// gradePasted grades the text to paste and shows the result; ok means that the site would accept it.
func (f *submitFlags) gradePasted(ctx context.Context, env *terminal.Console, root string, site submit.Site, s solution.Solution, cut submit.Cut) (ok bool, err error) {
	p, err := problem.Load(root, site.Problem)
	if err != nil {
		return false, err
	}
	g, err := f.grader(env)
	if err != nil {
		return false, err
	}
	defer g.Close()
	stop := env.Meanwhile(say.Of("grading %s", s.Name))
	run, err := site.Grade(ctx, g, p, s, cut)
	stop()
	if err != nil {
		return false, err
	}
	if run.Interrupted {
		return false, errInterrupted
	}
	res := run.Results[0]
	if submit.Refuses(res) {
		env.Warn(say.Of("%s: what would be pasted is not accepted here:", s.Name))
		return false, report.Text(env.Stderr, run, report.TextOptions{Style: env.Style(env.Stderr, "auto"), Command: self(), Root: f.root})
	}
	sum := res.Sum()
	env.Print(env.Stderr, terminal.Escape(env.Say("%s for %s: %d of %d cases accepted here, slowest %s", s.Name, site.Title, sum.Accepted, sum.Judged, terminal.Duration(sum.Slowest)))+"\n")
	for _, kase := range res.Cases {
		if kase.Verdict != result.AC && kase.AsExpected && !kase.Beyond() {
			fmt.Fprintf(env.Stderr, "  %s\n", env.Say("%s on %s, as its directive says: the site may have such a case", string(kase.Verdict), kase.Case))
		}
	}
	if beyond := submit.Beyond(site.Title, res); beyond.Said() {
		fmt.Fprintf(env.Stderr, "  %s\n", terminal.Escape(env.Lang.Text(beyond)))
	}
	return true, nil
}
