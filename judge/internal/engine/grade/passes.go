package grade

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/dialogue"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// shownOfRight is how many remarks at either end of a dialogue are kept where all went well.
const shownOfRight = 8

// runCase runs one case once and judges it. Each pass has the full time and memory limit; the result has the largest use.
func (p *Prepared) runCase(ctx context.Context, c problem.Case, l result.Limits) result.Case {
	var record *dialogue.Record // of a program that talks
	if p.Problem.Check.Talks() {
		record = dialogue.New()
	}
	res, err := p.eachPass(ctx, p.Problem, c, func(n int, files check.Files) (result.Case, error) {
		if n > 1 {
			record.NextPass()
		}
		return p.runPass(ctx, c, files, l, record)
	})
	if err != nil { // the judge's own fault
		res.Verdict, res.Message = result.JE, say.From(err)
	}
	res.Case, res.About = c.Name, c.About
	if res.Verdict != result.AC {
		res.Input = inputHead(c.In)
	}
	if record != nil {
		res.Dialogue = record.Dialogue()
		if res.Verdict == result.AC {
			res.Dialogue = res.Dialogue.Short(shownOfRight)
		}
	}
	return res
}

// eachPass does a pass of a case, and another with another input as long as the checker asks for one.
func (c checking) eachPass(ctx context.Context, p problem.Problem, of problem.Case, pass func(n int, files check.Files) (result.Case, error)) (res result.Case, err error) {
	for _, program := range c.programs {
		if err := program.Ensure(ctx); err != nil {
			return res, err
		}
	}
	files := check.Files{Input: of.In, Answer: of.Ans, Args: of.CheckArgs}
	if !p.Check.MultiPass && c.after == nil && c.drawer == nil {
		return pass(1, files)
	}
	dir, remove, err := tempfile.Dir("passes")
	if err != nil {
		return res, err
	}
	defer remove()
	files.Feedback = filepath.Join(dir, "feedback")
	if err := os.Mkdir(files.Feedback, 0o700); err != nil {
		return res, err
	}
	for n := 1; ; n++ {
		one, err := pass(n, files)
		if n > 1 { // there may be many inputs, and each may be large
			os.Remove(files.Input)
		}
		if res = withLargest(one, res); err != nil || !p.Check.MultiPass {
			return res, err
		}
		if res.Verdict != result.AC && n > 1 {
			res.Message = say.Of("pass %d: %s", n, res.Message)
		}
		files.Input = filepath.Join(dir, fmt.Sprintf("pass%d.in", n+1)) // walls are for a file, not for its name
		more, err := check.NextPass(files.Feedback, res.Verdict, files.Input)
		if !more {
			return res, err
		}
		if n == p.Limits.Passes {
			return res, say.Errorf("the checker program asks for more than %d passes", n).
				Hint("set limits.validation_passes in %s", filepath.Join(p.Dir, "problem.yaml"))
		}
	}
}

// withLargest returns the result of a pass with the largest use of it and those before.
func withLargest(one, before result.Case) result.Case {
	one.CPU, one.Wall, one.PeakKiB = max(one.CPU, before.CPU), max(one.Wall, before.Wall), max(one.PeakKiB, before.PeakKiB)
	one.Contended = one.Contended || before.Contended
	return one
}

// runPass runs the program once, on the input of a pass, and judges that run.
func (p *Prepared) runPass(ctx context.Context, c problem.Case, f check.Files, l result.Limits, record *dialogue.Record) (result.Case, error) {
	first := c
	c.In = f.Input
	if p.Problem.Check.Interactive {
		res, err := p.converse(ctx, c, f, l, record)
		p.draw(ctx, first, f, &res)
		return res, err
	}
	res, outcome, err := p.runProgram(ctx, c, l)
	if err != nil {
		return res, err
	}
	defer outcome.Close()
	if record != nil {
		if err := hearAll(record, c.In, outcome.Stdout, outcome.Wall); err != nil {
			return res, err
		}
	}
	if res.Verdict == "" {
		f.Output = outcome.Stdout
		checked, err := p.checker.Check(ctx, f)
		if err != nil {
			return res, err
		}
		take(&res, checked)
	}
	p.draw(ctx, first, f, &res)
	if res.Verdict == result.WA && record == nil {
		why, err := p.alone(ctx, c, f, l, res.Difference)
		if err != nil {
			return res, err
		}
		if p.driven && !why.Said() {
			why = p.untouched(c, outcome.Stdout)
		}
		res.Message = say.Join(res.Message, why)
	}
	if res.Verdict == result.WA && outcome.Emptied {
		res.Message = say.Join(res.Message, say.Of("it opened its standard output by a name such as /dev/stdout; each time, what it had printed before was lost"))
	}
	if res.Verdict != result.AC {
		res.Message = say.Join(res.Message, p.aside, p.openedFile(res, outcome.Stdout))
	}
	res.Message = say.Join(res.Message, outcome.Note)
	return res, nil
}

