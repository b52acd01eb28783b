package verdict

import (
	"math"
	"testing"

	"strings"
)

func TestScore(t *testing.T) {
	group := func(name, how string, most float64, requires ...string) Scoring {
		return Scoring{Group: name, How: how, Max: most, Requires: requires}
	}
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
		for name, c := range changed {
			all[name] = c
		}
		return all
	}
	requiring := []Scoring{secret, group("secret/a", "pass-fail", 20), group("secret/b", "pass-fail", 50, "secret/a"), group("secret/c", "pass-fail", 30, "sample")}
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
		{"the whole as pass-fail", []Scoring{group("secret", "pass-fail", 100), group("secret/a", "pass-fail", 1), group("secret/b", "pass-fail", 1)}, with(cases{"secret/b/2": wa}), 0},
		{"the whole as a minimum", []Scoring{group("secret", "min", 100), group("secret/a", "pass-fail", 40), group("secret/b", "sum", 100)}, with(cases{"secret/b/2": wa}), 40},
		{"no groups", []Scoring{secret}, with(cases{"secret/a/1": wa, "secret/b/1": wa, "secret/c/1": wa}), 50},
		{"without a bound", []Scoring{{Group: "secret", How: "sum", Unbounded: true}, {Group: "secret/a", How: "sum", Unbounded: true}}, with(cases{"secret/a/1": value(1234.5), "secret/a/2": value(0.5)}), 1235},
		{"a case that was not run", three, cases{"secret/b/1": ac}, 25},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &Score{GroupScore: GroupScore{Scoring: test.groups[0]}}
			for _, g := range test.groups[1:] {
				s.Groups = append(s.Groups, GroupScore{Scoring: g})
			}
			var run []Case
			for _, name := range names {
				if strings.HasPrefix(name, "secret/") {
					s.Cases++
				}
				for i := range s.Groups {
					if strings.HasPrefix(name, s.Groups[i].Group+"/") {
						s.Groups[i].Cases++
					}
				}
				if c, ok := test.cases[name]; ok {
					c.Case = name
					run = append(run, c)
				}
			}
			for range 2 { // what was counted before is no part of it
				if s.Count(run); math.Abs(s.Points-test.want) > 1e-9 {
					t.Errorf("%v points, want %v: %+v", s.Points, test.want, s.Groups)
				}
			}
		})
	}
}
