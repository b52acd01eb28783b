package exchange_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
)

// one imports one problem, without tools.
func one(root, from, id string) (exchange.Imported, error) {
	var all []exchange.Result
	tell := func(r exchange.Result) { all = append(all, r) }
	if err := exchange.All(context.Background(), root, from, id, exchange.Tools{}, tell); err != nil {
		return exchange.Imported{}, err
	}
	if len(all) != 1 {
		return exchange.Imported{}, fmt.Errorf("%s: has %d problems", from, len(all))
	}
	return all[0].Imported, all[0].Err
}

// write writes a file, and the folders above it.
func write(t testing.TB, file, text string) {
	t.Helper()
	must.Succeed(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)))
}

// tree writes the files of a txtar text under a fresh folder and returns it.
func tree(t testing.TB, text string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		write(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return root
}

// contents maps every file below the folder to its text.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))] = string(text)
		return err
	})
	must.Succeed(t, err)
	return files
}

func notes(all []say.Message) string {
	var lines []string
	for _, m := range all {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

// refused imports what must not be imported: the error says why, and nothing is left behind.
func refused(t *testing.T, from, id, want string) {
	t.Helper()
	root := t.TempDir()
	imported, err := one(root, from, id)
	if err == nil {
		t.Errorf("it was imported as %s, notes:\n%.1000s", imported.ID, notes(imported.Notes))
	} else if !strings.Contains(err.Error(), want) {
		t.Errorf("error %.300v, want %s", err, want)
	}
	if left, err := os.ReadDir(root); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestImportBesideOthers(t *testing.T) {
	root := tree(t, house)
	target := filepath.Join(t.TempDir(), "aplusb.zip")
	if _, err := exchange.Export(root, "aplusb", target); err != nil {
		t.Fatal(err)
	}
	if _, err := one(root, target, ""); err == nil || !strings.Contains(err.Error(),
		"aplusb is there already\nhint: remove it, or import under another name with -id") {
		t.Errorf("twice: %v", err)
	}
	imported := must.Get(one(root, target, "sum"))(t)
	if want := []string{"right-2", "slow-2", "数独-2"}; !slices.Equal(imported.Solutions, want) {
		t.Errorf("solutions %q, want %q", imported.Solutions, want)
	}
	text, _ := os.ReadFile(filepath.Join(root, "solutions/slow-2/main.go"))
	must.Contain(t, string(text), "//judge:problem sum\n//judge:expect TLE sum/secret/*\n", "slow-2")
	refused(t, target, "Sum!", "cannot be an ID")
}

// TestImportHere: messages name no folder of the import, also if the root is the working directory.
func TestImportHere(t *testing.T) {
	from := tree(t, "-- in.zip/1.in --\n-- in.zip/1.ans --\n-- none/problem.yaml --\nname: None\n")
	t.Chdir(t.TempDir())
	imported, err := one(".", filepath.Join(from, "in.zip"), "one")
	if err != nil || !strings.Contains("\n"+notes(imported.Notes), "\ntestdata/one/secret/1.in: is empty") {
		t.Errorf("%s, %v", notes(imported.Notes), err)
	}
	refused(t, filepath.Join(from, "none"), "", "it has no test cases")
}

// TestClaims: a submission claims the problem by its new ID, and other problems only if they exist here.
func TestClaims(t *testing.T) {
	const package1 = "-- old/problem.yaml --\nname: X\n-- old/data/secret/1.in --\n1\n-- old/data/secret/1.ans --\n1\n-- " +
		"old/submissions/accepted/a.py --\n"
	for _, test := range []struct{ text, want, dropped string }{
		{"#judge:problem old\n", "#judge:problem new\n", ""},
		{"#judge:problem new\n", "#judge:problem new\n", ""},
		{"#judge:problem old here\n", "#judge:problem new here\n", ""},
		{"#judge:problem old far\n#judge:expect WA far/x\n", "#judge:problem new\n",
			"far is not here: that claim was dropped from submissions/accepted/a.py"},
		{"#judge:problem here\nprint(1)\n", "#judge:problem new\n#judge:problem here\nprint(1)\n", ""},
	} {
		root := tree(t, "-- problems/here/problem.yaml --\n")
		imported, err := one(root, filepath.Join(tree(t, package1+test.text), "old"), "new")
		if said := notes(imported.Notes); err != nil || !strings.Contains(said, test.dropped) ||
			strings.Contains(said, "dropped") != (test.dropped != "") {
			t.Errorf("%q: %s, %v", test.text, said, err)
		}
		must.Equal(t, test.want, contents(t, root)["solutions/a/a.py"], test.text)
	}
}

// TestInterrupt: an import of many problems ends between two of them.
func TestInterrupt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	told := 0
	err := exchange.All(ctx, t.TempDir(), tree(t, "-- a/problem.yaml --\nx:\n-- b/problem.yaml --\nx:\n"), "", exchange.Tools{},
		func(exchange.Result) { told++; stop() })
	must.Be(t, errors.Is(err, context.Canceled) && told == 1, "%d problems, %v", told, err)
}

// TestNothingToImport: what is no package, and why.
func TestNothingToImport(t *testing.T) {
	from := tree(t, "-- x.txt --\n-- 数/1.in --\n-- 数/1.ans --\n-- a/1.in --\n-- a/1.ans --\n-- b.json "+
		"--\n{\"name\":\"x\",\"tests\":[{}"+strings.Repeat(",{}", maxFiles)+"]}\n-- c.json --\n")
	must.Succeed(t, os.Truncate(filepath.Join(from, "c.json"), exchange.MaxCompanion+1))
	for name, want := range map[string]string{
		"gone":   "gone: no such file",
		"x.txt":  "x.txt: not a folder, a .zip or .kpp package",
		"数":      "\"数\" has no letter or digit to make an ID from\nhint: choose one with -id",
		"b.json": "x has 20001 samples",
		"c.json": "c.json: larger than 16 MiB",
	} {
		refused(t, filepath.Join(from, name), "", want)
	}
}

// TestProblemsInAFolder: which entries of a folder are imported.
func TestProblemsInAFolder(t *testing.T) {
	one := func(name string) string { return "-- " + name + "/1.in --\n1\n-- " + name + "/1.out --\n1\n" }
	page := `{"name": "d", "tests": [{"input": "1", "output": "1"}]}`
	for text, want := range map[string]string{
		"-- a.xml --\n<x/>\n-- c.json --\n{}\n-- d.json --\n" + page + "\n-- .g.json --\n" + page + "\n": "d",
		"-- a/problem.yaml --\nname: A\n" + strings.ReplaceAll(one("a/data/secret"), ".out", ".ans") +
			"-- b/config.yaml --\ntime: 1s\n" + one("b") + "-- contest.yaml.in --\n": "a b",
		"-- a/problem.yaml --\nname: A\n-- 1.in --\n1\n-- 1.out --\n1\n": "x",
	} {
		var got []string
		from := filepath.Join(tree(t, strings.ReplaceAll(text, "-- ", "-- x/")), "x")
		err := exchange.All(t.Context(), t.TempDir(), from, "", exchange.Tools{}, func(r exchange.Result) { got = append(got, r.ID) })
		must.Succeed(t, err, text, "imported", got)
		must.Equal(t, want, strings.Join(got, " "), text, "imported", got)
	}
}

// TestLeavesNothingOpen imports archives, alone and inside folders, and counts the open files afterwards.
func TestLeavesNothingOpen(t *testing.T) {
	open := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("only Linux shows what is open")
		}
		return len(files)
	}
	archive := makeZip(t, entry{name: "1.in", text: "1\n"}, entry{name: "1.out", text: "1\n"})
	from := tree(t, "-- 1.in --\n1\n-- 1.out --\n1\n")
	before := open()
	for _, name := range []string{from, archive} {
		if imported, err := one(t.TempDir(), name, "x"); err != nil || imported.Cases != 1 {
			t.Errorf("%+v, %v", imported, err)
		}
	}
	if after := open(); after > before {
		t.Errorf("%d files more are open", after-before)
	}
}

