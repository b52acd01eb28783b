package exchange_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
)

const house = `
-- problems/aplusb/problem.yaml --
problem_format_version: 2025-09
name: A plus B
uuid: 5035120d-cd0c-4487-9abf-2a03c59b29c7   # with a remark
limits:
  time_limit: 1
-- problems/aplusb/judge.yaml --
check: tokens
multipliers: {java: 2}
-- problems/aplusb/statement/problem.en.md --
Add.
-- problems/aplusb/statement/problem.zh.md --
相加。
-- problems/aplusb/.hidden --
not for the package
-- testdata/aplusb/sample/1.in --
1 2
-- testdata/aplusb/sample/1.ans --
3
-- testdata/aplusb/secret/group/01-big.in --
1000000000 2
-- testdata/aplusb/secret/group/01-big.ans --
1000000002
-- testdata/aplusb/secret/group/01-big.yaml --
description: {en: 'more: than thirty bits', zh: 超过三十位}
-- testdata/aplusb/secret/group/test_group.yaml --
require_pass: sample
-- solutions/right/main.py --
#judge:problem aplusb
print(sum(map(int, input().split())))
-- solutions/slow/main.go --
// Slow.
//
//judge:problem aplusb
//judge:expect TLE aplusb/secret/*
package main

func main() { for { } }
-- solutions/数独/main.py --
#judge:problem aplusb
#judge:expect WA
print(3)
-- solutions/数独/help.py --
-- solutions/broken/main.py --
#judge:expect XX
-- solutions/other/main.py --
#judge:problem another
print(0)
`

// TestLossless exports a problem and imports it again: every byte is the same, and so is a second export.
func TestLossless(t *testing.T) {
	for _, target := range []string{"aplusb.zip", "aplusb"} {
		t.Run(target, func(t *testing.T) {
			root, out := tree(t, house), t.TempDir()
			const program = "problems/aplusb/run"
			must.Succeed(t, os.WriteFile(filepath.Join(root, program), []byte("#!/bin/sh\n"), 0o755))
			exported := must.Get(exchange.Export(root, "aplusb", filepath.Join(out, target)))(t)
			if want := []string{"right", "slow", "数独"}; !slices.Equal(exported.Solutions, want) {
				t.Errorf("solutions %q, want %q", exported.Solutions, want)
			}
			if said := notes(exported.Notes); strings.Contains(said, "wants the archive") {
				t.Errorf("notes:\n%s", said)
			}
			back := t.TempDir()
			imported, err := one(back, exported.Target, "")
			must.Succeed(t, err)
			if imported.ID != "aplusb" || imported.Cases != 2 || imported.Title != "A plus B" || len(imported.Notes) != 0 {
				t.Errorf("imported %+v", imported)
			}
			want := contents(t, root)
			delete(want, "problems/aplusb/.hidden")
			delete(want, "solutions/other/main.py")
			delete(want, "solutions/broken/main.py")
			must.Equal(t, want, contents(t, back), "what came back")
			for file, want := range map[string]fs.FileMode{program: 0o111, "problems/aplusb/problem.yaml": 0} {
				if info, err := os.Stat(filepath.Join(back, file)); err != nil || info.Mode()&0o111 != want {
					t.Errorf("%s: %v, %v", file, info.Mode(), err)
				}
			}
			again := must.Get(exchange.Export(back, "aplusb", filepath.Join(t.TempDir(), target)))(t)
			if filepath.Ext(target) == ".zip" {
				first, _ := os.ReadFile(exported.Target)
				second, _ := os.ReadFile(again.Target)
				if !bytes.Equal(first, second) {
					t.Error("the second package differs from the first")
				}
			} else if diff := cmp.Diff(contents(t, exported.Target), contents(t, again.Target)); diff != "" {
				t.Errorf("the second package (-first +second):\n%s", diff)
			}
		})
	}
}

