package exchange_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
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
	for _, target := range []string{"aplusb.zip", "aplusb", "aplusb.kpp"} {
		t.Run(target, func(t *testing.T) {
			root, out := tree(t, house), t.TempDir()
			if target == "aplusb.kpp" { // without a judge.yaml: none comes back
				must.Succeed(t, os.Remove(filepath.Join(root, "problems/aplusb/judge.yaml")))
			}
			const program = "problems/aplusb/run"
			must.Succeed(t, os.WriteFile(filepath.Join(root, program), []byte("#!/bin/sh\n"), 0o755))
			exported := must.Get(exchange.Export(root, "aplusb", filepath.Join(out, target)))(t)
			if want := []string{"right", "slow", "数独"}; !slices.Equal(exported.Solutions, want) {
				t.Errorf("solutions %q, want %q", exported.Solutions, want)
			}
			must.Fail(t, must.Err(exchange.Export(root, "aplusb", exported.Target)), " is there already\nhint: remove it", "over an old one")
			must.Fail(t, must.Err(exchange.Export(root, "aplus", target)), "did you mean aplusb?", "a typing error")
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
			if target != "aplusb" {
				first, _ := os.ReadFile(exported.Target)
				second, _ := os.ReadFile(again.Target)
				must.Be(t, bytes.Equal(first, second), "the second package differs from the first")
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
			must.Be(t, slices.Equal(s.Problems, []string{id}), "%s claims %q: only %s is there", s.Name, s.Problems, id)
		}
	}
}

// TestExports exports the problem of every folder and compares what is told, and the names of the package's files.
func TestExports(t *testing.T) {
	parts := must.Get(txtar.ParseFile("testdata/exports.txtar"))(t)
	want := len(parts.Files) - 1
	from, got := tree(t, string(txtar.Format(&txtar.Archive{Files: parts.Files[:want]}))), ""
	for _, folder := range must.Get(os.ReadDir(from))(t) {
		root, target := filepath.Join(from, folder.Name()), filepath.Join(t.TempDir(), "x")
		id := must.Get(problem.IDs(root))(t)[0]
		exported, err := exchange.Export(root, id, target)
		got += fmt.Sprintf("%s: %v, solutions: %s\n", folder.Name(), err, strings.Join(exported.Solutions, " "))
		for _, note := range exported.Notes {
			got += "  " + note.String() + "\n"
		}
		if err == nil {
			got += "  " + strings.Join(slices.Sorted(maps.Keys(contents(t, target))), "\n  ") + "\n"
		}
	}
	parts.Files[want].Data = []byte(strings.ReplaceAll(got, from+"/", ""))
	samples.Golden(t, "exports.txtar", txtar.Format(parts))
}
