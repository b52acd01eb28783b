package trace_test

import "strings"

// way is one way to keep a board, in the words of the frames. Each pair of texts in change is replaced in the frame.
type way struct {
	name, make, get, set string
	change               []string
}

// program returns the text of a program that keeps its board so, in the frame of its language.
func (w way) program(file, side, signs string) string {
	frame := programs("frames")[strings.Replace(file, ".cpp", ".c", 1)]
	text := strings.NewReplacer("MAKE", w.make, "GET", w.get, "SET", w.set).Replace(strings.NewReplacer(w.change...).Replace(frame))
	return strings.NewReplacer("SIDE", side, "SIGNS", signs).Replace(text)
}

const bitsC = "__builtin_popcount(a[i]) == 1 ? __builtin_ctz(a[i]) + 1 : 0"

var ways = map[string][]way{
	"tried.c": {
		{name: "counted from 1", make: "int a[N + 1][N + 1];", get: "a[r + 1][c + 1]", set: "a[r + 1][c + 1] = d"},
		{name: "flat, of long longs counted from 1", make: "long long a[N * N + 1];", get: "a[i + 1]", set: "a[i + 1] = d"},
		{name: "rows wider than the board", make: "short a[20][20];", get: "a[r][c]", set: "a[r][c] = d"},
		{name: "structs with a field", make: "struct cell { char fixed; int value; } a[N][N];", get: "a[r][c].value", set: "a[r][c].value = d"},
		{name: "structs with room for candidates", make: "struct cell { unsigned char value; bool fits[N]; } a[N * N];", get: "a[i].value",
			set: "a[i].value = d"},
		{name: "text", make: "char a[N * N + 1];", get: "number(a[i])", set: "a[i] = sign(d)"},
		{name: "rows of a char**", get: "number(row(r)[c])", set: "row(r)[c] = sign(d)", make: `char **a;
char *row(int r) {
	if (!a) {
		a = (char **)malloc(N * sizeof *a);
		for (int k = 0; k < N; k++) a[k] = (char *)malloc(N + 1);
	}
	return a[r];
}`},
		{name: "rows of text", make: "char a[N][N + 1];", get: "number(a[r][c])", set: "a[r][c] = sign(d)"},
		{name: "beside a buffer that is used again", make: "int a[N * N];", get: "a[i]", set: "a[i] = d", change: []string{"if (!search(0))",
			"char line[N * N + 1] = {0};\n\tfor (int i = 0; i < N * N; i++) line[i] = sign(a[i]);\n\tputs(line);\n" +
				"\tmemset(line, '.', N * N);\n\tfor (int i = 0; i < N * N; i++) line[i] = '1' + i % 9;\n\tputs(line);\n\tif (!search(0))"}},
		{name: "copied and copied back", make: "int a[N][N];", get: "a[r][c]", set: "a[r][c] = d", change: []string{"put(i, 0)",
			"memcpy(a, saved, sizeof a)",
			"for (int d", "int saved[N][N];\n\tmemcpy(saved, a, sizeof a);\n\tfor (int d"}},
		// A program in C may have a read, a write and a poll of its own, which are not the library's.
		{name: "beside names of the library", get: "a[r][c]", set: "a[r][c] = d",
			make: "char a[17][17];\nint read(void) { abort(); }\nint write(int x) { abort(); }\nint poll(void) { abort(); }"},
		{name: "bits", make: "unsigned a[N * N];", get: bitsC, set: "a[i] = d ? 1 << (d - 1) : (1 << N) - 1"},
		{name: "bits, bit 1 for 1", make: "unsigned a[N * N];", get: strings.Replace(bitsC, " + 1", "", 1),
			set: "a[i] = d ? 1 << d : (2 << N) - 2"},
		{name: "bits beside the digits from a clue on", make: "unsigned a[N * N];\nunsigned short least[N * N];", get: bitsC,
			set:    "a[i] = d ? 1 << (d - 1) : (1 << N) - 1",
			change: []string{"\t\tput(i, *signs", "\t\tleast[i] = 511 & 511 << (*s == '?' ? 0 : strtol(s, 0, 16) - 1);\n\t\tput(i, *signs"}},
	},
	"tried.cpp": {
		{name: "strings in a vector", make: "#include <string>\n#include <vector>\nstd::vector<std::string> a(N, std::string(N, '.'));",
			get: "number(a[r][c])", set: "a[r][c] = sign(d)"},
		{name: "one string", make: "#include <string>\nstd::string a(N * N, '.');", get: "number(a[i])", set: "a[i] = sign(d)"},
		{name: "strings in an array", make: "#include <string>\nstd::string a[N];", get: "number(a[r][c])",
			set: "if (!c) a[r].resize(N);\n\ta[r][c] = sign(d)"},
		{name: "a vector of ints behind a pointer", get: "a->cells[r][c]", set: "a->cells[r][c] = d", make: `#include <memory>
#include <vector>
struct state { int spare; std::vector<std::vector<int>> cells{N, std::vector<int>(N)}; };
std::unique_ptr<state> a(new state);`},
		{name: "objects in a vector of vectors", get: "a[r][c].value", set: "a[r][c].value = d",
			make: "#include <vector>\nstruct cell { std::vector<int> fits; int value; };\n" +
				"std::vector<std::vector<cell>> a(N, std::vector<cell>(N));"},
		{name: "objects in a vector, and a set in each", get: "a[i].value", set: "a[i].value = d",
			make: "#include <set>\n#include <vector>\nclass cell { public: int value = 0; std::set<int> fits; };\nstd::vector<cell> a(N * N);"},
		{name: "in a thread", make: "#include <thread>\n#include <vector>\nstd::vector<std::vector<char>> a(N, std::vector<char>(N));",
			get: "a[r][c] - '0'",
			set: "a[r][c] = '0' + d", change: []string{"if (!search(0)) return 1;", "std::thread solver([] { search(0); });\n\tsolver.join();"}},
		{name: "bits in rows", make: "#include <vector>\nstd::vector<std::vector<int>> a(N, std::vector<int>(N));",
			get: strings.ReplaceAll(bitsC, "a[i]", "a[r][c]"), set: "a[r][c] = d ? 1 << (d - 1) : (1 << N) - 1"},
		{name: "bitsets", make: "#include <bitset>\n#include <vector>\nstd::vector<std::bitset<N>> a(N * N);",
			get: "a[i].count() == 1 ? __builtin_ctzl(a[i].to_ulong()) + 1 : 0", set: "a[i] = d ? 1 << (d - 1) : (1 << N) - 1"},
		{name: "digits from 0", make: "signed char a[N * N];", get: "a[i] + 1", set: "a[i] = d - 1"},
	},
	"tried.rs": {
		{name: "rows in an array", make: "type Kept = [[u8; N]; N];\nfn empty() -> Kept { [[0; N]; N] }", get: "a[r][c] as usize",
			set: "a[r][c] = d as u8"},
		{name: "characters in a vector of vectors", make: "type Kept = Vec<Vec<char>>;\nfn empty() -> Kept { vec![vec!['.'; N]; N] }",
			get: "number(a[r][c] as u8)", set: "a[r][c] = sign(d) as char"},
		{name: "a field of a struct", get: "a.cells[i]", set: "a.moves += 1; a.cells[i] = d",
			make: "struct Kept { moves: usize, cells: [usize; N * N] }\nfn empty() -> Kept { Kept { moves: 0, cells: [0; N * N] } }"},
		{name: "structs in one piece", get: "a[i].value", set: "a[i].value = d; a[i].fixed = d == 0",
			make: `struct Cell { fixed: bool, value: usize }
type Kept = Vec<Cell>;
fn empty() -> Kept { (0..N * N).map(|_| Cell { fixed: false, value: 0 }).collect() }`},
		{name: "an array copied for each guess", make: "type Kept = [u8; N * N];\nfn empty() -> Kept { [0; N * N] }", get: "a[i] as usize",
			set: "a[i] = d as u8",
			change: []string{"search(a: &mut Kept", "search(a: Kept", "search(a, i + 1)",
				"{ let mut next = a; put(&mut next, i, d); search(next, i + 1) }",
				"search(&mut a", "search(a", "        put(a, i, d);\n", "", "        put(a, i, 0);\n", "", "!fits(a", "!fits(&a", "i < N * N && at(a",
				"i < N * N && at(&a"}},
		{name: "bits", make: "type Kept = Vec<u32>;\nfn empty() -> Kept { vec![(1 << N) - 1; N * N] }",
			get: "if a[i].count_ones() == 1 { a[i].trailing_zeros() as usize + 1 } else { 0 }",
			set: "a[i] = if d == 0 { (1 << N) - 1 } else { 1 << (d - 1) }"},
	},
	"Tried.java": {
		{name: "rows of int", make: "static int[][] a = new int[N][N];", get: "a[r][c]", set: "a[r][c] = d"},
		{name: "rows of char counted from 1", make: "static char[][] a = new char[N + 1][N + 1];", get: "number(a[r + 1][c + 1])",
			set: "a[r + 1][c + 1] = sign(d)"},
		{name: "one array, added to", make: "static int moves;\n\tstatic int[] a = new int[N * N];", get: "a[i]",
			set: "Tried.moves++;\n\t\ta[i] += d - a[i]"},
		{name: "a field of an object", make: "final long[] cells = new long[N * N];\n\tstatic Tried a = new Tried();", get: "(int) a.cells[i]",
			set: "a.cells[i] = d"},
		{name: "rows of Integer", make: "static Integer[][] a = new Integer[N][N];", get: "a[r][c] == null ? 0 : a[r][c]", set: "a[r][c] = d"},
		{name: "a list", make: "static List<Integer> a = new ArrayList<>(Collections.nCopies(N * N, 0));", get: "a.get(i)", set: "a.set(i, d)"},
		{name: "a list of lists", get: "a.get(r).get(c)", set: "a.get(r).set(c, d)", make: `static List<List<Integer>> a = new ArrayList<>();
	static { for (int r = 0; r < N; r++) a.add(new ArrayList<>(Collections.nCopies(N, 0))); }`},
		{name: "lists in an array", get: "number(a[r].get(c))", set: "a[r].set(c, sign(d))",
			make: `@SuppressWarnings("unchecked") static List<Character>[] a = new List[N];
	static { for (int r = 0; r < N; r++) a[r] = new ArrayList<>(Collections.nCopies(N, sign(0))); }`},
		{name: "a StringBuilder", make: `static StringBuilder a = new StringBuilder(".".repeat(N * N));`, get: "number(a.charAt(i))",
			set: "a.setCharAt(i, sign(d))"},
		{name: "rows of String", make: "static String[] a = new String[N];\n\tstatic { Arrays.fill(a, \".\".repeat(N)); }",
			get: "number(a[r].charAt(c))",
			set: "a[r] = a[r].substring(0, c) + sign(d) + a[r].substring(c + 1)"},
		{name: "filled by Arrays.fill", make: "static byte[][] a = new byte[N][N];", get: "a[r][c]",
			set: "Arrays.fill(a[r], c, c + 1, (byte) d)"},
		{name: "objects with a field", get: "a[r][c].value", set: "a[r][c].value = d", make: `static class Cell { boolean fixed; int value; }
	static Cell[][] a = new Cell[N][N];
	static { for (Cell[] row : a) for (int c = 0; c < N; c++) row[c] = new Cell(); }`},
		{name: "objects with a method", get: "a.get(i).get()", set: "a.get(i).set(d)", make: `static class Cell {
		private int value; final Set<Integer> fits = new HashSet<>(); int get() { return value; } void set(int v) { value = v; }
	}
	static List<Cell> a = new ArrayList<>();
	static { for (int i = 0; i < N * N; i++) a.add(new Cell()); }`},
		{name: "bits of a cell", make: "static int[] a = new int[N * N];", get: bitsJava, set: "a[i] = d == 0 ? (1 << N) - 1 : 1 << d - 1"},
		{name: "copied bits of cells", make: "static int[] a = new int[N * N];", get: bitsJava, set: "a[i] = d == 0 ? (1 << N) - 1 : 1 << d - 1",
			change: []string{"put(i, 0);", "a = saved;", "put(i, d);", "int[] saved = a;\n\t\t\ta = a.clone();\n\t\t\tput(i, d);"}},
		{name: "rows of bits of a cell, bit 1 for 1", make: "static int[][] a = new int[N][N];", set: "a[r][c] = d == 0 ? (2 << N) - 2 : 1 << d",
			get: "Integer.bitCount(a[r][c]) == 1 ? Integer.numberOfTrailingZeros(a[r][c]) : 0"},
		{name: "a copy and System.arraycopy", make: "static int[][] a = new int[N][N];", get: "a[r][c]", set: "a[r][c] = d",
			change: []string{"put(i, 0);", "for (int r = 0; r < N; r++) System.arraycopy(saved[r], 0, a[r], 0, N);",
				"for (int d = 1", "int[][] saved = new int[N][];\n\t\tfor (int r = 0; r < N; r++) saved[r] = a[r].clone();\n\t\tfor (int d = 1"}},
		{name: "in a thread", make: "static char[] a = new char[N * N];", get: "number(a[i])", set: "a[i] = sign(d)",
			change: []string{"System.out.println(search(0));", "Thread t = new Thread(() -> search(0));\n\t\tt.start();\n\t\tt.join();"}},
	},
	"tried.go": {
		{name: "rows of bytes", make: "var board [n][n]byte", get: "number(board[r][c])", set: "board[r][c] = sign(d)"},
		{name: "text of bytes, in the header of a statement", make: "var board [n*n + 9]byte", get: "number(board[i])", set: "board[i] = sign(d)",
			change: []string{"put(i, d)\n\t\t\tif search", "if board[i] = sign(d); search", "\t\t\tput(i, 0)\n", "", "\treturn false",
				"\tput(i, 0)\n\treturn false"}},
		{name: "structs with a field, changed by a method", get: "board[r][c].value", set: "if board[r][c].put(d); d == 0 {\n" +
			"\t\tboard[r][c].value = 0\n\t}",
			make: "type cell struct {\n\tfixed bool\n\tvalue int\n}\nfunc (c *cell) put(d int) { c.value = d }\nvar board [n][n]cell"},
		{name: "counted from one", make: "var board [n + 1][n + 1]int8", get: "int(board[r+1][c+1])",
			set: "board[r+1][c+1] += int8(d) - board[r+1][c+1]"},
		{name: "lines in one text, restored with copy", make: "var board = make([]byte, n*(n+1))", get: "number(board[i+r])",
			set:    "board[i+r] = sign(d)",
			change: []string{"put(i, 0)", "copy(board, saved)", "\tfor d :=", "\tsaved := append([]byte(nil), board...)\n\tfor d :="}},
		{name: "structs in slices of a struct, in closures", get: "g.cells[r][c].value", set: "g.cells[r][c].value = d", change: closures,
			make: "type game struct{ cells [][]struct{ fits []int; value int } }\n\tg := &game{}\n\tfor range n {\n" +
				"\t\tg.cells = append(g.cells, make([]struct{ fits []int; value int }, n))\n\t}"},
		{name: "a pointer to an array, in closures", make: "board := new([n * n]rune)", get: "number(byte(board[i]))",
			set: "board[i] = rune(sign(d))", change: closures},
		{name: "text, in closures", make: "type cell = string\n\tvar board cell = strings.Repeat(string(sign(0)), n*n)", get: "number(board[i])",
			set: "board = board[:i] + string(sign(d)) + board[i+1:]", change: closures},
		{name: "many goroutines, and a hard end", make: "var board [n * n]byte\nvar lock sync.Mutex", get: "number(board[i])",
			set: "board[i] = sign(d)",
			change: []string{"return search(0)", "result := make(chan bool)\n\tgo func() { result <- alone() }()\n" +
				"\tgo func() { result <- alone() && false }()\n" +
				"\t<-result\n\tos.Exit(7)\n\treturn true", "func search", "func alone() bool {\n\tlock.Lock()\n\tdefer lock.Unlock()\n" +
				"\treturn search(0)\n}\nfunc search"}},
		{name: "by columns", make: "var board [n][n]int", get: "board[c][r]", set: "board[c][r] = d"},
		{name: "read by the library over noughts", make: "var board [n][n]int", get: "board[r][c]", set: "board[r][c] = d",
			change: []string{"\tfor i, v := range cells", "\tfor i := 0; i < n*n; i++ {\n\t\tput(i, 0)\n\t}\n\tfor i, v := range cells",
				"put(i, v)", "fmt.Sscan(fmt.Sprint(v), &board[i/n][i%n])"}},
	},
	"tried.py": {
		{name: "list of lists", make: "b = rows(lambda v: v)", get: "b[r][c]", set: "b[r][c] = d"},
		{name: "list of lists of characters, in place of others", make: "b = rows(sign)", get: "number(b[r][c])",
			set: "b[r] = [sign(d) if k == c else x for k, x in enumerate(b[r])]"},
		{name: "a new list at each step", make: "b = list(g)", get: "b[i]", set: "b = [d if k == i else x for k, x in enumerate(b)]"},
		{name: "a new tuple at each step", make: "b = tuple(g)", get: "b[i]", set: "b = b[:i] + (d,) + b[i + 1:]"},
		{name: "text", make: "b = ''.join(map(sign, g))", get: "number(b[i])", set: "b = f'{b[:i]}{sign(d)}{b[i + 1:]}'"},
		{name: "rows of text", make: "b = [''.join(map(sign, g[N * r:N * r + N])) for r in range(N)]", get: "number(b[r][c])",
			set: "b[r] = b[r][:c] + sign(d) + b[r][c + 1:]"},
		{name: "a copy of all", make: "b = rows(lambda v: v)", get: "b[r][c]", set: "b = copy.deepcopy(b); b[r][c] = d"},
		{name: "walrus", make: "b = rows(lambda v: v)", get: "b[r][c]", set: "(row := b[r])[c] = d"},
		{name: "walrus in a condition", make: "b = list(g)", get: "b[i]", set: "\n    if b := b[:i] + [d] + b[i + 1:]: pass"},
		{name: "slice", make: "b = list(g)", get: "b[i]", set: "b[i:i + 1] = [d]"},
		{name: "augmented", make: "b = list(g)", get: "b[i]", set: "b[i] += d - b[i]"},
		{name: "bytes", make: "b = bytearray(map(ord, map(sign, g)))", get: "number(chr(b[i]))", set: "b[i:i + 1] = sign(d).encode()"},
		{name: "flat, from 1", make: "b = [0] + g", get: "b[i + 1]", set: "b[i + 1] = d"},
		{name: "rows and columns from 1", make: "b = [[0] * (N + 1)] + [[0] + row for row in rows(lambda v: v)]", get: "b[r + 1][c + 1]",
			set: "b[r + 1][c + 1] = d"},
		{name: "an array", make: "b = array.array('b', g)", get: "b[i]", set: "b[i] = d"},
		{name: "a row that a function returns", make: "b = rows(lambda v: v)", get: "row(r)[c]", set: "row(r)[c] = d"},
		{name: "dictionary of candidates, as in the essay",
			make: "b = {key(r, c): sign(g[N * r + c]) if g[N * r + c] else '1234' for c in range(N) for r in range(N)}",
			get:  "number(b[key(r, c)]) if len(b[key(r, c)]) == 1 else 0", set: "b[key(r, c)] = sign(d) if d else '1234'"},
		{name: "dictionary of what is there, by row and column", make: "b = {(i // N, i % N): d for i, d in enumerate(g) if d}",
			get: "b.get((r, c), 0)", set: "b[r, c] = d\n    if not d: del b[r, c]"},
		{name: "dictionary of numbers", make: "b = {}\nfor i, d in enumerate(g): b[i + 1] = d", get: "b[i + 1]",
			set: "b.update({i + 1: d})"},
		{name: "objects with a field",
			make: "class Cell:\n    def __init__(self, value): self.fixed = value > 0; self.value = value\nb = rows(Cell)",
			get:  "b[r][c].value", set: "b[r][c].value = d"},
		{name: "objects with slots, set by a method",
			make: "class Cell:\n    __slots__ = ('at', '_digit')\n    def __init__(self, d): self.put(d)\n" +
				"    def put(self, d): self._digit = d\nb = [Cell(d) for d in g]",
			get: "b[i]._digit", set: "b[i].put(d)"},
		{name: "data classes, one in place of the other",
			make: "@dataclasses.dataclass(frozen=True)\nclass Cell:\n    row: int\n    value: int\nb = rows(lambda v: Cell(0, v))",
			get:  "b[r][c].value", set: "b[r][c] = dataclasses.replace(b[r][c], value=d)"},
		{name: "dictionaries as cells", make: "b = rows(lambda v: {'row': 0, 'value': v})", get: "b[r][c]['value']",
			set: "b[r][c]['value'] = d"},
		{name: "setattr",
			make: "class Cell: pass\nb = rows(lambda v: Cell())\nfor i, d in enumerate(g): setattr(b[i // N][i % N], 'value', d)\nshow(b)",
			get:  "b[r][c].value", set: "setattr(b[r][c], 'value', d)"},
		{name: "sets of candidates", make: "b = [{v} if v else set(range(1, N + 1)) for v in g]",
			get: "min(b[i]) if len(b[i]) == 1 else 0", set: "b[i].clear(); b[i].update({d} if d else {1, 2})"},
		{name: "digits from 0", make: "b = [v - 1 for v in g]", get: "b[i] + 1", set: "b[i] = d - 1"},
		{name: "bits of a cell", make: "b = [1 << v - 1 if v else 2 ** N - 1 for v in g]",
			get: "0 if b[i] & b[i] - 1 else b[i].bit_length()", set: "b[i] = 1 << d - 1 if d else 2 ** N - 1"},
		{name: "bits of a cell, by rows, bit 1 for 1", make: "b = rows(lambda v: 1 << v if v else 0)",
			get: "b[r][c].bit_length() - 1 if b[r][c] else 0", set: "b[r][c] = 1 << d if d else 0"},
		{name: "an object that holds it",
			make: "class Grid:\n    def __init__(self, g): self.cells = list(g)\n    def __setitem__(self, k, d): self.cells[k] = d\nb = Grid(g)",
			get:  "b.cells[i]", set: "b[i] = d"},
	},
	"tried.js": {
		{name: "rows of numbers", make: "let b = rows((v) => v)", get: "b[r][c]", set: "b[r][c] = d"},
		{name: "rows of objects", make: "let b = rows((v) => ({ fixed: v > 0, value: v }))", get: "b[r][c].value",
			set: "b[r][c].value = d"},
		{name: "objects, one in place of the other", make: "let b = g.map((v) => ({ at: 0, digit: v || null }))", get: "b[i].digit",
			set: "b[i] = { ...b[i], digit: d }"},
		{name: "a class with a field that a method sets",
			make: "class Cell { constructor(v) { this.row = 0; this._v = v } get value() { return this._v } set value(v) { this._v = v " +
				"} put(v) { this.value = v } }\nlet b = g.map((v) => new Cell(v))",
			get: "b[i].value", set: "b[i].put(d)"},
		{name: "a class with a private field",
			make: "class Cell { #v; constructor(v) { this.#v = v } get value() { return this.#v } put(v) { this.#v = v } }\n" +
				"let b = rows((v) => new Cell(v))",
			get: "b[r][c].value", set: "b[r][c].put(d)"},
		{name: "a class that holds it",
			make: "class Grid { cells = []; constructor(g) { for (const v of g) this.cells.push(v) } at(i) { return this.cells[i] } " +
				"put(i, d) { this.cells[i] = d } }\nlet b = new Grid(g)",
			get: "b.at(i)", set: "b.put(i, d)"},
		{name: "a cell that a function returns", make: "let b = rows((v) => ({ value: v })), cell = (r, c) => b[r][c]",
			get: "cell(r, c).value", set: "cell(r, c).value = d"},
		{name: "a Map by row and column", make: "let b = new Map(g.map((v, i) => [`${i / N | 0},${i % N}`, v]))",
			get: "b.get(`${r},${c}`)", set: "b.set(`${r},${c}`, d)"},
		{name: "a Map of what is there", make: "let b = new Map(); g.forEach((v, i) => { if (v) b.set(i, v) })", get: "b.get(i)",
			set: "d ? b.set(i, d) : b.delete(i)"},
		{name: "an object of A1 with candidates",
			make: "let b = {}; g.forEach((v, i) => { b[key(i / N | 0, i % N)] = v ? sign(v) : '1234' })",
			get:  "b[key(r, c)].length > 1 ? 0 : number(b[key(r, c)])", set: "b[key(r, c)] = d ? sign(d) : '1234'"},
		{name: "sets of candidates", make: "let b = g.map((v) => new Set(v ? [v] : [1, 2, 3]))", get: "b[i].size > 1 ? 0 : [...b[i]][0]",
			set: "b[i].clear(); if (d) b[i].add(d)"},
		{name: "a typed array", make: "let b = Uint8Array.from(g)", get: "b[i]", set: "b[i] = d"},
		{name: "rows and columns from 1", make: "let b = [[], ...rows((v) => v).map((row) => [0, ...row])]", get: "b[r + 1][c + 1]",
			set: "b[r + 1][c + 1] = d"},
		{name: "fill", make: "let b = g.slice()", get: "b[i]", set: "b.fill(d, i, i + 1)"},
		{name: "text", make: "let b = g.map(sign).join('')", get: "number(b[i])", set: "b = b.slice(0, i) + sign(d) + b.slice(i + 1)"},
		{name: "rows of text", make: "let b = rows(sign).map((row) => row.join(''))", get: "number(b[r][c])",
			set: "b[r] = b[r].substring(0, c) + sign(d) + b[r].substring(c + 1)"},
		{name: "destructuring", make: "let b = rows((v) => v)", get: "b[r][c]", set: "[b[r][c]] = [d]"},
		{name: "destructuring into fields", make: "let b = rows((v) => ({ value: v }))", get: "b[r][c].value",
			set: "({ d: b[r][c].value } = { d })"},
		{name: "augmented", make: "let b = rows((v) => v)", get: "b[r][c]", set: "b[r][c] += d - b[r][c]"},
		{name: "Object.assign", make: "let b = g.map((value) => ({ value }))", get: "b[i].value",
			set: "Object.assign(b[i], { value: d })"},
		{name: "a copy of objects", make: "let b = rows((value) => ({ value }))", get: "b[r][c].value",
			set: "b = JSON.parse(JSON.stringify(b)); b[r][c].value = d"},
		{name: "digits from 0", make: "let b = Int8Array.from(g, (v) => v - 1)", get: "b[i] + 1", set: "b[i] = d - 1"},
		{name: "bits of a cell", make: "let b = g.map((v) => v ? 1 << v - 1 : 2 ** N - 1)",
			get: "b[i] & b[i] - 1 ? 0 : 32 - Math.clz32(b[i])", set: "b[i] = d ? 1 << d - 1 : 2 ** N - 1"},
		{name: "bits of a cell, by rows, bit 1 for 1", make: "let b = rows((v) => v ? 1 << v : 0).map((row) => Uint32Array.from(row))",
			get: "b[r][c] ? 31 - Math.clz32(b[r][c]) : 0", set: "b[r][c] = d ? 1 << d : 0"},
		{name: "with", make: "let b = g.slice()", get: "b[i]", set: "b = Object.freeze(b.map((v, k) => k === i ? d : v))"},
	},
}

const bitsJava = "Integer.bitCount(a[i]) == 1 ? Integer.numberOfTrailingZeros(a[i]) + 1 : 0"

// closures turn the functions of the frame in Go into variables of solve, as the board then is.
var closures = []string{"MAKE\n", "func solve(in string) bool {\n\tMAKE\n", "func at(i int) int", "\tat := func(i int) int",
	"func put(i, d int)", "\tput := func(i, d int)",
	"func solve(in string) bool {\n", "\tvar search func(i int) bool\n", "\treturn search(0)\n}\n", "",
	"\tfor i, v := range cells(in, \"SIGNS\") {\n\t\tput(i, v)\n\t}\n", "",
	"func search(i int) bool", "\tsearch = func(i int) bool", "\tput(i, 0)\n\t\t}\n\t}\n\treturn false\n}\n",
	"\tput(i, 0)\n\t\t}\n\t}\n\treturn false\n}\n\tfor i, v := range cells(in, \"SIGNS\") {\n\t\tput(i, v)\n\t}\n\treturn search(0)\n}\n"}
