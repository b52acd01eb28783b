package result_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
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

// unbounded is the most of a group that has none.
const unbounded = -1

func group(name, how string, most float64, requires ...string) Scoring {
	if most == unbounded {
		return Scoring{Group: name, How: how, Unbounded: true, Requires: requires}
	}
	return Scoring{Group: name, How: how, Max: most, Requires: requires}
}

// scoreOf has these groups, the whole first, with the numbers of their cases.
func scoreOf(groups []Scoring, names []string) *Score {
	s := &Score{GroupScore: GroupScore{Scoring: groups[0]}}
	for _, g := range groups[1:] {
		s.Groups = append(s.Groups, GroupScore{Scoring: g})
	}
	for _, name := range names {
		if s.Within(name) {
			s.Cases++
		}
		for i := range s.Groups {
			if s.Groups[i].Within(name) {
				s.Groups[i].Cases++
			}
		}
	}
	return s
}

func TestScore(t *testing.T) {
	secret := group("secret", "sum", 100)
	three := []Scoring{secret, group("secret/a", "pass-fail", 20), group("secret/b", "sum", 50), group("secret/c", "min", 30)}
	type cases = map[string]Case
	ac, wa := Case{Verdict: AC}, Case{Verdict: WA}
	part := func(v Verdict, p float64) Case {
		return Case{Verdict: v, Points: &Points{Value: p, Part: true}}
	}
	value := func(p float64) Case {
		return Case{Verdict: AC, Points: &Points{Value: p}}
	}
	names := []string{"sample/1", "secret/a/1", "secret/a/2", "secret/b/1", "secret/b/2", "secret/c/1", "secret/c/2"}
	with := func(changed cases) cases {
		all := cases{}
		for _, name := range names {
			all[name] = ac
		}
		maps.Copy(all, changed)
		return all
	}
	requiring := []Scoring{secret, group("secret/a", "pass-fail", 20), group("secret/b", "pass-fail", 50, "secret/a"),
		group("secret/c", "pass-fail", 30, "sample")}
	for _, test := range []struct {
		name   string
		groups []Scoring
		cases  cases
		want   float64
	}{
		{"all right", three, with(nil), 100},
		{"all wrong", three, cases{}, 0},
		{"half of pass-fail is nothing", three, with(cases{"secret/a/2": wa}), 80},
		{"half of a sum is half", three, with(cases{"secret/b/1": wa}), 75},
		{"the least of a minimum", three, with(cases{"secret/c/1": part(AC, 0.5)}), 85},
		{"a part of a case of a sum", three, with(cases{"secret/b/1": part(WA, 0.2)}), 80},
		{"so many points of a case", three, with(cases{"secret/b/1": value(10)}), 85},
		{"never more than it can give", three, with(cases{"secret/b/1": value(1000)}), 100},
		{"samples give none", three, with(cases{"sample/1": wa}), 100},
		{"a group that is required", requiring, with(cases{"secret/a/1": wa}), 30},
		{"a sample that is required", requiring, with(cases{"sample/1": wa}), 70},
		{"the whole as pass-fail",
			[]Scoring{group("secret", "pass-fail", 100), group("secret/a", "pass-fail", 1), group("secret/b", "pass-fail", 1)},
			with(cases{"secret/b/2": wa}), 0},
		{"the whole as a minimum",
			[]Scoring{group("secret", "min", 100), group("secret/a", "pass-fail", 40), group("secret/b", "sum", 100)},
			with(cases{"secret/b/2": wa}), 40},
		{"no groups", []Scoring{secret}, with(cases{"secret/a/1": wa, "secret/b/1": wa, "secret/c/1": wa}), 50},
		{"without a bound",
			[]Scoring{group("secret", "sum", unbounded), group("secret/a", "sum", unbounded)},
			with(cases{"secret/a/1": value(1234.5), "secret/a/2": value(0.5)}), 1235},
		{"a pass-fail group that was not all run",
			[]Scoring{secret, group("secret/a", "pass-fail", 20)}, cases{"secret/a/1": ac}, 0},
		{"the second of two that are required",
			[]Scoring{secret, group("secret/a", "pass-fail", 20), group("secret/b", "pass-fail", 50),
				group("secret/c", "pass-fail", 30, "secret/a", "sample")},
			with(cases{"sample/1": wa}), 70},
		{"a case that was not run", three, cases{"secret/b/1": ac}, 25},
	} {
		t.Run(test.name, func(t *testing.T) {
			var run []Case
			for _, name := range names {
				if c, ok := test.cases[name]; ok {
					c.Case = name
					run = append(run, c)
				}
			}
			s := scoreOf(test.groups, names)
			for range 2 { // a second count does not change the first
				if s.Count(run); math.Abs(s.Points-test.want) > 1e-9 {
					t.Errorf("%v points, want %v: %+v", s.Points, test.want, s.Groups)
				}
			}
		})
	}
}