// openedFile says that a program opens files which nobody reads or writes here. It does so only where that may be the
// cause: nothing right was printed, and the compiler has not left it out.
func (p *Prepared) openedFile(res result.Case, printed *os.File) say.Message {
	info, err := printed.Stat()
	someRight := err == nil && info.Size() > 0 && (res.Difference == nil || res.Difference.Line > 1)
	if p.opens == "" || someRight || !p.program.Mentions(p.opens) {
		return say.Message{}
	}
	return say.Of("it opens a file with %s, and is asked to use standard input and output", p.opens).Hint("leave it out, or put it between #ifndef ONLINE_JUDGE and #endif")
}

// take copies a checker's findings into the result.
func take(res *result.Case, checked check.Result) {
	res.Verdict, res.Message, res.Difference = checked.Verdict, checked.Message, checked.Difference
	res.Output, res.Points, res.Checker = checked.Output, checked.Points, checked.Time.Round(time.Microsecond)
}

// hearAll records a pass without a conversation: its input, then its output.
func hearAll(record *dialogue.Record, in string, printed *os.File, took time.Duration) error {
	input, err := os.Open(in)
	if err != nil {
		return err
	}
	defer input.Close()
	if _, err := io.Copy(ear{record, result.ByJudge, 0}, input); err != nil {
		return err
	}
	_, err = io.Copy(ear{record, result.ByProgram, took}, io.NewSectionReader(printed, 0, 1<<62))
	return err
}

// ear is a writer that records what is said.
type ear struct {
	record *dialogue.Record
	by     result.Speaker
	at     time.Duration
}

func (e ear) Write(said []byte) (int, error) {
	e.record.Hear(e.by, e.at, said)
	return len(said), nil
}

// sides are the speakers, in the order that Converse uses.
var sides = [2]result.Speaker{result.ByProgram, result.ByJudge}

// converse lets the program talk with the problem's interactor.
func (p *Prepared) converse(ctx context.Context, c problem.Case, f check.Files, l result.Limits, record *dialogue.Record) (res result.Case, err error) {
	asked, err := p.checker.Start(f)
	if err != nil {
		return res, err
	}
	talk, err := p.grader.Sandbox.Converse(ctx, p.command(c, l), p.dress(asked), func(o sandbox.Outcome) bool { return !p.checker.Accepts(o) },
		func(by int, at time.Duration, said []byte) { record.Hear(sides[by], at, said) })
	if err != nil {
		return res, err
	}
	defer talk.Close()
	p.ended(&res, talk.Outcomes[0], l)
	return res, p.judgeTalk(ctx, &res, talk, f, record)
}

// judgeTalk gives the verdict on a conversation. The side that ended first decides, as with Kattis. If the interactor
// had already refused, later failures of the program do not count. Otherwise a failure of the program decides, and
// then the interactor.
func (p *Prepared) judgeTalk(ctx context.Context, res *result.Case, talk sandbox.Conversation, f check.Files, record *dialogue.Record) error {
	program, interactor := talk.Outcomes[0], talk.Outcomes[1]
	if talk.Stuck {
		res.Exit, res.Signal = 0, ""
		res.Verdict, res.Message = result.TLE, p.stuck(record)
		return nil
	}
	checked, err := p.talked(ctx, interactor, f)
	if err != nil {
		return err
	}
	refused := talk.First == 1 && checked.Verdict != result.AC
	if program.End == sandbox.Interrupted || refused {
		res.Verdict, res.Exit, res.Signal = "", 0, ""
	}
	record.Gone(sides[talk.First], talk.Silent.Round(time.Microsecond))
	switch {
	case res.Verdict == result.JE: // starved
	case res.Verdict != "" && talk.First == 1:
		res.Message = say.Of("%s; the interactor had accepted it and ended before that", res.Message)
	case res.Verdict != "":
	default:
		take(res, checked)
	}
	res.Message = say.Join(res.Message, program.Note)
	return nil
}

// stuck explains why both sides would wait for ever. Most often a line never left the program.
func (p *Prepared) stuck(record *dialogue.Record) say.Message {
	waits := say.Of("both wait: the program for the interactor, the interactor for the program")
	by, open := record.Last()
	lang, _ := language.ByID(p.Solution.Language)
	flush := say.Text(lang.Flush)
	switch {
	case open:
		return say.Of("%s; the last line of the program has no end", waits).Hint("print a newline after it, and flush: %s", flush)
	case by == result.ByProgram:
		return waits
	}
	return say.Of("%s; the interactor sees no new line of the program", waits).Hint("did you flush? After each line: %s", flush)
}
