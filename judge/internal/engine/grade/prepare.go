package grade

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Prepared is an entry that is ready to run, on its problem's cases and on others like them: its program, its
// checker, its limits. All runs on cases go through it.
type Prepared struct {
	Entry
	Limits  result.Limits
	Compile result.Compile
	Refused result.Verdict // why there is no program: CE, SK or JE; "" if there is one
	Why     say.Message    // the same in one line

	grader  *Grader
	program *build.Program
	checking

	driven    bool        // the program is a driver around a function
	sanitized bool        // the program is a build that looks after itself
	aside     say.Message // what the source makes likely, for every failure
	opens     string      // what opens files in the source of a problem without files
}

// Prepare builds the entry's program and its checker. A program that cannot be built is not an error:
// see Refused. An error is the fault of the problem or of the judge.
func (g *Grader) Prepare(ctx context.Context, e Entry) (*Prepared, error) {
	p := &Prepared{Entry: e, Limits: Limits(e.Problem, e.Solution.Language), grader: g}
	var err error
	if p.checking, err = g.checking(ctx, e.Problem, e.Checkers); err != nil {
		return nil, err
	}
	p.build(ctx)
	if err := p.drawing(ctx); err != nil {
		return nil, err
	}
	return p, ctx.Err()
}

func (p *Prepared) build(ctx context.Context) {
	if p.Ready != nil {
		p.program, p.programs, p.Compile = p.Ready, append(p.programs, p.Ready), result.Compile{OK: true}
		return
	}
	src, remarks, mistaken := p.source()
	if mistaken.Said() {
		p.refuse(result.CE, result.Compile{Message: mistaken})
		return
	}
	if p.Without != nil {
		p.refuse(p.Without.Verdict, result.Compile{Message: p.Without.Why})
		return
	}
	program, err := p.grader.Builder.Compile(ctx, src)
	if err == nil {
		if program.As != "" {
			remarks = append(remarks, say.Of("compiled as %s, since newer versions refuse it", program.As).Hint("choose it on the site, too"))
		}
		if len(program.Included) > 0 {
			remarks = append(remarks, say.Of("compiled with %s, which it uses and does not include, as older compilers do", "<"+strings.Join(program.Included, ">, <")+">").
				Hint("add #include: newer compilers insist"))
		}
		if refused := p.Solution.Lang().Refused(p.Solution.Lang().Bare(p.Solution.Text())); refused.Said() && !p.driven && len(p.Solution.Files) == 1 {
			remarks = append(remarks, refused)
		}
		p.program, p.Compile = program, result.Compile{OK: true, Time: program.Time, Cached: program.Cached, Message: say.Join(remarks...)}
		p.programs = append(p.programs, program)
		p.suspect()
	} else if failed, ok := errors.AsType[*build.Failed](err); ok {
		p.refuse(result.CE, result.Compile{Time: failed.Time, Message: failed.Text()})
		p.Why = failed.First()
		p.explain(failed)
		if what := p.encoding(); what.Said() {
			p.Compile.Message, p.Why = say.Of("%s\n%s", strings.TrimRight(failed.Output, "\n"), what), say.Join(p.Why, what)
		}
	} else if missing, ok := errors.AsType[*build.Missing](err); ok {
		p.refuse(result.SK, result.Compile{Message: missing.Message()})
	} else {
		p.refuse(result.JE, result.Compile{Message: say.From(err)})
	}
}

// suspect notes what the source makes likely if the program fails.
func (p *Prepared) suspect() {
	lang := p.Solution.Lang()
	code := lang.Bare(p.Solution.Text())
	p.aside = lang.Dialect(code, "")
	if !p.driven && len(p.Solution.Files) == 1 && slices.ContainsFunc(p.Cases, hasInput) {
		p.aside = say.Join(p.aside, language.Deaf(code))
	}
	if p.Problem.InputFile == "" && p.Problem.OutputFile == "" {
		p.opens = lang.Opens(code)
	}
}

// hasInput reports whether a case has anything to read.
func hasInput(c problem.Case) bool {
	info, err := os.Stat(c.In)
	return err == nil && info.Size() > 0
}

// encoding names an unusual encoding of a source that failed: the author does not see it, and compilers seldom name
// it.
func (p *Prepared) encoding() say.Message {
	what := charset.Trouble([]byte(p.Solution.Text()))
	if what == "" {
		return say.Message{}
	}
	if what == "BOM" {
		if !p.Solution.Lang().NoBOM {
			return say.Message{}
		}
		return say.Of("%s begins with a byte order mark: save it as UTF-8 without BOM", filepath.Base(p.Solution.Path))
	}
	return say.Of("%s is written in %s", filepath.Base(p.Solution.Path), what).Hint("save it as UTF-8")
}

