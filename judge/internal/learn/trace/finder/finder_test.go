package finder_test

import (
	"encoding/binary"
	"runtime"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	_ "sudokuoj/judge/internal/language/cpp"
	"sudokuoj/judge/internal/learn/trace/finder"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

func of(text string) solution.Solution {
	return solution.Solution{Files: []language.File{{Path: "a.cpp", Text: text}}}
}

// TestNamed: a runtime that knows names and indices tells of calls, their arguments, and a table with two indices.
func TestNamed(t *testing.T) {
	at := func(row, column uint64) uint64 { return 2 | row<<16 | column<<40 }
	r := &record.Record{Names: map[uint16]record.Name{1: {Text: "place", Line: 3}, 2: {Text: "board", Line: 5}}, Events: []record.Event{
		{Kind: record.AnEnter, Low: 1}, {Kind: record.ANumber, A: 1, Y: 0},
		{Kind: record.ATable, Low: 2, X: 2, Y: 3},
		{Kind: record.ASet, A: 2, Low: 5, X: at(0, 1), Y: 'Q'},
		{Kind: record.AnEnter, Low: 1}, {Kind: record.ANumber, A: 4, Y: 'a' | 'b'<<8}, {Kind: record.ASet, A: 2, Low: 5, X: at(1, 2), Y: 'Q'},
		{Kind: record.ALeave},
		{Kind: record.ASet, A: 2, Low: 6, X: at(0, 1), Y: '.'}, {Kind: record.ASet, A: 2, Low: 5, X: at(0, 1), Y: 'Q'},
		{Kind: record.ALeave},
		{Kind: record.ALevel, Low: 1, X: 0, Y: 1}, {Kind: record.ALevel, Low: 1, X: 1, Y: 1},
	}}
	want := result.Search{Calls: 2, Deepest: 1,
		Functions: []result.Function{{Name: "place", Line: 3, Calls: 2, Levels: []int64{1, 1}}},
		Tables:    []result.Table{{Name: "board", Line: 5, Rows: 2, Columns: 3, Writes: 4, Back: 1, Kind: result.Characters}},
		Tree:      []result.Call{{Parent: -1, Arguments: []string{"0"}, To: 4}, {Level: 1, Arguments: []string{`"ab"`}, From: 1, To: 2}},
		Writes: []result.TableWrite{{Cell: 1, Value: 'Q', Line: 5}, {Cell: 5, Value: 'Q', Line: 5}, {Cell: 1, Value: '.', Line: 6},
			{Cell: 1, Value: 'Q', Line: 5}}}
	must.Equal(t, want, finder.Find(of(""), "", r))
}

const source = `#include <vector>
std::vector<std::vector<int>> dp;
int flat[2][3];
int main() {
	dp[i][j] = 1;
	flat[i][j] = 2;
}
`

// TestAddresses: blocks that pointers in another one lead to are rows; a symbol has the shape of its declaration; what no
// line of the user's wrote is left out.
func TestAddresses(t *testing.T) {
	r := &record.Record{Places: map[uint16]record.Place{1: {Function: "main", Line: 5}, 2: {Function: "main", Line: 6}},
		Symbols: []record.Symbol{{Name: "flat", At: 0x1000, Size: 24}}}
	add := func(kind, a byte, place uint16, x, y uint64) {
		r.Events = append(r.Events, record.Event{Kind: kind, A: a, Low: place, X: x, Y: y})
	}
	add(record.ABlock, 0, 1, 0x20000, 48) // two vectors
	for row := range uint64(2) {
		block := 0x30000 + row*0x100
		add(record.ABlock, 0, 1, block, 16)
		add(record.AStore, 8, 0, 0x20000+24*row, block)
		for column := range uint64(4) {
			add(record.AStore, 4, 1, block+4*column, 10*row+column)
		}
		add(record.AStore, 4, 0, block, 99) // the library's
	}
	for i := range uint64(6) {
		add(record.AStore, 4, 2, 0x1000+4*i, i)
	}
	got := finder.Find(of(source), "", r)
	want := []result.Table{{Name: "dp", Line: 5, Rows: 2, Columns: 4, Writes: 8, Kind: result.Numbers}, {Name: "flat", Line: 6, Rows: 2,
		Columns: 3, Writes: 6, Kind: result.Numbers}}
	must.Equal(t, want, got.Tables)
	shaped := of(source)
	shaped.Tables = []solution.Table{{Name: "flat", Rows: 3, Columns: 2}}
	if got := finder.Find(shaped, "", r).Tables[1]; got.Rows != 3 || got.Columns != 2 {
		t.Errorf("the directive says 3x2, got %dx%d", got.Rows, got.Columns)
	}
}

// TestNamesOfVariables: a block is named after the variable on the line that asked for it, never after a keyword, a type or
// a function. One without a name is left out.
func TestNamesOfVariables(t *testing.T) {
	for line, want := range map[string]string{
		"vector<int> v(n);": "v", "vector<int> w{1, 2};": "w", "int *p = new int[n];": "p", "this->x = new int[n];": "x",
		"std::vector<int> *q = new std::vector<int>(n);": "q", "return new int[n];": "", "return new Node[n];": "",
		"return {1, 2};": "", "rows.push_back(1);": "rows", "p->push_back(1);": "p", "quicksort(v, 0, 1);": "",
		"vector<int> quicksort(vector<int> a, int l, int r) {": "", "if (quicksort(v, 0, 1) == v) n = 1;": "",
		"void swap(int &a, int &b) { int t; }": "t", "void swap(Node *a, Node *b) { f(); }": "",
	} {
		s := of("vector<int> quicksort(vector<int> a, int l, int r)\n{\n}\n" + line + "\n")
		s.Language = "cpp"
		r := &record.Record{Places: map[uint16]record.Place{1: {Function: "main", Line: 4}}, Events: []record.Event{
			{Kind: record.ABlock, Low: 1, X: 0x20000, Y: 32}}}
		for i := range uint64(8) {
			r.Events = append(r.Events, record.Event{Kind: record.AStore, A: 4, Low: 1, X: 0x20000 + 4*i, Y: i})
		}
		got := ""
		for _, table := range finder.Find(s, "", r).Tables {
			got += table.Name
		}
		must.Equal(t, want, got, line)
	}
}

// FuzzFind: whatever a program tells, the finder returns something bounded.
func FuzzFind(f *testing.F) {
	f.Add([]byte{record.ABlock, 0, 1, 16, 9, record.AStore, 8, 1, 16, 16, record.ARange, 0, 1, 17, 255, record.AnEnter, 0, 1, 0, 0,
		record.ASet, 1, 1, 2, 3})
	f.Add([]byte{record.AStore, 0x84, 1, 3, 200, record.AStore, 0x84, 1, 7, 200, record.ALevel, 0, 1, 255, 255})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := &record.Record{Places: map[uint16]record.Place{1: {Function: "main", Line: 5}}, Names: map[uint16]record.Name{2: {Text: "x",
			Line: 1}},
			Symbols: []record.Symbol{{Name: "flat", At: 16, Size: 64}}}
		for ; len(b) >= 5; b = b[5:] {
			x := binary.LittleEndian.Uint64([]byte{b[3], b[2], 0, b[4], 0, b[3] / 2, b[4], 0})
			r.Events = append(r.Events, record.Event{Kind: b[0], A: b[1], Low: uint16(b[2]), X: x % (1 << (b[4] % 64)),
				Y: uint64(b[4]) << (b[3] % 57)})
		}
		got := finder.Find(of(source), "", r)
		if len(got.Tables) > 6 || len(got.Tree) > len(r.Events) || len(got.Writes) > 64*len(r.Events) {
			t.Errorf("of %d events: %d tables, %d calls, %d writes", len(r.Events), len(got.Tables), len(got.Tree), len(got.Writes))
		}
		for _, w := range got.Writes {
			if table := got.Tables[w.Table]; w.Cell < 0 || w.Cell >= table.Rows*table.Columns {
				t.Errorf("cell %d of a table of %d x %d", w.Cell, table.Rows, table.Columns)
			}
		}
	})
}

