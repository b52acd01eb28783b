package exchange_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

// TestUnimportantLinks puts links and special files at unimportant places: they are left out and reported. At
// important places, nothing is imported.
func TestUnimportantLinks(t *testing.T) {
	const pack = `
-- p/problem.yaml --
problem_format_version: 2025-09
name: P
uuid: 1
limits: {time_limit: 1}
-- p/data/sample/1.in --
1
-- p/data/sample/1.ans --
1
-- p/output_validator/v.py --
import sys; sys.exit(42)
`
	links := func(t *testing.T, dir string, names ...string) {
		for _, name := range names {
			link := filepath.Join(dir, "p", filepath.FromSlash(name))
			os.MkdirAll(filepath.Dir(link), 0o777)
			if err := os.Symlink("/etc/passwd", link); err != nil {
				t.Skip(err)
			}
		}
	}
	t.Run("left out", func(t *testing.T) {
		dir := tree(t, pack)
		odd := []string{"statement/pic.png", "input_validators/x/v.ctd", "generators/gen.py", "output_visualizer/v.py", "attachments/a",
			"README.md", "data/invalid_input/1.in", "data/notes.txt", "submissions/accepted/x.py"}
		links(t, dir, odd...)
		os.Symlink(".", filepath.Join(dir, "p", "generators", "again"))
		root := t.TempDir()
		imported, err := one(root, filepath.Join(dir, "p"), "")
		must.Succeed(t, err)
		for _, name := range append(odd, "generators/again") {
			must.Contain(t, notes(imported.Notes), "left out: "+name+": ", "no note of", name)
		}
		for name := range contents(t, root) {
			must.Be(t, !strings.Contains(name, "again") && !slices.Contains(odd, name), "%s was imported", name)
		}
	})
	for _, name := range []string{"data/secret/1.in", "data/sample/2.ans", "output_validator/w.py", "data/test_group.yaml"} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, pack)
			links(t, dir, name)
			if imported, err := one(t.TempDir(), filepath.Join(dir, "p"), ""); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%+v, %v", imported, err)
			}
		})
	}
	// A validator that an older package has but does not ask for is ignored.
	dir := tree(t, "-- p/problem.yaml --\nname: P\nvalidation: default\n-- p/data/secret/1.in --\n1\n-- p/data/secret/1.ans --\n1\n")
	links(t, dir, "output_validators/v.py")
	root := t.TempDir()
	imported, err := one(root, filepath.Join(dir, "p"), "")
	if err != nil || !strings.Contains(notes(imported.Notes), "output_validators/, which problem.yaml does not ask for") {
		t.Errorf("%s, %v", notes(imported.Notes), err)
	}
	if p, err := problem.Load(root, "p"); err != nil || p.Check.Kind != "kattis" {
		t.Errorf("check %+v, %v", p.Check, err)
	}
}

func FuzzKattis(f *testing.F) {
	f.Add([]byte("name: x\nvalidation: custom\n"), []byte(`\problemname{x}`))
	f.Add([]byte("problem_format_version: 2025-09\nname: {en: x}\nuuid: 1\n"), []byte("%% plainproblemname: \x00"))
	f.Add([]byte("\ufeffname: x\nlimits: {time_limit: 1e99}\ncredits: {a: b}\n"), []byte(`\problemname{\"`))
	f.Add([]byte("a: &a [x,x,x]\nb: &b [*a,*a,*a]\nname: *b\n"), []byte("{"))
	f.Add([]byte("name: \xd5\xe6\n"), []byte(`\problemname{\v`))
	f.Fuzz(func(t *testing.T, metadata, statement []byte) {
		dir, root := tree(t, "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n-- submissions/a/b.py --\nprint(1)\n"), t.TempDir()
		write(t, filepath.Join(dir, "problem.yaml"), string(metadata))
		write(t, filepath.Join(dir, "problem_statement/problem.tex"), string(statement))
		if _, err := one(root, dir, "x"); err != nil {
			if left := contents(t, root); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			return
		}
		if _, err := problem.Load(root, "x"); err != nil {
			t.Errorf("imported, and cannot be read: %v", err)
		}
	})
}

// TestAsWritten: a package of today's format keeps its problem.yaml as it is written, and a draft all but its version. A
// byte order mark goes.
func TestAsWritten(t *testing.T) {
	const data = "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	const draft = "name: X # of a draft\nproblem_format_version: 2023-07-draft\nuuid: 1\n"
	for _, yaml := range []string{"problem_format_version: 2025-09 # kept\nname: X\nlimits: {time_limit: 1}\n", draft} {
		want := strings.Replace(yaml, "2023-07-draft", "2025-09", 1)
		root := t.TempDir()
		must.Succeed(t, must.Err(one(root, tree(t, "-- problem.yaml --\n"+yaml+data), "x")))
		must.Equal(t, want, contents(t, root)["problems/x/problem.yaml"], yaml)
	}
	root := t.TempDir()
	must.Succeed(t, must.Err(one(root, tree(t, "-- problem.yaml --\n\ufeffproblem_format_version: 2025-09\nname: X\n"+data), "x")))
	if got := contents(t, root)["problems/x/problem.yaml"]; strings.Contains(got, "\ufeff") {
		t.Errorf("problem.yaml: %q", got)
	}
}
