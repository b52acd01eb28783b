package trace

import (
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/sudoku"
)

// keeping are ways to store candidates: the declaration, how a digit is struck from a cell, and how it is looked up; d
// counts from 0.
var keeping = map[string]struct{ maps, holds, strike, has string }{
	"by cells":            {"fits[cell]", "fits [81]uint16", "s.fits[i] &^= 1 << d", "s.fits[i]>>d&1 != 0"},
	"by rows and columns": {"fits[row][column]", "fits [9][9]int", "row := &s.fits[i/9]; row[i%9] &^= 1 << d", "s.fits[i/9][i%9]>>d&1 != 0"},
	"words of a digit": {"maps[digit][0]:27 maps[digit][1]:27 maps[digit][2]:27", "maps [9][3]uint32",
		"s.maps[d][i/27] &^= 1 << (i % 27)", "s.maps[d][i/27]>>(i%27)&1 != 0"},
	"fields of a digit": {"digits[digit].low:64 digits[digit].high:17", "digits [9]struct{ low, high uint64 }",
		"if i < 64 { w := &s.digits[d]; w.low &^= 1 << i } else { s.digits[d].high &^= 1 << (i - 64) }", "i < 64 && s.digits[d].low>>i&1 != 0 || i >= 64 && s.digits[d].high>>(i-64)&1 != 0"},
	"a list for each word": {"all.low[digit]:60 all.high[digit]:21", "all struct { low, high []uint64 }",
		"if i < 60 { s.all.low[d] &^= 1 << i } else { s.all.high[d] &^= 1 << (i - 60) }", "i < 60 && s.all.low[d]>>i&1 != 0 || i >= 60 && s.all.high[d]>>(i-60)&1 != 0"},
}

// keeper solves by naked singles, and copies its state to guess.
const keeper = `
type state struct { HOLDS }

func (s *state) has(i, d int) bool { return HAS }

func (s *state) strike(i, d int) {
	STRIKE
}

func (s *state) only(i int) (digit, n int) {
	for d := 0; d < 9; d++ {
		if s.has(i, d) {
			digit, n = d, n+1
		}
	}
	return digit, n
}

func (s *state) search() bool {
	best, least := -1, 10
	for moved := true; moved; {
		moved, best, least = false, -1, 10
		for i := 0; i < 81; i++ {
			d, n := s.only(i)
			if n == 0 {
				return false
			}
			if n > 1 && n < least {
				best, least = i, n
			}
			for j := 0; n == 1 && j < 81; j++ {
				if j != i && (j/9 == i/9 || j%9 == i%9 || j/27 == i/27 && j%9/3 == i%9/3) && s.has(j, d) {
					s.strike(j, d)
					moved = true
				}
			}
		}
	}
	if best < 0 {
		return true
	}
	for d := 0; d < 9; d++ {
		if s.has(best, d) {
			next := copied(s)
			for e := 0; e < 9; e++ {
				if e != d && next.has(best, e) {
					next.strike(best, e)
				}
			}
			if next.search() {
				return true
			}
		}
	}
	return false
}

func copied(s *state) *state {
	var next state
	begin(&next)
	for i := 0; i < 81; i++ {
		for d := 0; d < 9; d++ {
			if !s.has(i, d) {
				next.strike(i, d)
			}
		}
	}
	return &next
}

func solve(line string) bool {
	var s state
	begin(&s)
	for i := 0; i < 81; i++ {
		for d := 0; d < 9; d++ {
			if line[i] != '.' && line[i] != byte('1'+d) {
				s.strike(i, d)
			}
		}
	}
	return s.search()
}

func begin(s *state) { BEGIN }
`

// beginning makes a state in which everything is possible.
var beginning = map[string]string{
	"by cells":             "for i := range s.fits { s.fits[i] = 511 }",
	"by rows and columns":  "for i := range s.fits { for j := range s.fits[i] { s.fits[i][j] = 511 } }",
	"words of a digit":     "for d := range s.maps { s.maps[d] = [3]uint32{1<<27 - 1, 1<<27 - 1, 1<<27 - 1} }",
	"fields of a digit":    "for d := range s.digits { s.digits[d].low, s.digits[d].high = 1<<64-1, 1<<17-1 }",
	"a list for each word": "for d := 0; d < 9; d++ { s.all.low = append(s.all.low, 1<<60-1); s.all.high = append(s.all.high, 1<<21-1) }",
}

// However a program stores its candidates, its replay leads from the puzzle to its solution.
func TestReplayOfCandidates(t *testing.T) {
	tr := tracer(t)
	for name, k := range keeping {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.NewReplacer("HOLDS", k.holds, "HAS", k.has, "STRIKE", k.strike, "BEGIN", beginning[name]).Replace(keeper)
			s := program(t, "//judge:maps "+k.maps+"\n"+text, "")
			puzzle := line(t, easy)
			want, _ := puzzle.Solve()
			r, err := tr.Replay(context.Background(), s, sudoku.AcWing, puzzle)
			if err != nil {
				t.Fatal(err)
			}
			checkReplay(t, puzzle, want, r)
		})
	}
}

type nativeWay struct{ file, maps, holds, strike, has, begin string }

// program is the search with this way to store candidates. Its last act may be something more.
func (k nativeWay) program(last string) string {
	text := strings.NewReplacer("HOLDS", k.holds, "HAS", k.has, "STRIKE", k.strike, "BEGIN", k.begin, "LAST", last).Replace(nativeKeeper)
	if k.file == "tried.cpp" {
		text = "#include <array>\n#include <bitset>\n#include <vector>\n" + text
	}
	return text
}

