package trace

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// cppFrame is a search in reading order, over a board of which a shape says how it is kept: AT reads a digit, PUT
// writes one, 0 for a blank, and fill takes in the puzzle.
const cppFrame = `
bool fits(int i, int d) {
	for (int j = 0; j < 81; j++)
		if ((j / 9 == i / 9 || j % 9 == i % 9 || (j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3)) && j != i && AT(j) == d) return false;
	return true;
}
bool search(int i) {
	while (i < 81 && AT(i) != 0) i++;
	if (i == 81) return true;
	for (int d = 1; d <= 9; d++) {
		if (!fits(i, d)) continue;
		PUT(i, d);
		if (search(i + 1)) return true;
		PUT(i, 0);
	}
	return false;
}
int number(char c) { return c >= '1' && c <= '9' ? c - '0' : 0; }
`

const cppMain = `
int main() {
	char line[100];
	if (scanf("%99s", line) != 1) return 1;
	fill(line);
	if (!search(0)) return 1;
	for (int i = 0; i < 81; i++) putchar('0' + AT(i));
	puts("");
}
`

// cppShapes are ways to keep a board. Those that bring their own search have a main.
var cppShapes = map[string]string{
	"a global array counted from 1": `#include <cstdio>
int a[10][10];
#define AT(i) a[(i) / 9 + 1][(i) % 9 + 1]
#define PUT(i, d) (AT(i) = (d))
` + cppFrame + `void fill(const char *s) { for (int i = 0; i < 81; i++) AT(i) = number(s[i]); }` + cppMain,
	"rows of a char**": `#include <cstdio>
#include <cstdlib>
char **a;
#define AT(i) (a[(i) / 9][(i) % 9] == '.' ? 0 : a[(i) / 9][(i) % 9] - '0')
#define PUT(i, d) (a[(i) / 9][(i) % 9] = (d) ? '0' + (d) : '.')
` + cppFrame + `void fill(const char *s) { a = (char **)malloc(9 * sizeof *a); for (int r = 0; r < 9; r++) { a[r] = (char *)malloc(10); for (int c = 0; c < 9; c++) a[r][c] = s[9 * r + c]; } }` + cppMain,
	"strings in a vector": `#include <cstdio>
#include <string>
#include <vector>
std::vector<std::string> a;
#define AT(i) (a[(i) / 9][(i) % 9] == '.' ? 0 : a[(i) / 9][(i) % 9] - '0')
#define PUT(i, d) (a[(i) / 9][(i) % 9] = (d) ? '0' + (d) : '.')
` + cppFrame + `void fill(const char *s) { for (int r = 0; r < 9; r++) a.push_back(std::string(s + 9 * r, 9)); }` + cppMain,
	"one string": `#include <cstdio>
#include <string>
std::string a;
#define AT(i) (a[i] == '.' ? 0 : a[i] - '0')
#define PUT(i, d) (a[i] = (d) ? '0' + (d) : '.')
` + cppFrame + `void fill(const char *s) { a = s; }` + cppMain,
	"a vector of ints behind a pointer": `#include <cstdio>
#include <memory>
#include <vector>
struct grid { int spare; std::vector<std::vector<int>> cells{9, std::vector<int>(9)}; };
std::unique_ptr<grid> a(new grid);
#define AT(i) (a->cells[(i) / 9][(i) % 9])
#define PUT(i, d) (AT(i) = (d))
` + cppFrame + `void fill(const char *s) { for (int i = 0; i < 81; i++) AT(i) = number(s[i]); }` + cppMain,
	"a flat array of long longs counted from 1": `#include <cstdio>
long long a[82];
#define AT(i) a[(i) + 1]
#define PUT(i, d) (AT(i) = (d))
` + cppFrame + `void fill(const char *s) { for (int i = 0; i < 81; i++) AT(i) = number(s[i]); }` + cppMain,
	"rows wider than the board": `#include <cstdio>
short a[20][20];
#define AT(i) a[(i) / 9][(i) % 9]
#define PUT(i, d) (AT(i) = (d))
` + cppFrame + `void fill(const char *s) { for (int i = 0; i < 81; i++) AT(i) = number(s[i]); }` + cppMain,
	"in a thread": `#include <cstdio>
#include <thread>
#include <vector>
std::vector<std::vector<char>> a(9, std::vector<char>(9));
#define AT(i) (a[(i) / 9][(i) % 9] - '0')
#define PUT(i, d) (a[(i) / 9][(i) % 9] = '0' + (d))
` + cppFrame + `int main() {
	char line[100];
	if (scanf("%99s", line) != 1) return 1;
	for (int i = 0; i < 81; i++) PUT(i, number(line[i]));
	std::thread solver([] { search(0); });
	solver.join();
}`,
	"variables of main alone": `#include <cstdio>
int main() {
	char s[100], b[81], blank[81];
	int n = 0, k = 0;
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) { b[i] = s[i] == '.' ? 0 : s[i] - '0'; if (!b[i]) blank[n++] = i; }
	while (k >= 0 && k < n) {
		int i = blank[k], v = b[i] + 1;
		b[i] = 0;
		for (; v <= 9; v++) {
			bool good = true;
			for (int j = 0; j < 81; j++)
				if ((j / 9 == i / 9 || j % 9 == i % 9 || (j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3)) && b[j] == v) good = false;
			if (good) break;
		}
		if (v <= 9) b[i] = v, k++; else k--;
	}
	for (int i = 0; i < 81; i++) putchar('0' + b[i]);
}`,
	"an array of arrays by value": `#include <array>
#include <cstdio>
typedef std::array<std::array<int, 9>, 9> board;
bool fits(const board &b, int r, int c, int v) {
	for (int k = 0; k < 9; k++) if (b[r][k] == v || b[k][c] == v || b[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v) return false;
	return true;
}
bool search(board b, board &solved) {
	for (int r = 0; r < 9; r++)
		for (int c = 0; c < 9; c++) {
			if (b[r][c]) continue;
			for (int v = 1; v <= 9; v++) {
				if (!fits(b, r, c, v)) continue;
				board next = b;
				next[r][c] = v;
				if (search(next, solved)) return true;
			}
			return false;
		}
	solved = b;
	return true;
}
int main() {
	char s[100];
	board b, solved;
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) b[i / 9][i % 9] = s[i] == '.' ? 0 : s[i] - '0';
	search(b, solved);
	for (auto &row : solved) for (int v : row) printf("%d", v);
}`,
	"a vector of vectors by value": `#include <cstdio>
#include <vector>
typedef std::vector<std::vector<char>> board;
bool fits(const board &b, int r, int c, char v) {
	for (int k = 0; k < 9; k++) if (b[r][k] == v || b[k][c] == v || b[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v) return false;
	return true;
}
bool search(board b) {
	for (int r = 0; r < 9; r++)
		for (int c = 0; c < 9; c++) {
			if (b[r][c] != '.') continue;
			for (char v = '1'; v <= '9'; v++) {
				if (!fits(b, r, c, v)) continue;
				board next = b;
				next[r][c] = v;
				if (search(next)) return true;
			}
			return false;
		}
	return true;
}
int main() {
	char s[100];
	board b(9, std::vector<char>(9));
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) b[i / 9][i % 9] = s[i];
	return !search(b);
}`,
}

