package trace

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
)

// cFrame is a search in reading order in C and C++. Each shape stores the board in its own way: AT reads a digit, PUT
// writes one, with 0 for a blank, and fill reads the puzzle.
const cFrame = `
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

const cMain = `
int main(void) {
	char line[100];
	if (scanf("%99s", line) != 1) return 1;
	fill(line);
	if (!search(0)) return 1;
	for (int i = 0; i < 81; i++) putchar('0' + AT(i));
	puts("");
}
`

// cHead begins all programs in C and C++.
const cHead = "#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"

// keptAs is the search on a board of integers.
func keptAs(declared, at string) string {
	return declared + "\n#define AT(i) " + at + "\n#define PUT(i, d) (AT(i) = (d))" + cFrame +
		"void fill(const char *s) { for (int i = 0; i < 81; i++) AT(i) = number(s[i]); }" + cMain
}

// keptAsText is the search on a board of characters.
func keptAsText(declared, at, fill string) string {
	return declared + "\n#define AT(i) number(" + at + ")\n#define PUT(i, d) (" + at + " = (d) ? '0' + (d) : '.')\nint number(char c);" + cFrame +
		"void fill(const char *s) { " + fill + " }" + cMain
}

// cShapes are ways to store a board in C; each is tried in C++, too.
var cShapes = map[string]string{
	"a global array counted from 1":             keptAs("int a[10][10];", "a[(i) / 9 + 1][(i) % 9 + 1]"),
	"a flat array of long longs counted from 1": keptAs("long long a[82];", "a[(i) + 1]"),
	"rows wider than the board":                 keptAs("short a[20][20];", "a[(i) / 9][(i) % 9]"),
	"structs with a field":                      keptAs("struct cell { char fixed; int value; } a[9][9];", "a[(i) / 9][(i) % 9].value"),
	"structs with room for candidates":          keptAs("struct cell { unsigned char value; bool fits[9]; } a[81];", "a[i].value"),
	"one piece from malloc":                     keptAs("int *a;\nint *at(int i) { return (a ? a : (a = (int *)malloc(81 * sizeof *a))) + i; }", "*at(i)"),
	"in a struct behind a pointer":              keptAs("struct state { int depth; int cells[81]; } first, *now = &first;", "now->cells[i]"),
	"text":                                      keptAsText("char a[100];", "a[i]", "strcpy(a, s);"),
	"rows of a char**": keptAsText("char **a;", "a[(i) / 9][(i) % 9]",
		"a = (char **)malloc(9 * sizeof *a); for (int r = 0; r < 9; r++) { a[r] = (char *)malloc(10); for (int c = 0; c < 9; c++) a[r][c] = s[9 * r + c]; }"),
	"rows of text": keptAsText("char a[9][10];", "a[(i) / 9][(i) % 9]", "for (int r = 0; r < 9; r++) memcpy(a[r], s + 9 * r, 9);"),
	"added to":     strings.Replace(keptAs("int a[81];", "a[i]"), "PUT(i, d) (AT(i) = (d))", "PUT(i, d) (a[i] += (d) - a[i])", 1),
	"beside a buffer that is used again": strings.Replace(keptAs("int a[81];", "a[i]"), "fill(line);",
		"fill(line);\n\tmemset(line, '.', 81);\n\tfor (int i = 0; i < 81; i++) line[i] = '1' + i % 9;\n\tputs(line);", 1),
	"copied and copied back": strings.NewReplacer("PUT(i, 0)", "memcpy(a, saved, sizeof a)", "for (int d", "int saved[9][9];\n\tmemcpy(saved, a, sizeof a);\n\tfor (int d").
		Replace(keptAs("int a[9][9];", "a[(i) / 9][(i) % 9]")),
	"handed on by main": strings.NewReplacer("bool fits(", "bool fits(int (*a)[9], ", "fits(i,", "fits(a, i,", "bool search(", "bool search(int (*a)[9], ", "search(i + 1", "search(a, i + 1",
		"fill(line", "int a[9][9];\n\tfill(a, line", "fill(const", "fill(int (*a)[9], const", "search(0", "search(a, 0").Replace(keptAs("", "a[(i) / 9][(i) % 9]")),
	"counted up, digits that do not fit too": `int a[81];