// TestLosslessHere does the same with the problems of this project.
func TestLosslessHere(t *testing.T) {
	root, err := problem.Root("")
	if err != nil {
		t.Skip(err)
	}
	ids, err := problem.IDs(root)
	if err != nil || len(ids) == 0 {
		t.Fatal(ids, err)
	}
	for _, id := range ids {
		target := filepath.Join(t.TempDir(), id+".zip")
		exported, err := exchange.Export(root, id, target)
		must.Succeed(t, err)
		_, none := os.Stat(filepath.Join(root, "testdata", id, "beyond"))
		if told := strings.Contains(notes(exported.Notes), "data/beyond is included"); told != (none == nil) {
			t.Errorf("%s: what other judges pass over is told: %t", id, told)
		}
		back := t.TempDir()
		if _, err := one(back, target, ""); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{"problems", "testdata"} {
			must.Equal(t, contents(t, filepath.Join(root, dir, id)), contents(t, filepath.Join(back, dir, id)), dir, id)
		}
		solutions, err := solution.FindAll(back)
		if err != nil {
			t.Error(err)
		}
		for _, s := range solutions {
			if !slices.Equal(s.Problems, []string{id}) {
				t.Errorf("%s claims %q: only %s is there", s.Name, s.Problems, id)
			}
		}
	}
}

func TestExportWithoutJudgeYAML(t *testing.T) {
	root := tree(t, house)
	os.Remove(filepath.Join(root, "problems/aplusb/judge.yaml"))
	target := filepath.Join(t.TempDir(), "aplusb")
	if _, err := exchange.Export(root, "aplusb", target); err != nil {
		t.Fatal(err)
	}
	back := t.TempDir()
	if _, err := one(back, target, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(back, "problems/aplusb/judge.yaml")); err == nil {
		t.Error("a judge.yaml came back that was not there")
	}
	p, err := problem.Load(back, "aplusb")
	must.Succeed(t, err, "check", p.Check)
	must.Equal(t, "lines", p.Check.Kind, "check", p.Check)
}

func TestExportFolders(t *testing.T) {
	root := tree(t, house)
	target := filepath.Join(t.TempDir(), "pkg.zip")
	exported := must.Get(exchange.Export(root, "aplusb", target))(t)
	z, err := zip.OpenReader(target)
	must.Succeed(t, err)
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	want := []string{"aplusb/data/sample/1.ans", "aplusb/data/sample/1.in", "aplusb/data/secret/group/01-big.ans",
		"aplusb/data/secret/group/01-big.in",
		"aplusb/data/secret/group/01-big.yaml", "aplusb/data/secret/group/test_group.yaml", "aplusb/judge.yaml", "aplusb/problem.yaml",
		"aplusb/statement/problem.en.md", "aplusb/statement/problem.zh.md", "aplusb/submissions/accepted/right/main.py",
		"aplusb/submissions/time_limit_exceeded/slow/main.go", "aplusb/submissions/wrong_answer/数独/help.py", "aplusb/submissions/wrong_answer/数独/main.py"}
	must.Equal(t, want, names, "files")
	for _, want := range []string{"no input_validators/", `"数独": other judges ignore names`, "solutions/broken was left out",
		"wants the archive to be called aplusb.zip"} {
		must.Equal(t, 1, strings.Count(notes(exported.Notes), want), "notes", notes(exported.Notes), want)
	}
	if said := notes(exported.Notes); !strings.Contains(said, "other judges do not read it") || strings.Contains(said, "token by token") {
		t.Errorf("notes:\n%s", said)
	}
	if _, err := exchange.Export(root, "aplusb", target); err == nil || !strings.Contains(err.Error(),
		"pkg.zip is there already\nhint: remove it, or name another with -o") {
		t.Errorf("over an old one: %v", err)
	}
	must.Fail(t, must.Err(exchange.Export(root, "aplus", target)), "did you mean aplusb?", "a typing error")
}

