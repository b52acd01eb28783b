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
	"unicode/utf8"

	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/function"
	"sudokuoj/judge/internal/measure"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/verdict"
)

// excerpt is how much of an input, an error stream or a source is kept for showing.
const excerpt = 2 << 10

// repeat runs a case count times.
func repeat(ctx context.Context, count int, once func() verdict.Case) verdict.Case {
	result := once()
	if count <= 1 || result.Verdict == verdict.TLE || result.Verdict == verdict.JE {
		return result // a program that runs into its limit has no time of its own to repeat
	}
	runs := []verdict.Case{result}
	for len(runs) < count && ctx.Err() == nil {
		runs = append(runs, once())
	}
	return combine(runs)
}

// combine makes one result of several runs of the same case.
func combine(runs []verdict.Case) verdict.Case {
	var all []verdict.Verdict
	var cpu, wall []time.Duration
	for _, r := range runs {
		all, cpu, wall = append(all, r.Verdict), append(cpu, r.CPU), append(wall, r.Wall)
	}
	worst := verdict.Worst(all...)
	result := runs[slices.Index(all, worst)]
	for _, r := range runs {
		result.PeakKiB = max(result.PeakKiB, r.PeakKiB)
		result.Contended = result.Contended || r.Contended
	}
	if n := count(all, worst); n < len(runs) {
		result.Message = say.Of("%s (in %d of %d runs: it does not always do the same)", result.Message, n, len(runs))
		if !runs[slices.Index(all, worst)].Message.Said() {
			result.Message = say.Of("(in %d of %d runs: it does not always do the same)", n, len(runs))
		}
	}
	result.Samples, result.CPU, result.Wall = cpu, measure.Median(cpu), measure.Median(wall)
	return result
}

func count(vs []verdict.Verdict, v verdict.Verdict) (n int) {
	for _, w := range vs {
		if w == v {
			n++
		}
	}
	return n
}

// once runs one case once and judges it.
func (p *Prepared) once(ctx context.Context, c problem.Case, l verdict.Limits) verdict.Case {
	for _, program := range p.programs {
		if err := program.Ensure(ctx); err != nil {
			return verdict.Case{Case: c.Name, Description: c.Description, Verdict: verdict.JE, Message: say.From(err)}
		}
	}
	if p.Problem.Check.Talks() {
		return p.passes(ctx, c, l)
	}
	result, outcome, err := p.execute(ctx, c, l)
	if err == nil {
		defer outcome.Close()
		if result.Verdict == "" {
			var checked check.Result
			checked, err = p.checker.Check(ctx, check.Files{Input: c.In, Answer: c.Ans, Output: outcome.Stdout, Args: c.CheckArgs})
			result.Verdict, result.Message, result.Difference = checked.Verdict, checked.Message, checked.Difference
			result.Output, result.Points = checked.Output, checked.Points
		}
	}
	if err != nil { // the judge's own fault
		result.Verdict, result.Message = verdict.JE, say.From(err)
		return result
	}
	if result.Verdict != verdict.AC {
		result.Input = inputHead(c.In)
		result.Message = say.Join(result.Message, p.aside)
	}
	result.Message = say.Join(result.Message, outcome.Note)
	return result
}

// execute runs the program on a case; the verdict is "" if its output decides. The caller closes the
// outcome.
func (p *Prepared) execute(ctx context.Context, c problem.Case, l verdict.Limits) (verdict.Case, sandbox.Outcome, error) {
	result := verdict.Case{Case: c.Name, Description: c.Description}
	var given called
	run := p.command(c, l)
	run.Input, run.Results = c.In, p.driven
	if p.driven {
		in, calls, err := feed(p.Problem, c)
		if err != nil {
			return result, sandbox.Outcome{}, err
		}
		defer in.Close()
		run.Input, run.Stdin, given = "", in, calls
	}
	outcome, err := p.grader.runIn(ctx, p.Problem, run)
	if err != nil {
		return result, outcome, err
	}
	p.ended(&result, outcome, l)
	if p.driven {
		result.Stderr = function.Trim(p.Solution.Language, result.Stderr)
		if err := given.take(&outcome, &result); err != nil {
			outcome.Close()
			return result, outcome, err
		}
	}
	return result, outcome, nil
}

