package result_test

import (
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	. "sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestMerge merges the first and the last of three shards, and then the middle one.
func TestMerge(t *testing.T) {
	ac := func(name string, number int) Case {
		return Case{Case: name, Number: number, Verdict: AC, Expected: Accepted, AsExpected: true}
	}
	refused := func(name string, number int) Case {
		return Case{Case: name, Number: number, Verdict: CE, Expected: Accepted}
	}
	part := func(name string, order int, cases ...Case) Solution {
		return Solution{Problem: "p", Solution: name, Order: order, Expected: Accepted, Partial: true, Cases: cases,
			Compile: Compile{OK: true, Time: time.Duration(order)}}
	}
	broken := part("broken", 1, refused("b", 2))
	broken.Compile = Compile{Message: say.Text("here")}
	alsoBroken := part("broken", 1, refused("a", 1))
	alsoBroken.Compile = Compile{Message: say.Text("there")}
	slow := part("slow", 2, Case{Case: "b", Number: 2, Verdict: TLE, Expected: Accepted, AsExpected: true})
	slow.Expected = "TLE"
	interrupted := part("slow", 2, ac("a", 1))
	interrupted.Interrupted = true
	here := part("here", 3, ac("b", 2))
	notThere := part("here", 3, refused("a", 1))
	notThere.Compile = Compile{Message: say.Text("there")}
	later := part("slow", 4, ac("c", 3))
	whole := part("whole", 5, ac("a", 1))
	whole.Partial = false
	first := Run{Shard: Shard{3, 3}, Interrupted: true, Elapsed: 1, Replays: make([]Replay, 1),
		Results: []Solution{whole, part("last", 9, ac("b", 2)), broken, slow, here}}
	second := Run{Shard: Shard{1, 3}, Elapsed: 2, Replays: make([]Replay, 2),
		Results: []Solution{alsoBroken, interrupted, notThere}}

	run, missing, err := Merge([]Run{first, second})
	if err != nil || missing.String() != "not all is there: shard 2/3 is missing" ||
		!run.Interrupted || run.Elapsed != 3 || len(run.Replays) != 3 {
		t.Errorf("%v, %s: %+v", err, missing, run)
	}
	var got []string
	for _, s := range run.Results {
		one := s.Solution + " " + string(s.Verdict) + " " + s.Compile.Message.String()
		for _, c := range s.Cases {
			one += " " + c.Case
		}
		got = append(got, one)
		if s.Partial != (s.Solution != "whole") || s.Interrupted != (s.Solution == "slow") ||
			s.Compile.OK && s.Compile.Time != time.Duration(s.Order) {
			t.Errorf("%+v", s)
		}
	}
	must.Equal(t, "broken CE here a b, slow TLE  a b, here CE there a b, whole AC  a, last AC  b", strings.Join(got, ", "))
	must.Equal(t, "TLE", run.Results[1].Expected, "is promised")

	run, missing, err = Merge([]Run{second, first, {Shard: Shard{2, 3}, Results: []Solution{later}}})
	if err != nil || missing.Said() || run.Results[1].Partial || run.Results[1].Expected != "TLE" || !run.Interrupted {
		t.Errorf("%v, %s: %+v", err, missing, run)
	}
	const twice = " is in two of the files\nhint: merge reports of different cases, problems or solutions"
	if _, _, err := Merge([]Run{first, first}); err == nil || !strings.HasSuffix(err.Error(), twice) {
		t.Errorf("%v", err)
	}
	for text, runs := range map[string][]Run{
		"":         {{}, {}},
		"1/2":      {{Shard: Shard{2, 2}}, {Shard: Shard{2, 2}}},
		"2/3, 3/3": {{Shard: Shard{1, 3}}, {Shard: Shard{1, 3}}},
	} {
		if _, missing, _ := Merge(runs); (text == "") == missing.Said() || !strings.Contains(missing.String(), text) {
			t.Errorf("%q, want %q", missing, text)
		}
	}
	if run, _, _ := Merge([]Run{{Results: []Solution{{Solution: "nothing was run"}}}}); run.Results[0].Verdict != "" {
		t.Errorf("%+v", run.Results[0])
	}
}

// TestMergeHosts: the merged description holds for every machine.
func TestMergeHosts(t *testing.T) {
	one := Host{OS: "linux", Arch: "amd64", CPU: "a", CPUs: 2, Step: 2, Isolation: say.Text("two")}
	for name, test := range map[string]struct {
		change             func(*Host)
		several, contended bool
		isolation          string
	}{
		"the same":             {func(h *Host) {}, false, false, "two"},
		"another processor":    {func(h *Host) { h.CPU = "b" }, true, false, "two"},
		"more processors":      {func(h *Host) { h.CPUs = 4 }, true, false, "two"},
		"another system":       {func(h *Host) { h.OS = "darwin" }, true, false, "two"},
		"another set of calls": {func(h *Host) { h.Arch = "arm64" }, true, false, "two"},
		"weaker walls":         {func(h *Host) { h.Step, h.Isolation = 3, say.Text("three") }, false, false, "three"},
		"stronger walls":       {func(h *Host) { h.Step, h.Isolation = 1, say.Text("one") }, false, false, "two"},
		"contended":            {func(h *Host) { h.Contended = true }, false, true, "two"},
	} {
		other := one
		test.change(&other)
		run, _, err := Merge([]Run{{Host: one}, {Host: other}, {Host: one}})
		if h := run.Host; err != nil || h.Several != test.several || h.Contended != test.contended ||
			h.Isolation.String() != test.isolation || h.CPU != "a" {
			t.Errorf("%s: %+v, %v", name, h, err)
		}
	}
}
