package grade

import (
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// The bounds of drawing. A visualizer that takes longer draws no more pictures of the program.
const (
	drawTime     = 5 * time.Second
	mostPictures = 512 << 10 // bytes, of a program on a problem; half of them are for cases that are not accepted
)

// drawer makes the pictures of a problem's cases.
type drawer struct {
	program *build.Program // the problem's visualizer; nil if it has none
	left    atomic.Int64   // bytes
}

// drawing prepares the pictures. If the visualizer cannot be built, there are none: that is no fault of the judge's.
func (p *Prepared) drawing(ctx context.Context) error {
	if p.Problem.Visualizer == "" && !slices.ContainsFunc(p.Problem.Cases, func(c problem.Case) bool { return c.Picture != "" }) || p.program == nil {
		return nil
	}
	p.drawer = &drawer{}
	p.drawer.left.Store(mostPictures)
	if p.Problem.Visualizer == "" {
		return nil
	}
	program, err := p.grader.buildChecker(ctx, p.Problem, p.Problem.Visualizer, nil)
	if err != nil {
		p.drawer, p.Compile.Message = nil, say.Join(p.Compile.Message, say.Of("there are no pictures: %s", say.From(err)))
		return ctx.Err()
	}
	p.drawer.program, p.checkerKey = program, p.checkerKey+program.Key
	p.programs = append(p.programs, program)
	return nil
}

// draw lets the visualizer draw what was printed, or takes the picture that came with the case. The visualizer is given
// what the format's validators are given, and finds in the folder what the validator left there.
func (p *Prepared) draw(ctx context.Context, c problem.Case, f check.Files, res *result.Case) {
	d := p.drawer
	if d == nil || res.Verdict == result.JE || d.left.Load() <= 0 || res.Verdict == result.AC && d.left.Load() < mostPictures/2 {
		return
	}
	picture, why := d.run(ctx, p, c, f, res.Verdict)
	if picture == nil && !why.Said() && c.Picture != "" {
		name := filepath.Base(c.Picture)
		picture = tempfile.Heads(filepath.Dir(c.Picture), result.MostPicture+1, name)[name]
	}
	if len(picture) > 0 && !why.Said() {
		_, why = picture.Type()
	}
	if why.Said() {
		res.Message = say.Join(res.Message, why)
		return
	}
	d.left.Add(-int64(len(picture)))
	res.Picture = picture
}

// run draws an output that was checked. The picture for the teams comes before that for judges.
func (d *drawer) run(ctx context.Context, p *Prepared, c problem.Case, f check.Files, v result.Verdict) (picture result.Picture, why say.Message) {
	if d.program == nil || v != result.AC && v != result.WA && v != result.PE {
		return nil, why
	}
	f.Input, f.Args = c.In, c.DrawArgs
	asked, err := check.Drawing(f)
	if err != nil {
		return nil, say.From(err)
	}
	command := CheckerCommand(d.program, p.Problem.Limits, asked)
	command.Limits.CPU = min(command.Limits.CPU, drawTime)
	o, err := p.grader.Sandbox.Run(ctx, command)
	if err != nil {
		return nil, say.From(err)
	}
	defer o.Close()
	if o.End != sandbox.Exited && ctx.Err() == nil {
		d.left.Store(0)
		return nil, say.Of("there are no more pictures: the visualizer took too much time, memory or room")
	}
	names := []string{"teamimage.png", "teamimage.svg", "teamimage.jpg", "teamimage.jpeg", "judgeimage.png", "judgeimage.svg", "judgeimage.jpg", "judgeimage.jpeg"}
	found := tempfile.Heads(f.Feedback, result.MostPicture+1, names...)
	for _, name := range names {
		if found[name] != nil {
			return found[name], why
		}
	}
	return nil, why
}
