// Bench-solvers times the solutions against each other: whole processes, user and system CPU time, the
// rounds interleaved, so that a busy minute of the machine hits all of them.
//
// The puzzles are made by judge gen, a set for each grade of difficulty, or are those of a folder: every
// *.txt there is a set, one puzzle of 81 characters a line.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
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
}

type solver struct {
	name, source string
	exe, counted string // counted has a counter in each block
	times        []time.Duration
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench solvers", flag.ContinueOnError)
	data := flags.String("data", "", "take the *.txt of this `folder` as the sets of puzzles, one a line")
	puzzles := flags.Int("n", 500, "make this many `puzzles` of each difficulty")
	rounds := flags.Int("rounds", 7, "time each this `often`; the median is shown")
	baseline := flags.String("baseline", "hidden", "the `solution` that the others are compared with")
	patience := flags.Duration("patience", 5*time.Second, "leave out a solution that needs longer for a set")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "Usage: scripts/bench solvers [flags] [solution...]")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	solvers, err := build(dir, flags.Args())
	if err != nil {
		return err
	}
	var sets []set
	if *data != "" {
		sets, err = load(*data)
	} else {
		sets, err = generate(dir, *puzzles)
	}
	if err != nil {
		return err
	}
	for _, s := range sets {
		if err := compare(out, dir, s, solvers, *rounds, *baseline, *patience); err != nil {
			return err
		}
	}
	return nil
}

// build compiles the solutions that speak acwing166, twice.
func build(dir string, names []string) (solvers []*solver, err error) {
	sources, err := filepath.Glob("solutions/*/main.go")
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		s := &solver{name: filepath.Base(filepath.Dir(source)), source: source}
		text, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		claimed := regexp.MustCompile(`(?m)^//judge:problem .*\bacwing166\b`).Match(text)
		if !claimed || len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		s.exe, s.counted = filepath.Join(dir, s.name+".exe"), filepath.Join(dir, s.name+".counted.exe")
		if err := command("go", "build", "-o", s.exe, source); err != nil {
			return nil, err
		}
		if err := command("go", "build", "-cover", "-covermode=count", "-o", s.counted, source); err != nil {
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
	if err := command("go", "build", "-o", judge, "./judge"); err != nil {
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
	return set{name, len(lines), strings.Join(append(lines, "end\n"), "\n")}
}

// compare runs all solvers on a set, round by round, and prints the table.
func compare(out io.Writer, dir string, s set, solvers []*solver, rounds int, baseline string, patience time.Duration) error {
	empty := map[*solver]time.Duration{}
	var able, late []*solver
	for _, v := range solvers {
		v.times = nil
		if _, err := cpu(v.exe, s.input, patience, ""); errors.Is(err, context.DeadlineExceeded) {
			late = append(late, v)
			continue
		} else if err != nil {
			return fmt.Errorf("%s on %s: %w", v.name, s.name, err)
		}
		able = append(able, v)
	}
	for range rounds {
		for _, v := range able {
			took, err := cpu(v.exe, s.input, 0, "")
			if err != nil {
				return fmt.Errorf("%s on %s: %w", v.name, s.name, err)
			}
			v.times = append(v.times, took)
			if took, err = cpu(v.exe, "end\n", 0, ""); err != nil {
				return fmt.Errorf("%s on nothing: %w", v.name, err)
			}
			if least, ok := empty[v]; !ok || took < least {
				empty[v] = took
			}
		}
	}

	base := time.Duration(0)
	for _, v := range able {
		if v.name == baseline {
			base = median(v.times)
		}
	}
	slices.SortFunc(able, func(a, b *solver) int { return int(median(b.times) - median(a.times)) })
	fmt.Fprintf(out, "\n%s: %d puzzles, median of %d rounds\n", s.name, s.puzzles, rounds)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "solution\tCPU ms\tx %s\tµs a puzzle\tcalls of search\t\n", baseline)
	for _, v := range able {
		calls, err := v.calls(dir, s)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", v.name, s.name, err)
		}
		m, each := median(v.times), float64(s.puzzles)
		ratio := "-"
		if base > 0 {
			ratio = fmt.Sprintf("%.2f", float64(m)/float64(base))
		}
		fmt.Fprintf(table, "%s\t%.1f\t%s\t%.1f\t%.1f\t\n", v.name, m.Seconds()*1e3, ratio,
			max(0, (m-empty[v]).Seconds()*1e6/each), float64(calls)/each)
	}
	table.Flush()
	for _, v := range late {
		fmt.Fprintf(out, "%s: left out, it needs more than %v\n", v.name, patience)
	}
	return nil
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
	if _, err := cpu(v.counted, s.input, 0, counts); err != nil {
		return 0, err
	}
	profile := filepath.Join(counts, "profile")
	if err := command("go", "tool", "covdata", "textfmt", "-i", counts, "-o", profile); err != nil {
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

// cpu runs a program and returns its CPU time; its counters go to the folder counts.
func cpu(exe, input string, patience time.Duration, counts string) (time.Duration, error) {
	ctx := context.Background()
	if patience > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, exe)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(input), &stderr
	if counts != "" {
		cmd.Env = append(os.Environ(), "GOCOVERDIR="+counts)
	}
	err := cmd.Run()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}
