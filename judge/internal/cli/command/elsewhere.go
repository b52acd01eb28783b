package command

import (
	"context"
	"flag"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Grader grades entries: on this machine a *grade.Grader, or a fleet.
type Grader interface {
	Grade(ctx context.Context, entries []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, error)
	Close() error
}

// Elsewhere runs programs on other machines.
type Elsewhere interface {
	Flags(fs *flag.FlagSet)      // declares its flags, in addition to those of judge run
	Open(Wanted) (Grader, error) // once the flags are read
}

// Wanted holds the flags of judge run that are not in grade.Options.
type Wanted struct {
	Context context.Context // of the whole command
	Step    int             // the strongest step of isolation to use; 0: the strongest there is
	NoCache bool
	Jobs    int
	Warn    func(say.Message)
}

// here is this machine, whose grader lasts as long as the command.
type here struct{ *grade.Grader }

func (here) Close() error { return nil }

// openGrader opens what grades.
func (f *runFlags) openGrader(ctx context.Context, env *terminal.Console) (Grader, error) {
	if f.there == nil {
		f.opt.Kept, f.opt.Changed = f.keep.open(env)
		return here{f.grader}, nil
	}
	return f.there.Open(Wanted{Context: ctx, Step: f.Step, NoCache: f.noCache, Jobs: f.opt.Jobs, Warn: env.Warn})
}
