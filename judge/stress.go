package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/stress"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

var stressCommand = command{
	name:    "stress",
	summary: "search at random for an input on which a program fails, and make it small",
	manual: `Usage: judge stress PROGRAM [PROGRAM...] [flags]

Makes up inputs, harder and harder ones, and gives them to each program, many at once, until one
prints a wrong answer, crashes or runs out of time. Then it makes that input as small as it can (clues
are taken from a Sudoku, lines and words from a text, as long as the failure stays) and shows it.

A Sudoku is judged by its rules, so that one program alone can be tried, and several right answers are
no difference. Other problems need a generator: a line "gen: gen.py" in problems/ID/judge.yaml names a
program in any language that gets a number as its argument and prints the input of that number. The
answers of the first program count as right there; alone, it is tried for crashes and time-outs.

  -problem ID     the problem (default: the first that all the programs claim)
  -time DURATION  how long to search (default 10s; no bound if -n is given)
  -n N            how many inputs to try; a Sudoku is one
  -seed S         which inputs: the same seed makes the same ones (default: a new seed each time)
  -from I         start with input number I of the seed
  -save           keep what was found as a case under testdata/ID/secret/
  -color WHEN     auto, always or never
  -root DIR       the folder that holds problems/, testdata/ and solutions/
  -no-cache       build everything anew
  -isolation N    use no stronger step of isolation than N, 1 to 5

Examples:
  judge stress lowbit                     one program against the rules
  judge stress naive my.cpp -time 1m      two programs; my.cpp is your own
  judge stress my.cpp -problem acwing166 -seed 7 -from 1200 -n 1 -save

Exit status: 0 nothing found, 1 a failure found, 2 the judge could not work.
`,
	run: runStress,
}

// stressFlags are the flags of judge stress.
type stressFlags struct {
	choice
	budget time.Duration
	count  int
	from   int
	seed   uint64
	save   bool
	color  string
}

func runStress(ctx context.Context, env *environment, args []string) (int, error) {
	var f stressFlags
	fs := newFlags("stress")
	f.register(fs)
	names, err := parseFlags(fs, args)
	if err != nil {
		return cannotWork, err
	}
	if err := f.settle(fs, names); err != nil {
		return cannotWork, err
	}
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	programs, err := pick(root, names)
	if err != nil {
		return cannotWork, err
	}
	p, err := f.choose(root, programs)
	if err != nil {
		return cannotWork, err
	}
	g, err := f.grader()
	if err != nil {
		return cannotWork, err
	}
	defer g.Close()
	a, err := newArena(ctx, g, p, programs)
	if err != nil {
		return cannotWork, err
	}
	defer os.RemoveAll(a.dir)
	return f.search(ctx, env, a)
}

func (f *stressFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.root, "root", "", "")
	fs.StringVar(&f.problem, "problem", "", "")
	fs.BoolVar(&f.noCache, "no-cache", false, "")
	fs.IntVar(&f.step, "isolation", 0, "")
	fs.DurationVar(&f.budget, "time", 0, "")
	fs.IntVar(&f.count, "n", 0, "")
	fs.IntVar(&f.from, "from", 0, "")
	fs.Uint64Var(&f.seed, "seed", 0, "")
	fs.BoolVar(&f.save, "save", false, "")
	fs.StringVar(&f.color, "color", "auto", "")
}

// settle checks the flags and fills in those that were not given.
func (f *stressFlags) settle(fs *flag.FlagSet, names []string) error {
	given := map[string]bool{}
	fs.Visit(func(g *flag.Flag) { given[g.Name] = true })
	switch {
	case len(names) == 0:
		return errors.New("stress: name the program to try, as in: judge stress lowbit")
	case f.count < 0 || given["n"] && f.count == 0:
		return fmt.Errorf("-n %d: it takes at least 1", f.count)
	case f.from < 0:
		return fmt.Errorf("-from %d: the first input is number 0", f.from)
	case f.budget < 0 || given["time"] && f.budget == 0:
		return fmt.Errorf("-time %s: write 30s or 5m", f.budget)
	case f.color != "auto" && f.color != "always" && f.color != "never":
		return fmt.Errorf("-color %s: write auto, always or never", f.color)
	}
	if f.budget == 0 {
		f.budget = 10 * time.Second
		if f.count > 0 {
			f.budget = 365 * 24 * time.Hour
		}
	}
	if !given["seed"] {
		f.seed = 1 + rand.Uint64N(999_999) // short, as people type it again
	}
	return nil
}

