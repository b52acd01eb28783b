package exchange

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
)

// TestParts: small parts of packages, and the result of each.
func TestParts(t *testing.T) {
	float := within
	credits := func(text string) any {
		var said map[string]any
		must.Succeed(t, json.Unmarshal([]byte(text), &said))
		return (&kattisProblem{draft: newDraft(nil, ""), said: said}).credits()
	}
	answers := func(language, text string) (said []any) {
		d := newDraft(nil, "")
		d.answers([]code{{language, text}})
		return append(said, len(d.solutions), len(d.remarks))
	}
	read := func(text string) []any {
		n, given := number(text)
		return []any{n, given}
	}
	type list = map[string]any
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"floats", floats("floats", list{"precision": 3}), float(1e-3, 1e-3)},
		{"the usual precision", floats("floats", nil), float(1e-6, 1e-6)},
		{"no precision", floats("floats", list{"precision": "x"}), float(1e-6, 1e-6)},
		{"less than none", floats("floats", list{"precision": -1}), float(1e-6, 1e-6)},
		{"too much", floats("floats", list{"precision": 31}), float(1e-6, 1e-6)},
		{"floatsabs", floats("floatsabs", nil), float(1e-6, 0)},
		{"floatsrel", floats("floatsrel", nil), float(0, 1e-6)},
		{"absolute", floats("floats", list{"error_mode": "absolute"}), float(1e-6, 0)},
		{"relative", floats("floats", list{"error_mode": "relative"}), float(0, 1e-6)},
		{"C++", sourceName("C++14 (GCC)"), "Main.cpp"},
		{"C", sourceName("C"), "Main.c"},
		{"C11", sourceName("c11"), "Main.c"},
		{"C99", sourceName("C99"), "Main.c"},
		{"C#", sourceName("C#"), ""},
		{"JavaScript", sourceName("JavaScript"), "Main.js"},
		{"standard input", newDraft(nil, "").path("stdin") + newDraft(nil, "").path("stdout") + newDraft(nil, "").path(""), ""},
		{"a file", newDraft(nil, "").path("a.in"), "a.in"},
		{"this folder", baseName(".") + baseName("a/b/"), "exchangeb"},
		{"an answer", answers("C++", "int main() {}"), []any{1, 0}},
		{"an empty answer", answers("C++", " "), []any{0, 1}},
		{"an answer in no language", answers("Brainfuck", "+"), []any{0, 1}},
		{"a name", credits(`{"credits": "Ann"}`), "Ann"},
		{"authors", credits(`{"author": "Ann and Bob"}`), list{"authors": []string{"Ann", "Bob"}}},
		{"a list of authors", credits(`{"author": ["Ann", "Bob"]}`), list{"authors": []any{"Ann", "Bob"}}},
		{"both", credits(`{"author": "Ann", "credits": {"authors": "Carl", "cooks": "Eve"}}`), list{"authors": "Carl"}},
		{"both, a list", credits(`{"author": ["Ann"], "credits": {"authors": "Carl"}}`), list{"authors": "Carl"}},
		{"all of them", credits(`{"credits": {"authors": "Carl", "cooks": "Eve", "testers": "Dan"}}`), list{"authors": "Carl", "testers": "Dan"}},
		{"testers", credits(`{"author": "Ann", "credits": {"testers": "Carl"}}`), list{"authors": []string{"Ann"}, "testers": "Carl"}},
		{"a case's name", caseFile("a.b c/d_E-1", 0), "a-b-c-d_E-1"},
		{"letters at the edges", caseFile("azAZ09{`[@/:", 0), "azAZ09"},
		{"a name without letters", caseFile("数/..", 6), "07"},
		{"an ID", idFrom("azAZ09{`[@/:数"), "azaz09"},
		{"no ID", idFrom("数"), ""},
		{"milliseconds", seconds("500 ms", 1), 0.5},
		{"microseconds", seconds("500us", 1), 0.0005},
		{"seconds", seconds("2S", 1), 2.0},
		{"no time", seconds("soon", 1), 1.0},
		{"no number", seconds("1.2.3", 1), 1.0},
		{"gibibytes", mebibytes("1.5g", 1), int64(1536)},
		{"mebibytes", mebibytes("64 MB", 1), int64(64)},
		{"kibibytes", mebibytes("65536KiB", 1), int64(64)},
		{"bytes", mebibytes("2097152b", 1), int64(2)},
		{"a few bytes", mebibytes("1b", 9), int64(1)},
		{"a bare number", mebibytes(32, 1), int64(32)},
		{"no size", mebibytes("much", 256), int64(256)},
		{"the largest size", mebibytes("1000000000000", 256), int64(1e12)},
		{"a larger one", mebibytes("1000000000001", 256), int64(256)},
		{"no number of size", mebibytes("1.2.3", 256), int64(256)},
		{"a language", languageCode("Chinese"), "zh"},
		{"a code", languageCode("LV"), "lv"},
		{"an unknown language", languageCode("Quenya"), "en"},
		{"a licence of old", (&kattisProblem{draft: newDraft(nil, "")}).license("CC"), "cc0"},
		{"a number", read("3"), []any{3.0, true}},
		{"nothing", read("0"), []any{0.0, true}},
		{"the most", read("1e9"), []any{1e9, true}},
		{"more", read("1000000001"), []any{1.0, false}},
		{"less than nothing", read("-1"), []any{1.0, false}},
		{"not a number", read("NaN"), []any{1.0, false}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
		}
	}
}

