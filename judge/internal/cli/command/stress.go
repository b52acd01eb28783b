package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// stressFlags are the flags of judge stress.
type stressFlags struct {
	Choice
	given  func(flag string) bool
	budget time.Duration // of the search
	shrink time.Duration // of making a failure small; 0 is no bound
	count  int
	first  string // an input to begin with: its number, a case, or a file
	from   int    // that number
	seed   uint64
	save   bool
	fewest string // blanks or clues
	gen    string // a generator, in place of the problem's own
	slow   bool   // look for the slowest input
	brute  string // a program whose answers count as right
}

func setUpStress(fs *flag.FlagSet) Action {
	f := &stressFlags{given: flags.Given(fs)}
	f.declare(fs)
	return f.graded(f.run)
}

func (f *stressFlags) declare(fs *flag.FlagSet) {
	f.registerProblem(fs)
	fs.DurationVar(&f.budget, "time", 0, "")
	fs.IntVar(&f.count, "n", 0, "")
	fs.StringVar(&f.first, "from", "0", "")
	fs.Uint64Var(&f.seed, "seed", 0, "")
	fs.BoolVar(&f.save, "save", false, "")
	fs.StringVar(&f.gen, "gen", "", "")
	fs.StringVar(&f.brute, "brute", "", "")
	fs.StringVar(&f.fewest, "fewest", "blanks", "")
	fs.BoolVar(&f.slow, "slow", false, "")
}

func (f *stressFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	if err := f.settle(names); err != nil {
		return err
	}
	root, err := problem.Root(f.Root)
	if err != nil && (f.gen == "" || f.Problem != "" || f.Root != "") {
		return err
	}
	if f.brute != "" {
		names = append([]string{f.brute}, names...)
	}
	programs, err := pick(root, names)
	if err != nil {
		return err
	}
	if f.Problem == "" && f.gen == "" {
		grade.Recognise(root, programs, f.passes, env.Warn)
	}
	p, err := stress.Choose(root, f.Problem, f.gen, programs)
	if err != nil {
		return err
	}
	for _, unclear := range p.Unclear {
		env.Warn(unclear)
	}
	stop := env.Meanwhile(say.Of("building %s", strings.Join(names, ", ")))
	defer stop()
	if len(programs) == 1 && !f.slow && !stress.ByRule(p) && (f.gen == "" || f.Problem != "") {
		all, _ := solution.FindAll(root) // what cannot be read is not trusted
		programs = append(stress.Trusted(ctx, f.grader, p, all, programs[0]), programs...)
	}
	a, err := stress.NewGrading(ctx, f.grader, p, programs)
	if err != nil {
		return err
	}
	defer a.Close()
	stop()
	until, end := context.WithTimeout(ctx, f.budget)
	defer end()
	live := &ticker{line: env.Live(env.Stderr), arena: a, start: time.Now()}
	o := stress.Options{Programs: len(a.Programs), Task: a.Task, Function: p.Function, Bounds: p.Bounds, Seed: f.seed, From: f.from, Count: f.count,
		Limit: a.Limit(), Shrink: f.shrink, Observe: live.show, Talks: p.Check.Talks(), FewestClues: f.fewest == "clues", Reference: a.Names()[0]}
	if f.slow {
		return f.slowest(ctx, until, env, a, live, o)
	}
	if o.Given, err = f.input(a); err != nil {
		return err
	}
	return f.search(ctx, until, env, a, live, o)
}

// beginning is as much of an input as a person looks at.
func beginning(input string) string {
	const most = 2000
	if len(input) <= most {
		return input
	}
	return charset.CutEnd(input[:most]) + " ..."
}

