package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/watch"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// watch is judge run -watch.
func (f *runFlags) watch(ctx context.Context, env *terminal.Console, names []string) error {
	g, err := f.openGrader(ctx, env)
	if err != nil {
		return err
	}
	defer g.Close()
	w := &watch.Watcher{Root: f.home, Names: names, Grade: func(ctx context.Context, changed []string) {
		r, faults, err := round{changed: changed}, error(nil), error(nil)
		if r.entries, faults, err = f.entries(env, names); err == nil {
			live := f.progress(env, r.entries)
			r.Run, err = g.Grade(ctx, r.entries, f.opt, live.Event)
			live.Close(false)
			f.opt.Changed = true // what no file has changed keeps its result
		}
		if r.err = errors.Join(err, faults); ctx.Err() == nil {
			f.showRound(env, r)
		}
	}}
	w.Run(ctx)
	fmt.Fprintln(env.Stdout)
	return nil
}

// round is what came of grading once.
type round struct {
	result.Run
	entries []grade.Entry
	changed []string // the files whose saving began it; none: it was the first
	err     error
}

// showRound clears the screen and draws the results.
func (f *runFlags) showRound(env *terminal.Console, r round) {
	if env.Terminal(env.Stdout) {
		fmt.Fprint(env.Stdout, terminal.ClearScreen)
	}
	style := env.Style(env.Stdout)
	if len(r.Results) > 0 {
		f.text(env, r.Run, stressable(r.entries))
	}
	watching := env.Say("watching for saved files, Ctrl-C ends")
	if r.err != nil { // where the eye is: at the end
		fmt.Fprintf(env.Stdout, "%s\n%s\n", style.Red(terminal.EscapeLines("judge: "+env.Lang.Error(r.err))), style.Dim(watching))
		return
	}
	what := say.Of("everything")
	if len(r.changed) > 0 {
		what = say.Text(filepath.Base(r.changed[0]))
		if len(r.changed) > 1 {
			what = say.Of("%s and %d more", what, len(r.changed)-1)
		}
	}
	fmt.Fprintln(env.Stdout, style.Dim(terminal.Escape(env.Say("graded %s; %s", what, watching))))
}
