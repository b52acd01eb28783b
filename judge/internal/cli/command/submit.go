package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// submitFlags are the flags of judge submit.
type submitFlags struct {
	Choice
	site   string
	noCopy bool
}

func setUpSubmit(fs *flag.FlagSet) Action {
	f := &submitFlags{}
	f.registerProblem(fs)
	fs.StringVar(&f.site, "site", "", "")
	fs.BoolVar(&f.noCopy, "no-copy", false, "")
	return f.atHome(f.graded(f.run))
}

func (f *submitFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	if len(names) != 1 {
		return say.Errorf("submit: name one solution, as in: judge submit inplace -site leetcode")
	}
	picked, err := pick(f.home, names)
	if err != nil {
		return err
	}
	if len(picked) != 1 || len(picked[0].Files) != 1 {
		return say.Errorf("submit: %s is not one solution in one file, and a site takes only that", names[0])
	}
	target, err := f.target(picked)
	own := picked[0]
	if err != nil {
		return err
	}
	cut, err := cutFor(env, target, own)
	if _, refused := errors.AsType[*submit.Refused](err); refused {
		env.Complain(err)
		return ErrUnexpected
	}
	if err != nil {
		return err
	}
	if len(own.Problems) > 0 && !slices.Contains(own.Problems, target.Problem.ID) {
		env.Warn(say.Of("%s does not claim %s, which is %s here: if it solves that, write %s into it",
			own.Name, target.Problem.ID, target.Title, own.Directive("problem "+target.Problem.ID)))
		return ErrUnexpected
	}
	if err := f.gradePasted(ctx, env, target, own, cut); err != nil {
		return err
	}
	for _, note := range cut.Notes {
		env.Print(env.Stderr, "  "+terminal.Escape(env.Lang.Line(note))+"\n")
	}
	fmt.Fprint(env.Stdout, cut.Text)
	if !f.noCopy {
		fmt.Fprintln(env.Stderr, env.Lang.Text(terminal.Copy(cut.Text)))
	}
	return nil
}

// target returns the problem of a site that a solution is for: if neither its function nor the user says it, perhaps its
// input does.
func (f *submitFlags) target(picked []solution.Solution) (submit.Target, error) {
	problems, unread := problem.LoadAll(f.home)
	wish := submit.Wish{Site: f.site, Problem: f.Problem}
	target, err := wish.Choose(problems, picked[0])
	if err != nil && wish.Problem == "" {
		grade.Recognise(f.home, picked, f.passes, func(say.Message) {})
		target, err = wish.Choose(problems, picked[0])
	}
	if err != nil {
		err = errors.Join(unread, err)
	}
	return target, err
}

func cutFor(env *terminal.Console, target submit.Target, s solution.Solution) (submit.Cut, error) {
	source := []byte(s.Text())
	if text, ok := charset.FromGBK(source); ok {
		fmt.Fprintln(env.Stderr, terminal.Escape(env.Say("%s is written in GBK: what is printed and copied is UTF-8, which the site's editor takes", s.Path)))
		source = text
	}
	return target.Cut(s.Path, source)
}

// gradePasted grades the text to paste and shows the result; an error, that the site would not accept it.
func (f *submitFlags) gradePasted(ctx context.Context, env *terminal.Console, target submit.Target, s solution.Solution, cut submit.Cut) error {
	stop := env.Meanwhile(say.Of("grading %s", s.Name))
	run, err := target.Grade(ctx, f.grader, s, cut)
	stop()
	if err != nil || run.Interrupted {
		return cmp.Or(err, ErrInterrupted)
	}
	res := run.Results[0]
	if submit.Refuses(res) {
		env.Warn(say.Of("%s: what would be pasted is not accepted here:", s.Name))
		return cmp.Or(report.Text(env.Stderr, run, report.TextOptions{Style: env.Style(env.Stderr), Spell: spell(Self(), f.Root)}), ErrUnexpected)
	}
	promised := res
	promised.Cases = submit.Promised(res)
	sum := promised.Sum()
	env.Print(env.Stderr, terminal.Escape(env.Say("%s for %s: %d of %d cases accepted here, slowest %s", s.Name, target.Title, sum.Accepted, sum.Judged, terminal.Duration(sum.Slowest)))+"\n")
	for _, kase := range promised.Cases {
		if kase.Verdict != result.AC && kase.AsExpected {
			fmt.Fprintf(env.Stderr, "  %s\n", env.Say("%s on %s, as its directive says: the site may have such a case", string(kase.Verdict), kase.Case))
		}
	}
	if beyond := submit.Beyond(target.Title, res); beyond.Said() {
		env.Print(env.Stderr, "  "+terminal.Escape(env.Lang.Line(beyond))+"\n")
	}
	return nil
}