// slowest looks for the input on which the program is slowest, and shows it.
func (f *stressFlags) slowest(ctx, until context.Context, env *terminal.Console, a *stress.Grading, live *ticker, o stress.Options) error {
	o.Programs = 1
	found, count, tried, err := stress.Slowest(ctx, until, f.grader, a, o)
	live.line.Erase()
	if err != nil || found == nil {
		return cmp.Or(err, ErrInterrupted)
	}
	from := say.Of("input %d of seed %d", found.From, f.seed)
	if found.Result.Verdict != result.AC {
		return f.show(env, a, found, say.Of("the slowest of %s of seed %d", a.Count(tried), f.seed), from)
	}
	style := env.Style(env.Stdout)
	fmt.Fprintf(env.Stdout, "%s %s\n", style.Green("✓"), style.Say("%s: the slowest of %s of seed %d takes %s of %s: %s statements, %s", terminal.Escape(a.Names()[0]), a.Count(tried), f.seed,
		terminal.Duration(found.Result.CPU), terminal.Duration(a.Limit()), terminal.Thousands(count), say.Count(len(found.Input), "byte")))
	style.Quote(env.Stdout, beginning(found.Input), 4, 0)
	return f.keep(env, a, found, from)
}

// show shows a failure and saves it, if that is wanted.
func (f *stressFlags) show(env *terminal.Console, a *stress.Grading, found *stress.Finding, whence, from say.Message) error {
	shown := *found
	shown.Input = beginning(found.Input)
	showFinding(env.Stdout, env.Style(env.Stdout), a, &shown, whence, f.again(a, found))
	if file, err := remembered("counterexample-" + a.Problem.ID); err == nil {
		os.WriteFile(file, []byte(found.Input), 0o666) // for judge try -debug
	}
	return cmp.Or(f.keep(env, a, found, from), ErrUnexpected)
}

// keep saves what was found as a case, if that is wanted.
func (f *stressFlags) keep(env *terminal.Console, a *stress.Grading, found *stress.Finding, from say.Message) error {
	if !f.save {
		return nil
	}
	name, err := a.Save(from, found)
	if err == nil {
		fmt.Fprintf(env.Stdout, "  %s\n", env.Say("saved as %s.in, .ans and .yaml", name))
	}
	return err
}

// input is the input of the case or file that -from names, "" if it names a number.
func (f *stressFlags) input(a *stress.Grading) (string, error) {
	if f.first == "" {
		return "", nil
	}
	file := f.first
	if cases := a.Problem.Select(f.first); len(cases) == 1 {
		file = cases[0].In
	}
	text, err := os.ReadFile(file)
	if err != nil || len(text) == 0 {
		return "", say.Errorf("-from %s: neither the number of an input, nor one case of %s, nor a file with an input", f.first, a.Problem.ID).Hint("judge list -cases shows the cases")
	}
	return string(text), nil
}

// settle checks the flags and fills in those that were not given.
func (f *stressFlags) settle(names []string) error {
	if n, err := strconv.Atoi(f.first); err == nil {
		f.from, f.first = n, ""
	}
	switch {
	case len(names) == 0:
		return say.Errorf("stress: name the program to try, as in: judge stress lowbit")
	case f.count < 0 || f.given("n") && f.count == 0:
		return say.Errorf("-n %d: must be at least 1", f.count)
	case f.save && f.gen != "" && f.Problem == "":
		return say.Errorf("-save: into which problem? Say -problem ID")
	case f.fewest != "blanks" && f.fewest != "clues":
		return say.Errorf("-fewest %s: not one of blanks and clues", f.fewest)
	case f.from < 0:
		return say.Errorf("-from %d: the first input is number 0", f.from)
	case f.budget < 0 || f.given("time") && f.budget == 0:
		return say.Errorf("-time %s: not a positive time", f.budget).Hint("write 30s or 5m")
	}
	f.budget, f.shrink = bounds(f.budget, f.count)
	if !f.given("seed") {
		f.seed = 1 + rand.Uint64N(999_999) // short, as people type it again
	}
	return nil
}

// bounds are how long to search, and how long to make a failure small; 0 is no bound.
func bounds(asked time.Duration, count int) (search, shrink time.Duration) {
	if asked == 0 && count > 0 {
		return 365 * 24 * time.Hour, 0
	}
	search = cmp.Or(asked, 10*time.Second)
	return search, max(search, 5*time.Second)
}

