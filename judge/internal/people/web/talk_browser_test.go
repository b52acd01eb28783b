//go:build unix

package web_test

import (
	"regexp"
	"slices"
	"strings"
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
func (r reader) remarks() (all []string) {
	r.T.Helper()
	r.Eval(&all, `[...document.querySelector(".talk tbody").rows].map((tr) =>
		[...tr.cells].map((c) => (c.querySelector("[aria-hidden]") ?? c).innerText.trim()).join(" | "))`)
	return all
}

// showsDialogue checks what the page of a dialogue that went wrong says.
func (r reader) showsDialogue() {
	r.T.Helper()
	if got := r.rows(); len(got) != 5 || slices.ContainsFunc(got, func(row string) bool { return !strings.HasSuffix(row, " WA") }) {
		r.T.Errorf("rows %q", got)
	}
	all := r.remarks()
	for _, want := range []string{`< \| 81`, `> \| \? 1 1`, `< \| [1-9]`, `> \| ! [1-9]{81}`} {
		line := regexp.MustCompile(`^[0-9.]+ (µs|ms|s) \| ` + want + `$`)
		if !slices.ContainsFunc(all, line.MatchString) {
			r.T.Errorf("no line is %s: %q", line, all)
		}
	}
	if !slices.ContainsFunc(all, regexp.MustCompile(`^ \|  \| and 4[45] lines more$`).MatchString) { // either side may end first
		r.T.Errorf("nothing is left out: %q", all)
	}
	var bold bool
	if r.Eval(&bold, `!!document.querySelector(".talk b")`); bold {
		r.T.Error("what a program said is part of the page")
	}
}
