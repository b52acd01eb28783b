package golang

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/solution"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestRewritten compares the rewritten form of a program that has every statement and stores its board in every way.
func TestRewritten(t *testing.T) {
	text, err := os.ReadFile("testdata/every.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]solution.Solution{
		"lines": {}, "board": {}, "named": {Board: "board"},
	} {
		s.Path = "main.go"
		p, err := parse([]build.Made{{Name: "main.go", Path: "main.go", Text: string(text)}, {Name: "more.go", Path: "more.go",
			Text: "package main\n\nfunc more(board []int) { board[0]++ }\n"}}, s)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if name == "lines" {
			got = p.count()
		} else if got, err = p.watch(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range p.files {
			got += f.apply()
		}
		path := "testdata/" + name + ".golden"
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if diff := cmp.Diff(string(want), got); err != nil || diff != "" {
			t.Errorf("%v, %s (-want +got; go test -update writes it anew):\n%s", err, name, diff)
		}
	}
	for name, want := range map[string]string{
		"external": "no variable external that it assigns to", "words": "line 165: the board words is of type main.stack[string]: a replay knows integers in arrays and slices of one or two dimensions",
	} {
		p, err := parse([]build.Made{{Name: "main.go", Path: "main.go", Text: string(text)}}, solution.Solution{Board: name})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.watch(); err == nil || err.Error() != want {
			t.Errorf("%s: want %s, got %v", name, want, err)
		}
	}
}
