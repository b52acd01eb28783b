package trace_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// tried is a program, its puzzle, and the tracer that starts it.
type tried struct {
	one    chosen
	format sudoku.Format
	puzzle sudoku.Board
	total  int // of its steps, if they are others than those of the rest
}

// all joins the programs of a language in a few: its ways by the board that they are for, and those with a form of their
// own. Some ways keep letters, too.
func all(t *testing.T, tr *trace.Tracer, file string) map[string]tried {
	texts, made := map[string]string{}, map[string]tried{}
	large := patterned(4)
	for i, w := range ways[file] {
		w.name = strings.TrimSuffix(w.name, ",")
		side := 3 + i%2
		texts[w.name], made[w.name] = w.program(file, fmt.Sprint(side*side), digits), tried{format: sudoku.File, puzzle: patterned(side)}
		if slices.Contains(lettered, file+" "+w.name) {
			name := w.name + " of letters"
			texts[name], made[name] = w.program(file, "16", letters), tried{format: sudoku.Letters, puzzle: large}
		}
	}
	for name, text := range programs("whole/" + file) {
		texts[name], made[name] = text, tried{format: sudoku.AcWing, puzzle: line(t, mild), total: unusual[name]}
	}
	for name, one := range together(t, tr, file, texts) {
		p := made[name]
		p.one = one
		made[name] = p
	}
	return made
}

// lettered are the ways that are tried with letters.
var lettered = []string{"tried.cpp one string", "Tried.java rows of char counted from 1", "tried.go rows of bytes", "tried.py text",
	"tried.py list of lists of characters, in place of others", "tried.js rows of text"}

// TestHistories: the same search has the same history in every language, however it keeps its board of 9 by 9 or 16 by
// 16, and each step has its line.
func TestHistories(t *testing.T) {
	tr := tracer(t)
	for file := range ways {
		for name, p := range all(t, tr, file) {
			t.Run(file+" "+name, func(t *testing.T) {
				t.Parallel()
				s := written(t, file, p.one.text)
				r, err := p.one.Replay(t.Context(), s, p.format, p.puzzle)
				skipMissing(t, err)
				must.Succeed(t, err)
				p.puzzle.Letters = p.format == sudoku.Letters
				solved, _ := p.puzzle.Solve()
				checkReplay(t, p.puzzle, solved, r)
				want := inOrder(p.puzzle.Clone().Cells)
				if total := cmp.Or(p.total, len(want)); r.Total != total {
					t.Errorf("%d steps, want %d", r.Total, total)
				} else if at, what := firstDifference(want, r.Steps); at >= 0 && p.total == 0 {
					t.Errorf("step %d: %s", at, what)
				}
				if !strings.Contains(name, "vectors by value") && !strings.Contains(name, "copied for") &&
					name != "bitsets" { // there the library or the compiler copies
					checkLines(t, strings.Split(s.Text(), "\n"), r.Steps)
				}
			})
		}
	}
}

var changes = regexp.MustCompile(`=|put|co?py|fill|\+\+|--|[sS]et|pop|clear|update|splice|delete|assign`)

// checkLines checks that the line of each step is a statement that changes something.
func checkLines(t *testing.T, lines []string, steps []result.Step) {
	t.Helper()
	for i, s := range steps {
		if s.Line == 0 || !changes.MatchString(lines[s.Line-1]) {
			t.Fatalf("step %d: line %d: %s", i, s.Line, lines[max(0, s.Line-1)])
		}
	}
}

// inOrder returns the steps of a search in reading order on a puzzle of 9 by 9 or 16 by 16.
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

func firstDifference(want, got []result.Step) (at int, what string) {
	for i := range min(len(want), len(got)) {
		if want[i].Cell != got[i].Cell || want[i].Value != got[i].Value {
			return i, fmt.Sprintf("want %+v, got %+v", want[i], got[i])
		}
	}
	return -1, ""
}

// patterned returns a board of w*w by w*w. A search in reading order goes back a few times on it.
func patterned(w int) sudoku.Board {
	n := w * w
	b := sudoku.Board{Size: n, W: w, H: w, Cells: make([]int, n*n)}
	for i := range b.Cells {
		if r, c := i/n, i%n; (r*3+c*4)%9 > 2 {
			b.Cells[i] = (r%w*w+r/w+c)%n + 1
		}
	}
	return b
}

