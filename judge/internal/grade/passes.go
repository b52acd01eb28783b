package grade

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/dialogue"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sandbox"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

// shownOfRight is how many remarks at either end of a dialogue are kept where all went well.
const shownOfRight = 8

// passes runs a case in which the program talks with the problem's own, or is run several times. Each pass has all
// the time and memory there is, and what is reported is the most that one took.
func (p *Prepared) passes(ctx context.Context, c problem.Case, l verdict.Limits) verdict.Case {
	record := dialogue.New()
	result, err := p.allPasses(ctx, c, l, record)
	if err != nil { // the judge's own fault
		result.Verdict, result.Message = verdict.JE, say.From(err)
	}
	result.Case, result.Description = c.Name, c.Description
	result.Dialogue = record.Dialogue()
	if result.Verdict == verdict.AC {
		result.Dialogue = result.Dialogue.Short(shownOfRight)
	} else {
		result.Input = inputHead(c.In)
	}
	return result
}

func (p *Prepared) allPasses(ctx context.Context, c problem.Case, l verdict.Limits, record *dialogue.Record) (result verdict.Case, err error) {
	files := check.Files{Input: c.In, Answer: c.Ans, Args: c.CheckArgs}
	if !p.Problem.Check.MultiPass && p.after == nil {
		return p.pass(ctx, c, files, l, record)
	}
	dir, remove, err := temp.Dir("passes")
	if err != nil {
		return result, err
	}
	defer remove()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return result, err
	}
	files.Feedback = filepath.Join(dir, "feedback")
	if err := os.Mkdir(files.Feedback, 0o700); err != nil {
		return result, err
	}
	for n := 1; ; n++ {
		one, err := p.pass(ctx, c, files, l, record)
		one.CPU, one.Wall, one.PeakKiB = max(one.CPU, result.CPU), max(one.Wall, result.Wall), max(one.PeakKiB, result.PeakKiB)
		one.Contended = one.Contended || result.Contended
		if result = one; err != nil || !p.Problem.Check.MultiPass {
			return result, err
		}
		if result.Verdict != verdict.AC {
			if n > 1 {
				result.Message = say.Of("pass %d: %s", n, result.Message)
			}
			_, err := check.NextPass(files.Feedback, result.Verdict, "")
			return result, err
		}
		next := filepath.Join(dir, fmt.Sprintf("pass%d.in", n+1))
		more, err := check.NextPass(files.Feedback, result.Verdict, next)
		if err != nil || !more || ctx.Err() != nil {
			return result, err
		}
		if n == p.Problem.Limits.Passes {
			return result, say.Errorf("the checker program asks for more than %d passes", n).
				Hint("set limits.validation_passes in %s", filepath.Join(p.Problem.Dir, "problem.yaml"))
		}
		if n > 1 { // there may be many, and each may be large
			os.Remove(c.In)
		}
		c.In, files.Input = next, next
		record.NextPass()
	}
}

// pass runs the program once and has that judged.
func (p *Prepared) pass(ctx context.Context, c problem.Case, f check.Files, l verdict.Limits, record *dialogue.Record) (verdict.Case, error) {
	if p.Problem.Check.Interactive {
		return p.converse(ctx, c, f, l, record)
	}
	result, outcome, err := p.execute(ctx, c, l)
	if err != nil {
		return result, err
	}
	defer outcome.Close()
	if err := hearAll(record, c.In, outcome.Stdout, outcome.Wall); err != nil {
		return result, err
	}
	if result.Verdict == "" {
		f.Output = outcome.Stdout
		checked, err := p.checker.Check(ctx, f)
		if err != nil {
			return result, err
		}
		take(&result, checked)
	}
	result.Message = say.Join(result.Message, outcome.Note)
	return result, nil
}

// take puts down what a checker found.
func take(result *verdict.Case, checked check.Result) {
	result.Verdict, result.Message, result.Difference = checked.Verdict, checked.Message, checked.Difference
	result.Output, result.Points = checked.Output, checked.Points
}

