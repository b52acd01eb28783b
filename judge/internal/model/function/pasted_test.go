package function_test

import (
	"strings"
	"testing"
)

// pasted are functions as people write them: names that a driver uses too, and what their language lets
// them do that a driver must bear. Each takes a number, and returns one more.
var pasted = []struct{ language, name, text string }{ // a name that ends in a suffix is the file's
	{"javascript", "a function called process", "var next = function(a) {\n    return process(a);\n};\nfunction process(a) {\n    return a + 1;\n}\n"},
	{"go", "names of packages", "var time, math, io, os int\n\nfunc binary(a int) int { return a + 1 }\n\nfunc next(a int) int {\n\ttime++\n\treturn binary(a)\n}\n"},
	{"go", "a package of its own", "// Package leetcode.\npackage leetcode\n\nfunc next(a int) int { return a + 1 }\n"},
	{"c", "names of the system", "int link[2], access;\nint read(int a) { return a + 1; }\nint next(int a) { return read(a) + link[1] + access; }\n"},
	{"cpp", "another int", "#define int long long\nclass Solution {\npublic:\n    signed next(signed a) { int b = a; return b + 1; }\n};\n"},
	{"rust", "a lifetime", "impl Solution {\n    pub fn next<'a>(a: &'a mut i32) -> i32 { *a + 1 }\n}\n"},
	{"java", "an exception", "class Solution {\n    public int next(int a) throws Exception { return a + 1; }\n}\n"},
	{"python", "modules that nobody imports", "class Solution:\n    def next(self, a: int) -> int:\n        return bisect.bisect_left(copy.deepcopy(list(range(a))), a) + 1\n"},
	{"python", "copy.py", "class Solution:\n    def next(self, a: int) -> int:\n        return copy.copy([a])[0] + 1\n"},
	{"python", "a class by decorator", "from __future__ import annotations\nfrom dataclasses import dataclass\n\n@dataclass\nclass Node:\n    value: int\n\nclass Solution:\n    def next(self, a: int) -> int:\n        return Node(a).value + 1\n"},
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
			if err != nil {
				t.Fatal(err)
			}
			r := w.run(t, s, p, "1\n2\n")
			if r.err != nil || text(r) != "2\n3" {
				t.Errorf("%v, results %q\n%s", r.err, text(r), strings.TrimSpace(string(r.outcome.Stderr)))
			}
		})
	}
}

// TestReadsBeforeTheCall reads standard input where the file is loaded: what the driver reads is not there for it.
func TestReadsBeforeTheCall(t *testing.T) {
	w := open(t)
	s := parse(t, "int next(int a)")
	p, err := w.build(t, s, "python", "next.py", "n = input()\nclass Solution:\n    def next(self, a):\n        return a + 1\n")
	if err != nil {
		t.Fatal(err)
	}
	if r := w.run(t, s, p, "1\n"); !strings.Contains(string(r.outcome.Stderr), "EOFError") {
		t.Errorf("%v, results %q\n%s", r.err, text(r), r.outcome.Stderr)
	}
}