bool fits(int i) {
	for (int j = 0; j < 81; j++)
		if ((j / 9 == i / 9 || j % 9 == i % 9 || (j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3)) && j != i && a[j] == a[i]) return false;
	return true;
}
bool search(int i) {
	for (; i < 81 && a[i]; i++) {}
	if (i == 81) return true;
	for (a[i]++; a[i] <= 9; ++a[i])
		if (fits(i) && search(i + 1)) return true;
	a[i] -= a[i];
	return false;
}
int main(void) {
	char s[100];
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) a[i] = s[i] == '.' ? 0 : s[i] - '0';
	return !search(0);
}`,
	"variables of main alone": `int main() {
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
}

// byValue hands on copies of its rows.
const byValue = `#include <vector>
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
}`

// cppShapes are ways to store a board in C++.
var cppShapes = map[string]string{
	"strings in a vector":                    keptAsText("#include <string>\n#include <vector>\nstd::vector<std::string> a;", "a[(i) / 9][(i) % 9]", "for (int r = 0; r < 9; r++) a.push_back(std::string(s + 9 * r, 9));"),
	"strings in an array":                    keptAsText("#include <string>\nstd::string a[9];", "a[(i) / 9][(i) % 9]", "for (int r = 0; r < 9; r++) a[r] = std::string(s + 9 * r, 9);"),
	"one string":                             keptAsText("#include <string>\nstd::string a;", "a[i]", "a = s;"),
	"a vector of numbers":                    keptAs("#include <vector>\nstd::vector<int> a(81);", "a[i]"),
	"an array of numbers":                    keptAs("#include <array>\nstd::array<std::array<unsigned char, 9>, 9> a;", "a[(i) / 9][(i) % 9]"),
	"a vector of ints behind a pointer":      keptAs("#include <memory>\n#include <vector>\nstruct grid { int spare; std::vector<std::vector<int>> cells{9, std::vector<int>(9)}; };\nstd::unique_ptr<grid> a(new grid);", "a->cells[(i) / 9][(i) % 9]"),
	"objects in a vector of vectors":         keptAs("#include <vector>\nstruct cell { std::vector<int> fits; int value; };\nstd::vector<std::vector<cell>> a(9, std::vector<cell>(9));", "a[(i) / 9][(i) % 9].value"),
	"objects in a vector, and a set in each": keptAs("#include <set>\n#include <vector>\nclass cell { public: int value = 0; std::set<int> fits; };\nstd::vector<cell> a(81);", "a[i].value"),
	"in a thread": `#include <thread>
#include <vector>
std::vector<std::vector<char>> a(9, std::vector<char>(9));
#define AT(i) (a[(i) / 9][(i) % 9] - '0')
#define PUT(i, d) (a[(i) / 9][(i) % 9] = '0' + (d))
` + cFrame + `int main() {
	char line[100];
	if (scanf("%99s", line) != 1) return 1;
	for (int i = 0; i < 81; i++) PUT(i, number(line[i]));
	std::thread solver([] { search(0); });
	solver.join();
}`,
	"an array of arrays by value": `#include <array>
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
	"a vector of vectors by value":                 byValue,
	"a vector of vectors by value, counted from 1": strings.NewReplacer("(9", "(10").Replace(regexp.MustCompile(`(b|next)\[(.*?)\]\[(.*?)\]`).ReplaceAllString(byValue, "$1[$2 + 1][$3 + 1]")),
}

// rustShapes are ways to store a board in Rust, for the search in reading order.
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
	"an array of arrays handed on":   rustKept("[[u8; 9]; 9]", "[[0; 9]; 9]", "a[i / 9][i % 9] as usize", "a[i / 9][i % 9] = d as u8"),
	"one vector":                     rustKept("Vec<u32>", "vec![0; 81]", "a[i] as usize", "a[i] = d as u32"),
	"numbers in a vector of vectors": rustKept("Vec<Vec<i32>>", "vec![vec![0; 9]; 9]", "a[i / 9][i % 9] as usize", "a[i / 9][i % 9] = d as i32"),
	"a field of a struct":            rustKept("Board", "Board { moves: 0, cells: [0; 81] }", "a.cells[i]", "a.moves += 1; a.cells[i] = d") + "struct Board { moves: usize, cells: [usize; 81] }\n",
	"structs in one piece":           rustKept("Vec<Cell>", "(0..81).map(|_| Cell { fixed: false, value: 0 }).collect()", "a[i].value", "a[i].value = d; a[i].fixed = d == 0") + "struct Cell { fixed: bool, value: usize }\n",
	"text":                           rustKept("Vec<u8>", "vec![b'.'; 81]", "if a[i] == b'.' { 0 } else { (a[i] - b'0') as usize }", "a[i] = if d == 0 { b'.' } else { b'0' + d as u8 }"),
	"an array copied for each guess": strings.NewReplacer("search(a: &mut Kept", "search(a: Kept", "search(a, i + 1)", "{ let mut next = a; put(&mut next, i, d); search(next, i + 1) }", "search(&mut a", "search(a",
		"        put(a, i, d);\n", "", "        put(a, i, 0);\n", "", "!fits(a", "!fits(&a", "i < 81 && at(a", "i < 81 && at(&a").Replace(rustKept("[u8; 81]", "[0; 81]", "a[i] as usize", "a[i] = d as u8")),
}

// rustKept is the search on a board of a given type.
func rustKept(kind, empty, at, put string) string {
	return strings.NewReplacer("KIND", kind, "EMPTY", empty, "AT", at, "PUT", put).Replace(`type Kept = KIND;
fn at(a: &Kept, i: usize) -> usize { AT }
fn put(a: &mut Kept, i: usize, d: usize) {
    PUT;
}
fn fits(a: &Kept, i: usize, d: usize) -> bool {
    (0..81).all(|j| at(a, j) != d || !(j / 9 == i / 9 || j % 9 == i % 9 || j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3))
}
fn search(a: &mut Kept, from: usize) -> bool {
    let mut i = from;
    while i < 81 && at(a, i) != 0 { i += 1; }
    if i == 81 { return true; }
    for d in 1..10 {
        if !fits(a, i, d) { continue; }
        put(a, i, d);
        if search(a, i + 1) { return true; }
        put(a, i, 0);
    }
    false
}
fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut a: Kept = EMPTY;
    for (i, c) in line.trim().bytes().enumerate().take(81) {
        if c != b'.' { put(&mut a, i, (c - b'0') as usize); }
    }
    println!("{}", search(&mut a, 0));
}
`)
}

// javaKept is the search on a board with a given declaration.
func javaKept(declared, at, put string) string {
	return strings.NewReplacer("DECLARED", declared, "AT", at, "PUT", put).Replace(`import java.util.*;