func (p *Prepared) refuse(v result.Verdict, c result.Compile) {
	p.Refused, p.Compile, p.Why = v, c, c.Message
}

// source returns the source of a solution for build.
func source(s solution.Solution) build.Source {
	return build.Source{Files: s.Files, Language: s.Language, Env: s.Env, Name: s.Name, Stranger: s.Stranger}
}

// NotBuilt returns an error if there is no program.
func (p *Prepared) NotBuilt() error {
	switch p.Refused {
	case "":
		return nil
	case result.CE:
		return say.Errorf("%s does not compile:\n%s", p.Solution.Path, p.Compile.Message)
	}
	return say.Errorf("%s: %s", p.Solution.Path, p.Compile.Message)
}

// Variant builds the same program from a changed source. Ok is false if there is none: what was changed need not compile.
func (p *Prepared) Variant(ctx context.Context, change func(build.Source) (build.Source, error)) (_ *Prepared, ok bool, err error) {
	src, _, mistaken := p.source()
	if p.program == nil || p.Ready != nil || mistaken.Said() {
		return nil, false, nil
	}
	if src, err = change(src); err != nil {
		return nil, false, err
	}
	again := *p
	again.program, err = p.grader.Builder.Compile(ctx, src)
	if _, failed := errors.AsType[*build.Failed](err); failed {
		return nil, false, nil
	}
	return &again, err == nil, err
}

// Generator builds the generator of a problem. It gets a number from which it makes an input, and is no program of that
// problem.
func (g *Grader) Generator(ctx context.Context, p problem.Problem) (*Prepared, error) {
	s, err := solution.Open(p.Gen)
	if err != nil {
		return nil, say.Errorf("generator: %w", err)
	}
	own := problem.Problem{ID: p.ID, Limits: problem.Limits{Time: 10 * time.Second, Memory: 1 << 30, Output: 64 << 20}}
	generator, err := g.Prepare(ctx, Entry{Problem: own, Solution: s})
	if err == nil {
		err = generator.NotBuilt()
	}
	return generator, err
}

// Result is the result of an entry that was not run yet.
func (p *Prepared) Result() result.Solution {
	s := p.Blank()
	s.Compile = p.Compile
	if p.Refused == "" {
		return s
	}
	for i := range s.Cases {
		c := &s.Cases[i]
		c.Verdict, c.Message = p.Refused, p.Why
		p.Expect(c)
	}
	s.Conclude(p.Refused)
	return s
}

// Blank returns the empty result of an entry.
func (e Entry) Blank() result.Solution {
	s := result.Solution{
		Problem: e.Problem.ID, Title: say.Words{English: e.Problem.Title("en"), Chinese: e.Problem.Names["zh"]},
		Solution: e.Solution.Name, Path: e.Solution.Path, Language: language.NameOf(e.Solution.Language), Source: sourceHead(e.Solution),
		CodeBytes: e.Solution.Bytes, Document: e.Solution.Document, Limits: Limits(e.Problem, e.Solution.Language),
		Expected: result.Accepted, Order: e.Order, Partial: e.Partial, Cases: make([]result.Case, len(e.Cases)),
		Score: e.Problem.Score(),
	}
	if promised, exact := e.Solution.ExpectationFor(e.Problem.ID, ""); !exact {
		s.Expected = promised
	}
	number := map[string]int{}
	for i, c := range e.Problem.Cases {
		number[c.Name] = i + 1
	}
	for i, c := range e.Cases {
		s.Cases[i] = result.Case{Case: c.Name, Number: number[c.Name], About: c.About}
	}
	return s
}

// Expect fills in the verdict that the directives expect for a case, and whether the case has it. A skipped case
// always counts as expected; the judge's own failure never does. A case beyond the site has an expectation only if
// a directive names it.
func (e Entry) Expect(c *result.Case) {
	want, exact := e.Solution.ExpectationFor(e.Problem.ID, c.Case)
	if c.Beyond() && !exact {
		c.Expected, c.AsExpected = "", c.Verdict != result.JE
		return
	}
	if c.Verdict != result.SK && !exact && !want.Allows(c.Verdict) {
		want = result.Accepted // a solution that is expected to fail somewhere may be right elsewhere
	}
	c.Expected, c.AsExpected = want, c.Verdict == result.SK || want.Allows(c.Verdict)
}

