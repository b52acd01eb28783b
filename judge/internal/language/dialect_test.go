package language_test

import (
	"slices"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
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
			if len(shown) > 4*len(said)+1000 {
				t.Errorf("%s: %q grows to %q", l.ID, said, shown)
			}
		}
		result.FirstError(said)
	})
}
