package command

import (
	"context"
	"fmt"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/watch"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// watch is judge run -watch.
func (f *runFlags) watch(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	root, err := f.Home()
	if err != nil {
		return CannotWork, err
	}
	g, err := f.open(ctx, env)
	if err != nil {
		return CannotWork, err
	}
	defer g.Close()
	w := &watch.Watcher{Grader: g, Options: f.opt, Root: root, Names: names,
		Find: func() ([]grade.Entry, error, error) { return f.Choice.Entries(env, names) },
		Progress: func(touched []grade.Entry) (func(result.Event), func()) {
			live := f.Progress(env, touched)
			return live.Event, func() { live.Close(false) }
		},
		Show: func(r watch.Round) { f.showRound(env, r) },
	}
	w.Run(ctx)
	fmt.Fprintln(env.Stdout)
	return AllExpected, nil
}

// showRound clears the screen and draws the newest results.
func (f *runFlags) showRound(env *terminal.Console, r watch.Round) {
	if env.Terminal(env.Stdout) {
		fmt.Fprint(env.Stdout, terminal.ClearScreen)
	}
	style := env.Style(env.Stdout)
	if len(r.Results) > 0 {
		f.Text(env, r.Run, stressable(r.Entries))
	}
	watching := env.Say("watching for saved files, Ctrl-C ends")
	if r.Err != nil { // where the eye is: what stands above may be of yesterday
		fmt.Fprintf(env.Stdout, "%s\n%s\n", style.Red(terminal.EscapeLines("judge: "+env.Lang.Error(r.Err))), style.Dim(watching))
		return
	}
	what := say.Of("everything")
	if len(r.Changed) > 0 {
		what = say.Text(filepath.Base(r.Changed[0]))
		if len(r.Changed) > 1 {
			what = say.Of("%s and %d more", what, len(r.Changed)-1)
		}
	}
	fmt.Fprintln(env.Stdout, style.Dim(terminal.Escape(env.Say("graded %s; %s", what, watching))))
}
