package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"
)

// BenchmarkEverything is a warm "go run ./judge" of this very tree, compiling left out: the whole of its
// time, the sum of the solutions' own CPU time, and the first over the second.
//
//	go test -run xxx -bench Everything -benchtime 3x ./judge
func BenchmarkEverything(b *testing.B) {
	judge := b.TempDir() + "/judge"
	if out, err := exec.Command("go", "build", "-o", judge, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	run := func() (whole, own float64) {
		cmd := exec.Command(judge, "-json", "-")
		cmd.Dir, cmd.Stderr = "..", os.Stderr
		out, err := cmd.Output()
		if err != nil {
			b.Fatal(err)
		}
		var report struct {
			Results []struct {
				Cases []struct {
					CPU float64 `json:"cpu_ms"`
				} `json:"cases"`
			} `json:"results"`
			Summary struct {
				Seconds float64 `json:"seconds"`
			} `json:"summary"`
		}
		if err := json.Unmarshal(out, &report); err != nil {
			b.Fatal(err)
		}
		for _, r := range report.Results {
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
	b.ReportMetric(0, "ns/op")
}
