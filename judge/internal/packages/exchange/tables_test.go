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
		{"C++", sourceName("C++14 (GCC)"), "Main.cpp"},
		{"C", sourceName("C"), "Main.c"},
		{"C#", sourceName("C#"), ""},
		{"standard input", newDraft(nil, "").path("stdin") + newDraft(nil, "").path("stdout") + newDraft(nil, "").path(""), ""},
		{"a file", newDraft(nil, "").path("a.in"), "a.in"},
		{"an answer", answers("C++", "int main() {}"), []any{1, 0}},
		{"an answer in no language", answers("Brainfuck", "+"), []any{0, 1}},
		{"a name", credits(`{"credits": "Ann"}`), "Ann"},
		{"authors", credits(`{"author": "Ann and Bob"}`), "Ann and Bob"},
		{"both", credits(`{"author": "Ann", "credits": {"authors": "Carl", "cooks": "Eve"}}`), list{"authors": "Carl"}},
		{"all of them", credits(`{"credits": {"authors": "Carl", "cooks": "Eve", "testers": "Dan"}}`), list{"authors": "Carl", "testers": "Dan"}},
		{"a case's name", caseFile("a.b c/d_E-1", 0), "a-b-c-d_E-1"},
		{"a name without letters", caseFile("数/..", 6), "07"},
		{"an ID", idFrom("azAZ09{`[@/:数"), "azaz09"},
		{"milliseconds", seconds("500 ms", 1), 0.5},
		{"seconds", seconds("2S", 1), 2.0},
		{"no time", seconds("soon", 1), 1.0},
		{"gibibytes", mebibytes("1.5g", 1), int64(1536)},
		{"mebibytes", mebibytes("64 MB", 1), int64(64)},
		{"kibibytes", mebibytes("65536KiB", 1), int64(64)},
		{"a bare number", mebibytes(32, 1), int64(32)},
		{"no size", mebibytes("much", 256), int64(256)},
		{"a larger one", mebibytes("1000000000001", 256), int64(256)},
		{"a language", languageCode("Chinese"), "zh"},
		{"an unknown language", languageCode("Quenya"), "en"},
		{"a number", read("3"), []any{3.0, true}},
		{"nothing", read("0"), []any{0.0, true}},
		{"the most", read("1e9"), []any{1e9, true}},
		{"not a number", read("NaN"), []any{1.0, false}},
	} {
		must.Be(t, reflect.DeepEqual(test.got, test.want), "%s: %+v, want %+v", test.name, test.got, test.want)
	}
}

func TestCompanionID(t *testing.T) {
	for _, test := range []struct{ name, url, want string }{
		{"AcWing 166. 数独", "https://www.acwing.com/problem/content/168/", "acwing166"},
		{"P1001 A+B Problem", "https://www.luogu.com.cn/problem/P1001", "luogup1001"},
		{"A. Theatre", "https://codeforces.com/contest/1/problem/A", "codeforces1a"},
		{"37. Sudoku Solver", "https://leetcode.com/problems/sudoku-solver/", "leetcode37"},
		{"A Different Problem", "https://open.kattis.com/problems/different", "kattisdifferent"},
		{"1001. Reverse Root", "https://acm.timus.ru/problem.aspx?space=1&num=1001", "timus1001"},
		{"B", "https://vjudge.net/contest/123456#problem/B", "vjudge123456b"},
		{"Zoz", "https://www.codechef.com/LTIME58A/problems/ZOZ", "codechefltime58azoz"},
		{"A+B", "http://poj.org/problem?id=1000", "poj1000"},
		{"Task", "https://csacademy.com/contest/archive/task/addition/", "csacademyaddition"},
		{"Cards", "https://onlinejudge.org/index.php?option=com_onlinejudge&Itemid=8&page=show_problem&problem=36", "onlinejudge36"},
		{"Dictionary", "https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=ALDS1_4_C", "uaizualds14c"},
		{"A", "https://example.org/#/problems/17", "example17"},
		{"Sums", "https://example.org/set.html/17.html", "example17"},
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
		is := map[string]string{}
		for _, p := range found {
			must.Be(t, there[p.in] && there[p.ans] && p.in != p.ans && p.name != "", "%q: %+v", files, p)
			must.Be(t, is[p.in] == "" && is[p.ans] != "input", "%q: %+v is told apart in two ways", files, p)
			is[p.in], is[p.ans] = "input", "answer"
		}
		for _, name := range alone {
			must.Be(t, there[name], "%q is none of %q", name, files)
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