// source of a language.
func written(t testing.TB, name, text string) solution.Solution {
	t.Helper()
	l, _ := language.ByFile(name)
	s, err := solution.Of("tried", l.ID, language.File{Path: name, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// inOrder is what a search in reading order does on a puzzle of 9 by 9 or of 16 by 16.
func inOrder(cells []int) (steps []result.Step) {
	n, box := 9, 3
	if len(cells) > 81 {
		n, box = 16, 4
	}
	fits := func(i, d int) bool {
		for j, v := range cells {
			if v == d && j != i && (j/n == i/n || j%n == i%n || j/n/box == i/n/box && j%n/box == i%n/box) {
				return false
			}
		}
		return true
	}
	var search func(i int) bool
	search = func(i int) bool {
		for i < len(cells) && cells[i] != 0 {
			i++
		}
		if i == len(cells) {
			return true
		}
		for d := 1; d <= n; d++ {
			if !fits(i, d) {
				continue
			}
			cells[i] = d
			steps = append(steps, result.Step{Cell: i, Value: d})
			if search(i + 1) {
				return true
			}
			cells[i] = 0
			steps = append(steps, result.Step{Cell: i})
		}
		return false
	}
	search(0)
	return steps
}

// The same search has the same history, however it keeps its board, and each step its line.
func TestNativeShapes(t *testing.T) {
	tr := tracer(t)
	want := inOrder(line(t, easy).Cells)
	for name, text := range cppShapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := replayOf(t, tr, written(t, "tried.cpp", text), easy)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Solved || r.Total != len(want) {
				t.Errorf("solved %v, %d steps: want %d", r.Solved, r.Total, len(want))
			}
			if at, what := firstDifference(want, r.Steps); at >= 0 {
				t.Errorf("step %d: %s", at, what)
			}
			lines := strings.Split(text, "\n")
			for i, s := range r.Steps {
				if s.Line == 0 && strings.Contains(name, "vectors by value") {
					continue // it is copied by the library
				}
				if s.Line == 0 || !strings.Contains(lines[s.Line-1], "=") && !strings.Contains(lines[s.Line-1], "PUT") {
					t.Fatalf("step %d: line %d", i, s.Line)
				}
			}
		})
	}
}