// hearAll takes down a pass without a conversation: its input, then what was printed.
func hearAll(record *dialogue.Record, in string, printed *os.File, took time.Duration) error {
	input, err := os.Open(in)
	if err != nil {
		return err
	}
	defer input.Close()
	for _, one := range []struct {
		by   verdict.Speaker
		at   time.Duration
		from io.Reader
	}{{verdict.ByJudge, 0, input}, {verdict.ByProgram, took, io.NewSectionReader(printed, 0, 1<<62)}} {
		block := make([]byte, 64<<10)
		for {
			n, err := one.from.Read(block)
			record.Hear(one.by, one.at, block[:n])
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// sides are who talks, in the order in which Converse has them.
var sides = [2]verdict.Speaker{verdict.ByProgram, verdict.ByJudge}

// converse has the program talk with the problem's interactor.
func (p *Prepared) converse(ctx context.Context, c problem.Case, f check.Files, l verdict.Limits, record *dialogue.Record) (result verdict.Case, err error) {
	asked, err := p.checker.Start(f)
	if err != nil {
		return result, err
	}
	program := p.command(c, l)
	program.Again = func() error {
		record.Again()
		return nil
	}
	talk, err := p.grader.Sandbox.Converse(ctx, program, p.dress(asked), func(o sandbox.Outcome) bool { return !p.checker.Accepts(o) },
		func(by int, at time.Duration, said []byte) { record.Hear(sides[by], at, said) })
	if err != nil {
		return result, err
	}
	defer talk.Close()
	p.ended(&result, talk.Outcomes[0], l)
	return result, p.judgeTalk(ctx, &result, talk, f, record)
}

// judgeTalk says what a conversation came to. Whoever ended first decides, as with Kattis: an interactor that had
// refused it whatever the program did afterwards, else the program if it failed; then the interactor.
func (p *Prepared) judgeTalk(ctx context.Context, result *verdict.Case, talk sandbox.Conversation, f check.Files, record *dialogue.Record) error {
	program, interactor := talk.Outcomes[0], talk.Outcomes[1]
	if talk.Stuck {
		result.Exit, result.Signal = 0, ""
		result.Verdict, result.Message = verdict.TLE, p.stuck(talk, record)
		return nil
	}
	checked, err := p.judge(ctx, interactor, f)
	if err != nil {
		return err
	}
	refused := talk.First == 1 && checked.Verdict != verdict.AC
	if program.End == sandbox.Interrupted || refused {
		result.Verdict, result.Exit, result.Signal = "", 0, ""
	}
	record.Gone(sides[talk.First], talk.Silent.Round(time.Microsecond))
	switch {
	case result.Verdict == verdict.JE: // starved
	case result.Verdict != "" && talk.First == 1:
		result.Message = say.Of("%s; the interactor had accepted it and ended before that", result.Message)
	case result.Verdict != "":
	default:
		take(result, checked)
	}
	result.Message = say.Join(result.Message, program.Note)
	return nil
}

// stuck says why two that talk would wait for ever. Most often it is a line that never left the program.
func (p *Prepared) stuck(talk sandbox.Conversation, record *dialogue.Record) say.Message {
	if talk.Waits == [2]sandbox.Wait{sandbox.Writes, sandbox.Writes} {
		return say.Of("both wait: each prints, and neither reads what the other printed")
	}
	waits := say.Of("both wait: the program for the interactor, the interactor for the program")
	by, open := record.Last()
	lang, _ := language.ByID(p.Solution.Language)
	flush := say.Text(lang.Flush)
	switch {
	case talk.Waits[0] == sandbox.Writes:
		return say.Of("%s; the program prints, and the interactor reads no more", waits)
	case open:
		return say.Of("%s; the last line of the program has no end", waits).Hint("print a newline after it, and flush: %s", flush)
	case by == verdict.ByProgram:
		return waits
	}
	return say.Of("%s; the program wrote nothing that the interactor saw", waits).Hint("did you flush? After each line: %s", flush)
}
