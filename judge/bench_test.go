package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// BenchmarkEverything measures a warm "go run ./judge" of this tree, without compiling: the total time, the CPU time of
// the solutions, and their ratio.
//
//	go test -run xxx -bench Everything -benchtime 3x ./judge
//	go test -run xxx -bench Everything -benchtime 3x ./judge
func BenchmarkEverything(b *testing.B) {
	judge := built(b)
	solutions, cases := map[string]bool{}, 0
	run := func() (whole, own float64) {
		clear(solutions)
		cases = 0
		cmd := exec.Command(judge, "-json", "-")
		cmd.Dir, cmd.Stderr = "..", os.Stderr
		out := must.Get(cmd.Output())(b)
		var report struct {
			Results []struct {
				Solution string
				Cases    []struct {
					CPU float64 `json:"cpu_ms"`
				} `json:"cases"`
			} `json:"results"`
			Summary struct {
				Seconds float64 `json:"seconds"`
			} `json:"summary"`
		}
		must.Succeed(b, json.Unmarshal(out, &report))
		for _, r := range report.Results {
			solutions[r.Solution], cases = true, cases+len(r.Cases)
			for _, c := range r.Cases {
				own += c.CPU / 1000
			}
		}
		return report.Summary.Seconds, own
	}
	run() // fills the cache
	var whole, own float64
	n := 0
	for b.Loop() {
		w, o := run()
		whole, own, n = whole+w, own+o, n+1
	}
	b.ReportMetric(whole/float64(n), "s-whole")
	b.ReportMetric(own/float64(n), "s-own-cpu")
	b.ReportMetric(whole/own, "ratio")
	b.ReportMetric(float64(len(solutions)), "solutions")
	b.ReportMetric(float64(cases), "runs")
	b.ReportMetric(0, "ns/op")
}

// built builds the judge, with the race detector where this test has it.
func built(t testing.TB) (judge string) {
	dir := t.TempDir()
	must.Run(t, exec.Command("go", "build", fmt.Sprint("-race=", short.Raced()), "-buildvcs=false", "-ldflags=-s -w", "-o", dir+"/", "."))
	return filepath.Join(dir, "judge")
}

// BenchmarkList measures "judge list" of this tree.
//
//	go test -run xxx -bench List -benchtime 50x ./judge
//	go test -run xxx -bench List -benchtime 50x ./judge
func BenchmarkList(b *testing.B) {
	judge := built(b)
	for b.Loop() {
		cmd := exec.Command(judge, "list")
		cmd.Dir = ".."
		must.Run(b, cmd)
	}
}
