package exchange

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

	"golang.org/x/tools/txtar"

	"sudokuoj/judge/internal/base/say"
)

// Import imports one problem, without tools.
func Import(root, from, id string) (Imported, error) {
	var all []Result
	if err := All(context.Background(), root, from, id, Tools{}, func(r Result) { all = append(all, r) }); err != nil {
		return Imported{}, err
	}
	if len(all) != 1 {
		return Imported{}, fmt.Errorf("%s: holds %d problems", from, len(all))
	}
	return all[0].Imported, all[0].Err
}

// tree writes the files of a txtar text under a fresh folder and returns it.
func tree(t testing.TB, text string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		if err := write(filepath.Join(root, filepath.FromSlash(f.Name)), f.Data); err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func notes(all []say.Message) string {
	var lines []string
	for _, m := range all {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

func TestImportBesideOthers(t *testing.T) {
	root := tree(t, house)
	target := filepath.Join(t.TempDir(), "aplusb.zip")
	if _, err := Export(root, "aplusb", target); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(root, target, ""); err == nil || !strings.Contains(err.Error(), "aplusb is there already: remove it, or import under another name with -id") {
		t.Errorf("twice: %v", err)
	}
	imported, err := Import(root, target, "sum")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"right-2", "slow-2", "数独-2"}; !slices.Equal(imported.Solutions, want) {
		t.Errorf("solutions %q, want %q", imported.Solutions, want)
	}
	text, _ := os.ReadFile(filepath.Join(root, "solutions/slow-2/main.go"))
	if !strings.Contains(string(text), "//judge:problem sum\n//judge:expect TLE sum/secret/*\n") {
		t.Errorf("slow-2:\n%s", text)
	}
	for _, dir := range []string{"problems/sum", "testdata/sum"} {
		if err := os.RemoveAll(filepath.Join(root, dir)); err != nil {
			t.Fatal(err)
		}
	}
	if imported, err := Import(root, target, "sum"); err != nil || len(imported.Solutions) > 0 {
		t.Errorf("the same again: %q, %v", imported.Solutions, err)
	}
	if _, err := Import(root, target, "Sum!"); err == nil || !strings.Contains(err.Error(), "cannot be an ID") {
		t.Errorf("a bad ID: %v", err)
	}
}

// TestImportHere: messages name no folder of the import, also if the root is the working directory.
func TestImportHere(t *testing.T) {
	from := tree(t, "-- in.zip/1.in --\n-- in.zip/1.ans --\n-- none/problem.yaml --\nname: None\n")
	t.Chdir(t.TempDir())
	imported, err := Import(".", filepath.Join(from, "in.zip"), "one")
	if err != nil || !strings.Contains("\n"+notes(imported.Notes), "\ntestdata/one/secret/1.in: is empty") {
		t.Errorf("%s, %v", notes(imported.Notes), err)
	}
	if _, err := Import(".", filepath.Join(from, "none"), ""); err == nil || !strings.Contains(err.Error(), "it has no test cases") {
		t.Errorf("a package without cases: %v", err)
	}
}

// TestMove: if one of the folders has no place, none is moved.
func TestMove(t *testing.T) {
	from, to := tree(t, "-- problems/x/a --\n-- testdata/x/b --\n-- solutions/x/c --\n"), tree(t, "-- solutions/x/d --\n")
	err := move(from, to, []string{"problems/x", "testdata/x", "solutions/x"})
	if err == nil || !strings.Contains(err.Error(), "solutions/x is there already") {
		t.Error(err)
	}
	if left := contents(t, to); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if err := move(from, to, []string{"solutions/x/c"}); err != nil {
		t.Error(err)
	}
	if err := move(from, to, []string{"solutions/y"}); err == nil {
		t.Error("what is not there was moved")
	}
}

// TestInterrupt: an import of many problems ends between two of them.
func TestInterrupt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	told := 0
	err := All(ctx, t.TempDir(), tree(t, "-- a/init.yml --\nx:\n-- b/init.yml --\nx:\n"), "", Tools{}, func(Result) { told++; stop() })
	if !errors.Is(err, context.Canceled) || told != 1 {
		t.Errorf("%d problems, %v", told, err)
	}
}

// TestNothingToImport: what is no package, and why.
func TestNothingToImport(t *testing.T) {
	from := tree(t, "-- x.txt --\n-- 数/1.in --\n-- 数/1.ans --\n-- a/1.in --\n-- a/1.ans --\n-- b.json --\n{\"name\":\"x\",\"tests\":[{}"+strings.Repeat(",{}", maxFiles)+"]}\n-- c.json --\n")
	if err := os.Truncate(filepath.Join(from, "c.json"), MaxCompanion+1); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"gone":   "gone: no such file",
		"x.txt":  "x.txt: not a folder, a .zip or .kpp package",
		"数":      `"数" has no letter or digit to make an ID from: choose one with -id`,
		"b.json": "x has 20001 samples",
		"c.json": "c.json: larger than 16 MiB",
	} {
		if _, err := Import(t.TempDir(), filepath.Join(from, name), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	for bound, whole := range map[int64]bool{1: false, 2: true} {
		if data, err := readBounded(filepath.Join(from, "a/../数/1.in"), bound); string(data) != "" || err != nil {
			t.Errorf("an empty file: %q, %v", data, err)
		}
		write(filepath.Join(from, "two"), []byte("12"))
		if data, err := readBounded(filepath.Join(from, "two"), bound); (err == nil) != whole || whole && string(data) != "12" {
			t.Errorf("2 bytes, %d at most: %q, %v", bound, data, err)
		}
	}
}
