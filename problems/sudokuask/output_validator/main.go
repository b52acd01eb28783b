// The interactor of this problem: it holds a finished board, says what stands in a cell, and counts the
// questions. An input is how many questions are allowed, and the 81 digits of the board, row by row.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const accepted, wrong = 42, 43

func main() {
	var allowed int
	var board string
	input, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail(err)
	}
	if _, err := fmt.Sscan(string(input), &allowed, &board); err != nil || len(board) != 81 {
		fail(fmt.Errorf("%s: want a number and 81 digits: %v", os.Args[1], err))
	}
	fmt.Println(allowed)
	in := bufio.NewReaderSize(os.Stdin, 4096)
	for asked := 0; ; {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			end(wrong, "a line of more than %d characters is neither a question nor an answer", in.Size())
		}
		if err == io.EOF && len(line) == 0 {
			end(wrong, "it ended without an answer; questions so far: %d", asked)
		}
		words := strings.Fields(string(line))
		switch {
		case len(words) == 2 && words[0] == "!":
			answer(words[1], board, asked, allowed)
		case len(words) != 3 || words[0] != "?":
			end(wrong, "%.60q is neither a question (? ROW COLUMN) nor the answer (! and 81 digits)", strings.TrimSpace(string(line)))
		}
		row, column := number(words[1]), number(words[2])
		if row == 0 || column == 0 {
			end(wrong, "%.60q asks for a cell that is not there: rows and columns are 1 to 9", strings.TrimSpace(string(line)))
		}
		if asked++; asked > allowed {
			end(wrong, "question %d is one too many: %d are allowed", asked, allowed)
		}
		fmt.Printf("%c\n", board[9*(row-1)+column-1])
	}
}

// number reads a row or a column, 0 if it is none.
func number(word string) int {
	if len(word) == 1 && word[0] >= '1' && word[0] <= '9' {
		return int(word[0] - '0')
	}
	return 0
}

func answer(digits, board string, asked, allowed int) {
	if len(digits) != 81 {
		end(wrong, "the answer has %d characters, and a board has 81 digits", len(digits))
	}
	for i := range board {
		if digits[i] != board[i] {
			end(wrong, "row %d, column %d is %c, and not %q; questions so far: %d", i/9+1, i%9+1, board[i], digits[i], asked)
		}
	}
	end(accepted, "%d of %d questions", asked, allowed)
}

// end says why, and gives the verdict.
func end(verdict int, format string, args ...any) {
	message := fmt.Sprintf(format+"\n", args...)
	if err := os.WriteFile(filepath.Join(os.Args[3], "judgemessage.txt"), []byte(message), 0o666); err != nil {
		fail(err)
	}
	os.Exit(verdict)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
