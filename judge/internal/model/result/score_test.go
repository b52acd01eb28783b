package result

import (
	"cmp"
	"fmt"
	"maps"
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
		maps.Copy(all, changed)
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
		{"a pass-fail group that was not all run", []Scoring{secret, group("secret/a", "pass-fail", 20)}, cases{"secret/a/1": ac}, 0},
		{"and is accepted for any", []Scoring{secret, {Group: "secret/a", How: "pass-fail", Max: 20, Fold: FoldAny}}, cases{"secret/a/1": ac}, 20},
		{"and is accepted always", []Scoring{secret, {Group: "secret/a", How: "pass-fail", Max: 20, Fold: FoldAccept}}, cases{"secret/a/1": ac}, 20},
		{"the second of two that are required", []Scoring{secret, group("secret/a", "pass-fail", 20), group("secret/b", "pass-fail", 50), group("secret/c", "pass-fail", 30, "secret/a", "sample")},
			with(cases{"sample/1": wa}), 70},
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
	each := func(accept, reject float64) *Each { return &Each{accept, reject} }
	const names = "sample/1 secret/a/x/1 secret/a/x/2 secret/a/y/1 secret/a/y/2 secret/b/1 secret/b/2"
	for _, test := range []struct {
		name   string
		groups []Scoring // the whole first
		wrong  string    // the cases that are wrong
		want   string
		points float64
		whole  Verdict
	}{
		{"a sum of a least and a sum", []Scoring{{Group: "secret", How: "sum", Max: 100}, {Group: "secret/a", How: "sum", Max: 60},
			{Group: "secret/a/x", How: "min", Max: 40}, {Group: "secret/a/y", How: "sum", Max: 20}, {Group: "secret/b", How: "pass-fail", Max: 40}},
			"secret/a/y/2", "a WA 50, a/x AC 40, a/y WA 10, b AC 40", 90, WA},
		{"the best group counts", []Scoring{{Group: "secret", How: "max", Max: 60}, {Group: "secret/a", How: "max", Max: 60},
			{Group: "secret/a/x", How: "pass-fail", Max: 60}, {Group: "secret/a/y", How: "pass-fail", Max: 20}, {Group: "secret/b", How: "pass-fail", Max: 40}},
			"secret/a/x/1", "a WA 20, a/x WA 0, a/y AC 20, b AC 40", 40, WA},
		{"a mean", []Scoring{{Group: "secret", How: "avg", Max: 100}, {Group: "secret/a", How: "avg", Max: 100}, {Group: "secret/b", How: "avg", Max: 10}},
			"secret/b/1 secret/a/x/1", "a WA 75, b WA 5", 40, WA},
		{"so many points a case, right or wrong", []Scoring{{Group: "secret", How: "sum", Max: 100}, {Group: "secret/a", How: "sum", Max: 100, Each: each(10, 3)}, {Group: "secret/b", How: "max", Max: 9, Each: each(20, 1)}},
			"secret/a/x/1 secret/b/1", "a WA 33, b WA 9", 42, WA},
		{"what was not judged gives nothing, not even what a wrong answer does", []Scoring{{Group: "secret", How: "sum", Max: 100}, {Group: "secret/a", How: "sum", Max: 100, Each: each(10, 3)}, {Group: "secret/b", How: "max", Max: 9, Each: each(20, 1)}},
			"secret/a/x/1:CE secret/a/x/2:CE secret/a/y/1:JE secret/a/y/2:SK secret/b/1:CE secret/b/2:CE", "a JE 0, b CE 0", 0, CE},
		{"nothing counts behind the first wrong one", []Scoring{{Group: "secret", How: "sum", Max: 100}, {Group: "secret/a", How: "sum", Max: 40, Each: each(10, 1), Break: true}},
			"secret/a/x/2 secret/a/y/1:TLE", "a WA 11", 11, WA},
		{"each gives points, without a bound", []Scoring{{Group: "secret", How: "sum", Unbounded: true}, {Group: "secret/a", How: "sum", Unbounded: true, Each: each(10, 0)}},
			"secret/a/x/2", "a WA 30", 30, WA},
		{"the verdict of the first", []Scoring{{Group: "secret", How: "sum", Max: 100, Fold: FoldFirst}, {Group: "secret/a", How: "pass-fail", Max: 50}, {Group: "secret/b", How: "pass-fail", Max: 50}},
			"secret/a/y/1 secret/b/1:TLE", "a WA 0, b TLE 0", 0, WA},
		{"accepted if any group is", []Scoring{{Group: "secret", How: "sum", Max: 100, Fold: FoldAny}, {Group: "secret/a", How: "pass-fail", Max: 50}, {Group: "secret/b", How: "pass-fail", Max: 50}},
			"secret/a/y/1", "a WA 0, b AC 50", 50, AC},
		{"accepted, whatever", []Scoring{{Group: "secret", How: "sum", Max: 100, Fold: FoldAccept}, {Group: "secret/a", How: "sum", Max: 80, Each: each(20, 0)}},
			"secret/a/x/1 secret/a/x/2 secret/a/y/1 secret/a/y/2 secret/b/1 secret/b/2", "a WA 0", 0, AC},
		{"but not what could not be judged", []Scoring{{Group: "secret", How: "sum", Max: 100, Fold: FoldAccept}, {Group: "secret/a", How: "sum", Max: 80, Each: each(20, 0)}},
			"secret/a/x/1:JE", "a JE 60", 60, JE},
		{"a group that is forgiven is passed", []Scoring{{Group: "secret", How: "sum", Max: 100}, {Group: "secret/a", How: "sum", Max: 40, Each: each(10, 0), Fold: FoldAny}, {Group: "secret/b", How: "pass-fail", Max: 60, Requires: []string{"secret/a"}}},
			"secret/a/x/1", "a AC 30, b AC 60", 90, AC},
	} {
		t.Run(test.name, func(t *testing.T) {
			wrong := map[string]Verdict{}
			for word := range strings.FieldsSeq(test.wrong) {
				name, v, _ := strings.Cut(word, ":")
				wrong[name] = cmp.Or(Verdict(v), WA)
			}
			s := Solution{Expected: Accepted, Score: &Score{GroupScore: GroupScore{Scoring: test.groups[0]}}}
			for _, g := range test.groups[1:] {
				s.Score.Groups = append(s.Score.Groups, GroupScore{Scoring: g})
			}
			for i, name := range strings.Fields(names) {
				v := cmp.Or(wrong[name], AC)
				s.Cases = append(s.Cases, Case{Case: name, Number: i + 1, Verdict: v, Expected: Accepted, AsExpected: v == AC})
				for _, g := range append([]*GroupScore{&s.Score.GroupScore}, pointers(s.Score.Groups)...) {
					if g.Within(name) {
						g.Cases++
					}
				}
			}
			whole := Run{Results: []Solution{s}}
			// If two machines have every other case each, the merged points are the same.
			parts := [2]Solution{s, s}
			for i := range parts {
				parts[i].Cases = nil
				for n, c := range s.Cases {
					if n%2 == i {
						parts[i].Cases = append(parts[i].Cases, c)
					}
				}
				parts[i].Score, parts[i].Partial, parts[i].Compile.OK = s.Score.clone(), true, true
				parts[i].Conclude("")
			}
			merged, _, err := Merge([]Run{{Results: parts[:1], Shard: Shard{1, 2}}, {Results: parts[1:], Shard: Shard{2, 2}}})
			if err != nil {
				t.Fatal(err)
			}
			whole.Results[0].Conclude("")
			right := 0
			for name, v := range wrong {
				if right++; v == AC || !strings.HasPrefix(name, "secret/") {
					right--
				}
			}
			right = strings.Count(names, "secret/") - right
			for _, run := range []Run{whole, merged} {
				one := run.Results[0]
				if one.Score.Passed != right {
					t.Errorf("%d cases passed, want %d", one.Score.Passed, right)
				}
				var got []string
				for _, g := range one.Score.Groups {
					got = append(got, fmt.Sprintf("%s %s %v", strings.TrimPrefix(g.Group, "secret/"), g.Verdict, g.Points))
				}
				if text := strings.Join(got, ", "); text != test.want || math.Abs(one.Score.Points-test.points) > 1e-9 || one.Verdict != test.whole {
					t.Errorf("%s: %v points, %s, want %s: %v, %s", text, one.Score.Points, one.Verdict, test.want, test.points, test.whole)
				}
				if one.AsExpected != (test.whole == AC) {
					t.Errorf("%s: as expected is %t", one.Verdict, one.AsExpected)
				}
			}
		})
	}
}

func pointers(groups []GroupScore) (all []*GroupScore) {
	for i := range groups {
		all = append(all, &groups[i])
	}
	return all
}