// TestNestedGroups computes nested groups from the inside out: the verdict and points of an inner group count like
// those of a case.
func TestNestedGroups(t *testing.T) {
	const names = "sample/1 secret/a/x/1 secret/a/x/2 secret/a/y/1 secret/a/y/2 secret/b/1 secret/b/2"
	for _, test := range []struct {
		name   string
		groups []Scoring // the whole first
		wrong  string    // the cases that are wrong
		want   string
		points float64
		whole  Verdict
	}{
		{"a sum of a least and a sum", []Scoring{group("secret", "sum", 100), group("secret/a", "sum", 60),
			group("secret/a/x", "min", 40), group("secret/a/y", "sum", 20), group("secret/b", "pass-fail", 40)},
			"secret/a/y/2", "a WA 50, a/x AC 40, a/y WA 10, b AC 40", 90, WA},
		{"the best group counts", []Scoring{group("secret", "max", 60), group("secret/a", "max", 60),
			group("secret/a/x", "pass-fail", 60), group("secret/a/y", "pass-fail", 20), group("secret/b", "pass-fail", 40)},
			"secret/a/x/1", "a WA 20, a/x WA 0, a/y AC 20, b AC 40", 40, WA},
		{"what was not judged gives nothing", []Scoring{group("secret", "sum", 100), group("secret/a", "sum", 100), group("secret/b", "max", 9)},
			"secret/a/x/1:CE secret/a/x/2:CE secret/a/y/1:JE secret/a/y/2:SK secret/b/1:CE secret/b/2:CE", "a JE 0, b CE 0", 0, CE},
	} {
		t.Run(test.name, func(t *testing.T) {
			wrong := map[string]Verdict{}
			for word := range strings.FieldsSeq(test.wrong) {
				name, v, _ := strings.Cut(word, ":")
				wrong[name] = cmp.Or(Verdict(v), WA)
			}
			cases := strings.Fields(names)
			s, right := Solution{Expected: Accepted, Score: scoreOf(test.groups, cases)}, 0
			parts := [2]Solution{s, s} // if two machines have every other case each, the merged points are the same
			for i, name := range cases {
				v := cmp.Or(wrong[name], AC)
				c := Case{Case: name, Number: i + 1, Verdict: v, Expected: Accepted, AsExpected: v == AC}
				s.Cases, parts[i%2].Cases = append(s.Cases, c), append(parts[i%2].Cases, c)
				if v == AC && strings.HasPrefix(name, "secret/") {
					right++
				}
			}
			for i := range parts {
				parts[i].Score, parts[i].Partial, parts[i].Compile.OK = scoreOf(test.groups, cases), true, true
				parts[i].Conclude("")
			}
			merged, _, err := Merge([]Run{{Results: parts[:1], Shard: Shard{1, 2}}, {Results: parts[1:], Shard: Shard{2, 2}}})
			must.Succeed(t, err)
			s.Conclude("")
			for _, one := range []Solution{s, merged.Results[0]} {
				if one.Score.Passed != right || one.AsExpected != (test.whole == AC) {
					t.Errorf("%d cases passed, want %d; %s, as expected is %t", one.Score.Passed, right, one.Verdict, one.AsExpected)
				}
				var got []string
				for _, g := range one.Score.Groups {
					got = append(got, fmt.Sprintf("%s %s %v", strings.TrimPrefix(g.Group, "secret/"), g.Verdict, g.Points))
				}
				text := strings.Join(got, ", ")
				if text != test.want || math.Abs(one.Score.Points-test.points) > 1e-9 || one.Verdict != test.whole {
					t.Errorf("%s: %v points, %s, want %s: %v, %s", text, one.Score.Points, one.Verdict, test.want, test.points, test.whole)
				}
			}
		})
	}
}