func firstDifference(want, got []result.Step) (at int, what string) {
	for i := range min(len(want), len(got)) {
		if want[i].Cell != got[i].Cell || want[i].Value != got[i].Value {
			return i, fmt.Sprintf("want %+v, got %+v", want[i], got[i])
		}
	}
	return -1, ""
}

const cppBoard = `#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <unistd.h>
#include <sys/mman.h>
volatile int a[9][9];
int main() {
	char s[100];
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) a[i / 9][i % 9] = s[i] == '.' ? 0 : s[i] - '0';
	a[0][2] = 1;
	a[0][3] = 2;
	a[0][3] = 0;
`

// However a program ends, what it did until then is told.
func TestNativeEnds(t *testing.T) {
	tr := tracer(t)
	tr.Patience = 500 * time.Millisecond
	for name, test := range map[string]struct {
		ending string
		note   bool
	}{
		"falls off its end":      {"}", false},
		"exit":                   {"exit(3); }", false},
		"_exit":                  {"_exit(3); }", false},
		"_Exit":                  {"_Exit(3); }", false},
		"quick_exit":             {"quick_exit(3); }", false},
		"abort":                  {"abort(); }", false},
		"a null pointer":         {"volatile int *p = 0; *p = 1; }", false},
		"an endless recursion":   {"struct r { static int f(int n) { volatile char x[999]; x[0] = n; return f(n + 1) + x[0]; } }; return r::f(0); }", false},
		"a loop without end":     {"for (volatile int i = 0; ; i = i + 1) {} }", true},
		"a pipe that is closed":  {"close(4); }", false},
		"writes of its own":      {`if (write(4, "forged, all of it", 17)) {} }`, false},
		"text that is unmapped":  {"a[0][2] = 0; a[0][2] = 1; munmap((void *)a, 1); }", false},
		"a handler of their own": {"signal(SIGSEGV, [](int) { _exit(0); }); *(volatile int *)0 = 1; }", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := replayOf(t, tr, written(t, "tried.cpp", cppBoard+test.ending), easy)
			if name == "a pipe that is closed" || name == "writes of its own" {
				if _, ok := errors.AsType[*Untraceable](err); !ok {
					t.Errorf("got %+v, %v", r, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if r.Placed < 2 || r.Back < 1 || r.Stopped != test.note || r.Solved {
				t.Errorf("placed %d, taken back %d, stopped %v, solved %v", r.Placed, r.Back, r.Stopped, r.Solved)
			}
		})
	}
}

// Lines are counted, to wherever the program comes.
func TestNativeLines(t *testing.T) {
	tr := tracer(t)
	const text = `#include <stdio.h>
#include <stdlib.h>
static int twice(int x) { return 2 * x; }
static int never(void) {
	return puts("never");
}
int main(void) {
	int sum = getchar() == 'x';
	for (int i = 0; i < 5; i++)
		sum = twice(sum) + 1;
	if (sum < 0) never();
	ENDING
}
`
	for name, test := range map[string]struct {
		ending  string
		stopped bool
	}{
		"returns":        {"return 0;", false},
		"exit":           {"exit(3);", false},
		"_Exit":          {"_Exit(3);", false},
		"quick_exit":     {"quick_exit(3);", false},
		"a null pointer": {"*(volatile int *)0 = 1;", false},
		"does not end":   {"for (;;) { volatile int x = 1; x++; }", true},
	} {
		for _, file := range []string{"tried.c", "tried.cpp"} {
			t.Run(name+" "+file, func(t *testing.T) {
				t.Parallel()
				work, err := tr.Work(t.Context(), written(t, file, strings.Replace(text, "ENDING", test.ending, 1)), write(t, "in", ""), 300*time.Millisecond)
				if _, missing := errors.AsType[*build.Missing](err); missing {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprint(work.Lines[2], work.Lines[4], work.Lines[9], work.Lines[0]) // of a main that is stopped, gcov does not know that it began
				if want := "5 0 5 -1"; got != want || work.Stopped > 0 != test.stopped || len(work.Lines) != 14 {
					t.Errorf("want %s, got %s, stopped %s, of %d lines", want, got, work.Stopped, len(work.Lines))
				}
			})
		}
	}
}

// What cannot be watched is said by name.
func TestNativeCannot(t *testing.T) {
	tr := tracer(t)
	for name, test := range map[string]struct{ text, want string }{
		"bits":  {"#include <cstdio>\nunsigned rows[9];\nint main() { char s[100]; if (scanf(\"%99s\", s)) rows[0] = 5; }", "no board was seen in it"},
		"wrong": {"int main() { return x; }", "compile"},
	} {
		_, err := replayOf(t, tr, written(t, "tried.cpp", test.text), easy)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: want %q, got %v", name, test.want, err)
		}
	}
}

// rustShapes are ways to keep a board in Rust, for the search in reading order.
var rustShapes = map[string]string{
	"characters in a vector of vectors": `use std::io::*;
fn fits(b: &Vec<Vec<char>>, r: usize, c: usize, d: char) -> bool {
    (0..9).all(|k| b[r][k] != d && b[k][c] != d && b[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] != d)
}
fn search(b: &mut Vec<Vec<char>>) -> bool {
    for r in 0..9 {
        for c in 0..9 {
            if b[r][c] != '.' { continue; }
            for d in '1'..='9' {
                if fits(b, r, c, d) {
                    b[r][c] = d;
                    if search(b) { return true; }
                    b[r][c] = '.';
                }
            }
            return false;
        }
    }
    true
}
fn main() {
    let mut line = String::new();
    stdin().read_line(&mut line).unwrap();
    let mut board: Vec<Vec<char>> = line.as_bytes().chunks(9).take(9).map(|row| row.iter().map(|&x| x as char).collect()).collect();
    search(&mut board);
}
`,
	"an array of a function's own": `use std::io::stdin;
fn main() {
    let mut line = String::new();
    stdin().read_line(&mut line).unwrap();
    let mut cells: [u8; 81] = [0; 81];
    for (cell, digit) in cells.iter_mut().zip(line.bytes()) {
        if digit != b'.' { *cell = digit - b'0'; }
    }
    let open: Vec<usize> = (0..81).filter(|&i| cells[i] == 0).collect();
    let mut at = 0;
    while at < open.len() {
        let here = open[at];
        let sees = |o: usize| o / 9 == here / 9 || o % 9 == here % 9 || (o / 27 == here / 27 && o % 9 / 3 == here % 9 / 3);
        match (cells[here] + 1..10).find(|&d| (0..81).all(|o| cells[o] != d || !sees(o))) {
            Some(d) => { cells[here] = d; at += 1; }
            None => { cells[here] = 0; if at == 0 { break; } at -= 1; }
        }
    }
    println!("{:?}", &cells[..]);
}
`,
}

func TestRustShapes(t *testing.T) {
	tr := tracer(t)
	want := inOrder(line(t, easy).Cells)
	for name, text := range rustShapes {
		t.Run(name, func(t *testing.T) {
			r, err := replayOf(t, tr, written(t, "tried.rs", text), easy)
			if err != nil {
				t.Fatal(err)
			}
			if at, what := firstDifference(want, r.Steps); !r.Solved || r.Total != len(want) || at >= 0 {
				t.Errorf("solved %v, %d steps: want %d; step %d: %s", r.Solved, r.Total, len(want), at, what)
			}
		})
	}
}
