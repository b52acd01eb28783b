package samples

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// Update is whether golden files are to be written.
var Update = flag.Bool("update", false, "write the golden files anew")

// Golden compares got with a file under testdata.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *Update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; go test -update writes it anew):\n%s", name, diff)
	}
}

// Told asks about every file of a txtar under testdata, and compares each answer with the file "=" behind it.
func Told(t *testing.T, name string, answer func(name, text string) string) {
	t.Helper()
	asked, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	told := txtar.Archive{Comment: asked.Comment}
	for _, f := range asked.Files {
		if f.Name != "=" {
			told.Files = append(told.Files, f, txtar.File{Name: "=", Data: []byte(answer(f.Name, string(f.Data)))})
		}
	}
	Golden(t, name, txtar.Format(&told))
}
