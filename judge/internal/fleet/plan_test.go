package fleet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// TestPlan: the jobs of a run, and which solutions share one.
func TestPlan(t *testing.T) {
	for _, test := range []struct {
		name     string
		machines string // their languages
		entries  string // name:language:problem:cases
		want     string
	}{
		{"all on one machine", "c_go", "a:go:p:12 b:c:p:12", "p1 for c_go: a b; p2 for c_go: a b"},
		{"languages apart", "go c", "a:go:p:12 b:c:p:2 d:go:p:2", "p1 for go: a; p2 for c: b; p2 for go: a d"},
		{"two problems in turns", "go", "a:go:p:1 b:go:q:12 d:go:p:1", "p1 for go: a d; q1 for go: b; q2 for go: b"},
		{"no compiler for one of them", "go", "a:java:p:1 b:go:p:1", "p1 for go: b"},
		{"no machine at all", "", "a:go:p:1", ""},
		{"other cases first", "go", "a:go:p:2 b:go:p:12", "p2 for go: a b; p1 for go: b"},
	} {
		var machines []result.Machine
		for _, ids := range strings.Fields(test.machines) {
			machines = append(machines, result.Machine{Languages: strings.Split(ids, "_")})
		}
		all := entered(t, 2, "p")
		file := all[0].Cases[0].In
		var entries []grade.Entry
		for _, one := range strings.Fields(test.entries) {
			words := strings.Split(one, ":")
			e := all[0]
			e.Solution.Name, e.Solution.Language, e.Problem.ID, e.Cases = words[0], words[1], words[2], nil
			for _, n := range words[3] {
				e.Cases = append(e.Cases, problem.Case{Name: string(n), In: file, Ans: file})
			}
			e.Problem.Cases = e.Cases
			entries = append(entries, e)
		}
		r, err := newRun(&Client{judge: "j", Warn: func(say.Message) {}}, entries, grade.Options{Count: -1}, func(result.Event) {}, machines)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		var got []string
		for _, w := range r.todo {
			one := fmt.Sprintf("%s%s for %s:", w.job.Problem, w.job.Case.Name, w.queue.whom)
			for i, s := range w.job.Solutions {
				if one += " " + s.Name; r.entries[w.places[i].entry].Solution.Name != s.Name {
					t.Errorf("%s: %s counts for another", test.name, s.Name)
				}
			}
			got = append(got, one)
			if w.job.Count != 1 || w.job.ID == "" || r.byJob[w.job.ID] != w || !slices.ContainsFunc(w.texts, func(sent text) bool { return sent.Blob == w.job.Case.In }) {
				t.Errorf("%s: it sends %+v", test.name, w.job)
			}
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s: %s, want %s", test.name, strings.Join(got, "; "), test.want)
		}
	}
	for i := range 2 {
		all := entered(t, 1, "a")
		*[]*string{&all[0].Cases[0].In, &all[0].Cases[0].Ans}[i] = "no such file"
		if _, err := newRun(&Client{judge: "j", Warn: func(say.Message) {}}, all, grade.Options{}, func(result.Event) {}, []result.Machine{{Languages: []string{"go"}}}); err == nil {
			t.Error("a missing file is sent")
		}
	}
}

// TestReference: the first of the machines that count counts; which speeds are compared.
func TestReference(t *testing.T) {
	for speeds, want := range map[string]string{"": " 0.0", "a100": " 1.0", "a100 b250 c50": " 5.0", "b100! a200! c300": "a 3.0", "a200! b100!": "a 2.0", "c1 b0": " 1.0"} {
		var there []result.Machine
		for _, one := range strings.Fields(speeds) {
			m := result.Machine{Name: one[:1], Reference: strings.HasSuffix(one, "!")}
			fmt.Sscan(strings.Trim(one[1:], "!"), &m.SpeedMS)
			there = append(there, m)
		}
		name, spread := reference(there)
		if got := fmt.Sprintf("%s %.1f", name, spread); got != want {
			t.Errorf("of %s: %s, want %s", speeds, got, want)
		}
	}
}