const castle = `{"name":"G. Castle Defense","group":"Codeforces - Round 40","url":"https://codeforces.com/problemset/problem/954/G",
"interactive":false,"memoryLimit":256,"timeLimit":1500,"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
"languages":{"java":{"mainClass":"Main","taskClass":"GCastleDefense"}},"batch":{"id":"b1","size":1},
"tests":[{"input":"5 0 6\n5 4 3 4 9\n","output":"5\n"},{"input":"4 2 0\r\n1 2 3 4","output":"6"}]}`

// TestBatchOf: to which pages that come together a page belongs, whatever else it says.
func TestBatchOf(t *testing.T) {
	for text, want := range map[string]string{castle: "b1 1 true", `{"name":"x","batch":{"id":"b","size":2}}`: "b 2 true",
		`{"url":"x"}`: " 0 true", `{"url":"x","interactive":true,"tests":null,"batch":{"id":"b","size":8}}`: "b 8 true",
		`{"batch":{"id":"b"}}`: "b 0 false", `{`: " 0 false"} {
		id, size, ok := exchange.BatchOf([]byte(text))
		must.Equal(t, want, fmt.Sprint(id, " ", size, " ", ok), text)
	}
	err := exchange.All(t.Context(), t.TempDir(), tree(t, "-- a.json --\n"+castle+"\n-- b.json --\n"+castle+"\n"), "x", exchange.Tools{},
		func(exchange.Result) {})
	must.Fail(t, err, "-id x is for one problem", "one ID for all")
}

func FuzzCompanion(f *testing.F) {
	f.Add([]byte(castle))
	f.Add([]byte(`{"name":"x","url":"http://[","tests":[{"input":"\u0000","output":""}],"timeLimit":1e308,"memoryLimit":-1}`))
	f.Add([]byte(`{"name":"a\nb: c","tests":[{}],"group":"- x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		root := t.TempDir()
		if imported, err := exchange.ImportCompanion(root, data, "x"); err == nil {
			if _, err := problem.Load(root, imported.ID); err != nil {
				t.Errorf("%q: imported, and cannot be read: %v", data, err)
			}
		} else if left := contents(t, root); len(left) != 0 {
			t.Errorf("%q: left behind: %v", data, left)
		}
	})
}

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}