// TestBounded: whatever a program tells and its source holds, no word takes longer the more came before it. Each of these
// took minutes, hours, or gigabytes.
func TestBounded(t *testing.T) {
	t.Cleanup(func() { workshop.Modest(t) })
	const base, most = 1 << 20, 800_000
	for name, test := range map[string]struct {
		source string
		tell   func(i uint64) record.Event
	}{
		"unknown functions": {source, func(uint64) record.Event { return record.Event{Kind: record.AnEnter, Low: 9} }},
		"deep calls":        {source, func(uint64) record.Event { return record.Event{Kind: record.AnEnter, Low: 5} }},
		"overlapping blocks": {source, func(i uint64) record.Event {
			if i < 60_000 {
				return record.Event{Kind: record.ABlock, X: base + 60_000 - i, Y: 1 + i}
			}
			return record.Event{Kind: record.AStore, A: 8, Low: 5, X: base + 60_000, Y: base + 60_000}
		}},
		"blocks that grow": {source, func(i uint64) record.Event {
			return record.Event{Kind: record.ABlock, A: byte(2 * (i & 1)), X: base + i/2*16, Y: 1 << (i % 40)}
		}},
		"tables of two indices": {strings.Repeat("flat[i][j] = 1;\n", 9), func(i uint64) record.Event {
			if i%8 == 0 {
				return record.Event{Kind: record.ABlock, Low: 5, X: base + i*64, Y: 64}
			}
			return record.Event{Kind: record.AStore, A: 4, Low: 5, X: base + i/8*8*64 + i%8*8, Y: i}
		}},
		"many variables of a function": {source, func(i uint64) record.Event {
			return record.Event{Kind: record.AStore, A: 0x84, Low: 5, X: 1<<48 | i*8, Y: i}
		}},
		"a constant of constants": {"#define A 0" + strings.Repeat("+0", 14_000) + "\nint flat[" + strings.Repeat("A+", 8000) + "1][9];\n",
			func(i uint64) record.Event {
				return record.Event{Kind: record.AStore, A: 4, Low: 5, X: 16 + i*4%64, Y: i}
			}},
	} {
		t.Run(name, func(t *testing.T) {
			runtime.GC() // what the one before left
			r := &record.Record{Places: map[uint16]record.Place{5: {Function: "main", Line: 5}},
				Symbols: []record.Symbol{{Name: "flat", At: 16, Size: 64}}, Events: make([]record.Event, 0, most+1)}
			r.Events = append(r.Events, record.Event{Kind: record.ALevel, Low: 5, Y: 1})
			for i := range uint64(most) {
				r.Events = append(r.Events, test.tell(i))
			}
			finder.Find(of(test.source), "8 8", r) // it takes a second or two, or for ever
		})
	}
}
