package exchange

import (
	"context"
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
	if _, err := Import(root, target, "Sum!"); err == nil || !strings.Contains(err.Error(), "cannot be an ID") {
		t.Errorf("a bad ID: %v", err)
	}
}
