package exchange_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
)

const castle = `{"name":"G. Castle Defense","group":"Codeforces - Round 40","url":"https://codeforces.com/problemset/problem/954/G",
"interactive":false,"memoryLimit":256,"timeLimit":1500,"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
"languages":{"java":{"mainClass":"Main","taskClass":"GCastleDefense"}},"batch":{"id":"b1","size":1},
"tests":[{"input":"5 0 6\n5 4 3 4 9\n","output":"5\n"},{"input":"4 2 0\r\n1 2 3 4","output":"6"}]}`

func TestCompanion(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(t.TempDir(), "x.json")
	os.WriteFile(file, []byte(castle), 0o666)
	imported, err := one(root, file, "")
	if err != nil || imported.ID != "codeforces954g" || imported.Cases != 2 || imported.Title != "G. Castle Defense" {
		t.Fatalf("%+v, %v", imported, err)
	}
	p := must.Get(problem.Load(root, "codeforces954g"))(t)
	must.Equal(t, 1500*time.Millisecond, p.Limits.Time, p.Limits)
	must.Equal(t, 256<<20, p.Limits.Memory, p.Limits)
	if text, _ := os.ReadFile(p.Cases[1].In); string(text) != "4 2 0\n1 2 3 4\n" {
		t.Errorf("input %q", text)
	}
	for text, want := range map[string]string{`{"name":"x","batch":{"id":"b","size":2}}`: "b 2 true", `{"url":"x"}`: " 0 true",
		`{"batch":{"id":"b"}}`: "b 0 false", `{`: " 0 false"} {
		if id, size, ok := exchange.BatchOf([]byte(text)); fmt.Sprint(id, " ", size, " ", ok) != want {
			t.Errorf("%s: %s %d %v", text, id, size, ok)
		}
	}
	for text, want := range map[string]string{
		`{`:                               "not what Competitive Companion sends",
		`[]`:                              "not what Competitive Companion sends",
		`{}`:                              "it has neither name nor url",
		`{"name":"x"}`:                    "x has no sample on its page",
		`{"name":"x","interactive":true}`: "it is interactive",
		`{"name":"题","tests":[{}]}`:       "choose one with -id",
	} {
		must.Fail(t, must.Err(exchange.ImportCompanion(root, []byte(text), "")), want, text)
	}
}

// TestCompanionTwice imports two pages whose addresses give the same ID, and one of them again.
func TestCompanionTwice(t *testing.T) {
	root := t.TempDir()
	page := func(address string) (exchange.Imported, error) {
		return exchange.ImportCompanion(root, []byte(`{"name":"x","url":"`+address+`","tests":[{"input":"1","output":"1"}]}`), "")
	}
	for _, address := range []string{"https://example.org/p/1-2", "https://example.org/p/12"} {
		if _, err := page(address); err != nil {
			t.Fatal(err)
		}
	}
	if ids, err := problem.IDs(root); err != nil || !slices.Equal(ids, []string{"examplep12", "examplep12v2"}) {
		t.Errorf("problems %q, %v", ids, err)
	}
	for _, address := range []string{"https://example.org/p/1-2", "https://example.org/p/12"} {
		must.Fail(t, must.Err(page(address)), "is there already", address, "again")
	}
	if imported, err := page("https://example.org/p/1/2"); err != nil || imported.ID != "examplep12v3" {
		t.Errorf("a third: %+v, %v", imported, err)
	}
}

// A file may hold the pages of a contest as an array. A page that cannot be imported does not stop the others.
func TestCompanionPages(t *testing.T) {
	root, from := t.TempDir(), filepath.Join(t.TempDir(), "pages.json")
	page := func(name string) string { return `{"name":"` + name + `","tests":[{"input":"1","output":"1"}]}` }
	text := "\n[" + page("one") + `,{"name":"two"},` + page("three") + "]"
	must.Succeed(t, os.WriteFile(from, []byte(text), 0o644))
	var told []string
	err := exchange.All(t.Context(), root, from, "", exchange.Tools{}, func(r exchange.Result) {
		told = append(told, fmt.Sprintf("%s %s %v", filepath.Base(r.From), r.ID, r.Err != nil))
	})
	if want := []string{"pages.json[0] one false", "pages.json[1]  true", "pages.json[2] three false"}; err != nil ||
		!slices.Equal(told, want) {
		t.Errorf("%q, %v", told, err)
	}
	if err := exchange.All(t.Context(), root, from, "x", exchange.Tools{}, func(exchange.Result) {}); err == nil ||
		!strings.Contains(err.Error(), "-id x is for one problem") {
		t.Errorf("one ID for all: %v", err)
	}
}

