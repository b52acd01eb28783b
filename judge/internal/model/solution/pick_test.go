package solution_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// TestPick looks for names under solutions/ before paths, takes each solution once, and goes on after one that it
// cannot read. A solution outside the tree, whatever its path, may be a stranger's.
func TestPick(t *testing.T) {
	root := folder(t, "solutions/lowbit/main.go", goMain, "solutions/low[1]/main.go", goMain, "solutions/bad/x.txt", "",
		"mine.go", goMain, "lowbit/x.py", "")
	elsewhere := filepath.Join(folder(t, "theirs.go", goMain), "theirs.go")
	if err := os.Symlink(filepath.Dir(elsewhere), filepath.Join(root, "link")); err != nil {
		t.Skip(err)
	}
	must.Succeed(t, os.CopyFS(root+"-beside", os.DirFS(filepath.Dir(elsewhere))))
	t.Chdir(root)
	unknown := func(name string, known []string) error { return fmt.Errorf("%s is none of %d", name, len(known)) }
	for names, want := range map[string]string{
		"lowbit":                        "lowbit ours",
		"low*":                          "low[1] ours, lowbit ours",
		"low[1]":                        "low[1] ours",
		"low* lowbit ./solutions/bad/.": "low[1] ours, lowbit ours; solutions/bad: holds no program",
		"bad mine.go":                   "mine.go ours; solutions/bad: holds no program",
		"./lowbit mine.go ./mine.go":    "lowbit ours, mine.go ours",
		"link/theirs.go":                "link/theirs.go stranger",
		root + "-beside/theirs.go":      root + "-beside/theirs.go stranger",
		"mine.go " + elsewhere:          "mine.go ours, " + elsewhere + " stranger",
		filepath.Join(root, "mine.go"):  filepath.Join(root, "mine.go") + " ours",
		"none lowbit nor":               "lowbit ours; none is none of 3; nor is none of 3",
	} {
		picked, faults, err := Pick(".", strings.Fields(names), unknown)
		var got []string
		for _, s := range picked {
			got = append(got, s.Name+map[bool]string{true: " stranger", false: " ours"}[s.Stranger])
		}
		said := strings.Join(got, ", ")
		for line := range strings.Lines(fmt.Sprintln(errors.Join(faults, err))) {
			if line = strings.TrimSpace(line); line != "<nil>" && !strings.HasPrefix(line, "hint: ") {
				said += "; " + line
			}
		}
		must.Equal(t, want, said, names)
	}
	os.WriteFile("blocked", nil, 0o666)
	if _, _, err := Pick("blocked", []string{"mine.go"}, unknown); err == nil {
		t.Error("a file is no folder of solutions")
	}
}

// TestPickGlob: patterns that the shell does not expand, as on Windows or in quotes.
func TestPickGlob(t *testing.T) {
	dir := folder(t, "a.go", goMain, "b.cpp", "int main() {}\n", "b.exe", "MZ", "notes.txt", "", "c/main.go", goMain)
	unknown := func(name string, _ []string) error { return errors.New("unknown: " + name) }
	picked, faults, err := Pick(t.TempDir(), []string{filepath.Join(dir, "a.*"), filepath.Join(dir, "*")}, unknown)
	var names []string
	for _, s := range picked {
		rel, _ := filepath.Rel(dir, s.Name)
		names = append(names, filepath.ToSlash(rel))
	}
	if diff := cmp.Diff([]string{"a.go", "b.cpp", "c"}, names); diff != "" || faults != nil || err != nil {
		t.Errorf("%s\n%v\n%v", diff, faults, err)
	}
	if _, _, err := Pick(t.TempDir(), []string{filepath.Join(dir, "*.txt")}, unknown); err == nil {
		t.Error("a pattern that picks no program means nothing")
	}
}