// search looks for a failing input and shows it.
func (f *stressFlags) search(ctx, until context.Context, env *terminal.Console, a *stress.Grading, live *ticker, o stress.Options) error {
	tried, found, err := stress.Search(ctx, until, a, o)
	live.line.Erase()
	if ctx.Err() != nil && found == nil {
		return say.Errorf("interrupted after %s of seed %d, no failure so far", a.Count(tried), f.seed)
	}
	if err != nil {
		return err
	}
	if found == nil {
		return f.tellNone(env, a, live, tried)
	}
	if err := a.Explain(ctx, found); err != nil {
		return err
	}
	whence, from := say.Of("found after %s of seed %d", a.Count(tried), f.seed), say.Of("seed %d, number %d", f.seed, found.From)
	if o.Given != "" {
		whence = say.Of("from %s", terminal.Escape(f.first))
		from = whence
	}
	err = f.show(env, a, found, whence, from)
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	return err
}

// tellNone says that no failure was found.
func (f *stressFlags) tellNone(env *terminal.Console, a *stress.Grading, live *ticker, tried int) error {
	style, names, seconds := env.Style(env.Stdout), terminal.Escape(strings.Join(a.Names(), ", ")), time.Since(live.start).Seconds()
	what := say.Of("%s: no failure in %s of seed %d (%.1f s, %.0f a second)", names, a.Count(tried), f.seed, seconds, float64(tried)/seconds)
	if f.first != "" {
		what = say.Of("%s: no failure on %s", names, terminal.Escape(f.first))
	}
	if live.illegal > 0 {
		what = say.Join(what, say.Of("%s more were skipped, because the problem allows no answer to them", say.Count(live.illegal, "input")))
	}
	sign := style.Green("✓")
	if !stress.ByRule(a.Problem) && len(a.Programs) == 1 {
		sign = style.Yellow("–")
		what = say.Of("%s: ended normally on %s of seed %d; its answers were not checked, since that takes a second program: %s",
			names, a.Count(tried), f.seed, f.against(a.Names()[0]))
	}
	return env.Print(env.Stdout, sign+" "+style.Text(what)+"\n")
}

// against returns the command that compares with a second program.
func (f *stressFlags) against(name string) string {
	return f.command([]string{name}, f.Problem, "-brute FILE")
}

// again is the command that shows the same failure.
func (f *stressFlags) again(a *stress.Grading, found *stress.Finding) string {
	id, names, more := f.Problem, a.Names(), []string{}
	if f.gen == "" {
		id = a.Problem.ID
	}
	if f.brute != "" {
		names, more = names[1:], append(more, "-brute "+terminal.ShellWord(f.brute))
	}
	if f.fewest != "blanks" {
		more = append(more, "-fewest "+f.fewest)
	}
	if f.slow {
		more = append(more, "-slow")
	}
	if f.first != "" {
		return f.command(names, id, append(more, "-from "+terminal.ShellWord(f.first))...)
	}
	return f.command(names, id, append(more, fmt.Sprintf("-seed %d -from %d -n %d", f.seed, found.From, found.Count))...)
}

// command is judge stress with these programs and flags, beside those of the problem.
func (f *stressFlags) command(names []string, id string, more ...string) string {
	if f.gen != "" {
		more = append([]string{"-gen " + terminal.ShellWord(f.gen)}, more...)
	}
	if id != "" {
		more = append([]string{"-problem " + id}, more...)
	}
	return terminal.CommandLine(Self()+" stress", names, terminal.RootFlag(f.Root)+strings.Join(more, " "))
}

// ticker is the live line of a search, on a terminal.
type ticker struct {
	line  *terminal.Live
	arena *stress.Grading
	start time.Time
	last  time.Time

	illegal int
}

func (t *ticker) show(p stress.Progress) {
	now := time.Now()
	t.illegal = max(t.illegal, p.Illegal)
	if now.Sub(t.last) < 100*time.Millisecond {
		return
	}
	t.last = now
	if p.Size.Said() {
		t.line.Show("a failure: making it small, %s left", p.Size)
		return
	}
	t.line.Show("%s tried, %.0f a second", t.arena.Count(p.Tried), float64(p.Tried)/now.Sub(t.start).Seconds())
}
