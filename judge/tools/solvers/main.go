// Solvers times programs that solve Sudokus against each other: whole processes, user and system CPU time,
// pinned to one core, the rounds interleaved, so that a busy minute of the machine hits all of them. It
// compares the solutions of acwing166, and as peers any other programs that read its format.
//
// The puzzles are made by judge gen, a set for each grade of difficulty, or are those of a folder: every
// *.txt there is a set, one puzzle of 81 characters a line.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/solution"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench solvers:", err)
		os.Exit(1)
	}
}

type set struct {
	name    string
	puzzles int
	input   string
	file    string // that holds it
}

// solver is a solution, or a peer: a program without a source.
type solver struct {
	name, source string
	exe, counted string // counted has a counter in each block
	times        measure.Times
}

// asked is what the flags say.
type asked struct {
	data, baseline       string
	puzzles, rounds, cpu int
	patience             time.Duration
	peers                []*solver
	names                []string
}

func read(args []string) (a asked, err error) {
	flags := flag.NewFlagSet("bench solvers", flag.ContinueOnError)
	flags.StringVar(&a.data, "data", "", "take the *.txt of this `folder` as the sets of puzzles, one a line")
	flags.IntVar(&a.puzzles, "n", 500, "make this many `puzzles` of each difficulty")
	flags.IntVar(&a.rounds, "rounds", 15, "time each this `often`")
	flags.IntVar(&a.cpu, "cpu", runtime.NumCPU()-1, "run all on this `processor`, from 0; -1 on any")
	flags.StringVar(&a.baseline, "baseline", "hidden", "the `solution` that the others are compared with")
	flags.Func("peer", "compare with `NAME=PATH`, a program that reads what acwing166 gives", func(text string) error {
		name, path, ok := strings.Cut(text, "=")
		if !ok || name == "" || path == "" {
			return errors.New("write NAME=PATH")
		}
		exe, err := filepath.Abs(path)
		a.peers = append(a.peers, &solver{name: name, exe: exe})
		return err
	})
	flags.DurationVar(&a.patience, "patience", 5*time.Second, "leave out a solution that needs longer for a set")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "Usage: scripts/bench solvers [flags] [solution...]")
		flags.PrintDefaults()
	}
	err = flags.Parse(args)
	a.names = flags.Args()
	return a, err
}

func run(args []string, out io.Writer) error {
	a, err := read(args)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	solvers, err := build(dir, a.names)
	if err != nil {
		return err
	}
	solvers = append(solvers, a.peers...)
	if !slices.ContainsFunc(solvers, func(v *solver) bool { return v.name == a.baseline }) {
		return fmt.Errorf("-baseline %s: it is not among those compared", a.baseline)
	}
	var sets []set
	if a.data != "" {
		sets, err = load(a.data)
	} else {
		sets, err = generate(dir, a.puzzles)
	}
	if err != nil {
		return err
	}
	if a.cpu >= 0 {
		if err := pin(a.cpu); err != nil {
			return fmt.Errorf("-cpu %d: %w", a.cpu, err)
		}
	}
	for _, s := range sets {
		s.file = filepath.Join(dir, "input")
		if err := os.WriteFile(s.file, []byte(s.input), 0o600); err != nil {
			return err
		}
		if err := compare(out, dir, s, solvers, a.rounds, a.baseline, a.patience); err != nil {
			return err
		}
	}
	return nil
}

