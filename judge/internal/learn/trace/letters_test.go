package trace

import (
	"testing"

	"sudokuoj/judge/internal/model/sudoku"
)

// lettered search a board of letters in reading order, one in each language that is watched in its own way.
var lettered = map[string]string{
	"Lettered.java": sixteen.Replace(`import java.util.*;
public class Lettered {
	static char[][] a = new char[16][];
	static boolean fits(int i, char d) {
		for (int j = 0; j < 256; j++) if (SEES && a[j / 16][j % 16] == d) return false;
		return true;
	}
	static boolean search(int i) {
		while (i < 256 && a[i / 16][i % 16] != '-') i++;
		if (i == 256) return true;
		for (char d = 'A'; d <= 'P'; d++) {
			if (!fits(i, d)) continue;
			a[i / 16][i % 16] = d;
			if (search(i + 1)) return true;
			a[i / 16][i % 16] = '-';
		}
		return false;
	}
	public static void main(String[] args) {
		Scanner in = new Scanner(System.in);
		for (int r = 0; r < 16; r++) a[r] = in.next().toCharArray();
		System.out.println(search(0));
	}
}`),
	"lettered.cpp": sixteen.Replace(`#include <cstdio>
char a[16][17];
bool fits(int i, char d) {
	for (int j = 0; j < 256; j++) if (SEES && a[j / 16][j % 16] == d) return false;
	return true;
}
bool search(int i) {
	while (i < 256 && a[i / 16][i % 16] != '-') i++;
	if (i == 256) return true;
	for (char d = 'A'; d <= 'P'; d++) {
		if (!fits(i, d)) continue;
		a[i / 16][i % 16] = d;
		if (search(i + 1)) return true;
		a[i / 16][i % 16] = '-';
	}
	return false;
}
int main() {
	for (int r = 0; r < 16; r++) if (scanf("%16s", a[r]) != 1) return 1;
	return !search(0);
}`),
	"lettered.go": sixteen.Replace(`package main
import "fmt"
var a [256]byte
func fits(i int, d byte) bool {
	for j := 0; j < 256; j++ { if SEES && a[j] == d { return false } }
	return true
}
func search(i int) bool {
	for i < 256 && a[i] != '-' { i++ }
	if i == 256 { return true }
	for d := byte('A'); d <= 'P'; d++ {
		if !fits(i, d) { continue }
		a[i] = d
		if search(i + 1) { return true }
		a[i] = '-'
	}
	return false
}
func main() {
	for r := 0; r < 16; r++ {
		var s string
		fmt.Scan(&s)
		copy(a[16*r:], s)
	}
	search(0)
}`),
	"lettered.py": `import sys
sys.setrecursionlimit(9999)
a = [list(input()) for _ in range(16)]
def fits(i, d):
    r, c = i // 16, i % 16
    return all(a[r][k] != d and a[k][c] != d and a[r // 4 * 4 + k // 4][c // 4 * 4 + k % 4] != d for k in range(16))
def search(i):
    while i < 256 and a[i // 16][i % 16] != '-':
        i += 1
    if i == 256:
        return True
    for d in 'ABCDEFGHIJKLMNOP':
        if fits(i, d):
            a[i // 16][i % 16] = d
            if search(i + 1):
                return True
            a[i // 16][i % 16] = '-'
    return False
search(0)
`,
	"lettered.js": `const a = require('fs').readFileSync(0, 'utf8').trim().split('\n').map((row) => [...row]);
function fits(i, d) {
  const r = i >> 4, c = i & 15;
  for (let k = 0; k < 16; k++) if (a[r][k] === d || a[k][c] === d || a[(r & 12) + (k >> 2)][(c & 12) + (k & 3)] === d) return false;
  return true;
}
function search(i) {
  while (i < 256 && a[i >> 4][i & 15] !== '-') i++;
  if (i === 256) return true;
  for (const d of 'ABCDEFGHIJKLMNOP') {
    if (!fits(i, d)) continue;
    a[i >> 4][i & 15] = d;
    if (search(i + 1)) return true;
    a[i >> 4][i & 15] = '-';
  }
  return false;
}
search(0);
`,
}

// mended replace the first letter of a board by an A. The recorder for C and C++ begins only at a blank.
var mended = map[string]string{
	"Mended.java": `import java.util.*;
public class Mended {
	public static void main(String[] args) {
		Scanner in = new Scanner(System.in);
		char[][] a = new char[16][];
		for (int r = 0; r < 16; r++) a[r] = in.next().toCharArray();
		a[0][0] = 'A';
	}
}`,
	"mended.go": `package main
import "fmt"
var a [256]byte
func main() {
	for r := 0; r < 16; r++ {
		var s string
		fmt.Scan(&s)
		copy(a[16*r:], s)
	}
	a[0] = 'A'
}`,
	"mended.py": `a = [list(input()) for _ in range(16)]
a[0][0] = 'A'
`,
	"mended.js": `const a = require('fs').readFileSync(0, 'utf8').trim().split('\n').map((row) => [...row]);
a[0][0] = 'A';
`,
}

// TestLetteredFull: a full board of letters is recognised without the minus of a blank.
func TestLetteredFull(t *testing.T) {
	tr := tracer(t)
	puzzle, _ := sudoku.Letters.Empty().Solve()
	puzzle.Cells[0] = 2
	for file, text := range mended {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			r, err := tr.Replay(t.Context(), written(t, file, text), sudoku.Letters, puzzle)
			skipMissing(t, err)
			if err != nil || !r.Solved || r.Placed != 1 || r.Back != 1 {
				t.Errorf("%+v, %v: want a letter replaced, and solved", r, err)
			}
		})
	}
}

// TestLettered: the letters of a board are found in every language. A replay of a program that reads letters shows them,
// even if the puzzle was written in digits.
func TestLettered(t *testing.T) {
	tr := tracer(t)
	puzzle := sudoku.Board{Size: 16, W: 4, H: 4, Cells: make([]int, 256)}
	for i := range puzzle.Cells {
		r, c := i/16, i%16
		if puzzle.Cells[i] = (4*r+r/4+c)%16 + 1; i%3 != 0 && i < 120 {
			puzzle.Cells[i] = 0
		}
	}
	want := inOrder(puzzle.Clone().Cells)
	shown := puzzle.Clone()
	shown.Letters = true
	for file, text := range lettered {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			r, err := tr.Replay(t.Context(), written(t, file, text), sudoku.Letters, puzzle)
			skipMissing(t, err)
			if err != nil {
				t.Fatal(err)
			}
			if at, what := firstDifference(want, r.Steps); !r.Solved || r.Total != len(want) || r.Back == 0 || at >= 0 {
				t.Errorf("solved %v, %d steps, %d back: want %d; step %d: %s", r.Solved, r.Total, r.Back, len(want), at, what)
			}
			if r.Puzzle != shown.Line() {
				t.Errorf("its puzzle is %.20s, want %.20s", r.Puzzle, shown.Line())
			}
		})
	}
}