// TestOtherSearches: a search that chooses the blank with the fewest digits has the history of our solution inplace, with
// its dead ends.
func TestOtherSearches(t *testing.T) {
	tr := tracer(t)
	want := must.Get(replayOf(t, tr, oursBy(t, "inplace"), hard))(t)
	for _, name := range []string{"fewest.cpp", "fewest.py", "Fewest.java", "fewest.js"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := must.Get(replayOf(t, tr, sample(t, name), hard))(t)
			if !got.Solved || got.Total != want.Total || got.Placed != want.Placed || got.Back != want.Back || got.DeadEnds != want.DeadEnds {
				t.Errorf("solved %v, %d steps, %d placed, %d taken back, %d dead ends: want %d, %d, %d and %d",
					got.Solved, got.Total, got.Placed, got.Back, got.DeadEnds, want.Total, want.Placed, want.Back, want.DeadEnds)
			}
			if at, what := firstDifference(want.Steps, got.Steps); at >= 0 {
				t.Errorf("step %d: %s", at, what)
			}
		})
	}
}

// TestFullOfLetters: a full board of letters is recognised without the minus of a blank. The recorder for C and C++
// begins only at a blank.
func TestFullOfLetters(t *testing.T) {
	tr := tracer(t)
	puzzle, _ := sudoku.Letters.Empty().Solve()
	puzzle.Cells[0] = 2
	for file, text := range map[string]string{
		"tried.py": "a = [list(input()) for _ in range(16)]\na[0][0] = 'A'\n",
		"tried.js": "const a = require('fs').readFileSync(0, 'utf8').trim().split('\\n').map((row) => [...row]);\na[0][0] = 'A';\n",
		"Tried.java": "import java.util.*;\npublic class Tried {\n\tpublic static void main(String[] args) {\n" +
			"\t\tScanner in = new Scanner(System.in);\n" +
			"\t\tchar[][] a = new char[16][];\n\t\tfor (int r = 0; r < 16; r++) a[r] = in.next().toCharArray();\n\t\ta[0][0] = 'A';\n\t}\n}",
		"tried.go": "var a [256]byte\nfunc solve(in string) bool {\n\tcopy(a[:], strings.Join(strings.Fields(in), \"\"))\n\ta[0] = 'A'\n" +
			"\treturn true\n}\n",
	} {
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

// TestStoresOfScripts: digits are seen whatever statement writes them to a board b.
func TestStoresOfScripts(t *testing.T) {
	tr := tracer(t)
	for file, in := range map[string]struct {
		before string
		stores map[string]int // each statement, and how many digits it places
	}{
		"tried.py": {"s = input()\nb = [[0 if c == '.' else int(c) for c in s[9 * r:9 * r + 9]] for r in range(9)]\n", map[string]int{
			"b[0][2], b[0][3] = 1, 2": 2, "b[0][2] = b[0][3] = 1": 2, "b[0][2:4] = [1, 2]": 2, "[b[0][2], *b[0][5:7]] = 1, 2, 4": 3,
			"for b[0][2] in (1, 2): pass": 2, "b[0].__setitem__(2, 1)": 1, "b[0].pop(); b[0].insert(2, 1)": 2,
			"b = [r[:] for r in b]\nb[0][2] = 1": 1,
			"b[0] = [5, 3, 1, 2, 7, 0, 0, 0, 0]": 2, "def f(x): x[2] = 1\nf(b[0])": 1, "x = b[0]\nwhile not x[2]: x[2] = 1": 1,
			"try: b[0][2] = 1\nfinally: b[0][3] = 2": 2, "(lambda: b)()[0][2] = 1": 1, "b[0][2]: int = 1": 1,
		}},
		"tried.js": {"const s = require('fs').readFileSync(0, 'utf8');\n" +
			"let b = [...Array(9)].map((_, r) => [...s.slice(9 * r, 9 * r + 9)].map((c) => +c || 0));\n", map[string]int{
			"b[0][2]++": 1, "++b[0][2]": 1, "b[0][2] ||= 4": 1, "[b[0][2], b[0][3]] = [1, 2]": 2, "b[0][2] = b[0][3] = 1": 2,
			"b[0].fill(1, 2, 4)": 2, "b[0].splice(2, 2, 1, 2)": 2, "({ x: b[0][2], ...b[1] } = { x: 1 })": 1,
			"Object.assign(b[0], { 2: 1, 3: 2 })":                              2,
			"b[0] = b[0].with ? b[0].with(2, 1) : [5, 3, 1, 0, 7, 0, 0, 0, 0]": 1, "b = b.map((r) => r.slice()); b[0][2] = 1": 1,
			"const f = ([row]) => { row[2] = 1 }; f(b)": 1, "for (const row of b) if (!row[2]) row[2] = 1": 8, "(() => b)()[0][2] = 1": 1,
			"b.at(0)[2] = 1": 1, "const { 0: row } = b; row['2'] = '1'": 1, "for (b[0][2] of [1, 2]);": 2,
		}},
	} {
		for store, want := range in.stores {
			t.Run(file+"/"+store, func(t *testing.T) {
				t.Parallel()
				got, err := replayOf(t, tr, written(t, file, in.before+store+"\n"), easy)
				must.Succeed(t, err, got, "placed")
				must.Equal(t, want, got.Placed, got, "placed")
			})
		}
	}
}
