package native

import (
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sudokuoj/judge/internal/model/sudoku"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

// tried is a program of two files; b.cpp is the main one. The counters of the other one need padding.
var tried = solution.Solution{Name: "tried", Path: "dir/b.cpp", Language: "cpp", Files: []language.File{
	{Path: "dir/b.cpp", Text: "int f();\nint main() { return f() + f() - 2; }\n"}, {Path: "dir/ad.cpp", Text: "int f() { return 1; }\n"}}}

// TestReadCounts reads what gcov prints, or what is there in its place.
func TestReadCounts(t *testing.T) {
	line := func(file, lines string) string {
		return `{"files": [{"file": "` + file + `", "lines": [` + lines + `]}]}`
	}
	const most = "9007199254740992"
	for _, test := range []struct {
		name, text string
		want       *result.Work // nil: damaged
	}{
		{"nothing", "", &result.Work{}},
		{"no JSON", "gcov: out of memory", nil},
		{"the main file", line("/x/b.cpp", `{"line_number": 2, "count": 5}, {"line_number": 2, "count": 3}, {"line_number": 1, "count": 0}`),
			&result.Work{Statements: 8, Lines: []int64{0, 5}}},
		{"another of its files", line("ad.cpp", `{"line_number": 2, "count": 5}`), &result.Work{Statements: 5}},
		{"the library's", line("/usr/include/vector", `{"line_number": 2, "count": 5}`), &result.Work{}},
		{"the library's, wrong", line("/usr/include/vector", `{"line_number": -1, "count": -5}`), &result.Work{}},
		{"the library's first", `{"files": [{"file": "vector"}, {"file": "b.cpp", "lines": [{"line_number": 1, "count": 4}]}]}`,
			&result.Work{Statements: 4, Lines: []int64{4}}},
		{"two reports", line("b.cpp", `{"line_number": 1, "count": 1}`) + line("b.cpp", `{"line_number": 1, "count": 2}`),
			&result.Work{Statements: 3, Lines: []int64{2}}},
		{"half of a second report", line("b.cpp", "") + "{", nil},
		{"line 0", line("b.cpp", `{"line_number": 0, "count": 1}`), nil},
		{"a line too far", line("ad.cpp", `{"line_number": 65537, "count": 1}`), nil},
		{"the last line", line("ad.cpp", `{"line_number": 65536, "count": 1}`), &result.Work{Statements: 1}},
		{"less than never", line("b.cpp", `{"line_number": 1, "count": -1}`), nil},
		{"as often as may be", line("ad.cpp", `{"line_number": 1, "count": `+most+`}`), &result.Work{Statements: 1 << 53}},
		{"too often together", line("b.cpp", `{"line_number": 1, "count": 1}, {"line_number": 1, "count": `+most+`}`), nil},
		{"functions", `{"files": [{"file": "b.cpp", "functions": [{"demangled_name": "f(int)", "execution_count": 2},
			{"demangled_name": "f(long)", "execution_count": 3},
			{"demangled_name": "main", "execution_count": 1}, {"demangled_name": "g()", "execution_count": -1}]},
			{"file": "vector", "functions": [{"demangled_name": "f", "execution_count": 9}]}]}`,
			&result.Work{Calls: map[string]int64{"f": 5, "main": 1, "g": 0}}},
	} {
		got, err := readCounts(strings.NewReader(test.text), map[string]bool{"b.cpp": true}, tried)
		if test.want != nil && test.want.Calls == nil {
			test.want.Calls = map[string]int64{}
		}
		if diff := cmp.Diff(test.want, got); diff != "" || (err != nil) != (test.want == nil) {
			t.Errorf("%s: %v, want -, got +:\n%s", test.name, err, diff)
		}
	}
}

// FuzzCounts: whatever is in the place of a report of gcov, the counts add up.
func FuzzCounts(f *testing.F) {
	f.Add(`{"files": [{"file": "/x/b.cpp", "lines": [{"line_number": 2, "count": 5}],
		"functions": [{"demangled_name": "f(int)", "execution_count": 2}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		work, err := readCounts(strings.NewReader(text), map[string]bool{"b.cpp": true}, tried)
		if err != nil {
			return
		}
		var sum int64
		for _, n := range work.Lines {
			sum += max(0, n)
		}
		if sum > work.Statements || work.Statements > mostTimes || len(work.Lines) > mostLines {
			t.Errorf("%q: %+v", text, work)
		}
	})
}

// TestDamagedCounters: what names no notes of the compiler's was not written by our runtime.
func TestDamagedCounters(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b.gcno", "-.gcno"} {
		must.Succeed(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	for name, blobs := range map[string][]string{
		"": {"b.gcda\x00x"}, "no name": {"b.gcda"}, "twice the same": {"b.gcda\x00x", "b.gcda\x00y"}, "notes that are not there": {"c.gcda\x00x"},
		"another name": {"b\x00x"}, "a folder": {"../b.gcda\x00x"}, "an option": {"-.gcda\x00x"},
	} {
		r := &record.Record{}
		for _, b := range blobs {
			r.Blobs = append(r.Blobs, record.Blob{Data: []byte(b)})
		}
		err := func() (err error) {
			defer func() {
				if recover() != nil {
					err = errors.New("gcov was asked")
				}
			}()
			return Recorder{}.Finish(t.Context(), nil, &build.Program{Exe: filepath.Join(folder, "program")}, tried, r)
		}()
		if _, refused := errors.AsType[*record.Cannot](err); refused != (name != "") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestLocate: the address of a function is a line of the user's file, the address of the library's is none. Debug tables
// are read behind the walls.
func TestLocate(t *testing.T) {
	_, b := workshop.Open(t)
	program, err := b.Compile(t.Context(), build.Source{Name: "tried", Language: "cpp", Files: tried.Files, Flags: []string{"-gdwarf-4",
		"-O0", "-no-pie"}})
	if _, missing := errors.AsType[*build.Missing](err); missing {
		t.Skip(err)
	}
	must.Succeed(t, err)
	f := must.Get(elf.Open(program.Exe))(t)
	symbols := must.Get(f.Symbols())(t)
	at := map[string]uint32{}
	for _, s := range symbols {
		at[s.Name] = uint32(s.Value) // without our runtime, no symbol says where the program begins
	}
	r := &record.Record{Sites: map[uint16]uint32{1: at["_Z1fv"], 2: at["main"], 3: at["main"] + 4, 4: 0, 5: 1 << 31},
		Replay: result.Replay{Steps: []result.Step{{Line: 1}, {Line: 2}, {Line: 3}, {Line: 4}, {Line: 5}, {Line: 6}}}}
	must.Succeed(t, (Recorder{}).Finish(t.Context(), b, program, tried, r))
	var got []int
	for _, s := range r.Replay.Steps {
		got = append(got, s.Line)
	}
	if want := []int{0, 2, 2, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("lines %d, want %d", got, want)
	}
	must.Equal(t, record.Place{Function: "main", Line: 2}, r.Places[2], "the begin of main")
}

// TestCounted runs a program that counts, and has gcov read its counters.
func TestCounted(t *testing.T) {
	_, b := workshop.Open(t)
	sources, err := Recorder{}.Sources(t.Context(), b, tried, build.Source{Name: "tried", Language: "cpp", Files: tried.Files}, record.Lines)
	if _, missing := errors.AsType[*build.Missing](err); missing {
		t.Skip(err)
	}
	must.Succeed(t, err)
	program := must.Get(b.Compile(t.Context(), sources[0]))(t)
	stream := must.Get(os.Create(filepath.Join(t.TempDir(), "record")))(t)
	defer stream.Close()
	cmd := exec.CommandContext(t.Context(), program.Exe)
	cmd.Env, cmd.ExtraFiles = []string{record.Clock + "=9000"}, []*os.File{nil, stream} // descriptors 3 and 4
	must.Succeed(t, cmd.Run())
	stream.Seek(0, 0)
	r, err := record.Read(stream, sudoku.Empty(), 10)
	if err != nil || !r.Ended {
		t.Fatal(err, r)
	}
	must.Succeed(t, (Recorder{}).Finish(t.Context(), b, program, tried, r))
	if diff := cmp.Diff(&result.Work{Statements: 3, Lines: []int64{-1, 1}, Calls: map[string]int64{"main": 1, "f": 2}}, r.Work); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	r.Blobs[0].Data = append(r.Blobs[0].Data[:20], "no counters"...)
	if err := (Recorder{}).Finish(t.Context(), b, program, tried, r); err == nil {
		t.Errorf("counters that are none: %+v", r.Work)
	}
}