// build compiles the solutions that speak acwing166, twice: those that are for machines like this one.
func build(dir string, names []string) (solvers []*solver, err error) {
	all, err := solution.FindAll(".")
	if err != nil {
		return nil, err
	}
	golang, _ := language.ByID("go")
	for _, of := range all {
		ours := of.Language == golang.ID && slices.Contains(of.Problems, "acwing166") && (len(names) == 0 || slices.Contains(names, of.Name))
		if !ours || golang.Elsewhere([]byte(of.Text())) != "" || language.Beyond(of.Env) != "" {
			continue
		}
		s := &solver{name: of.Name, source: of.Path, exe: filepath.Join(dir, of.Name+".exe"), counted: filepath.Join(dir, of.Name+".counted.exe")}
		if err := golangTool(of.Env, "build", "-o", s.exe, s.source); err != nil {
			return nil, err
		}
		if err := golangTool(of.Env, "build", "-cover", "-covermode=count", "-o", s.counted, s.source); err != nil {
			return nil, err
		}
		solvers = append(solvers, s)
	}
	if len(solvers) == 0 || len(solvers) < len(names) {
		return nil, fmt.Errorf("found %d solutions of acwing166 for %q", len(solvers), names)
	}
	return solvers, nil
}

func load(dir string) (sets []set, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s: no *.txt there (%v)", dir, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sets = append(sets, newSet(strings.TrimSuffix(filepath.Base(file), ".txt"), string(text)))
	}
	return sets, nil
}

func generate(dir string, n int) (sets []set, err error) {
	judge := filepath.Join(dir, "judge.exe")
	if err := golangTool(nil, "build", "-o", judge, "./judge"); err != nil {
		return nil, err
	}
	for _, difficulty := range []string{"naked", "hidden", "little", "search"} {
		cmd := exec.Command(judge, "gen", "-seed", "1", "-n", strconv.Itoa(n), "-difficulty", difficulty)
		cmd.Stderr = os.Stderr
		text, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%v: %w", cmd.Args, err)
		}
		sets = append(sets, newSet(difficulty, string(text)))
	}
	return sets, nil
}

func newSet(name, text string) set {
	lines := strings.Fields(text)
	if n := len(lines); n > 0 && lines[n-1] == "end" {
		lines = lines[:n-1]
	}
	return set{name: name, puzzles: len(lines), input: strings.Join(append(lines, "end\n"), "\n")}
}

// compare runs all solvers on a set, round by round, and prints the table.
func compare(out io.Writer, dir string, s set, solvers []*solver, rounds int, baseline string, patience time.Duration) error {
	able, late, err := warmUp(s, solvers, patience)
	if err != nil {
		return err
	}
	nothing := filepath.Join(dir, "nothing")
	if err := os.WriteFile(nothing, []byte("end\n"), 0o600); err != nil {
		return err
	}
	empty := map[*solver]time.Duration{}
	for round := range rounds {
		for i := range able {
			v := able[(i+round)%len(able)]
			took, _, err := cpu(v.exe, s.file, 0, "")
			if err != nil {
				return fmt.Errorf("%s on %s: %w", v.name, s.name, err)
			}
			v.times = append(v.times, took)
			if took, _, err = cpu(v.exe, nothing, 0, ""); err != nil {
				return fmt.Errorf("%s on nothing: %w", v.name, err)
			}
			if least, ok := empty[v]; !ok || took < least {
				empty[v] = took
			}
		}
	}
	slices.SortFunc(able, func(a, b *solver) int { return cmp.Compare(measure.Median(b.times), measure.Median(a.times)) })
	fmt.Fprintf(out, "\n%s: %d puzzles, %d rounds\n", s.name, s.puzzles, rounds)
	if err := table(out, dir, s, able, empty, baseline); err != nil {
		return err
	}
	for _, v := range able {
		for _, warning := range v.times.Noise() {
			fmt.Fprintf(out, "! %s: %s\n", v.name, warning)
		}
	}
	for _, v := range late {
		fmt.Fprintf(out, "%s: left out, it needs more than %v\n", v.name, patience)
	}
	return nil
}

// warmUp runs every solver once. It leaves out those that take too long or miss a puzzle.
func warmUp(s set, solvers []*solver, patience time.Duration) (able, late []*solver, err error) {
	for _, v := range solvers {
		v.times = nil
		_, answers, err := cpu(v.exe, s.file, patience, "")
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			late = append(late, v)
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("%s on %s: %w", v.name, s.name, err)
		case answers != s.puzzles:
			return nil, nil, fmt.Errorf("%s on %s: %d lines of 81 digits for %d puzzles", v.name, s.name, answers, s.puzzles)
		}
		able = append(able, v)
	}
	return able, late, nil
}

