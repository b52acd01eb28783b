//go:build unix

package web

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// asker asks sudokuask for every cell and then answers with two digits exchanged. If it may ask only a few questions,
// its answer is not a board.
const asker = `package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var q, digit int
	fmt.Fscan(in, &q)
	if q < 81 {
		fmt.Println("? <b>bold</b> " + strings.Repeat("whatever-this-is", 12))
		return
	}
	board := make([]byte, 0, 81)
	for cell := 0; cell < 81; cell++ {
		fmt.Println("?", cell/9+1, cell%9+1)
		fmt.Fscan(in, &digit)
		board = append(board, byte('0'+digit))
	}
	board[0], board[1] = board[1], board[0]
	fmt.Println("!", string(board))
}
`

// remarks returns the conversation on the page, each line with its time and speaker.
func (r reader) remarks(of int) (all []string) {
	r.T.Helper()
	r.Eval(&all, `[...document.querySelectorAll(".wrong .talk tbody")[%d].rows].map((tr) => [...tr.cells].map((c) => (c.querySelector("[aria-hidden]") ?? c).innerText.trim()).join(" | "))`, of)
	return all
}

func TestDialogueInABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", true)
	t.Run("a right one", func(t *testing.T) {
		text, err := os.ReadFile("../../../../solutions/ask/main.go")
		if err != nil {
			t.Fatal(err)
		}
		r := w.reads(t)
		r.opens("sudokuask")
		r.writes("go", string(text))
		r.submits()
		if got := r.verdict(); got != "AC" {
			t.Errorf("got %s: %s", got, r.text("main"))
		}
	})
	t.Run("a wrong one", func(t *testing.T) {
		r := w.reads(t)
		r.opens("sudokuask")
		r.writes("go", asker)
		r.submits()
		if got := r.verdict(); got != "WA" {
			t.Fatalf("got %s: %s", got, r.text("main"))
		}
		if got := r.rows(); len(got) != 5 || slices.ContainsFunc(got, func(row string) bool { return !strings.HasSuffix(row, " WA") }) {
			t.Errorf("rows %q", got)
		}
		all := r.remarks(0)
		for _, want := range []string{`< \| 81`, `> \| \? 1 1`, `< \| [1-9]`, `> \| ! [1-9]{81}`} {
			line := regexp.MustCompile(`^[0-9.]+ (µs|ms|s) \| ` + want + `$`)
			if !slices.ContainsFunc(all, line.MatchString) {
				t.Errorf("no line is %s: %q", line, all)
			}
		}
		if !slices.ContainsFunc(all, regexp.MustCompile(`^ \|  \| and 4[45] lines more$`).MatchString) { // either side may end first
			t.Errorf("nothing is left out: %q", all)
		}
		var bold bool
		if r.Eval(&bold, `!!document.querySelector(".talk b")`); bold {
			t.Error("what a program said is part of the page")
		}
	})
	for _, l := range looks {
		t.Run(fmt.Sprint(l.lang, " ", l.width), func(t *testing.T) {
			r := w.reads(t)
			r.Size(l.width, 900, 1)
			for _, page := range []string{"/p/sudokuask", "/s/1", "/s/2"} {
				r.Go(w.base + page + "?lang=" + l.lang + "&theme=" + l.theme)
				r.looksRight(page, l.width, "talk-"+l.lang)
			}
		})
	}
}

func TestPointsInABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nestedGroups(t), true)
	for _, l := range looks {
		t.Run(fmt.Sprint(l.lang, " ", l.width), func(t *testing.T) {
			r := w.reads(t)
			r.Size(l.width, 900, 1)
			r.opens("sum")
			r.writes("go", right)
			r.submits()
			if got := r.verdict(); got != "WA" {
				t.Errorf("got %s: %s", got, r.text("main"))
			}
			var groups []string
			r.Eval(&groups, `[...document.querySelectorAll("[aria-labelledby=points] tbody tr")].map((tr) => [...tr.cells].map((c) => c.innerText.trim()).join(" "))`)
			want := []string{"secret/high WA 0/70 0/1", "secret/low AC 30/30 2/2", "secret/low/deep AC 30/30 1/1"}
			if !slices.Equal(groups, want) {
				t.Errorf("groups %q, want %q", groups, want)
			}
			var address string
			r.Eval(&address, "location.pathname")
			r.Go(w.base + address + "?lang=" + l.lang + "&theme=" + l.theme)
			r.looksRight("points", l.width, "points-"+l.lang)
		})
	}
}

// looksRight checks the width of a page and its accessibility, and saves a screenshot.
func (r reader) looksRight(page string, width int, name string) {
	r.T.Helper()
	r.Until(`document.documentElement?.classList.contains("ready") || !document.querySelector("#answer")`)
	var wide int
	if r.Eval(&wide, "document.documentElement.scrollWidth"); wide > width {
		r.T.Errorf("%s is %d wide", page, wide)
	}
	for _, f := range r.Axe() {
		r.T.Errorf("%s: %s", page, f)
	}
	r.Shot(fmt.Sprintf("%s-%s-%d", name, strings.Trim(nameOfPage(page), "-"), width))
}
