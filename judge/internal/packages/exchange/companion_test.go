package exchange_test

import (
	"fmt"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
)

const castle = `{"name":"G. Castle Defense","group":"Codeforces - Round 40","url":"https://codeforces.com/problemset/problem/954/G",
"interactive":false,"memoryLimit":256,"timeLimit":1500,"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
"languages":{"java":{"mainClass":"Main","taskClass":"GCastleDefense"}},"batch":{"id":"b1","size":1},
"tests":[{"input":"5 0 6\n5 4 3 4 9\n","output":"5\n"},{"input":"4 2 0\r\n1 2 3 4","output":"6"}]}`

// TestBatchOf: to which pages that come together a page belongs, whatever else it says.
func TestBatchOf(t *testing.T) {
	for text, want := range map[string]string{castle: "b1 1 true", `{"name":"x","batch":{"id":"b","size":2}}`: "b 2 true",
		`{"url":"x"}`: " 0 true", `{"url":"x","interactive":true,"tests":null,"batch":{"id":"b","size":8}}`: "b 8 true",
		`{"batch":{"id":"b"}}`: "b 0 false", `{`: " 0 false"} {
		id, size, ok := exchange.BatchOf([]byte(text))
		must.Equal(t, want, fmt.Sprint(id, " ", size, " ", ok), text)
	}
	err := exchange.All(t.Context(), t.TempDir(), tree(t, "-- a.json --\n"+castle+"\n-- b.json --\n"+castle+"\n"), "x", exchange.Tools{},
		func(exchange.Result) {})
	must.Fail(t, err, "-id x is for one problem", "one ID for all")
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
