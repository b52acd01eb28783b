package main

import (
	"os"
	"strings"
	"testing"
)

// TestOtherSystems: an error in a file for one system is reported once, for that system, also in a test.
func TestOtherSystems(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod":             "module m\n\ngo 1.26\n",
		"both.go":            "package m\n\nimport \"os\"\n\nvar Name = os.Args[0]\n",
		"here_windows.go":    "package m\n\nfunc f() { unused := Name }\n",
		"there_darwin.go":    "package m\n\nfunc f() int { return len(Name) }\n",
		"it_darwin_test.go":  "package m\n\nvar _ int = Name\n",
		"inner/in.go":        "package inner\n\nimport \"m\"\n\nvar N int = len(m.Name)\n",
		"inner/in_darwin.go": "package inner\n\nvar M string = N\n",
	} {
		if dir, _, nested := strings.Cut(name, "/"); nested {
			os.MkdirAll(dir, 0o755)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for system, faults := range map[string][]string{
		"linux": nil, "windows": {"here_windows.go:3:12: declared and not used"}, "darwin": {"it_darwin_test.go:3:13: cannot use Name", "in_darwin.go:3:16: cannot use N"},
	} {
		err := check(system)
		if (err == nil) != (faults == nil) {
			t.Errorf("%s: %v", system, err)
		}
		for _, fault := range faults {
			if strings.Count(err.Error(), fault) != 1 {
				t.Errorf("%s: %v, want %q once", system, err, fault)
			}
		}
	}
}