func TestCompanionFiles(t *testing.T) {
	root := t.TempDir()
	imported, err := exchange.ImportCompanion(root, []byte(`{"name":"x","tests":[{"input":"1","output":"1"}],
		"input":{"type":"file","fileName":"input.txt"},"output":{"type":"file","fileName":"output.txt"}}`), "x")
	must.Succeed(t, err)
	p, err := problem.Load(root, "x")
	if err != nil || p.InputFile != "input.txt" || p.OutputFile != "output.txt" || p.Check.Kind != "lines" {
		t.Errorf("%+v, %v, %s", p, err, notes(imported.Notes))
	}
	imported, err = exchange.ImportCompanion(root, []byte(`{"name":"y","tests":[{"input":"1","output":"1"}],
		"input":{"type":"file","fileName":""},"output":{"type":"file","fileName":"../up"}}`), "y")
	if said := notes(imported.Notes); err != nil || !strings.Contains(said, `the file ""`) || !strings.Contains(said, `the file "../up"`) {
		t.Errorf("%v, %s", err, said)
	}
}

// TestCompanionShapes imports pages of every kind that the extension sends.
func TestCompanionShapes(t *testing.T) {
	page := func(more string) string {
		return `{"name":"A. Sums","group":"Somewhere - Round 7","url":"https://codeforces.com/contest/7/problem/A","interactive":false,
"memoryLimit":64,"timeLimit":1500,"tests":[{"input":"2\n1 2\n3 4\n","output":"3\n7\n"}],"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
"languages":{"java":{"mainClass":"Main","taskClass":"ASums"}}` + more + `}` // of a key said twice the last counts
	}
	for _, test := range []struct{ name, page, id, in, out, says string }{
		{"one click", page(``), "codeforces7a", "", "", ""},
		{"a contest", page(`,"batch":{"id":"8f6a","size":8}`), "codeforces7a", "", "", ""},
		{"many tests in one", page(`,"testType":"multiNumber"`), "codeforces7a", "", "", ""},
		{"files", page(`,"input":{"type":"file","fileName":"sums.in"},"output":{"type":"file","fileName":"sums.out"}`),
			"codeforces7a", "sums.in", "sums.out", ""},
		{"a file in", page(`,"input":{"fileName":"sums.in","type":"file"}`), "codeforces7a", "sums.in", "", ""},
		{"files at home", page(`,"input":{"type":"regex","pattern":"sums_.*input[.]txt"},"output":{"type":"file","fileName":"sums_output.txt"},"languages":{"java":{"mainClass":"Solution","taskClass":"Sums"}}`),
			"codeforces7a", "", "", `the file "sums_.*input[.]txt": here it is standard input and output`},
		{"no limits", strings.ReplaceAll(strings.ReplaceAll(page(``), "1500", "null"), "64", "null"), "codeforces7a", "", "",
			"no time limit is known"},
		{"a try that failed", page(`,"name":"7A","url":"https://codeforces.com/contest/7/submission/123","timeLimit":0,"memoryLimit":0`),
			"codeforces7123", "", "", "no time limit is known"},
		{"a group in another alphabet", page(`,"name":"A. 求和","group":"Школа"`), "codeforces7a", "", "", ""},
		{"AcWing", page(`,"name":"数独","url":"https://www.acwing.com/problem/content/168/"`), "acwing168", "", "",
			"acwing168 has the number of the page's address"},
		{"AcWing, with its number", page(`,"name":"AcWing 166. 数独","url":"https://www.acwing.com/problem/content/168/"`),
			"acwing166", "", "", ""},
		{"what is new", page(`,"category":"Hard","hints":[1,{}],"languages":{"rust":{}}`), "codeforces7a", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			imported := must.Get(exchange.ImportCompanion(root, []byte(test.page), ""))(t)
			p, err := problem.Load(root, test.id)
			if err != nil || len(p.Cases) != 1 || p.InputFile != test.in || p.OutputFile != test.out {
				t.Errorf("%s: %+v, %v", imported.ID, p, err)
			}
			if said := notes(imported.Notes); (test.says == "") != (said == "") || !strings.Contains(said, test.says) {
				t.Errorf("it notes %q, want %q", said, test.says)
			}
		})
	}
	for more, want := range map[string]string{`,"interactive":true`: "it is interactive", `,"tests":[]`: "has no sample",
		`,"tests":null`: "has no sample"} {
		must.Fail(t, must.Err(exchange.ImportCompanion(t.TempDir(), []byte(page(more)), "")), want, more)
		if id, size, ok := exchange.BatchOf([]byte(page(more + `,"batch":{"id":"8f6a","size":8}`))); id != "8f6a" || size != 8 || !ok {
			t.Errorf("%s: of the batch %q of %d, %t", more, id, size, ok)
		}
	}
}

func FuzzCompanion(f *testing.F) {
	f.Add([]byte(castle))
	f.Add([]byte(`{"name":"x","url":"http://[","tests":[{"input":"\u0000","output":""}],"timeLimit":1e308,"memoryLimit":-1}`))
	f.Add([]byte(`{"name":"a\nb: c","tests":[{}],"group":"- x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		root := t.TempDir()
		if imported, err := exchange.ImportCompanion(root, data, "x"); err == nil {
			if _, err := problem.Load(root, imported.ID); err != nil {
				t.Errorf("%q: imported, and cannot be read: %v", data, err)
			}
		} else if left := contents(t, root); len(left) != 0 {
			t.Errorf("%q: left behind: %v", data, left)
		}
	})
}
