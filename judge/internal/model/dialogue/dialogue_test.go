package dialogue_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	. "sudokuoj/judge/internal/model/dialogue"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// What is kept: so many remarks of each end, and so many bytes of a line.
const (
	ends    = 60
	longest = 240
)

const (
	p = result.ByProgram
	j = result.ByJudge
)

func TestRecord(t *testing.T) {
	r := New()
	r.Hear(j, 1*time.Millisecond, []byte("9"))
	r.Hear(p, 2*time.Millisecond, []byte("? 1\n? 2\r\nan"))
	r.Hear(j, 3*time.Millisecond, []byte("\nyes\n"))
	if by, open := r.Last(); by != j || !open {
		t.Errorf("the last is %s, open %v", by, open)
	}
	r.NextPass()
	if by, _ := r.Last(); by != "" {
		t.Errorf("nobody has spoken in the second pass, and it was %s", by)
	}
	r.Hear(p, 4*time.Millisecond, []byte("! 5\n"))
	r.Gone(j, 5*time.Millisecond)
	want := &result.Dialogue{Remarks: []result.Remark{
		{Pass: 1, At: 2 * time.Millisecond, By: p, Text: "? 1"},
		{Pass: 1, At: 2 * time.Millisecond, By: p, Text: "? 2"},
		{Pass: 1, At: 3 * time.Millisecond, By: j, Text: "9"},
		{Pass: 1, At: 3 * time.Millisecond, By: j, Text: "yes"},
		{Pass: 1, At: 2 * time.Millisecond, By: p, Text: "an", Open: true},
		{Pass: 2, At: 4 * time.Millisecond, By: p, Text: "! 5"},
		{Pass: 2, At: 5 * time.Millisecond, By: j, Gone: true},
	}}
	must.Equal(t, want, r.Dialogue())
}

// TestLongTalk keeps both ends of a long dialogue in constant memory.
func TestLongTalk(t *testing.T) {
	r := New()
	for i := range 10_000 {
		r.Hear(p, 0, fmt.Appendf(nil, "%d\n", i))
		if d := r.Dialogue(); i == 2*ends-1 && (len(d.Remarks) != 2*ends || d.From != 0 || d.Left != 0) {
			t.Errorf("%d remarks, %d left out from %d on, where both ends hold all", len(d.Remarks), d.Left, d.From)
		}
	}
	d := r.Dialogue()
	first, last := d.Remarks[0].Text, d.Remarks[len(d.Remarks)-1].Text
	if len(d.Remarks) != 2*ends || d.From != ends || d.Left != 10_000-2*ends || first != "0" || last != "9999" {
		t.Errorf("%d remarks from %q to %q, %d left out from %d on", len(d.Remarks), first, last, d.Left, d.From)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	block := []byte(strings.Repeat("x\n\n", 10_000) + strings.Repeat("y", 10_000))
	for range 100 {
		r.Hear(j, 0, block)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were taken for a flood of lines", used)
	}
}

// TestLongLine keeps the head of a long line, in whole characters, whatever pieces it arrives in.
func TestLongLine(t *testing.T) {
	digits := strings.Repeat("x", longest-1)
	for _, test := range []struct{ name, said, want string }{
		{"as long as may be", digits + "y\n", digits + "y"},
		{"one byte longer", digits + "yz\n", digits + "y…"},
		{"a sign cut", digits + "数\n", digits + "…"},
		{"nothing but bytes", strings.Repeat("\xff", longest+1) + "\n", strings.Repeat("\xff", longest) + "…"},
	} {
		for _, size := range []int{1, 7, 1000} {
			r := New()
			for rest := []byte(test.said); len(rest) > 0; rest = rest[min(size, len(rest)):] {
				r.Hear(p, 0, rest[:min(size, len(rest))])
			}
			must.Equal(t, test.want, r.Dialogue().Remarks[0].Text, test.name, size, "bytes at once")
		}
	}
}

// FuzzDialogue lets both sides say anything: of a short dialogue only the ends of lines are lost, and a long one keeps
// its bounds.
func FuzzDialogue(f *testing.F) {
	f.Add([]byte("1\n2\n"), []byte("\r\n\xff\xe4"), 3)
	f.Add([]byte(strings.Repeat("é", 300)), []byte(strings.Repeat("\n", 300)), 7)
	f.Fuzz(func(t *testing.T, a, b []byte, step int) {
		r := New()
		step = max(1, step%100)
		for i := 0; i < len(a) || i < len(b); i += step {
			r.Hear(p, time.Duration(i), a[min(i, len(a)):min(i+step, len(a))])
			r.Hear(j, time.Duration(i), b[min(i, len(b)):min(i+step, len(b))])
		}
		d := r.Dialogue()
		if d == nil {
			if len(a)+len(b) > 0 {
				t.Fatal("all was lost")
			}
			return
		}
		texts := map[result.Speaker]string{}
		for _, one := range d.Remarks {
			if len(one.Text) > longest+len("…") || utf8.Valid(a) && utf8.Valid(b) && !utf8.ValidString(one.Text) {
				t.Errorf("%q is too long, or torn", one.Text)
			}
			texts[one.By] += one.Text
		}
		for by, said := range map[result.Speaker]string{p: string(a), j: string(b)} {
			whole, short := strings.ReplaceAll(said, "\n", ""), len(said) <= longest && !strings.Contains(said, "\r")
			if d.Left == 0 && short && texts[by] != whole {
				t.Errorf("%s said %q, kept is %q", by, whole, texts[by])
			}
		}
	})
}