public class Tried {
	DECLARED
	static int number(int c) { return c >= '1' && c <= '9' ? c - '0' : 0; }
	static int at(int i) { return AT; }
	static void put(int i, int d) {
		PUT;
	}
	static boolean fits(int i, int d) {
		for (int j = 0; j < 81; j++)
			if ((j / 9 == i / 9 || j % 9 == i % 9 || j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3) && at(j) == d) return false;
		return true;
	}
	static boolean search(int i) {
		while (i < 81 && at(i) != 0) i++;
		if (i == 81) return true;
		for (int d = 1; d <= 9; d++) {
			if (!fits(i, d)) continue;
			put(i, d);
			if (search(i + 1)) return true;
			put(i, 0);
		}
		return false;
	}
	public static void main(String[] args) {
		String s = new Scanner(System.in).next();
		for (int i = 0; i < 81; i++) put(i, number(s.charAt(i)));
		System.out.println(search(0));
	}
}
`)
}

// javaShapes are ways to store a board in Java.
var javaShapes = map[string]string{
	"rows of int":                 javaKept("static int[][] a = new int[9][9];", "a[i / 9][i % 9]", "a[i / 9][i % 9] = d"),
	"rows of char counted from 1": javaKept("static char[][] a = new char[10][10];", "number(a[i / 9 + 1][i % 9 + 1])", "a[i / 9 + 1][i % 9 + 1] = d == 0 ? '.' : (char) ('0' + d)"),
	"one array, added to":         javaKept("static int[] a = new int[81];", "a[i]", "a[i] += d - a[i]"),
	"a field of an object":        javaKept("final long[] cells = new long[81];\n\tstatic Tried a = new Tried();", "(int) a.cells[i]", "a.cells[i] = d"),
	"rows of Integer":             javaKept("static Integer[][] a = new Integer[9][9];", "a[i / 9][i % 9] == null ? 0 : a[i / 9][i % 9]", "a[i / 9][i % 9] = d"),
	"a list":                      javaKept("static List<Integer> a = new ArrayList<>(Collections.nCopies(81, 0));", "a.get(i)", "a.set(i, d)"),
	"a list of lists":             javaKept("static List<List<Integer>> a = new ArrayList<>();\n\tstatic { for (int r = 0; r < 9; r++) a.add(new ArrayList<>(Collections.nCopies(9, 0))); }", "a.get(i / 9).get(i % 9)", "a.get(i / 9).set(i % 9, d)"),
	"lists in an array":           javaKept("@SuppressWarnings(\"unchecked\") static List<Character>[] a = new List[9];\n\tstatic { for (int r = 0; r < 9; r++) a[r] = new ArrayList<>(Collections.nCopies(9, '.')); }", "number(a[i / 9].get(i % 9))", "a[i / 9].set(i % 9, d == 0 ? '.' : (char) ('0' + d))"),
	"a StringBuilder":             javaKept("static StringBuilder a = new StringBuilder(\".\".repeat(81));", "number(a.charAt(i))", "a.setCharAt(i, d == 0 ? '.' : (char) ('0' + d))"),
	"rows of String":              javaKept("static String[] a = new String[9];\n\tstatic { Arrays.fill(a, \".........\"); }", "number(a[i / 9].charAt(i % 9))", "a[i / 9] = a[i / 9].substring(0, i % 9) + (d == 0 ? \".\" : \"\" + d) + a[i / 9].substring(i % 9 + 1)"),
	"filled by Arrays.fill":       javaKept("static byte[][] a = new byte[9][9];", "a[i / 9][i % 9]", "Arrays.fill(a[i / 9], i % 9, i % 9 + 1, (byte) d)"),
	"counted up and down":         javaKept("static int[] a = new int[82];", "a[i + 1]", "for (int k = a[i + 1]; k != d; k = a[i + 1]) if (k < d) a[i + 1]++; else a[i + 1]--"),
	"objects with a field":        javaKept("static class Cell { boolean fixed; int value; }\n\tstatic Cell[][] a = new Cell[9][9];\n\tstatic { for (Cell[] row : a) for (int c = 0; c < 9; c++) row[c] = new Cell(); }", "a[i / 9][i % 9].value", "a[i / 9][i % 9].value = d"),
	"objects with a method":       javaKept("static class Cell { private int value; final Set<Integer> fits = new HashSet<>(); int get() { return value; } void set(int v) { value = v; } }\n\tstatic List<Cell> a = new ArrayList<>();\n\tstatic { for (int i = 0; i < 81; i++) a.add(new Cell()); }", "a.get(i).get()", "a.get(i).set(d)"),
	"bits":                        javaKept("static int[] a = new int[81];", "Integer.bitCount(a[i]) == 1 ? Integer.numberOfTrailingZeros(a[i]) + 1 : 0", "a[i] = d == 0 ? 511 : 1 << d - 1"),
	"copied bits": strings.NewReplacer("put(i, 0);", "a = saved;", "put(i, d);", "int[] saved = a;\n\t\t\ta = a.clone();\n\t\t\tput(i, d);").
		Replace(javaKept("static int[] a = new int[81];", "Integer.bitCount(a[i]) == 1 ? Integer.numberOfTrailingZeros(a[i]) + 1 : 0", "a[i] = d == 0 ? 511 : 1 << d - 1")),
	"rows of bits, bit 1 for 1": javaKept("static short[][] a = new short[9][9];", "Integer.bitCount(a[i / 9][i % 9]) == 1 ? Integer.numberOfTrailingZeros(a[i / 9][i % 9]) : 0", "a[i / 9][i % 9] = (short) (d == 0 ? 1022 : 1 << d)"),
	"a copy and System.arraycopy": strings.NewReplacer("put(i, 0);", "for (int r = 0; r < 9; r++) System.arraycopy(saved[r], 0, a[r], 0, 9);", "for (int d = 1", "int[][] saved = new int[9][];\n\t\tfor (int r = 0; r < 9; r++) saved[r] = a[r].clone();\n\t\tfor (int d = 1").
		Replace(javaKept("static int[][] a = new int[9][9];", "a[i / 9][i % 9]", "a[i / 9][i % 9] = d")),
	"in a thread": strings.NewReplacer("System.out.println(search(0));", "Thread t = new Thread(() -> search(0));\n\t\tt.start();\n\t\tt.join();", "args) {", "args) throws Exception {").
		Replace(javaKept("static char[] a = new char[81];", "number(a[i])", "a[i] = (char) ('0' + d)")),
}

// unusual holds the totals of programs that take other steps than the rest.
var unusual = map[string]int{
	"a loop that counts in the board":        6490, // it also writes digits that do not fit
	"counted up, digits that do not fit too": 6490,
	"counted up and down":                    5842, // from 0 up to each digit, and back
	"pointers on a stack":                    816,  // it makes all boards of a guess before it looks into the first
}

// TestShapes: the same search has the same history in every language, however it stores its board, and each step has
// its line.
func TestShapes(t *testing.T) {
	tr := tracer(t)
	want := inOrder(line(t, mild).Cells)
	for file, shapes := range map[string]map[string]string{"tried.c": cShapes, "tried.cpp": cppShapes, "tried.rs": rustShapes, "Tried.java": javaShapes} {
		joined := map[string]string{}
		for name, text := range shapes {
			if strings.HasPrefix(file, "tried.c") {
				text = cHead + text
			}
			if strings.Contains(name, "main") {
				shape(t, tr, file, name, text, want)
				continue
			}
			joined[name] = text
		}
		for name, one := range together(t, tr, file, joined) {
			shape(t, one.Tracer, file, name, one.text, want)
		}
	}
}

func shape(t *testing.T, tr *Tracer, file, name, text string, want []result.Step) {
	t.Run(file+" "+name, func(t *testing.T) {
		t.Parallel()
		r, err := replayOf(t, tr, written(t, file, text), mild)
		if err != nil {
			t.Fatal(err)
		}
		total := cmp.Or(unusual[name], len(want))
		if !r.Solved || r.Total != total {
			t.Fatalf("solved %v, %d steps: want %d", r.Solved, r.Total, total)
		}
		if at, what := firstDifference(want, r.Steps); at >= 0 && total == len(want) {
			t.Errorf("step %d: %s", at, what)
		}
		if !strings.Contains(name, "vectors by value") && !strings.Contains(name, "copied for") { // there the library or the compiler copies
			checkLines(t, strings.Split(text, "\n"), r.Steps)
		}
	})
}

var changes = regexp.MustCompile(`=|PUT|put|co?py|fill|\+\+|set\(`)

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

// TestBits: digits that are stored as bits, or counted from 0, are found without a directive, too.
func TestBits(t *testing.T) {
	tr := tracer(t)
	const one = "#define AT(i) (__builtin_popcount(a[i]) == 1 ? __builtin_ctz(a[i]) + FIRST : 0)\n#define PUT(i, d) (a[i] = (d) ? 1 << ((d) - FIRST) : ALL)"
	bits := func(declared, first, all string) string {
		text := strings.Replace(keptAs(declared, ""), "#define AT(i) \n#define PUT(i, d) (AT(i) = (d))", one, 1)
		return cHead + strings.NewReplacer("AT(i) = number(s[i])", "PUT(i, number(s[i]))", "FIRST", first, "ALL", all).Replace(text)
	}
	programs := map[string]map[string]string{"tried.c": {}, "tried.cpp": {}, "tried.rs": {}}
	for _, tt := range []struct{ name, file, text string }{
		{"bit 0 for the digit 1", "tried.c", bits("unsigned a[81];", "1", "511")},
		{"bit 1 for the digit 1", "tried.c", bits("unsigned short a[81];", "0", "1022")},
		{"beside the digits from a clue on", "tried.c", strings.Replace(bits("unsigned a[81];\nunsigned short least[81];", "1", "511"), "for (int i = 0; i < 81; i++) PUT(",
			"for (int i = 0; i < 81; i++) least[i] = 511 & 511 << (number(s[i]) ? number(s[i]) - 1 : 0);\n\tfor (int i = 0; i < 81; i++) PUT(", 1)},
		{"bitsets", "tried.cpp", "#include <bitset>\n#include <vector>\n" + strings.NewReplacer("__builtin_popcount(a[i])", "a[i].count()", "__builtin_ctz(a[i])", "__builtin_ctzl(a[i].to_ulong())").Replace(bits("std::vector<std::bitset<9>> a(81);", "1", "511"))},
		{"rows", "tried.cpp", "#include <vector>\n" + strings.ReplaceAll(bits("std::vector<std::vector<int>> a(9, std::vector<int>(9));", "1", "511"), "a[i]", "a[(i) / 9][(i) % 9]")},
		{"counted from 0", "tried.cpp", cHead + strings.NewReplacer("AT(i) = number(s[i])", "PUT(i, number(s[i]))", "(AT(i) = (d))", "(a[i] = (d) - 1)").Replace(keptAs("signed char a[81];", "(a[i] + 1)"))},
		{"in Rust", "tried.rs", rustKept("Vec<u16>", "vec![511; 81]", "if a[i].count_ones() == 1 { a[i].trailing_zeros() as usize + 1 } else { 0 }", "a[i] = if d == 0 { 511 } else { 1 << (d - 1) }")},
	} {
		programs[tt.file][tt.name] = tt.text
	}
	for file, programs := range programs {
		for name, one := range together(t, tr, file, programs) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				r, err := replayOf(t, one.Tracer, written(t, file, one.text), mild)
				if err != nil {
					t.Fatal(err)
				}
				if want := inOrder(line(t, mild).Cells); !r.Solved || r.Placed+r.Back != len(want) || r.Placed-r.Back != 48 {
					t.Errorf("solved %v, %d placed, %d taken back: want %d steps", r.Solved, r.Placed, r.Back, len(want))
				}
				if name != "counted from 0" && !r.Steps[1].With {
					t.Error("the candidates at the beginning are not one step")
				}
				seen := map[int]bool{}
				for _, s := range r.Steps {
					if name != "counted from 0" && !seen[s.Cell] && s.Value != 0 {
						t.Errorf("cell %d: %d, and its candidates were not shown before", s.Cell, s.Value)
					}
					seen[s.Cell] = true
				}
			})
		}
	}
}