// nativeKeeping are ways to store one map of cells for each digit in C++ and Rust.
var nativeKeeping = map[string]nativeWay{
	"words of a digit": {"tried.cpp", "", "unsigned maps[9][3];", "maps[d][i / 27] &= ~(1u << i % 27)", "(maps[d][i / 27] >> i % 27 & 1)",
		"for (auto &m : maps) m[0] = m[1] = m[2] = (1u << 27) - 1"},
	"words of all digits": {"tried.c", "//judge:maps maps[digit]\n", "unsigned maps[3][16];", "maps[i / 27][d] &= ~(1u << i % 27)", "(maps[i / 27][d] >> i % 27 & 1)",
		"for (int k = 0; k < 27; k++) maps[k / 9][k % 9] = (1u << 27) - 1"},
	"padded words": {"tried.cpp", "//judge:maps maps[digit]\n", "struct { unsigned w[3], none; } maps[9];", "maps[d].w[i / 27] &= ~(1u << i % 27)", "(maps[d].w[i / 27] >> i % 27 & 1)",
		"for (auto &m : maps) m = {{(1u << 27) - 1, (1u << 27) - 1, (1u << 27) - 1}, 7}"},
	"bitsets": {"tried.cpp", "", "std::vector<std::bitset<81>> maps;", "maps[d].reset(i)", "maps[d][i]", "maps.assign(9, std::bitset<81>().set())"},
	"rows of a digit": {"tried.cpp", "", "std::array<std::array<unsigned short, 9>, 9> maps;", "maps[d][i / 9] &= ~(1 << i % 9)", "(maps[d][i / 9] >> i % 9 & 1)",
		"for (auto &m : maps) for (auto &w : m) w = 511"},
	"words that a directive names": {"tried.cpp", "//judge:maps low[digit]:60 low[digit]:21\n", "unsigned long low[9], high[9];", "(i < 60 ? low[d] &= ~(1ul << i) : high[d] &= ~(1ul << (i - 60)))",
		"((i < 60 ? low[d] >> i : high[d] >> (i - 60)) & 1)", "for (int d = 0; d < 9; d++) low[d] = (1ul << 60) - 1, high[d] = (1ul << 21) - 1"},
}

// nativeKeeper is keeper in C and C++.
const nativeKeeper = `#include <stdio.h>
#undef maps
#undef low
#undef high
struct state { int other; HOLDS };
#define maps s->maps
#define low s->low
#define high s->high
static int only(struct state *s, int i, int *digit) {
	int n = 0;
	for (int d = 0; d < 9; d++) if (HAS) *digit = d, n++;
	return n;
}
static int search(struct state *s) {
	int best = -1, d = 0;
	for (int moved = 1; moved;) {
		int least = 10;
		moved = 0, best = -1;
		for (int j = 0; j < 81; j++) {
			int n = only(s, j, &d);
			if (n == 0) return 0;
			if (n > 1 && n < least) best = j, least = n;
			for (int i = 0; n == 1 && i < 81; i++)
				if (i != j && (j / 9 == i / 9 || j % 9 == i % 9 || (j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3)) && HAS) {
					STRIKE;
					moved = 1;
				}
		}
	}
	LAST
	if (best < 0) return 1;
	for (int e = 0; e < 9; e++) {
		int i = best;
		d = e;
		if (!HAS) continue;
		struct state next = *s, *old = s;
		s = &next;
		for (d = 0; d < 9; d++) if (d != e && HAS) STRIKE;
		if (search(s)) return 1;
		s = old;
	}
	return 0;
}
int main(void) {
	char line[100];
	struct state first, *s = &first;
	if (scanf("%99s", line) != 1) return 1;
	BEGIN;
	for (int i = 0; i < 81; i++)
		for (int d = 0; d < 9; d++)
			if (line[i] != '.' && line[i] != '1' + d) STRIKE;
	return !search(s);
}
`

// TestMapsOfDigits: maps of cells, one for each digit, are found without a directive; a directive can name unusual
// variables.
func TestMapsOfDigits(t *testing.T) {
	tr := tracer(t)
	joined := map[[2]string]map[string]string{} // by file and directive
	for name, k := range nativeKeeping {
		kind := [2]string{k.file, k.maps}
		if joined[kind] == nil {
			joined[kind] = map[string]string{}
		}
		joined[kind][name] = k.program("")
	}
	joined[[2]string{"tried.cpp", ""}][answers] = nativeKeeping["bitsets"].program("static char result[81]; for (int i = 0; best < 0 && i < 81; i++) only(s, i, &d), result[i] = '1' + d;")
	for kind, programs := range joined {
		for name, one := range together(t, tr, kind[0], programs) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				puzzle := line(t, easy)
				if name == answers {
					puzzle = line(t, guesses)
				}
				r, err := replayOf(t, one.Tracer, written(t, kind[0], kind[1]+one.text), puzzle.Line())
				if err != nil {
					t.Fatal(err)
				}
				if name == answers {
					if r.Back == 0 || !r.Solved {
						t.Errorf("%d digits placed, %d taken back, solved: %t", r.Placed, r.Back, r.Solved)
					}
					return
				}
				want, _ := puzzle.Solve()
				checkReplay(t, puzzle, want, r)
			})
		}
	}
}

const (
	answers = "bits, and digits for the result"                                                   // which is no search: the bits are watched
	guesses = "41.3.9825632.5.9.7.5.7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......" // twenty of them
)

func TestMapsThatAreNotThere(t *testing.T) {
	for maps, want := range map[string]string{"grid[cell]": "no variable or field grid", "maps[digit].none": "it does not compile with the recorder in it"} {
		s := program(t, "//judge:maps "+maps+"\nvar maps [9]struct{ low uint64 }\nfunc solve(string) bool { maps[0].low = 1; return true }", "")
		_, err := tracer(t).Replay(context.Background(), s, sudoku.AcWing, line(t, easy))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", maps, err, want)
		}
	}
}
