package trace

import (
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// way is one way to store a board in a script: make builds it from the numbers g, by rows; get reads cell i, in row r
// and column c, as a number; set writes d, or a blank for 0. In these texts sign turns a number into a character, and
// rows makes a list of lists from a function's values.
type way struct{ name, make, get, set string }

var waysOfPython = []way{
	{"list of lists", "b = rows(lambda v: v)", "b[r][c]", "b[r][c] = d"},
	{"list of lists of characters, in place of others", "b = rows(sign)", "number(b[r][c])", "b[r] = [sign(d) if k == c else x for k, x in enumerate(b[r])]"},
	{"a new list at each step", "b = list(g)", "b[i]", "b = [d if k == i else x for k, x in enumerate(b)]"},
	{"a new tuple at each step", "b = tuple(g)", "b[i]", "b = b[:i] + (d,) + b[i + 1:]"},
	{"text", "b = ''.join(map(sign, g))", "number(b[i])", "b = f'{b[:i]}{sign(d)}{b[i + 1:]}'"},
	{"rows of text", "b = [''.join(map(sign, g[N * r:N * r + N])) for r in range(N)]", "number(b[r][c])", "b[r] = b[r][:c] + sign(d) + b[r][c + 1:]"},
	{"a copy of all", "b = rows(lambda v: v)", "b[r][c]", "b = copy.deepcopy(b); b[r][c] = d"},
	{"walrus", "b = rows(lambda v: v)", "b[r][c]", "(row := b[r])[c] = d"},
	{"walrus in a condition", "b = list(g)", "b[i]", "\n    if b := b[:i] + [d] + b[i + 1:]: pass"},
	{"slice", "b = list(g)", "b[i]", "b[i:i + 1] = [d]"},
	{"augmented", "b = list(g)", "b[i]", "b[i] += d - b[i]"},
	{"bytes", "b = bytearray(map(ord, map(sign, g)))", "number(chr(b[i]))", "b[i:i + 1] = sign(d).encode()"},
	{"flat, from 1", "b = [0] + g", "b[i + 1]", "b[i + 1] = d"},
	{"rows and columns from 1", "b = [[0] * (N + 1)] + [[0] + row for row in rows(lambda v: v)]", "b[r + 1][c + 1]", "b[r + 1][c + 1] = d"},
	{"an array", "b = array.array('b', g)", "b[i]", "b[i] = d"},
	{"a row that a function returns", "b = rows(lambda v: v)", "row(r)[c]", "row(r)[c] = d"},
	{"dictionary of A1", "b = {key(r, c): sign(g[N * r + c]) for r in range(N) for c in range(N)}", "number(b[key(r, c)])", "b[key(r, c)] = sign(d)"},
	{"dictionary of candidates, as in the essay", "b = {key(r, c): sign(g[N * r + c]) if g[N * r + c] else '1234' for c in range(N) for r in range(N)}", "number(b[key(r, c)]) if len(b[key(r, c)]) == 1 else 0", "b[key(r, c)] = sign(d) if d else '1234'"},
	{"dictionary of what is there, by row and column", "b = {(i // N, i % N): d for i, d in enumerate(g) if d}", "b.get((r, c), 0)", "b[r, c] = d\n    if not d: del b[r, c]"},
	{"dictionary of numbers", "b = {}\nfor i, d in enumerate(g): b[i + 1] = d", "b[i + 1]", "b.update({i + 1: d})"},
	{"objects with a field", "class Cell:\n    def __init__(self, value): self.fixed = value > 0; self.value = value\nb = rows(Cell)", "b[r][c].value", "b[r][c].value = d"},
	{"objects with slots, set by a method", "class Cell:\n    __slots__ = ('at', '_digit')\n    def __init__(self, d): self.put(d)\n    def put(self, d): self._digit = d\nb = [Cell(d) for d in g]", "b[i]._digit", "b[i].put(d)"},
	{"data classes, one in place of the other", "@dataclasses.dataclass(frozen=True)\nclass Cell:\n    row: int\n    value: int\nb = rows(lambda v: Cell(0, v))", "b[r][c].value", "b[r][c] = dataclasses.replace(b[r][c], value=d)"},
	{"dictionaries as cells", "b = rows(lambda v: {'row': 0, 'value': v})", "b[r][c]['value']", "b[r][c]['value'] = d"},
	{"setattr", "class Cell: pass\nb = rows(lambda v: Cell())\nfor i, d in enumerate(g): setattr(b[i // N][i % N], 'value', d)\nshow(b)", "b[r][c].value", "setattr(b[r][c], 'value', d)"},
	{"sets of candidates", "b = [{v} if v else set(range(1, N + 1)) for v in g]", "min(b[i]) if len(b[i]) == 1 else 0", "b[i].clear(); b[i].update({d} if d else {1, 2})"},
	{"digits from 0, by rows", "b = rows(lambda v: v - 1 if v else None)", "0 if b[r][c] is None else b[r][c] + 1", "b[r][c] = d - 1 if d else None"},
	{"digits from 0", "b = [v - 1 for v in g]", "b[i] + 1", "b[i] = d - 1"},
	{"bits of a cell", "b = [1 << v - 1 if v else 2 ** N - 1 for v in g]", "0 if b[i] & b[i] - 1 else b[i].bit_length()", "b[i] = 1 << d - 1 if d else 2 ** N - 1"},
	{"bits of a cell, by rows, bit 1 for 1", "b = rows(lambda v: 1 << v if v else 0)", "b[r][c].bit_length() - 1 if b[r][c] else 0", "b[r][c] = 1 << d if d else 0"},
	{"an object that holds it", "class Grid:\n    def __init__(self, g): self.cells = list(g)\n    def __setitem__(self, k, d): self.cells[k] = d\nb = Grid(g)", "b.cells[i]", "b[i] = d"},
}

var waysOfJavaScript = []way{
	{"rows of numbers", "let b = rows((v) => v)", "b[r][c]", "b[r][c] = d"},
	{"rows of objects", "let b = rows((v) => ({ fixed: v > 0, value: v }))", "b[r][c].value", "b[r][c].value = d"},
	{"objects, one in place of the other", "let b = g.map((v) => ({ at: 0, digit: v || null }))", "b[i].digit", "b[i] = { ...b[i], digit: d }"},
	{"a class with a field that a method sets", "class Cell { constructor(v) { this.row = 0; this._v = v } get value() { return this._v } set value(v) { this._v = v } put(v) { this.value = v } }\nlet b = g.map((v) => new Cell(v))", "b[i].value", "b[i].put(d)"},
	{"a class with a private field", "class Cell { #v; constructor(v) { this.#v = v } get value() { return this.#v } put(v) { this.#v = v } }\nlet b = rows((v) => new Cell(v))", "b[r][c].value", "b[r][c].put(d)"},
	{"a class that holds it", "class Grid { cells = []; constructor(g) { for (const v of g) this.cells.push(v) } at(i) { return this.cells[i] } put(i, d) { this.cells[i] = d } }\nlet b = new Grid(g)", "b.at(i)", "b.put(i, d)"},
	{"a cell that a function returns", "let b = rows((v) => ({ value: v })), cell = (r, c) => b[r][c]", "cell(r, c).value", "cell(r, c).value = d"},
	{"a Map by row and column", "let b = new Map(g.map((v, i) => [`${i / N | 0},${i % N}`, v]))", "b.get(`${r},${c}`)", "b.set(`${r},${c}`, d)"},
	{"a Map of what is there", "let b = new Map(); g.forEach((v, i) => { if (v) b.set(i, v) })", "b.get(i)", "d ? b.set(i, d) : b.delete(i)"},
	{"an object of A1 with candidates", "let b = {}; g.forEach((v, i) => { b[key(i / N | 0, i % N)] = v ? sign(v) : '1234' })", "b[key(r, c)].length > 1 ? 0 : number(b[key(r, c)])", "b[key(r, c)] = d ? sign(d) : '1234'"},
	{"sets of candidates", "let b = g.map((v) => new Set(v ? [v] : [1, 2, 3]))", "b[i].size > 1 ? 0 : [...b[i]][0]", "b[i].clear(); if (d) b[i].add(d)"},
	{"a typed array", "let b = Uint8Array.from(g)", "b[i]", "b[i] = d"},
	{"rows and columns from 1", "let b = [[], ...rows((v) => v).map((row) => [0, ...row])]", "b[r + 1][c + 1]", "b[r + 1][c + 1] = d"},
	{"fill", "let b = g.slice()", "b[i]", "b.fill(d, i, i + 1)"},
	{"splice", "let b = g.slice()", "b[i]", "b.splice(i, 1, d)"},
	{"text", "let b = g.map(sign).join('')", "number(b[i])", "b = b.slice(0, i) + sign(d) + b.slice(i + 1)"},
	{"text in a template", "let b = g.map(sign).join('')", "number(b[i])", "b = `${b.slice(0, i)}${sign(d)}${b.slice(i + 1)}`"},
	{"rows of text", "let b = rows(sign).map((row) => row.join(''))", "number(b[r][c])", "b[r] = b[r].substring(0, c) + sign(d) + b[r].substring(c + 1)"},
	{"destructuring", "let b = rows((v) => v)", "b[r][c]", "[b[r][c]] = [d]"},
	{"destructuring into fields", "let b = rows((v) => ({ value: v }))", "b[r][c].value", "({ d: b[r][c].value } = { d })"},
	{"augmented", "let b = rows((v) => v)", "b[r][c]", "b[r][c] += d - b[r][c]"},
	{"Object.assign", "let b = g.map((value) => ({ value }))", "b[i].value", "Object.assign(b[i], { value: d })"},
	{"a copy of all", "let b = rows((v) => v)", "b[r][c]", "b = structuredClone(b); b[r][c] = d"},
	{"a copy of objects", "let b = rows((value) => ({ value }))", "b[r][c].value", "b = JSON.parse(JSON.stringify(b)); b[r][c].value = d"},
	{"digits from 0, by rows", "let b = rows((v) => v ? v - 1 : null)", "b[r][c] === null ? 0 : b[r][c] + 1", "b[r][c] = d ? d - 1 : null"},
	{"digits from 0", "let b = Int8Array.from(g, (v) => v - 1)", "b[i] + 1", "b[i] = d - 1"},
	{"bits of a cell", "let b = g.map((v) => v ? 1 << v - 1 : 2 ** N - 1)", "b[i] & b[i] - 1 ? 0 : 32 - Math.clz32(b[i])", "b[i] = d ? 1 << d - 1 : 2 ** N - 1"},
	{"bits of a cell, by rows, bit 1 for 1", "let b = rows((v) => v ? 1 << v : 0).map((row) => Uint32Array.from(row))", "b[r][c] ? 31 - Math.clz32(b[r][c]) : 0", "b[r][c] = d ? 1 << d : 0"},
	{"with", "let b = g.slice()", "b[i]", "b = Object.freeze(b.map((v, k) => k === i ? d : v))"},
}

const framePython = `import array, copy, dataclasses, sys
words = sys.stdin.read().split()
N, W, H = int(words[0]), int(words[1][:-1]), int(words[2])
g = [0 if w == '?' else int(w, 16) for w in words[3:3 + N * N]]
sign = lambda v: '.123456789ABCDEFG'[v]
number = '.123456789ABCDEFG'.index
key = lambda r, c: 'ABCDEFGHIJKLMNOP'[r] + str(c + 1)
rows = lambda f: [[f(v) for v in g[N * r:N * r + N]] for r in range(N)]
row = lambda r: b[r]
def show(b): pass
MAKE

def get(i):
    r, c = divmod(i, N)
    return GET

def put(i, d):
    global b
    r, c = divmod(i, N)
    SET

def fits(i, d):
    return not any(j != i and get(j) == d for j in range(N * N) if j // N == i // N or j % N == i % N or j // N // H == i // N // H and j % N // W == i % N // W)

def search(i):
    while i < N * N and get(i):
        i += 1
    if i == N * N:
        return True
    for d in range(1, N + 1):
        if fits(i, d):
            put(i, d)
            if search(i + 1):
                return True
            put(i, 0)
    return False

search(0)
`

const frameJavaScript = `const words = require('fs').readFileSync(0, 'utf8').split(/\s+/);
const N = +words[0], W = parseInt(words[1]), H = +words[2];
const g = words.slice(3, 3 + N * N).map((w) => w === '?' ? 0 : parseInt(w, 16));
const sign = (v) => '.123456789ABCDEFG'[v], number = (s) => '.123456789ABCDEFG'.indexOf(s);
const key = (r, c) => 'ABCDEFGHIJKLMNOP'[r] + (c + 1);
const rows = (f) => Array.from({ length: N }, (_, r) => g.slice(N * r, N * r + N).map((v) => f(v)));
MAKE;

function get(i) { const r = i / N | 0, c = i % N; return GET }
function put(i, d) {
	const r = i / N | 0, c = i % N;
	SET;
}
function fits(i, d) {
	for (let j = 0; j < N * N; j++) {
		const r = i / N | 0, c = i % N, s = j / N | 0, e = j % N;
		if (j !== i && (r === s || c === e || (r / H | 0) === (s / H | 0) && (c / W | 0) === (e / W | 0)) && get(j) === d) return false;
	}
	return true;
}
function search(i) {
	while (i < N * N && get(i)) i++;
	if (i === N * N) return true;
	for (let d = 1; d <= N; d++) if (fits(i, d)) {
		put(i, d);
		if (search(i + 1)) return true;
		put(i, 0);
	}
	return false;
}
search(0);
`

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

// TestWaysOfScripts: however a script stores its board, of 9 by 9 or 16 by 16, the same search has the same history.
func TestWaysOfScripts(t *testing.T) {
	tr := tracer(t)
	for _, in := range []struct {
		file, frame string
		ways        []way
	}{{"tried.py", framePython, waysOfPython}, {"tried.js", frameJavaScript, waysOfJavaScript}} {
		programs := map[string]string{}
		for _, w := range in.ways {
			programs[w.name] = strings.NewReplacer("MAKE", w.make, "GET", w.get, "SET", w.set).Replace(in.frame)
		}
		joined := together(t, tr, in.file, programs)
		for i, w := range in.ways {
			board := patterned(3 + i%2)
			t.Run(in.file+"/"+w.name, func(t *testing.T) {
				t.Parallel()
				one := joined[w.name]
				got, err := one.Replay(t.Context(), written(t, in.file, one.text), sudoku.File, board)
				skipMissing(t, err)
				if err != nil {
					t.Fatal(err)
				}
				want := inOrder(board.Clone().Cells)
				if at, what := firstDifference(want, got.Steps); at >= 0 || !got.Solved || got.Total != len(want) {
					t.Errorf("solved %v, %d steps, want %d; step %d: %s", got.Solved, got.Total, len(want), at, what)
				}
				if i := slices.IndexFunc(got.Steps, func(s result.Step) bool { return s.Line == 0 }); i >= 0 {
					t.Errorf("step %d has no line", i)
				}
			})
		}
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
			"b[0][2] += 4": 1, "b[0][2], b[0][3] = 1, 2": 2, "b[0][2] = b[0][3] = 1": 2, "b[0][2:4] = [1, 2]": 2, "[b[0][2], *b[0][5:7]] = 1, 2, 4": 3,
			"for b[0][2] in (1, 2): pass": 2, "b[0].__setitem__(2, 1)": 1, "b[0].pop(); b[0].insert(2, 1)": 2, "b = [r[:] for r in b]\nb[0][2] = 1": 1,
			"b[0] = [5, 3, 1, 2, 7, 0, 0, 0, 0]": 2, "def f(x): x[2] = 1\nf(b[0])": 1, "x = b[0]\nwhile not x[2]: x[2] = 1": 1, "try: b[0][2] = 1\nfinally: b[0][3] = 2": 2,
			"(lambda: b)()[0][2] = 1": 1, "b[0][2]: int = 1": 1,
		}},
		"tried.js": {"const s = require('fs').readFileSync(0, 'utf8');\nlet b = [...Array(9)].map((_, r) => [...s.slice(9 * r, 9 * r + 9)].map((c) => +c || 0));\n", map[string]int{
			"b[0][2]++": 1, "++b[0][2]": 1, "b[0][2] += 4": 1, "b[0][2] ||= 4": 1, "[b[0][2], b[0][3]] = [1, 2]": 2, "b[0][2] = b[0][3] = 1": 2,
			"b[0].fill(1, 2, 4)": 2, "b[0].splice(2, 2, 1, 2)": 2, "({ x: b[0][2], ...b[1] } = { x: 1 })": 1, "Object.assign(b[0], { 2: 1, 3: 2 })": 2,
			"b[0] = b[0].with ? b[0].with(2, 1) : [5, 3, 1, 0, 7, 0, 0, 0, 0]": 1, "b = b.map((r) => r.slice()); b[0][2] = 1": 1, "const f = ([row]) => { row[2] = 1 }; f(b)": 1,
			"for (const row of b) if (!row[2]) row[2] = 1": 8, "(() => b)()[0][2] = 1": 1, "b.at(0)[2] = 1": 1, "const { 0: row } = b; row['2'] = '1'": 1, "for (b[0][2] of [1, 2]);": 2,
		}},
	} {
		for store, want := range in.stores {
			t.Run(file+"/"+store, func(t *testing.T) {
				t.Parallel()
				got, err := replayOf(t, tr, written(t, file, in.before+store+"\n"), easy)
				if err != nil || got.Placed != want {
					t.Errorf("%+v, %v: want %d placed", got, err, want)
				}
			})
		}
	}
}