// choose finds the problem: the one named, or the first that all the programs claim.
func (f *stressFlags) choose(root string, programs []solution.Solution) (problem.Problem, error) {
	id := f.problem
	for _, claimed := range programs[0].Problems {
		all := true
		for _, s := range programs {
			all = all && slices.Contains(s.Problems, claimed)
		}
		if all && id == "" {
			id = claimed
		}
	}
	if id == "" {
		return problem.Problem{}, errors.New("stress: on which problem? Say -problem ID (judge list shows them)")
	}
	p, err := problem.Load(root, id)
	if err != nil {
		return p, err
	}
	if p.Gen == "" && p.Check.Kind != "sudoku" {
		return p, fmt.Errorf("%s: no inputs can be made up for it: add a line gen: gen.py, with a program that gets a number and prints an input",
			filepath.Join(p.Dir, "judge.yaml"))
	}
	return p, nil
}

// search runs the search and shows what it finds.
func (f *stressFlags) search(ctx context.Context, env *environment, a *arena) (int, error) {
	until, stop := context.WithTimeout(ctx, f.budget)
	defer stop()
	live := newTicker(env, a)
	o := stress.Options{Programs: len(a.programs), Task: a.task, Seed: f.seed, From: f.from, Count: f.count,
		Limit: a.limit(), Observe: live.show}
	start := time.Now()
	tried, found, err := stress.Search(ctx, until, a, o)
	took := time.Since(start)
	live.clear()
	if ctx.Err() != nil {
		return cannotWork, fmt.Errorf("interrupted after %s of seed %d, no failure so far", a.count(tried), f.seed)
	}
	if err != nil {
		return cannotWork, err
	}
	out := showing{env.stdout, env.palette(env.stdout, f.color), env.width()}
	if found == nil {
		fmt.Fprintf(out, "%s %s: no failure in %s of seed %d (%.1f s, %.0f a second)\n", out.p.Green("✓"),
			strings.Join(a.names(), ", "), a.count(tried), f.seed, took.Seconds(), float64(tried)/took.Seconds())
		return allExpected, nil
	}
	f.show(out, a, found, tried)
	if f.save {
		name, err := saveCase(a.problem, a.solutions[found.Program].Name, f.seed, found)
		if err != nil {
			return cannotWork, err
		}
		fmt.Fprintf(out, "  saved as %s.in, .ans and .yaml\n", name)
	}
	return unexpected, nil
}

// showing is where a finding is shown.
type showing struct {
	io.Writer
	p     report.Palette
	width int
}

// show tells of a failure: whose, on what, and what every program made of it.
func (f *stressFlags) show(out showing, a *arena, found *stress.Finding, tried int) {
	p := out.p
	fmt.Fprintf(out, "%s %s: %s %s, found after %s of seed %d\n", p.Red("✗"), p.Bold(report.Escape(a.solutions[found.Program].Name)+" · "+a.problem.ID),
		p.Red(string(found.Result.Verdict)), found.Result.Verdict.Title(), a.count(tried), f.seed)
	switch {
	case found.Shaky:
		fmt.Fprintf(out, "  It did not fail again on the same input: it does not always do the same (is something read before it is set?)\n")
	case found.Was != found.Is:
		fmt.Fprintf(out, "  %s, made small in %d runs: %s, from %s\n", "the smallest input found", found.Trials, found.Is, found.Was)
	default:
		fmt.Fprintf(out, "  the smallest input found: %s\n", found.Is)
	}
	if len(found.Boards) == 1 {
		report.Board(out, p, found.Boards[0])
	}
	quote(out, found.Input, 12)
	for i, r := range found.Others {
		paint := p.Green
		if r.Verdict != verdict.AC {
			paint = p.Red
		}
		fmt.Fprintf(out, "  %s: %s %s%s\n", p.Bold(report.Escape(a.solutions[i].Name)), paint(string(r.Verdict)), r.Verdict.Title(), after(": ", report.Escape(r.Message)))
		if d := r.Difference; d != nil {
			if _, isBoard := sudoku.ParseAny(d.Got); !isBoard && len(found.Boards) == 1 {
				d.Puzzle = "" // it is drawn already
			}
			report.Difference(out, p, *d, out.width)
		}
		if r.Verdict != verdict.AC && r.Stderr != "" {
			quote(out, r.Stderr, 4)
		}
	}
	fmt.Fprintf(out, "  %s\n", p.Dim("again: "+f.again(a, found)))
}

