package trace_test

// frames are searches in reading order, one in each language. MAKE declares a board of SIDE by SIDE; GET reads cell i, in
// row r and column c, as a number; SET writes d there, or a blank for 0. The characters of a board of text are SIGNS: where
// they begin with a minus, the program reads letters.
var frames = map[string]string{"tried.c": frameC, "tried.cpp": frameC, "tried.rs": frameRust, "Tried.java": frameJava, "tried.go": frameGo,
	"tried.py": framePython, "tried.js": frameJavaScript}

const (
	digits  = ".123456789ABCDEFG"
	letters = "-ABCDEFGHIJKLMNOP"
)

const frameC = `#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef N
#define N SIDE
static const char signs[] = "SIGNS";
int number(char c) { return strchr(signs, c) - signs; }
char sign(int d) { return signs[d]; }
MAKE
int at(int i) {
	int r = i / N, c = i % N;
	return (void)r, (void)c, GET;
}
void put(int i, int d) {
	int r = i / N, c = i % N;
	(void)r, (void)c;
	SET;
}
bool fits(int i, int d) {
	for (int j = 0, w = N == 9 ? 3 : 4; j < N * N; j++)
		if ((j / N == i / N || j % N == i % N || (j / N / w == i / N / w && j % N / w == i % N / w)) && j != i && at(j) == d) return false;
	return true;
}
bool search(int i) {
	while (i < N * N && at(i) != 0) i++;
	if (i == N * N) return true;
	for (int d = 1; d <= N; d++) {
		if (!fits(i, d)) continue;
		put(i, d);
		if (search(i + 1)) return true;
		put(i, 0);
	}
	return false;
}
int main(void) {
	char s[9];
	if (*signs == '.' && scanf("%*d %8s %*d", s) != 1) return 1;
	for (int i = 0; i < N * N; i++) {
		if (scanf(*signs == '.' ? "%8s" : " %c", s) != 1) return 1;
		put(i, *signs != '.' ? number(*s) : *s == '?' ? 0 : (int)strtol(s, 0, 16));
	}
	if (!search(0)) return 1;
	for (int i = 0; i < N * N; i++) putchar(signs[at(i)]);
	puts("");
}
`

const frameRust = `const N: usize = SIDE;
const W: usize = if N == 9 { 3 } else { 4 };
const SIGNED: &str = "SIGNS";
fn number(c: u8) -> usize { SIGNED.bytes().position(|s| s == c).unwrap() }
fn sign(d: usize) -> u8 { SIGNED.as_bytes()[d] }
MAKE
fn at(a: &Kept, i: usize) -> usize {
    let (r, c) = (i / N, i % N);
    GET
}
fn put(a: &mut Kept, i: usize, d: usize) {
    let (r, c) = (i / N, i % N);
    SET;
}
fn fits(a: &Kept, i: usize, d: usize) -> bool {
    (0..N * N).all(|j| at(a, j) != d || !(j / N == i / N || j % N == i % N || j / N / W == i / N / W && j % N / W == i % N / W))
}
fn search(a: &mut Kept, from: usize) -> bool {
    let mut i = from;
    while i < N * N && at(a, i) != 0 { i += 1; }
    if i == N * N { return true; }
    for d in 1..N + 1 {
        if !fits(a, i, d) { continue; }
        put(a, i, d);
        if search(a, i + 1) { return true; }
        put(a, i, 0);
    }
    false
}
fn main() {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).unwrap();
    let mut a: Kept = empty();
    for (i, s) in text.split_whitespace().skip(3).enumerate().take(N * N) {
        put(&mut a, i, if s == "?" { 0 } else { usize::from_str_radix(s, 16).unwrap() });
    }
    println!("{} {} {}", search(&mut a, 0), number(b'1'), sign(1));
}
`

