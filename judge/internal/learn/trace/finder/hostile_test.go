package finder_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/learn/trace/finder"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/testkit/workshop"
)

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
			done := make(chan bool)
			go func() {
				defer close(done)
				finder.Find(of(test.source), "8 8", r)
			}()
			select {
			case <-done:
			case <-time.After(time.Minute): // it takes a second or two
				t.Fatal("it takes more than a minute")
			}
		})
	}
}