func after(sign, s string) string {
	if s == "" {
		return ""
	}
	return sign + s
}

// quote shows the first lines of a text.
func quote(out showing, text string, most int) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		if i == most {
			fmt.Fprintf(out, "  %s\n", out.p.Dim(fmt.Sprintf("│ and %d lines more", len(lines)-most)))
			return
		}
		fmt.Fprintf(out, "  %s %s\n", out.p.Dim("│"), report.Shorten(report.Escape(l), max(out.width-4, 20)))
	}
}

// again is the command that shows the same failure.
func (f *stressFlags) again(a *arena, found *stress.Finding) string {
	words := []string{"go run ./judge stress"}
	for _, name := range a.names() {
		words = append(words, report.ShellWord(name))
	}
	if f.root != "" {
		words = append(words, "-root", report.ShellWord(f.root))
	}
	return fmt.Sprintf("%s -problem %s -seed %d -from %d -n %d", strings.Join(words, " "), a.problem.ID, f.seed, found.From, found.Count)
}

// saveCase writes a finding as the last case of the problem and returns its path without the ending.
func saveCase(p problem.Problem, program string, seed uint64, found *stress.Finding) (string, error) {
	dir := filepath.Join(p.Data, "secret")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	last := 0
	for _, e := range entries {
		digits := e.Name()[:len(e.Name())-len(strings.TrimLeft(e.Name(), "0123456789"))]
		if n, err := strconv.Atoi(digits); err == nil {
			last = max(last, n)
		}
	}
	word := strings.Trim(notPlain.ReplaceAllString(strings.ToLower(strings.TrimSuffix(filepath.Base(program), filepath.Ext(program))), "-"), "-")
	name := filepath.Join(dir, fmt.Sprintf("%02d-stress-%s", last+1, cmp.Or(word, "found")))
	says := fmt.Sprintf("description: %q\n", fmt.Sprintf("found by judge stress: a program ended with %s (seed %d, number %d)", found.Result.Verdict, seed, found.From))
	for ending, text := range map[string]string{".in": found.Input, ".ans": found.Answer, ".yaml": says} {
		if err := os.WriteFile(name+ending, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	return name, nil
}

var notPlain = regexp.MustCompile(`[^a-z0-9]+`)

// arena runs programs for the search as they are run for a grade.
type arena struct {
	grader    *grade.Grader
	problem   problem.Problem
	task      *sudoku.Task
	solutions []solution.Solution
	programs  []*build.Program
	checker   *check.Checker
	generator *build.Program
	dir       string // holds the input of the moment
}

// newArena builds what the search runs.
func newArena(ctx context.Context, g *grade.Grader, p problem.Problem, programs []solution.Solution) (*arena, error) {
	a := &arena{grader: g, problem: p, solutions: programs}
	if task, ok := sudoku.Tasks[p.Check.Format]; ok && p.Gen == "" {
		a.task = &task
	}
	for _, s := range programs {
		program, err := a.compile(ctx, s)
		if err != nil {
			return nil, err
		}
		a.programs = append(a.programs, program)
	}
	var err error
	if a.checker, err = g.Checker(ctx, p); err != nil {
		return nil, err
	}
	if p.Gen != "" {
		s, err := solution.Open(p.Gen)
		if err != nil {
			return nil, fmt.Errorf("generator: %w", err)
		}
		if a.generator, err = a.compile(ctx, s); err != nil {
			return nil, err
		}
	}
	a.dir, err = os.MkdirTemp("", "judge-stress")
	return a, err
}

func (a *arena) compile(ctx context.Context, s solution.Solution) (*build.Program, error) {
	program, err := a.grader.Builder.Compile(ctx, grade.Source(s))
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return nil, fmt.Errorf("%s does not compile:\n%s", s.Path, strings.TrimSpace(failed.Output))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	return program, nil
}

func (a *arena) names() (names []string) {
	for _, s := range a.solutions {
		names = append(names, s.Name)
	}
	return names
}

// count says how many inputs.
func (a *arena) count(n int) string {
	what := "input"
	if a.task != nil {
		what = "board"
	}
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// limit is the shortest CPU limit of the programs.
func (a *arena) limit() time.Duration {
	limit := grade.Limits(a.problem, a.solutions[0].Language).CPU
	for _, s := range a.solutions {
		limit = min(limit, grade.Limits(a.problem, s.Language).CPU)
	}
	return limit
}

// Try is part of stress.Arena.
func (a *arena) Try(ctx context.Context, program int, input, answer string) (verdict.Case, error) {
	c, err := a.write(input, answer)
	if err != nil {
		return verdict.Case{}, err
	}
	return a.grader.RunCase(ctx, a.problem, a.solutions[program], a.programs[program], a.checker, c, 1), nil
}

// Answer is part of stress.Arena.
func (a *arena) Answer(ctx context.Context, input string) (string, verdict.Case, error) {
	c, err := a.write(input, "")
	if err != nil {
		return "", verdict.Case{}, err
	}
	return a.grader.Output(ctx, a.problem, a.solutions[0], a.programs[0], c)
}

// Generate is part of stress.Arena.
func (a *arena) Generate(ctx context.Context, seed uint64) (string, error) {
	c, err := a.write("", "")
	if err != nil {
		return "", err
	}
	c.Args = []string{strconv.FormatUint(seed, 10)}
	p := a.problem
	p.Limits = problem.Limits{Time: 10 * time.Second, Memory: 1 << 30, Output: 64 << 20} // the generator's own
	text, r, err := a.grader.Output(ctx, p, solution.Solution{Language: a.generator.Language}, a.generator, c)
	if err == nil && r.Verdict != verdict.AC && ctx.Err() == nil {
		err = fmt.Errorf("%s %d: %s%s%s", a.problem.Gen, seed, r.Verdict.Title(), after(": ", r.Message), after("\n", strings.TrimSpace(r.Stderr)))
	}
	return text, err
}

func (a *arena) write(input, answer string) (problem.Case, error) {
	c := problem.Case{Name: "stress", In: filepath.Join(a.dir, "in"), Ans: filepath.Join(a.dir, "ans")}
	if err := os.WriteFile(c.In, []byte(input), 0o644); err != nil {
		return c, err
	}
	return c, os.WriteFile(c.Ans, []byte(answer), 0o644)
}

// ticker is the live line of a search, on a terminal.
type ticker struct {
	w     io.Writer // nil if it is no terminal
	arena *arena
	start time.Time
	last  time.Time
}

func newTicker(env *environment, a *arena) *ticker {
	t := &ticker{arena: a, start: time.Now()}
	if env.terminal(env.stderr) {
		t.w = env.stderr
	}
	return t
}

func (t *ticker) show(p stress.Progress) {
	now := time.Now()
	if t.w == nil || now.Sub(t.last) < 100*time.Millisecond {
		return
	}
	t.last = now
	if p.Size != "" {
		fmt.Fprintf(t.w, "\r\x1b[Ka failure: making it small, %s left", p.Size)
		return
	}
	fmt.Fprintf(t.w, "\r\x1b[K%s tried, %.0f a second", t.arena.count(p.Tried), float64(p.Tried)/now.Sub(t.start).Seconds())
}

func (t *ticker) clear() {
	if t.w != nil && !t.last.IsZero() {
		fmt.Fprint(t.w, "\r\x1b[K")
	}
}
