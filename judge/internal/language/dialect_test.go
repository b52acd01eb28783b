package language_test

import (
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/lang"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

func TestDialect(t *testing.T) {
	const gcc12, gcc14, clang18 = "g++ (Debian 12.2.0-14+deb12u1) 12.2.0", "g++ (GCC) 14.1.0", "Ubuntu clang version 18.1.3"
	for _, test := range []struct {
		id, code, version string
		told              bool
	}{
		{"python", "for i in xrange(9):\n", "", true},
		{"python", "    print x\n", "", true},
		{"python", "for k, v in a.iteritems():\n", "", true},
		{"python", "try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(9)\n", "", false},
		{"python", "print(x)\nprint (x)\nprint = f\nfor i in range(9): pass\n", "", false},
		{"cpp", "auto dfs = [&](this auto&& dfs, int k) -> void {};", gcc12, true},
		{"cpp", "auto dfs = [&](this auto&& dfs, int k) -> void {};", gcc14, false},
		{"cpp", "auto dfs = [&](this auto&& dfs, int k) -> void {};", clang18, false},
		{"cpp", "int f() { return g(this->x, *this); }", gcc12, false},
		{"java", "print x", "", false},
	} {
		if got := language.Of(test.id).Dialect(test.code, test.version); got.Said() != test.told {
			t.Errorf("%s %q by %s: %q", test.id, test.code, test.version, got)
		}
	}
	l, _ := language.ByID("cpp")
	if with := l.For("[](this auto&& f) {}"); !slices.Contains(with.Commands, "g++-14") ||
		with.Wants(language.Toolchain{Version: gcc12}) || !with.Wants(language.Toolchain{Version: gcc14}) {
		t.Errorf("C++23 is not compiled with what can: %v", with.Commands)
	}
	if with := l.For("int main() {}"); !slices.Equal(with.Commands, l.Commands) || !with.Wants(language.Toolchain{Version: gcc12}) {
		t.Errorf("another compiler for what is no C++23: %v", with.Commands)
	}
	if args := l.CompileArgs(language.Toolchain{Version: gcc14}, "", nil, nil); !slices.Contains(args, "-std=c++23") {
		t.Errorf("g++ 14 is not told of C++23: %v", args)
	}
}

// TestDeaf: only a program without any word of reading is sure to read nothing.
func TestDeaf(t *testing.T) {
	for code, deaf := range map[string]bool{
		"#include <iostream>\nint grid[9][9] = {{5}};\nint main() { std::cout << grid[0][0]; }": true,
		"print(solve(BOARD))":                         true,
		"int main() { std::cin >> n; }":               false,
		"while ((c = getchar()) != EOF)":              false,
		"new Scanner(System.in)":                      false,
		"from tools import *":                         false,
		"const lines = require(    ).readFileSync( )": false,
		"func main() { fmt.Scan(&n) }":                false,
		"io::stdin().lines()":                         false,
	} {
		must.Equal(t, deaf, language.Deaf(code).Said(), code)
	}
}

func TestOpens(t *testing.T) {
	for _, test := range []struct{ id, code, names string }{
		{"cpp", "int main() { freopen(  ,  , stdin); }", "freopen"},
		{"c", "FILE *f = fopen(  ,  );", "fopen"},
		{"cpp", "#include <fstream>\nstd::ofstream out(  );", "ofstream"},
		{"cpp", "#include <fstream>\n#include <cstdio>\nint refreopens;", ""},
		{"cpp", "#ifndef ONLINE_JUDGE\nfreopen(  ,  , stdin);\n#endif", ""},
		{"java", "fopen(  )", ""},
	} {
		must.Equal(t, test.names, language.Of(test.id).Opens(test.code), test.id, test.code)
	}
}

// FuzzCompilersText: what compilers and crashes print is shaped by the program.
func FuzzCompilersText(f *testing.F) {
	f.Add("main.cpp:3:5: error: no match\njudge_driver:4:2: error: cannot convert\n  4 | x\n    | ^\n")
	f.Add("  File \"main.py\", line 3\n    x =\n      ^\nSyntaxError: invalid syntax\n")
	f.Fuzz(func(t *testing.T, said string) {
		for _, l := range language.All() {
			shown := l.Own("main"+l.Extension(), said) + l.Misfit(said) + l.ReadsOn([]byte(said)).String()
			if l.Trim != nil {
				shown += l.Trim(said)
			}
			must.Be(t, len(shown) <= 4*len(said)+1000, "%s: %q grows to %q", l.ID, said, shown)
		}
		result.FirstError(said)
	})
}

// pasted are functions as people write them: with names that a driver uses, too, and with features of their language
// that a driver must allow. Each returns its argument plus one.
var pasted = []struct{ language, name, text string }{ // a name that ends in a suffix is the file's name
	{"javascript", "a function called process",
		"var next = function(a) {\n    return process(a);\n};\nfunction process(a) {\n    return a + 1;\n}\n"},
	{"go", "names of packages", "var time, math, io, os int\n\nfunc binary(a int) int { return a + 1 }\n\nfunc next(a int) int " +
		"{\n\ttime++\n\treturn binary(a)\n}\n"},
	{"go", "a package of its own", "// Package leetcode.\npackage leetcode\n\nfunc next(a int) int { return a + 1 }\n"},
	{"c", "names of the system", "int link[2], access;\nint read(int a) { return a + 1; }\nint next(int a) { return read(a) + " +
		"link[1] + access; }\n"},
	{"cpp", "another int", "#define int long long\nclass Solution {\npublic:\n    signed next(signed a) { int b = a; return b + 1; }\n};\n"},
	{"cpp", "macros with a driver's names",
		"#define get(x, y) ((x) + (y))\n# define put(x, y, z) get(x, get(y, z))\n#define size 1\n#define result(x) x\nclass " +
			"Solution {\npublic:\n    int next(int a) { return put(a, size, 0); }\n};\n"},
	{"c", "macros with a driver's names",
		"#define tag 1\n#define n 0\n#define bool char\nint next(int a) { bool more = tag; return a + more + n; }\n"},
	{"rust", "a lifetime", "impl Solution {\n    pub fn next<'a>(a: &'a mut i32) -> i32 { *a + 1 }\n}\n"},
	{"java", "an exception", "class Solution {\n    public int next(int a) throws Exception { return a + 1; }\n}\n"},
	{"python", "modules that nobody imports",
		"class Solution:\n    def next(self, a: int) -> int:\n        return bisect.bisect_left(copy.deepcopy(list(range(a))), a) + 1\n"},
	{"python", "copy.py", "class Solution:\n    def next(self, a: int) -> int:\n        return copy.copy([a])[0] + 1\n"},
	{"python", "two solutions", "class Solution:\n    def next(self, a):\n        return a\n\nclass Solution:\n    def " +
		"next(self, a):\n        return a\n    def next(self, a):\n        return a + 1\n"},
	{"javascript", "two solutions", "var next = function(a) { return a; };\nvar next = (a) => a + 1;\n"},
	{"cpp", "a main", "class Solution {\npublic:\n    int next(int a) { return a + 1; }\n};\nint main() { cout << Solution().next(1); }\n"},
	{"c", "a main", "int next(int a) { return a + 1; }\nint main(void) { printf(\"%d\", next(1)); return 0; }\n"},
	{"go", "a main", "package main\n\nimport \"fmt\"\n\nfunc next(a int) int { return a + 1 }\n\nfunc main() { fmt.Println(next(1)) }\n"},
	{"rust", "a main", "struct Solution;\nimpl Solution {\n    pub fn next(a: i32) -> i32 { a + 1 }\n}\nfn main() { " +
		"println!(\"{}\", Solution::next(1)); }\n"},
	{"java", "a main", "public class Solution {\n    public int next(int a) { return a + 1; }\n    public static void " +
		"main(String[] args) { System.out.println(new Solution().next(1)); }\n}\n"},
	{"java", "a package", "// mine\npackage com.example;\n\nclass Solution {\n    public int next(int a) { return a + 1; }\n}\n"},
	{"java", "the marks of a plugin",
		"package editor.cn;\nimport org.junit.Test;\npublic class Next {\n    @Test void tries() { new Next().new Solution().next(1); }\n" +
			"    // leetcode submit region begin(Prohibit modification and deletion)\n    class Solution {\n        public int next(int " +
			"a) { return a + 1; }\n    }\n    //leetcode submit region end(Prohibit modification and deletion)\n}\n"},
	{"python", "the marks of a plugin",
		"import gone\n# @lc code=start\nclass Solution:\n    def next(self, a):\n        return a + 1\n# @lc " +
			"code=end\nprint(Solution().next(int(input())))\n"},
	{"c", "uthash", "#include \"uthash.h\"\nstruct item { int key, value; UT_hash_handle hh; };\n" +
		"static int more(struct item *a, struct item *b) { return a->key - b->key; }\n" +
		"int next(int a) {\n    struct item *all = NULL, *i, *tmp, *old;\n    for (int k = 999; k >= 0; k--) {\n        i = " +
		"malloc(sizeof *i);\n        i->key = k, i->value = k + 1;\n        HASH_ADD_INT(all, key, i);\n    }\n" +
		"    int drop = 500;\n    HASH_FIND_INT(all, &drop, i);\n    HASH_DEL(all, i);\n    HASH_SORT(all, more);\n    if (all->key " +
		"!= 0 || HASH_COUNT(all) != 999) return -1;\n    int last = -1;\n" +
		"    HASH_ITER(hh, all, i, tmp) { if (i->key <= last) return -2; last = i->key; }\n    i = malloc(sizeof *i);\n    i->key = " +
		"a, i->value = a + 1;\n    HASH_REPLACE_INT(all, key, i, old);\n    if (!old) return -3;\n" +
		"    HASH_FIND_INT(all, &drop, i);\n    if (i) return -4;\n    HASH_FIND_INT(all, &a, i);\n    int value = i->value;\n    " +
		"HASH_ITER(hh, all, i, tmp) { HASH_DEL(all, i); free(i); }\n    return all ? -5 : value;\n}\n"},
	{"python", "a class by decorator",
		"from __future__ import annotations\nfrom dataclasses import dataclass\n\n@dataclass\nclass Node:\n    value: int\n\nclass " +
			"Solution:\n    def next(self, a: int) -> int:\n        return Node(a).value + 1\n"},
}

func TestPasted(t *testing.T) {
	w := open(t)
	s := parse(t, "int next(int a)")
	for _, test := range pasted {
		t.Run(test.language+" "+test.name, func(t *testing.T) {
			file := "next." + suffix[test.language]
			if strings.HasSuffix(test.name, ".py") {
				file = test.name
			}
			p, err := w.build(t, s, test.language, file, test.text)
			must.Succeed(t, err)
			r := w.run(t, s, p, "1\n2\n")
			if r.err != nil || text(r) != "2\n3" {
				t.Errorf("%v, results %q\n%s", r.err, text(r), strings.TrimSpace(string(r.outcome.Stderr)))
			}
		})
	}
}

// TestReadsBeforeTheCall reads standard input while the file is loaded: the driver's input is not there.
func TestReadsBeforeTheCall(t *testing.T) {
	w := open(t)
	s := parse(t, "int next(int a)")
	p, err := w.build(t, s, "python", "next.py", "n = input()\nclass Solution:\n    def next(self, a):\n        return a + 1\n")
	must.Succeed(t, err)
	if r := w.run(t, s, p, "1\n"); !strings.Contains(string(r.outcome.Stderr), "EOFError") {
		t.Errorf("%v, results %q\n%s", r.err, text(r), r.outcome.Stderr)
	}
}

// TestKinds: below each source are the kinds of its bytes: word, number, text, comment.
func TestKinds(t *testing.T) {
	samples.Told(t, "kinds.txtar", func(name, source string) string {
		id, _, _ := strings.Cut(name, ": ")
		var told []byte
		for _, kind := range language.Of(id).Kinds(strings.TrimSuffix(source, "\n")) {
			told = append(told, ".wntc"[kind])
		}
		return string(told) + "\n"
	})
}

func TestCode(t *testing.T) {
	l, _ := language.ByID("c")
	const source, want = "int a; // b\nchar *c = \"d\"; /* e\nf */ 7\n", "int a;     \nchar *c =    ;     \n     7\n"
	must.Equal(t, want, l.Code(source))
}

// TestUnknown has what compilers say, and code that no compiler knows, and what is told of it.
func TestUnknown(t *testing.T) {
	samples.Told(t, "unknown.txtar", func(name, text string) string {
		text = strings.NewReplacer(`\ufeff`, "\ufeff",
			`\u200b`, "\u200b", `\u00a0`, "\u00a0", `\u2003`, "\u2003", `\u3000`, "\u3000").Replace(text)
		id, about, _ := strings.Cut(name, ", of the ")
		code, output := text, ""
		if strings.HasPrefix(about, "compiler") {
			code, output = "", text
		}
		return lang.Unknown(language.All(), language.Of(id), code, output).String() + "\n"
	})
	for stderr, told := range map[string]bool{
		"EOFError: EOF when reading a line\n": true, "ValueError: x\n": false,
		"Exception in thread \"main\" java.util.NoSuchElementException: No line found\n": true,
	} {
		if got := say.Join(language.Of("python").ReadsOn([]byte(stderr)), language.Of("java").ReadsOn([]byte(stderr))); got.Said() != told {
			t.Errorf("%q: %q", stderr, got)
		}
	}
}
