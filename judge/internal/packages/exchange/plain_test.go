package exchange_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
)

func TestPlain(t *testing.T) {
	root := t.TempDir()
	imported, err := one(root, tree(t, `
-- A plus B!/sample-1.in --
1 2
-- A plus B!/sample-1.out --
3
-- A plus B!/secret/1.in --
1 2
-- A plus B!/secret/1.ans --
3
-- A plus B!/deep/2.in --
1 2
-- A plus B!/deep/2.out --
3
-- A plus B!/3.in --
1 2
-- A plus B!/4.in --
1
-- A plus B!/4.out --
`+"\ufeff1\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Load(root, "aplusb")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range p.Cases {
		names = append(names, c.Name)
	}
	if got, want := strings.Join(names, " "), "sample/sample-1 secret/1 secret/4 secret/deep/2"; got != want {
		t.Errorf("cases %s, want %s", got, want)
	}
	if p.Title("en") != "A plus B!" {
		t.Errorf("title %q", p.Title("en"))
	}
	for _, want := range []string{"3.in was left out: it has no .ans or .out beside it", "4.out: its byte-order mark was removed", "no time limit is known"} {
		if !strings.Contains(notes(imported.Notes), want) {
			t.Errorf("notes:\n%s\nwant %q", notes(imported.Notes), want)
		}
	}
	for text, want := range map[string]string{
		"-- x/1.in --\n":  "no input has an answer: 1.in needs a .ans or .out beside it",
		"-- x/y/1.c --\n": "neither a package known here nor inputs (.in) with their answers",
	} {
		if _, err := one(root, tree(t, text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