// command is the program on a case, held to its limits.
func (p *Prepared) command(c problem.Case, l verdict.Limits) sandbox.Command {
	run := p.program.Command(l.Memory, l.CPU)
	run.Args = append(run.Args, c.Args...)
	run.Limits.Wall, run.Limits.Output, run.Limits.Processes = l.Wall, l.Output, p.Problem.Limits.Processes
	return run
}

// ended puts down what the program did; the verdict is "" if that alone does not decide.
func (p *Prepared) ended(result *verdict.Case, outcome sandbox.Outcome, l verdict.Limits) {
	// A clock of programs says no more than microseconds, and what travels has no more.
	result.CPU, result.Wall, result.PeakKiB = outcome.CPU.Round(time.Microsecond), outcome.Wall.Round(time.Microsecond), outcome.PeakKiB
	result.Exit, result.Signal, result.Contended = outcome.Exit, outcome.Signal, outcome.Contended
	// An interpreter names the copy that it runs; its author knows the file by its own name.
	result.Stderr = ends(bytes.ReplaceAll(outcome.Stderr, []byte(filepath.Dir(p.program.Exe)+"/"), nil))
	result.Verdict, result.Message = judgeEnd(outcome, l)
	if result.Verdict == verdict.RE {
		result.Message = say.Join(result.Message, p.encoding())
	}
	if result.Verdict == verdict.RE && p.program.OutOfMemory(outcome.Stderr) {
		// Memory was refused to it, and it noticed before the kernel did.
		result.Verdict, result.Message = verdict.MLE, say.Of("wanted more than its %d MiB of memory (%s)", l.Memory>>20, result.Message)
	}
}

// judgeEnd turns the way a run ended into a verdict; "" means that its output decides.
func judgeEnd(o sandbox.Outcome, l verdict.Limits) (verdict.Verdict, say.Message) {
	switch o.End {
	case sandbox.CPULimit:
		return verdict.TLE, overCPU(l)
	case sandbox.WallLimit:
		return verdict.TLE, say.Of("idle: used %s of CPU in %s", seconds(o.CPU), seconds(o.Wall))
	case sandbox.MemoryLimit:
		return verdict.MLE, say.Of("wanted more than its %d MiB of memory", l.Memory>>20)
	case sandbox.Starved:
		return verdict.JE, starved(o)
	case sandbox.OutputLimit:
		return verdict.OLE, say.Of("printed more than %d MiB", l.Output>>20)
	}
	switch {
	case o.Signal != "":
		return verdict.RE, say.Of("killed by %s", o.Signal)
	case o.Exit != 0:
		return verdict.RE, say.Of("exit status %d", o.Exit)
	}
	return "", say.Message{}
}

// starved says that the machine, not the program, was at fault.
func starved(o sandbox.Outcome) say.Message {
	return say.Of("starved: the machine was so busy that it got %s of CPU in %s, twice", seconds(o.CPU), seconds(o.Wall)).Hint("run it again on a quieter machine")
}

func overCPU(l verdict.Limits) say.Message {
	return say.Of("used up its %s of CPU time", seconds(l.CPU))
}

func seconds(d time.Duration) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", d.Seconds()), "0"), ".") + " s"
}

// head is the beginning of a text, at most so many bytes of it; a character that would be cut in two is left out.
func head(b []byte, most int) string {
	if len(b) <= most {
		return string(b)
	}
	end := most
	for end > most-utf8.UTFMax && !utf8.RuneStart(b[end]) {
		end--
	}
	return string(b[:end])
}

// ends is the beginning and the end of a text: some programs say first what went wrong, others last.
func ends(b []byte) string {
	if len(b) <= excerpt {
		return string(b)
	}
	first := head(b[:excerpt/2+1], excerpt/2)
	from := len(b) - excerpt/2
	for from < len(b) && !utf8.RuneStart(b[from]) {
		from++
	}
	return fmt.Sprintf("%s\n[... %d bytes ...]\n%s", first, from-len(first), b[from:])
}

func inputHead(path string) string {
	in, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer in.Close()
	b := make([]byte, excerpt+1)
	n, err := in.ReadAt(b, 0)
	if err != nil && err != io.EOF {
		return ""
	}
	return head(b[:n], excerpt)
}
