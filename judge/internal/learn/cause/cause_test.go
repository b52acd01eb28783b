package cause_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/cause"
	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// TestCauses: for each cause programs in two languages at least, most in more, and programs that look like it and are not.
func TestCauses(t *testing.T) {
	g := grader.Open(t)
	archive, err := txtar.ParseFile("testdata/programs.txtar")
	must.Succeed(t, err)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Succeed(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	p := grader.Problem(t, "lines", map[string][2]string{"sample/1": {"3\n1 2 3\n", "x\n"}})
	p.Limits.Time, p.Limits.Output = 70*time.Millisecond, 64<<20
	gen := write("gen.c", grader.Numbers)
	slow := pageCost() > 5*time.Microsecond
	if slow {
		t.Log("the kernel takes long for a page here: causes that are found by times may stay untold")
	}
	for _, f := range archive.Files {
		name := strings.TrimSuffix(f.Name, filepath.Ext(f.Name))
		want, _, _ := strings.Cut(name, "+")
		want, unsure := strings.CutSuffix(want, "?")
		n, err := strconv.Atoi(name[strings.LastIndexByte(name, '-')+1:])
		must.Succeed(t, err)
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			p, x := p, uint32(1)
			if want == result.Growing || strings.Contains(name, "sorting") {
				p.Gen = gen
			}
			var b strings.Builder
			fmt.Fprintln(&b, n)
			for range n {
				x = x*1664525 + 1013904223
				b.WriteString(strconv.Itoa(int(x>>12)) + " ")
			}
			begins := map[string]time.Duration{".java": 500, ".js": 300, ".py": 200}[filepath.Ext(f.Name)] * time.Millisecond
			switch { // a table must be long, a sanitizer takes a while to build, and an interpreter to start
			case want == result.Memory:
				p.Limits.Time = 170 * time.Millisecond
			case want == result.Stream && begins > 0:
				p.Limits.Time = begins
			case want == result.Endless || strings.Contains(name, "broken"): // the proof cuts it short
				p.Limits.Time = time.Second
			}
			c := problem.Case{Name: "secret/" + name, In: write(f.Name+".in", b.String()+"\n")}
			p.Cases = []problem.Case{c}
			s := must.Get(solution.Open(write("main"+f.Name, string(f.Data))))(t)
			if _, err := g.Builder.Toolchain(t.Context(), s.Language); err != nil {
				t.Skip(err)
			}
			unsure = unsure || slow && (want == result.Memory || want == result.Stream || want == result.Growing)
			if want == result.Memory || want == result.Stream { // what the kernel does for these takes ten times as long on some machines
				program := must.Get(g.Prepare(t.Context(), grade.Entry{Problem: p, Solution: s}))(t)
				_, plain, err := program.OutputWithin(t.Context(), c, 20*time.Second)
				must.Succeed(t, err)
				p.Limits.Time = max(p.Limits.Time, plain.CPU*6/10)
			}
			start := time.Now()
			found, err := (&cause.Finder{Meter: growth.Meter{Grader: g}}).Of(context.Background(), p, s, c)
			must.Succeed(t, err)
			got := "fast"
			if found != nil {
				got = found.Kind
				t.Log(time.Since(start), found.Sentence, found.Figures)
				if strings.Contains(found.Sentence.String(), "no program may") != strings.Contains(name, "broken") {
					t.Error("what is broken is told where nothing is, or not told")
				}
			}
			if got != want && !(unsure && got == result.Untold) {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// pageCost is what the first touch of a page takes: less than a microsecond, or twenty on some virtual machines.
func pageCost() time.Duration {
	const size, page = 32 << 20, 4 << 10
	least, kept := time.Hour, [][]byte{} // memory that is given back is touched already
	for range 3 {
		start, memory := time.Now(), make([]byte, size)
		kept = append(kept, memory)
		for at := 0; at < size; at += page {
			memory[at] = 1
		}
		least = min(least, time.Since(start))
	}
	runtime.KeepAlive(kept)
	return least / (size / page)
}
