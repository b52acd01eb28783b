package grade

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// TestProvisionalIsNotCached: if an interrupt prevents the second, exclusive run of a case, its provisional result is not
// remembered.
func TestProvisionalIsNotCached(t *testing.T) {
	dir := t.TempDir()
	store, err := resultcache.Open(filepath.Join(dir, "store"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "1.in")
	if err := os.WriteFile(file, []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []problem.Case{{Name: "slow", In: file, Ans: file}, {Name: "timed again", In: file, Ans: file}}
	p := problem.Problem{ID: "p", Dir: dir, Cases: cases}
	own := Entry{Problem: p, Cases: cases}
	e := &entry{Entry: own, Prepared: &Prepared{Entry: own, program: &build.Program{Key: "key"}}, result: own.Blank(), left: 2}
	r := &run{observe: func(result.Event) {}, memory: memory{store: store, data: map[string]map[string]string{"p": resultcache.Data(cases)}}}
	beside := result.Case{Verdict: result.TLE, CPU: 2 * time.Second}
	for i, c := range cases {
		beside.Case = c.Name
		r.record(task{e, i}, beside, result.Event{Provisional: true})
	}
	r.record(task{e, 1}, result.Case{Case: "timed again", Verdict: result.AC}, result.Event{Again: true})
	r.remember(e)
	known := store.Recall(e.basis(r), r.memory.data["p"])
	if len(known) != 1 || known["timed again"].Verdict != result.AC {
		t.Errorf("remembered: %+v", known)
	}
}
