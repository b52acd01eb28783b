package grade

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// excerpt is how many bytes of an input or an error stream are kept for showing.
const excerpt = 2 << 10

// repeat runs a case count times. A program that was stopped at its limit has no time worth repeating.
func repeat(ctx context.Context, count int, once func() result.Case) result.Case {
	runs := []result.Case{once()}
	if count <= 1 || runs[0].Verdict == result.TLE || runs[0].Verdict == result.JE {
		return runs[0]
	}
	for len(runs) < count && ctx.Err() == nil {
		runs = append(runs, once())
	}
	return combine(runs)
}

// combine makes one result of several runs of the same case.
func combine(runs []result.Case) result.Case {
	var all []result.Verdict
	var cpu, wall []time.Duration
	for _, r := range runs {
		all, cpu, wall = append(all, r.Verdict), append(cpu, r.CPU), append(wall, r.Wall)
	}
	worst := result.Worst(all...)
	res := runs[slices.Index(all, worst)]
	for _, r := range runs {
		res.PeakKiB = max(res.PeakKiB, r.PeakKiB)
		res.Contended = res.Contended || r.Contended
	}
	if n := count(all, worst); n < len(runs) {
		res.Message = say.Of("%s (in %d of %d runs: it behaves differently from run to run)", res.Message, n, len(runs))
		if !runs[slices.Index(all, worst)].Message.Said() {
			res.Message = say.Of("(in %d of %d runs: it behaves differently from run to run)", n, len(runs))
		}
	}
	res.Samples, res.CPU, res.Wall = cpu, measure.Median(cpu), measure.Median(wall)
	return res
}

func count(vs []result.Verdict, v result.Verdict) (n int) {
	for _, w := range vs {
		if w == v {
			n++
		}
	}
	return n
}

// runProgram runs the program on a case; the verdict is "" if its output decides. The caller closes the outcome.
func (p *Prepared) runProgram(ctx context.Context, c problem.Case, l result.Limits) (result.Case, sandbox.Outcome, error) {
	var res result.Case
	var given called
	run := p.command(c, l)
	run.Input, run.Results = c.In, p.driven || p.sanitized
	if p.driven {
		in, calls, err := feed(p.Problem, c, l.CPU)
		if err != nil {
			return res, sandbox.Outcome{}, err
		}
		defer in.Close()
		run.Input, run.Stdin, given = "", in, calls
	}
	outcome, err := p.grader.runIn(ctx, p.Problem, run)
	if err != nil {
		return res, outcome, err
	}
	p.ended(&res, outcome, l)
	if p.driven {
		res.Stderr = p.Solution.Lang().Trim(res.Stderr)
		if err := given.take(&outcome, &res); err != nil {
			outcome.Close()
			return res, outcome, err
		}
	}
	return res, outcome, nil
}

// command returns the command that runs the program on a case within its limits.
func (p *Prepared) command(c problem.Case, l result.Limits) sandbox.Command {
	run := p.program.Command(l.Memory, l.CPU)
	run.Args = append(run.Args, c.Args...)
	run.Limits.Wall, run.Limits.Output, run.Limits.Processes = l.Wall, l.Output, p.Problem.Limits.Processes
	if p.sanitized { // it reserves terabytes that it never touches
		run.Limits.Data, run.Env = 0, build.SanitizerEnv
	}
	return run
}

// ended records what the program did; the verdict stays "" if that alone does not decide.
func (p *Prepared) ended(res *result.Case, outcome sandbox.Outcome, l result.Limits) {
	// Times of programs have a resolution of microseconds, as in JSON.
	res.CPU, res.Wall, res.PeakKiB = outcome.CPU.Round(time.Microsecond), outcome.Wall.Round(time.Microsecond), outcome.PeakKiB
	res.Exit, res.Signal, res.Contended = outcome.Exit, outcome.Signal, outcome.Contended
	// An interpreter names the copy that it runs; the author knows only the file's own name.
	res.Stderr = ends(bytes.ReplaceAll(outcome.Stderr, []byte(filepath.Dir(p.program.Exe)+"/"), nil))
	res.Verdict, res.Message = judgeEnd(outcome, l)
	if res.Verdict == result.RE {
		res.Message = say.Join(res.Message, p.encoding(), p.Solution.Lang().ReadsOn(outcome.Stderr))
	}
	if res.Verdict == result.RE && p.program.OutOfMemory(outcome.Stderr) {
		// The program noticed that memory was refused before the kernel stopped it.
		res.Verdict, res.Message = result.MLE, say.Of("wanted more than its %d MiB of memory (%s)", l.Memory>>20, res.Message)
	}
}

// judgeEnd turns the way a run ended into a verdict; "" means that its output decides.
func judgeEnd(o sandbox.Outcome, l result.Limits) (result.Verdict, say.Message) {
	switch o.End {
	case sandbox.CPULimit:
		return result.TLE, overCPU(l)
	case sandbox.WallLimit:
		return result.TLE, say.Of("idle: used %s of CPU in %s", seconds(o.CPU), seconds(o.Wall))
	case sandbox.MemoryLimit:
		return result.MLE, say.Of("wanted more than its %d MiB of memory", l.Memory>>20)
	case sandbox.Starved:
		return result.JE, starved(o)
	case sandbox.OutputLimit:
		return result.OLE, say.Of("printed more than %d MiB", l.Output>>20)
	}
	switch {
	case o.Signal != "":
		return result.RE, say.Of("killed by %s", o.Signal)
	case o.Exit != 0:
		return result.RE, say.Of("exit status %d", o.Exit)
	}
	return "", say.Message{}
}

// starved explains that the machine, not the program, was at fault.
func starved(o sandbox.Outcome) say.Message {
	return say.Of("starved: the machine was so busy that it got %s of CPU in %s", seconds(o.CPU), seconds(o.Wall)).Hint("run it again on a quieter machine")
}

func overCPU(l result.Limits) say.Message {
	return say.Of("used up its %s of CPU time", seconds(l.CPU))
}

func seconds(d time.Duration) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", d.Seconds()), "0"), ".") + " s"
}

// ends is the beginning and the end of a text: some programs say first what went wrong, others last.
func ends(b []byte) string {
	if len(b) <= excerpt {
		return string(b)
	}
	first, last := charset.CutEnd(b[:excerpt/2]), charset.CutStart(b[len(b)-excerpt/2:])
	return fmt.Sprintf("%s\n[... %d bytes ...]\n%s", first, len(b)-len(first)-len(last), last)
}

func inputHead(path string) string {
	in, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer in.Close()
	b := make([]byte, excerpt+1)
	n, err := in.ReadAt(b, 0)
	switch {
	case err != nil && err != io.EOF:
		return ""
	case n > excerpt:
		return string(charset.CutEnd(b[:excerpt]))
	}
	return string(b[:n])
}