// table prints a line for each, with how many times as long it takes as the baseline: by the medians and by
// the quickest rounds, each with a 99 % interval.
func table(out io.Writer, dir string, s set, able []*solver, empty map[*solver]time.Duration, baseline string) error {
	var base measure.Times
	for _, v := range able {
		if v.name == baseline {
			base = v.times
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "solution\tCPU ms\tx %s, median\tleast\tµs a puzzle\tcalls of search\t\n", baseline)
	for _, v := range able {
		m, each, calls := measure.Median(v.times), float64(s.puzzles), "-"
		if v.source != "" {
			n, err := v.calls(dir, s)
			if err != nil {
				return fmt.Errorf("%s on %s: %w", v.name, s.name, err)
			}
			calls = fmt.Sprintf("%.1f", float64(n)/each)
		}
		median, least := "-", "-"
		if base != nil {
			median, least = ratio(measure.Compare(v.times, base)), ratio(measure.CompareLeast(v.times, base))
		}
		fmt.Fprintf(w, "%s\t%.1f\t%s\t%s\t%.1f\t%s\t\n", v.name, m.Seconds()*1e3, median, least,
			max(0, (m-empty[v]).Seconds()*1e6/each), calls)
	}
	return w.Flush()
}

// ratio is a ratio with its interval, which too few rounds have not.
func ratio(r measure.Ratio) string {
	if r.Answer == measure.TooFew {
		return fmt.Sprintf("%.2f", r.Value)
	}
	return fmt.Sprintf("%.2f (%.2f–%.2f)", r.Value, r.Low, r.High)
}

// calls counts how often a solver calls its function search, all puzzles together.
func (v *solver) calls(dir string, s set) (int, error) {
	text, err := os.ReadFile(v.source)
	if err != nil {
		return 0, err
	}
	at := regexp.MustCompile(`(?m)^func (\(.*?\) )?search\(`).FindIndex(text)
	if at == nil {
		return 0, errors.New("it has no function search")
	}
	line := 1 + bytes.Count(text[:at[0]], []byte("\n"))
	counts, err := os.MkdirTemp(dir, "counts")
	if err != nil {
		return 0, err
	}
	if _, _, err := cpu(v.counted, s.file, 0, counts); err != nil {
		return 0, err
	}
	profile := filepath.Join(counts, "profile")
	if err := golangTool(nil, "tool", "covdata", "textfmt", "-i", counts, "-o", profile); err != nil {
		return 0, err
	}
	blocks, err := os.ReadFile(profile)
	if err != nil {
		return 0, err
	}
	first := regexp.MustCompile(fmt.Sprintf(`(?m)^.*:%d\..* (\d+)$`, line)).FindSubmatch(blocks)
	if first == nil {
		return 0, fmt.Errorf("no counter at line %d", line)
	}
	return strconv.Atoi(string(first[1]))
}

// cpu runs a program on a file and returns its CPU time, and if it is given patience how many boards it
// printed; its counters go to the folder counts.
func cpu(exe, input string, patience time.Duration, counts string) (took time.Duration, boards int, err error) {
	ctx := context.Background()
	if patience > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, exe)
	var stdout, stderr bytes.Buffer
	in, err := os.Open(input)
	if err != nil {
		return 0, 0, err
	}
	defer in.Close()
	cmd.Stdin, cmd.Stderr = in, &stderr
	if patience > 0 {
		cmd.Stdout = &stdout
	}
	if counts != "" {
		cmd.Env = append(os.Environ(), "GOCOVERDIR="+counts)
	}
	err = cmd.Run()
	if ctx.Err() != nil {
		return 0, 0, ctx.Err()
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), len(board.FindAll(stdout.Bytes(), -1)), nil
}

var board = regexp.MustCompile(`(?m)^[1-9]{81}$`)

// golangTool runs the go command.
func golangTool(env []string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
