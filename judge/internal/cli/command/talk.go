package command

import (
	"context"
	"flag"
	"fmt"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// talkFlags are those of judge try.
type talkFlags struct{ tryFlags }

func setUpTalk(fs *flag.FlagSet) Action {
	f := &talkFlags{}
	f.registerProblem(fs)
	return f.graded(f.run)
}

func (f *talkFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	if len(names) == 0 || len(names) > 2 {
		return say.Errorf("talk: say judge talk PROBLEM [CASE], or judge talk PROGRAM [CASE]")
	}
	if root, err := problem.Root(f.Root); err == nil {
		if ids, err := problem.IDs(root); err == nil && slices.Contains(ids, names[0]) {
			return f.againstInteractor(ctx, env, root, names)
		}
	}
	return f.againstProgram(ctx, env, names)
}

// againstInteractor lets the person play the program.
func (f *talkFlags) againstInteractor(ctx context.Context, env *terminal.Console, root string, names []string) error {
	p, err := problem.Load(root, names[0])
	if err != nil {
		return err
	}
	c, err := caseOf(p, names[1:]...)
	if err != nil {
		return err
	}
	stop := env.Meanwhile(say.Of("building the interactor"))
	defer stop()
	res, err := f.grader.PlayAgainst(ctx, p, c, env.Stdin, env.Said(env.Stdout, "< "), func(pass int) {
		stop()
		if pass > 1 {
			fmt.Fprintf(env.Stderr, "[%s]\n", env.Say("pass %d", pass))
			return
		}
		f.begin(env, say.Of("%s, %s: you are the program, and what you type goes to the interactor", p.ID, c.Name))
	})
	switch {
	case ctx.Err() != nil:
		return ErrInterrupted
	case err != nil:
		return err
	}
	what := res.Verdict.Title()
	if res.Message.Said() {
		what = say.Of("%s: %s", what, res.Message)
	}
	if res.Verdict == result.JE {
		return say.Errorf("%s", what)
	}
	env.Print(env.Stderr, "["+terminal.Escape(env.Lang.Line(what))+"]\n")
	if res.Verdict != result.AC {
		return ErrUnexpected
	}
	return nil
}

// againstProgram lets the person play the other side of a program.
func (f *talkFlags) againstProgram(ctx context.Context, env *terminal.Console, names []string) error {
	p, s, err := f.find(env, names[0])
	if err != nil {
		return err
	}
	var c problem.Case
	if len(names) > 1 || len(p.Cases) > 0 {
		if p.ID == "" {
			return say.Errorf("talk: a case is one of a problem's").Hint("say which with -problem ID")
		}
		if c, err = caseOf(p, names[1:]...); err != nil {
			return err
		}
	}
	return f.withBuilt(ctx, env, p, s, func(program *grade.Prepared) (result.Case, error) {
		f.begin(env, say.Of("%s: you are the other side, and what you type is what it reads", s.Name))
		return program.Play(ctx, c, env.Stdin, env.Said(env.Stdout, "> "))
	})
}

// begin explains at a terminal which side is which.
func (f *talkFlags) begin(env *terminal.Console, who say.Message) {
	if types(env) {
		env.Print(env.Stderr, "["+terminal.Escape(env.Say("%s; Ctrl-D ends it", who))+"]\n")
	}
}