// The report names what decides verdicts here and is unknown to other judges.
func TestExportOfChecking(t *testing.T) {
	const checker = "int main() {}\n"
	for _, test := range []struct{ name, kind, judge, file, comesTo string }{
		{"testlib", "pass-fail", "check: testlib\nprogram: c.cpp\n", "c.cpp", "while check: testlib decides"},
		{"interactor", "interactive", "interactor: c.cpp\ngen: c.cpp\n", "c.cpp", "would start no interactor"},
		{"sudoku", "pass-fail", "check: sudoku\nformat: acwing\n", "", "while check: sudoku decides"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			dir := filepath.Join(root, "problems", "x")
			files := map[string]string{"problem.yaml": "problem_format_version: 2025-09\nname: X\ntype: " + test.kind + "\n",
				"judge.yaml": test.judge}
			if test.file != "" {
				files[test.file] = checker
			}
			for name, text := range files {
				write(t, filepath.Join(dir, name), text)
			}
			for _, name := range []string{"1.in", "1.ans"} {
				write(t, filepath.Join(root, "testdata", "x", "sample", name), "")
			}
			exported, err := exchange.Export(root, "x", filepath.Join(t.TempDir(), "x"))
			if said := notes(exported.Notes); err != nil || !strings.Contains(said, "other judges do not read it") ||
				!strings.Contains(said, test.comesTo) {
				t.Errorf("%v, notes:\n%s", err, said)
			}
		})
	}
}

// TestExportOfPoints: the report names, by group, the scoring rules that other judges may not know.
func TestExportOfPoints(t *testing.T) {
	for group, want := range map[string]string{
		"max_score: 100\nscore_aggregation: sum\n": "",
		"max_score: 100\nscore_aggregation: max\n": "secret/a: other judges may not know",
		"deep": "secret/a/b: other judges may not know",
	} {
		place := "testdata/x/secret/a/"
		if group == "deep" {
			group, place = "max_score: 100\n", "testdata/x/secret/a/b/"
		}
		root := tree(t, "-- problems/x/problem.yaml --\nproblem_format_version: 2025-09\nname: X\ntype: scoring\n-- "+place+"1.in "+
			"--\n1\n-- "+place+"1.ans --\n1\n-- "+place+"test_group.yaml --\n"+group)
		exported, err := exchange.Export(root, "x", filepath.Join(t.TempDir(), "x"))
		if said := notes(exported.Notes); err != nil || !strings.Contains(said, want) ||
			strings.Contains(said, "rule for points") != (want != "") {
			t.Errorf("%q: %v\n%s", group, err, said)
		}
	}
	for _, taken := range []string{"data", "submissions"} {
		root := tree(t, house+"-- problems/aplusb/"+taken+"/x --\n")
		if _, err := exchange.Export(root, "aplusb", filepath.Join(t.TempDir(), "x")); err == nil || !strings.Contains(err.Error(),
			"a package has its "+taken+" under that name") {
			t.Errorf("%s: %v", taken, err)
		}
	}
}

// TestExportToFolders: a submission goes into the folder that promises what it expects.
func TestExportToFolders(t *testing.T) {
	for expect, want := range map[string]string{
		"AC":                               "accepted",
		"WA":                               "wrong_answer",
		"AC|TLE":                           "time_limit_exceeded",
		"RE":                               "run_time_error",
		"TLE|RE":                           "brute_force",
		"WA|TLE":                           "rejected",
		"WA x/secret/2":                    "wrong_answer",
		"WA x/beyond/*":                    "accepted",
		"WA y/secret/*":                    "accepted",
		"WA x/*/1\n#judge:expect RE x/*/2": "rejected",
	} {
		root := tree(t, "-- problems/x/problem.yaml --\nproblem_format_version: 2025-09\nname: X\n-- solutions/a/a.py "+
			"--\n#judge:problem x\n#judge:expect "+expect+"\n")
		for _, name := range []string{"secret/1", "secret/2", "beyond/1"} {
			write(t, filepath.Join(root, "testdata/x", name+".in"), "1\n")
			write(t, filepath.Join(root, "testdata/x", name+".ans"), "1\n")
		}
		target := filepath.Join(t.TempDir(), "x")
		_, err := exchange.Export(root, "x", target)
		if _, found := contents(t, target)["submissions/"+want+"/a/a.py"]; err != nil || !found {
			t.Errorf("%q: not in %s: %v", expect, want, err)
		}
	}
}
