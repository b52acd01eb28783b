// Bench-serve measures the judge in a browser on this machine: the real program, by HTTP on the loopback.
//
//	attack    with -attack: the same once more, while one student does what costs most and 5,000 are judged again
//	pages     200 readers ask for pages, each a second after the last, while 40 students hand in
//	turns     how long submissions waited, and what came before them
//	ranking   with -ranking, alone: a contest of 10,000 submissions, its ranking and the first page
//	memory    of the server, over many small submissions
//	latency   from the request that ends a submission to the event that tells of it, with nothing else to do
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench serve:", err)
		os.Exit(1)
	}
}

// options are how much is measured.
type options struct {
	readers, students, small, rounds int
	time                             time.Duration
	attack, ranks                    bool
}

func run(args []string, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("bench serve", flag.ContinueOnError)
	flags.IntVar(&o.readers, "readers", 200, "this `many` read pages")
	flags.IntVar(&o.students, "students", 40, "this `many` hand in")
	flags.DurationVar(&o.time, "time", time.Minute, "for so `long`")
	flags.IntVar(&o.small, "small", 10_000, "this `many` small submissions for the memory")
	flags.IntVar(&o.rounds, "rounds", 100, "this `many` events for the latency")
	flags.BoolVar(&o.attack, "attack", false, "once more, while one student requests a page of very many lines, has boards solved and follows a submission, and 5,000 are judged again")
	flags.BoolVar(&o.ranks, "ranking", false, "only this: students hand in to a contest of 10,000 submissions and reload its ranking")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench-serve")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "serve")
	if text, err := exec.Command("go", "build", "-o", bin, "./judge/serve").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	if o.ranks {
		return o.ranking(out, bin, dir)
	}
	rounds := []bool{false}
	if o.attack {
		rounds = []bool{false, true}
	}
	for _, attack := range rounds {
		if attack {
			fmt.Fprintln(out, "with an attack:")
		}
		if o.attack = attack; o.students == 0 {
			break
		}
		if err := o.class(out, bin, dir); err != nil {
			return err
		}
	}
	root, err := smallProblem(dir)
	if err != nil {
		return err
	}
	s, err := start(bin, dir, root, 0)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := o.latency(out, s); err != nil {
		return err
	}
	return o.memory(out, s)
}

// smallProblem makes a tree with one problem of one case.
func smallProblem(dir string) (root string, err error) {
	root = filepath.Join(dir, "tree")
	for name, text := range map[string]string{
		"problems/sum/problem.yaml":            "problem_format_version: 2025-09\nname: {en: Sum}\nuuid: 5035120d-cd0c-4487-9abf-2a03c59b29c7\nlimits: {time_limit: 100, memory: 256}\n",
		"problems/sum/statement/problem.en.md": "Add.\n",
		"testdata/sum/secret/1.in":             "1 2\n",
		"testdata/sum/secret/1.ans":            "3\n",
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	return root, nil
}

const (
	adds  = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println(a + b)\n}\n"
	sleep = "package main\n\nimport \"time\"\n\nfunc main() { time.Sleep(time.Hour) }\n"
)

// latency measures how long an event takes: a submission that waits behind one that sleeps is stopped, and its
// stream told so. The request that stops it is part of the time.
func (o options) latency(out io.Writer, s *server) error {
	blocks, err := s.submit("", "sum", sleep)
	if err != nil {
		return err
	}
	var took []time.Duration
	for range o.rounds {
		id, err := s.submit("", "sum", adds)
		if err != nil {
			return err
		}
		waits, over := make(chan error, 1), make(chan error, 1)
		go func() {
			over <- s.follow("", id, func(event string) {
				if event == "queued" && len(waits) == 0 {
					waits <- nil
				}
			})
		}()
		<-waits
		began := time.Now()
		if err := errors.Join(s.post("", fmt.Sprintf("/s/%d/stop", id), nil, nil), <-over); err != nil {
			return err
		}
		took = append(took, time.Since(began))
	}
	fmt.Fprintf(out, "latency: an event comes %s after its cause in the median, %s at most (%d events, nothing else to do)\n", at(took, .5), at(took, 1), len(took))
	return errors.Join(s.post("", fmt.Sprintf("/s/%d/stop", blocks), nil, nil), s.follow("", blocks, func(string) {}))
}

// memory measures the server while it judges many small submissions, one like the other.
func (o options) memory(out io.Writer, s *server) error {
	var resident []int64
	began := time.Now()
	const batch = 1000
	for n := 0; n < o.small; n += batch {
		last := 0
		for range min(batch, o.small-n) {
			id, err := s.submit("", "sum", adds)
			if err != nil {
				return err
			}
			last = id
		}
		if err := s.follow("", last, func(string) {}); err != nil {
			return err
		}
		kib, err := s.resident("VmRSS")
		if err != nil {
			return err
		}
		resident = append(resident, kib)
	}
	if len(resident) == 0 {
		return nil
	}
	fmt.Fprintf(out, "memory: %d submissions of one case in %.0f s, %.0f a second; resident after every %d, in MiB:", o.small, time.Since(began).Seconds(), float64(o.small)/time.Since(began).Seconds(), batch)
	for _, kib := range resident {
		fmt.Fprintf(out, " %.1f", float64(kib)/1024)
	}
	fmt.Fprintln(out)
	return nil
}

// at is the time that a share of all does not exceed.
func at(all []time.Duration, share float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(int(share*float64(len(all))), len(all)-1)].Round(10 * time.Microsecond)
}