const frameJava = `import java.util.*;
public class Tried {
	static final int N = SIDE, W = N == 9 ? 3 : 4;
	MAKE
	static int number(int c) { return "SIGNS".indexOf(c); }
	static char sign(int d) { return "SIGNS".charAt(d); }
	static int at(int i) { int r = i / N, c = i % N; return GET; }
	static void put(int i, int d) {
		int r = i / N, c = i % N;
		SET;
	}
	static boolean fits(int i, int d) {
		for (int j = 0; j < N * N; j++)
			if ((j / N == i / N || j % N == i % N || j / N / W == i / N / W && j % N / W == i % N / W) && at(j) == d) return false;
		return true;
	}
	static boolean search(int i) {
		while (i < N * N && at(i) != 0) i++;
		if (i == N * N) return true;
		for (int d = 1; d <= N; d++) {
			if (!fits(i, d)) continue;
			put(i, d);
			if (search(i + 1)) return true;
			put(i, 0);
		}
		return false;
	}
	public static void main(String[] args) throws Exception {
		Scanner in = new Scanner(System.in);
		boolean letters = number('-') == 0;
		if (letters) in.useDelimiter("\\s*");
		else in.nextLine();
		for (int i = 0; i < N * N; i++) {
			String s = in.next();
			put(i, letters ? number(s.charAt(0)) : s.equals("?") ? 0 : Integer.parseInt(s, 16));
		}
		System.out.println(search(0));
	}
}
`

// mainGo begins the programs in Go, each of which has a function solve.
const mainGo = `
func main() {
	in, _ := io.ReadAll(os.Stdin)
	fmt.Println(solve(string(in)))
}

// cells returns the numbers of a board in its text.
func cells(in, signs string) (all []int) {
	if signs[0] == '-' {
		for _, c := range []byte(strings.Join(strings.Fields(in), "")) {
			all = append(all, strings.IndexByte(signs, c))
		}
		return all
	}
	for _, s := range strings.Fields(in)[3:] {
		v, _ := strconv.ParseInt(s, 16, 8)
		all = append(all, int(v))
	}
	return all
}

// digit reads a clue of a line, 0 for a blank.
func digit(c byte) int {
	if c == '.' {
		return 0
	}
	return int(c - '0')
}

// fits reports whether d may stand in cell i of a board that at reads.
func fits(n int, at func(i int) int, i, d int) bool {
	w := 3 + n/16
	for j := range n * n {
		if j/n == i/n || j%n == i%n || j/n/w == i/n/w && j%n/w == i%n/w {
			if j != i && at(j) == d {
				return false
			}
		}
	}
	return true
}
`

const frameGo = `const n = SIDE
func number(c byte) int { return strings.IndexByte("SIGNS", c) }
func sign(d int) byte { return "SIGNS"[d] }
MAKE
func at(i int) int {
	r, c := i/n, i%n
	_, _ = r, c
	return GET
}
func put(i, d int) {
	r, c := i/n, i%n
	_, _ = r, c
	SET
}
func solve(in string) bool {
	for i, v := range cells(in, "SIGNS") {
		put(i, v)
	}
	return search(0)
}
func search(i int) bool {
	for ; i < n*n && at(i) != 0; i++ {
	}
	if i == n*n {
		return true
	}
	for d := 1; d <= n; d++ {
		if fits(n, at, i, d) {
			put(i, d)
			if search(i + 1) {
				return true
			}
			put(i, 0)
		}
	}
	return false
}
`

const framePython = `import array, copy, dataclasses, sys
words = sys.stdin.read().split()
SIGNED = 'SIGNS'
if SIGNED[0] == '-':
    words = ['16', '4,', '4'] + ['%x' % SIGNED.index(c) if c != '-' else '?' for c in ''.join(words)]
N, W, H = int(words[0]), int(words[1][:-1]), int(words[2])
g = [0 if w == '?' else int(w, 16) for w in words[3:3 + N * N]]
sign = lambda v: SIGNED[v]
number = SIGNED.index
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
    near = lambda j: j // N == i // N or j % N == i % N or j // N // H == i // N // H and j % N // W == i % N // W
    return not any(j != i and get(j) == d for j in range(N * N) if near(j))

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

const frameJavaScript = `const SIGNED = 'SIGNS', sign = (v) => SIGNED[v], number = (s) => SIGNED.indexOf(s);
let words = require('fs').readFileSync(0, 'utf8').split(/\s+/);
if (SIGNED[0] === '-') words = ['16', '4', '4', ...[...words.join('')].map((s) => s === '-' ? '?' : number(s).toString(16))];
const N = +words[0], W = parseInt(words[1]), H = +words[2];
const g = words.slice(3, 3 + N * N).map((w) => w === '?' ? 0 : parseInt(w, 16));
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