func TestCompanionID(t *testing.T) {
	for _, test := range []struct{ name, url, want string }{
		{"AcWing 166. 数独", "https://www.acwing.com/problem/content/168/", "acwing166"},
		{"166. 数独", "https://www.acwing.com/problem/content/168/", "acwing166"},
		{"P1001 A+B Problem", "https://www.luogu.com.cn/problem/P1001", "luogup1001"},
		{"A. Theatre", "https://codeforces.com/contest/1/problem/A", "codeforces1a"},
		{"A - X", "https://atcoder.jp/contests/abc123/tasks/abc123_a", "atcoderabc123a"},
		{"37. Sudoku Solver", "https://leetcode.com/problems/sudoku-solver/", "leetcode37"},
		{"A Different Problem", "https://open.kattis.com/problems/different", "kattisdifferent"},
		{"1001. Reverse Root", "https://acm.timus.ru/problem.aspx?space=1&num=1001", "timus1001"},
		{"1001. Reverse Root", "https://acm.timus.ru/problem.aspx?num=1001&space=1&locale=ru", "timus1001"},
		{"B", "https://vjudge.net/contest/123456#problem/B", "vjudge123456b"},
		{"Zoz", "https://www.codechef.com/LTIME58A/problems/ZOZ", "codechefltime58azoz"},
		{"Zoz", "https://www.codechef.com/problems/ZOZ", "codechefzoz"},
		{"Prime Generator", "https://www.spoj.com/problems/PRIME1/", "spojprime1"},
		{"A+B", "http://poj.org/problem?id=1000", "poj1000"},
		{"A+B", "http://acm.hdu.edu.cn/showproblem.php?pid=1000", "hdu1000"},
		{"A. Lefthanders", "https://codeforces.com/problemset/problem/234/A?locale=en", "codeforces234a"},
		{"A", "https://codeforces.com/gym/100001/problem/A", "codeforces100001a"},
		{"Hello", "https://dmoj.ca/problem/helloworld", "dmojhelloworld"},
		{"C", "https://contest.yandex.ru/contest/8458/problems/C/", "yandex8458c"},
		{"Task", "https://csacademy.com/contest/archive/task/addition/", "csacademyaddition"},
		{"Sum", "https://oj.uz/problem/view/IOI00_sum", "ojioi00sum"},
		{"Aplusb", "https://judge.yosupo.jp/problem/aplusb", "yosupoaplusb"},
		{"Cards", "https://onlinejudge.org/index.php?option=com_onlinejudge&Itemid=8&page=show_problem&problem=36", "onlinejudge836"},
		{"Dictionary", "https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=ALDS1_4_C", "uaizualds14c"},
		{"Gold", "https://usaco.org/index.php?page=viewproblem2&cpid=1086", "usaco1086"},
		{"A", "https://example.org/#/problems/17", "example17"},
		{"Sums", "https://example.org/tasks/1.5", "example15"},
		{"Sums", "https://example.org/set.html/17", "examplesethtml17"},
		{"Only a name", "https://example.org/problem", "exampleonlyaname"},
		{"Sum!", "", "sum"},
		{"数独", "", ""},
	} {
		must.Equal(t, test.want, (companion{Name: test.name, URL: test.url}).id(), test.name, test.url)
	}
}

// FuzzPairs pairs arbitrary names of inputs and answers: each input has one answer, which is another file, and no file
// is both.
func FuzzPairs(f *testing.F) {
	for _, names := range []string{"1.in 1.out 1.ans", "in/1.txt out/1.txt", "I.1 O.1", "input0.txt output0.txt",
		"test_1/input test_1/output", "01 01.a",
		"in/in.in out/out.out", "input/in1.in output/out1.out", "INPUT.TXT OUTPUT.TXT", "in in/in", ".in .a", "x/.in x/.ans"} {
		f.Add(names)
	}
	f.Fuzz(func(t *testing.T, names string) {
		files := strings.Fields(names)
		there := map[string]bool{}
		for _, name := range files {
			there[name] = true
		}
		found, alone := pairs(files)
		for _, p := range found {
			if !there[p.in] || !there[p.ans] || p.in == p.ans || p.name == "" {
				t.Errorf("%q: %+v", files, p)
			}
		}
		for _, name := range alone {
			if !there[name] {
				t.Errorf("%q is none of %q", name, files)
			}
		}
	})
}

// TestModified: a time without a zone is that of the people who read it, and 1980 is none.
func TestModified(t *testing.T) {
	at := time.Date(2026, 11, 20, 17, 30, 2, 0, time.UTC)
	local := time.Date(2026, 11, 20, 17, 30, 2, 0, time.Local)
	none := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name  string
		at    time.Time
		extra []byte
		want  time.Time
	}{
		{"without a zone", at, nil, local},
		{"with its zone", at, []byte("UT"), at},
		{"none", none, nil, none},
		{"no time at all", time.Time{}, nil, time.Time{}},
	} {
		if got := modified(&zip.File{FileHeader: zip.FileHeader{Modified: test.at, Extra: test.extra}}); !got.Equal(test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestManyFolders: names of files can ask for far more folders than files.
func TestManyFolders(t *testing.T) {
	var text bytes.Buffer
	z := zip.NewWriter(&text)
	for i := range 4 {
		if _, err := z.Create(strings.Repeat(fmt.Sprint(i, "/"), 30) + "x"); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "x.zip")
	must.Succeed(t, errors.Join(z.Close(), os.WriteFile(file, text.Bytes(), 0o600)))
	b := &budget{files: maxFiles - 100}
	must.Fail(t, b.unzip(file, t.TempDir()), "more than 20000 files", "error")
}