// Run runs one case alone on this machine, count times, and judges each run. The verdict is the worst one,
// the time the median: a program that fails one time in three fails.
func (p *Prepared) Run(ctx context.Context, c problem.Case, count int) result.Case {
	res, _ := p.timed(ctx, c, count, true, func() {})
	return res
}

// RunBeside is Run for a judge that may have others beside it on this machine: they run their programs meanwhile. If
// the time was over and others were there, who may have slowed the program down, the case runs again alone.
func (p *Prepared) RunBeside(ctx context.Context, c problem.Case, count int) result.Case {
	l := lane.Here()
	others := l.Busy()
	res := repeat(ctx, count, func() result.Case {
		defer l.Shared(ctx, func() {})()
		return p.runCase(ctx, c, p.Limits)
	})
	if res.Verdict == result.TLE && (others || l.Busy()) {
		return p.Run(ctx, c, count)
	}
	return res
}

// Try runs one case once, in parallel with others: its verdict matters, not its time, and no picture of it.
func (p *Prepared) Try(ctx context.Context, c problem.Case) result.Case {
	defer lane.Here().Shared(ctx, func() {})()
	plain := *p
	plain.drawer = nil
	return plain.runCase(ctx, c, p.Limits)
}

// Output runs a case once beside others and returns what the program printed, for others to judge: the
// verdict is AC if it ended well.
func (p *Prepared) Output(ctx context.Context, c problem.Case) (string, result.Case, error) {
	defer lane.Here().Shared(ctx, func() {})()
	res, outcome, err := p.runProgram(ctx, c, p.Limits)
	if err != nil {
		return "", res, err
	}
	defer outcome.Close()
	text, err := io.ReadAll(outcome.Stdout)
	res.Verdict = cmp.Or(res.Verdict, result.AC)
	return string(text), res, err
}

// OutputWithin is Output with another limit of CPU time, and with none of idle time.
func (p *Prepared) OutputWithin(ctx context.Context, c problem.Case, limit time.Duration) (string, result.Case, error) {
	longer := *p
	longer.Limits.CPU, longer.Limits.Wall = limit, 0
	return longer.Output(ctx, c)
}

// besides is how many times slower a program may be beside others than alone: they share its caches and its memory
// bandwidth, and perhaps its core.
const besides = 2

// timed is Run, alone or beside others. Beside others a program gets more time; if it uses up even that, it need not run
// again alone. Sure means that none of the runs is doubtful. A promised TLE is believed at its own limit.
func (p *Prepared) timed(ctx context.Context, c problem.Case, count int, alone bool, waits func()) (res result.Case, sure bool) {
	enter, l, slow, sure := lane.Here().Alone, p.Limits, p.promisesTLE(c), true
	if !alone {
		enter = lane.Here().Shared
		if !slow {
			l.CPU *= besides
		}
	}
	res = repeat(ctx, count, func() result.Case {
		defer enter(ctx, waits)()
		one := p.runCase(ctx, c, l)
		if alone {
			return one
		}
		one, certain := besideOthers(one, p.Limits, p.aside)
		sure = sure && (certain || slow && one.Verdict == result.TLE)
		return one
	})
	return res, sure
}

// promisesTLE reports whether a directive names the case, and promises nothing but a TLE there.
func (e Entry) promisesTLE(c problem.Case) bool {
	want, exact := e.Solution.ExpectationFor(e.Problem.ID, c.Name)
	return exact && want == result.Promise(result.TLE)
}

// besideOthers judges one run that had more time by its real limit, and reports whether that verdict is sure. Aside is
// added to a failure.
func besideOthers(c result.Case, l result.Limits, aside say.Message) (result.Case, bool) {
	sure := !doubtful(c, l)
	if c.CPU > l.CPU && c.Verdict != result.JE {
		c.Verdict, c.Message, c.CPU = result.TLE, say.Join(overCPU(l), aside), l.CPU
	}
	return c, sure
}

// doubtful reports whether a case that ran beside others must run again alone: others took the
// processor from it, or its time is near the limit.
func doubtful(c result.Case, l result.Limits) bool {
	if c.Verdict == result.SK || c.CPU >= besides*l.CPU {
		return false
	}
	return c.Contended || c.CPU > l.CPU/besides
}

// Limits are the limits of a problem for a language.
func Limits(p problem.Problem, language string) result.Limits {
	cpu := p.Limits.Time
	if m := p.Limits.Multipliers[language]; m > 0 {
		cpu = time.Duration(float64(cpu) * m)
	}
	wall := cmp.Or(p.Limits.Wall, 2*cpu+time.Second)
	return result.Limits{CPU: cpu, Wall: wall, Memory: p.Limits.Memory, Output: p.Limits.Output}
}
