package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// many returns a C program with many cases. Each case says how many microseconds to sleep.
func many(b *testing.B, cases int, micros, program string) []grade.Entry {
	b.Helper()
	must.Have(b, "gcc")
	all := entries(b, tree(b, `
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
limits: {time_limit: 10}
-- testdata/p/secret/1.in --
`+micros+`
-- testdata/p/secret/1.ans --
-- solutions/s/main.c --
//judge:problem p
`+program))
	one := all[0].Cases[0]
	all[0].Cases = nil
	for i := range cases {
		one.Name = "secret/" + strconv.Itoa(i+1)
		all[0].Cases = append(all[0].Cases, one)
	}
	all[0].Problem.Cases = all[0].Cases
	return all
}

const sleeper = `#include <stdio.h>
#include <unistd.h>
int main(void) { int us; if (scanf("%d", &us) == 1 && us > 0) usleep(us); return 0; }
`

// gradeAll grades and returns the time that it took.
func gradeAll(b *testing.B, c *fleet.Client, all []grade.Entry, opt grade.Options, observe func(result.Event)) (result.Run, time.Duration) {
	b.Helper()
	start := time.Now()
	run := must.Get(c.Grade(context.Background(), all, opt, observe))(b)
	return run, time.Since(start)
}

// BenchmarkOverhead measures what a job costs beyond the wall time of its program, with one job under way at a time:
// queue, worker, sandbox, checker, result. It is the median of 300, from one result to the next.
//
//	go test -run xxx -bench Overhead -benchtime 1x ./judge/fleet
//	go test -run xxx -bench Overhead -benchtime 1x ./judge/fleet
func BenchmarkOverhead(b *testing.B) {
	h := build(b)
	h.worker("w")
	c := h.client()
	gradeAll(b, c, many(b, 20, "0", sleeper), grade.Options{}, func(result.Event) {}) // compiles
	for b.Loop() {
		var beyond []time.Duration
		last := time.Time{}
		gradeAll(b, c, many(b, 300, "0", sleeper), grade.Options{}, func(e result.Event) {
			if e.Kind != result.Ended {
				return
			}
			if !last.IsZero() {
				beyond = append(beyond, time.Since(last)-e.Case.Wall)
			}
			last = time.Now()
		})
		slices.Sort(beyond)
		b.ReportMetric(float64(beyond[len(beyond)/2].Microseconds())/1000, "ms-median")
		b.ReportMetric(float64(beyond[len(beyond)*95/100].Microseconds())/1000, "ms-p95")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkRuns measures submissions of one case, one after the other, from sending to report.
func BenchmarkRuns(b *testing.B) {
	h := build(b)
	h.worker("w")
	c := h.client()
	one := many(b, 1, "0", sleeper)
	gradeAll(b, c, one, grade.Options{}, func(result.Event) {}) // compiles
	for b.Loop() {
		gradeAll(b, c, one, grade.Options{}, func(result.Event) {})
	}
}

// BenchmarkSleepers runs 80 programs that sleep for 200 ms on 1, 2, 4 and 8 workers, and reports the share of the
// possible speed.
func BenchmarkSleepers(b *testing.B) {
	const jobs = 80
	h := build(b)
	c := h.client()
	workers := 0
	for _, n := range []int{1, 2, 4, 8} {
		for ; workers < n; workers++ {
			h.worker("w" + strconv.Itoa(workers))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			gradeAll(b, c, many(b, 10*n, "0", sleeper), grade.Options{}, func(result.Event) {}) // compiles on every worker
			for b.Loop() {
				_, took := gradeAll(b, c, many(b, jobs, "200000", sleeper), grade.Options{}, func(result.Event) {})
				b.ReportMetric(took.Seconds(), "s")
				b.ReportMetric(jobs*0.2/float64(n)/took.Seconds(), "of-linear")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkEmptyJobs sends jobs whose program does not compile, so that nothing is run, and waits for the last result.
//
//	go test -run xxx -bench EmptyJobs -benchtime 10000x ./judge/fleet
//	go test -run xxx -bench EmptyJobs -benchtime 10000x ./judge/fleet
func BenchmarkEmptyJobs(b *testing.B) {
	h := build(b)
	for i := range 2 {
		h.worker("w" + strconv.Itoa(i))
	}
	all := many(b, b.N, "0", "int main(void) { return }\n")
	most := int64(0)
	b.ResetTimer()
	_, took := gradeAll(b, h.client(), all, grade.Options{}, func(e result.Event) {
		if e.Kind == result.Finished {
			most = h.stored(b) // before the run's results are removed
		}
	})
	b.ReportMetric(float64(b.N)/took.Seconds(), "jobs/s")
	b.ReportMetric(h.serve.peakMiB(), "server-MiB")
	b.ReportMetric(float64(most)/(1<<20), "store-MiB")
}

// stored returns the size of a server's store.
func (h *house) stored(b *testing.B) (bytes int64) {
	filepath.WalkDir(filepath.Join(h.dir, "store"), func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // removed meanwhile
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}

var highWater = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peakMiB returns the most memory that a process had.
func (p *process) peakMiB() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	m := highWater.FindSubmatch(text)
	if err != nil || m == nil {
		return 0
	}
	kib, _ := strconv.Atoi(string(m[1]))
	return float64(kib) / 1024
}
