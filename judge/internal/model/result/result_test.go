package result_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	. "sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

func TestFirstError(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"g++", "error/main.cpp: In function 'int main()':\nerror/main.cpp:3:7: error: 'x' was not declared\n  3 | x\n",
			"error/main.cpp:3:7: error: 'x' was not declared"},
		{"rustc", "warning: unused\n\nerror[E0425]: cannot find value `x`\n --> main.rs:1:1\n", "error[E0425]: cannot find value `x`"},
		{"python", "  File \"main.py\", line 1\n    (\n    ^\nSyntaxError: '(' was never closed\n", "SyntaxError: '(' was never closed"},
		{"ld", "ld: main.o: in function `main':\nmain.cpp:3: undefined reference to `f()'\ncollect2: error: ld returned 1\n",
			"main.cpp:3: undefined reference to `f()'"},
		{"go", "\nmain.go:3:1: undefined: x\nmain.go:4:1: undefined: y\n", "main.go:3:1: undefined: x"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, FirstError(tt.in))
		})
	}
}

// TestParseShard: the number of shards is limited, because a merge looks for each of them.
func TestParseShard(t *testing.T) {
	for text, want := range map[string]bool{"2/3": true, "1/1": true, "10000/10000": true, "0/3": false, "4/3": false,
		"1/10001": false, "1/2000000000": false, "1/2/3": false, "": false} {
		if s, ok := ParseShard(text); ok != want || ok && s.String() != text {
			t.Errorf("%q: %v, %t", text, s, ok)
		}
	}
}

// TestConclude: the verdict is that of the first case that is not accepted, as on every site, without cases beyond the
// site.
func TestConclude(t *testing.T) {
	for _, tt := range []struct {
		name, cases string // NUMBER NAME=VERDICT:PROMISE
		whole       Verdict
		expected    Verdict
		want        Verdict
		asExpected  bool
	}{
		{"all right", "a=AC b=AC", "", AC, AC, true},
		{"the first failure, not the worst", "a=AC b=WA c=RE", "", AC, WA, false},
		{"a skipped case is no failure", "a=SK b=TLE c=SK", "", AC, TLE, false},
		{"skipped", "a=AC b=SK", "", AC, SK, true},
		{"a promised failure", "a=AC b=TLE", "", TLE, TLE, true},
		{"a promised failure that did not come", "a=AC b=AC", "", TLE, AC, false},
		{"it does not compile", "a=CE b=CE", CE, AC, CE, false},
		{"beyond", "a=AC beyond/b=WA:", "", AC, AC, true},
		{"beyond does not keep a promise", "a=AC beyond/b=TLE:", "", TLE, AC, false},
		{"what a directive says of a case beyond counts", "a=AC beyond/b=TLE:AC", "", AC, AC, false},
		{"beyond first", "beyond/a=WA: b=TLE", "", AC, TLE, false},
		{"beyond first, and a promise kept", "beyond/a=WA: b=TLE", "", TLE, TLE, true},
		{"beyond alone", "beyond/a=AC: beyond/b=OLE:", "", AC, OLE, true},
		{"the order is the problem's", "9:a=RE 2:b=WA 3:c=AC", "", AC, WA, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Solution{Expected: Promise(tt.expected)}
			for i, word := range strings.Fields(tt.cases) {
				c := Case{Number: i + 1, Expected: Accepted}
				name, v, _ := strings.Cut(word, "=")
				if number, rest, ok := strings.Cut(name, ":"); ok {
					c.Number, _ = strconv.Atoi(number)
					name = rest
				}
				v, promise, ok := strings.Cut(v, ":")
				if ok {
					c.Expected = Promise(promise)
				}
				c.Case, c.Verdict = name, Verdict(v)
				c.AsExpected = v == "SK" || c.Expected == "" || c.Expected.Allows(c.Verdict) || c.Verdict == tt.expected
				s.Cases = append(s.Cases, c)
			}
			if s.Conclude(tt.whole); s.Verdict != tt.want || s.AsExpected != tt.asExpected {
				t.Errorf("%s, as expected is %t; want %s, %t", s.Verdict, s.AsExpected, tt.want, tt.asExpected)
			}
		})
	}
}

func TestShardHolds(t *testing.T) {
	for i := range 100 {
		name := strconv.Itoa(i)
		in := 0
		for part := 1; part <= 3; part++ {
			if (Shard{part, 3}).Holds("p", name) {
				in++
			}
		}
		if in != 1 || !(Shard{}).Holds("p", name) || !(Shard{1, 1}).Holds("p", name) {
			t.Errorf("%s is in %d of three parts", name, in)
		}
	}
}

// TestWords: the reason of a case, and the title of its verdict.
func TestWords(t *testing.T) {
	differ, more := say.Of("they differ"), say.Of("the checker adds this")
	third := say.Of("line %d: %s", 3, differ)
	for want, c := range map[string]Case{
		"the checker adds this":              {Message: more},
		"they differ; the checker adds this": {Message: more, Difference: &Difference{Text: differ}},
		"they differ":                        {Message: differ, Difference: &Difference{Text: differ}},
	} {
		must.Equal(t, want, c.Reason().String())
	}
	for want, d := range map[string]Difference{
		"they differ true":            {Line: 3, Text: third},
		"line 3: they differ false":   {Line: 4, Text: third},
		"column 3: they differ false": {Line: 3, Text: say.Of("column %d: %s", 3, differ)},
		"line 3 false":                {Line: 3, Text: say.Of("line %d", 3)},
	} {
		if what, ok := d.OnLine(); fmt.Sprint(what, ok) != want {
			t.Errorf("%s %t, want %s", what, ok, want)
		}
	}
	if _, ok := (Difference{Line: 3, Text: say.Message{Format: "line %d: %s"}}).OnLine(); ok {
		t.Error("a message without its arguments is on a line")
	}
	for _, v := range All {
		if got, ok := Parse(strings.ToLower(string(v))); !ok || got != v || !v.Title().Said() || v.Kind() == "" {
			t.Errorf("%s: %s, %q, %q", v, got, v.Title(), v.Kind())
		}
	}
	if _, ok := Parse("XX"); ok || Verdict("XX").Title().Said() || Verdict("XX").Kind() != "" || Verdict("XX").Ran() {
		t.Error("XX is a verdict")
	}
	var w Work
	w.Count(3, 5)
	w.Count(1, 7)
	w.Count(3, 4)
	must.Be(t, slices.Equal(w.Lines, []int64{7, -1, 5}), "lines %v", w.Lines)
}

func TestCount(t *testing.T) {
	ac, ce := Case{Verdict: AC, AsExpected: true, Kept: true}, Case{Verdict: CE}
	run := Run{Results: []Solution{
		{Solution: "a", Verdict: AC, AsExpected: true, Cases: []Case{ac, ac}},
		{Solution: "a", Verdict: AC, AsExpected: false, Cases: []Case{ac, {Verdict: SK, AsExpected: true}}},
		{Solution: "b", Verdict: CE, AsExpected: true, Cases: []Case{ce, ce}},
		{Solution: "c", Verdict: CE, AsExpected: false, Cases: []Case{ce, ce}},
		{Solution: "d", Verdict: WA, AsExpected: false, Compile: Compile{OK: true}, Cases: []Case{ac, {Verdict: WA}, {Verdict: CE}}},
		{Solution: "e", Verdict: CE, AsExpected: true, Compile: Compile{OK: true}},
		{Solution: "f", Verdict: SK, AsExpected: true, Cases: []Case{{Verdict: SK, AsExpected: true}}},
	}}
	must.Equal(t, (Counts{Solutions: 6, Cases: 12, AsExpected: 5, Unexpected: 4, Skipped: 2, Kept: 4}), run.Count())
	s := Solution{Cases: []Case{{Case: "a", CPU: 2}, {Case: "b", CPU: 3}, {Case: "c", CPU: 3}, {Case: "d", CPU: 1}}}
	if sum := s.Sum(); sum.Slowest != 3 || sum.CPU != 9 {
		t.Errorf("%+v", sum)
	}
}

func TestShort(t *testing.T) {
	long := &Dialogue{Remarks: make([]Remark, 7), Left: 100, From: 3}
	for i := range long.Remarks {
		long.Remarks[i].Pass = i
	}
	short := long.Short(2)
	if len(short.Remarks) != 4 || short.From != 2 || short.Left != 103 || short.Remarks[1].Pass != 1 || short.Remarks[2].Pass != 5 {
		t.Errorf("%+v", short)
	}
	must.Be(t, short.Short(2) == short && (*Dialogue)(nil).Short(1) == nil, "what is short enough is made shorter")
}

// TestPassed: cases beyond the site are counted separately.
func TestPassed(t *testing.T) {
	s := Solution{Cases: []Case{{Case: "sample/1", Verdict: AC}, {Case: "secret/1", Verdict: WA}}}
	must.Equal(t, "1/2", s.Sum().Passed().String())
	s.Cases = append(s.Cases, Case{Case: "beyond/1", Verdict: AC}, Case{Case: "beyond/2", Verdict: TLE},
		Case{Case: "beyond/3", Verdict: SK})
	must.Equal(t, "1/2, beyond 1/3", s.Sum().Passed().String())
}

// TestPromise: what a solution promises, in words; and which machine takes it.
func TestPromise(t *testing.T) {
	for promise, want := range map[Promise]string{"AC": "AC", "TLE|RE|MLE": "TLE or RE or MLE"} {
		must.Equal(t, want, promise.Words().String(), promise)
	}
	m := Machine{Languages: []string{"c", "go"}}
	if !m.Speaks([]string{"go", "c"}) || m.Speaks([]string{"go", "java"}) || !m.Speaks(nil) {
		t.Errorf("%v speaks c and go", m.Languages)
	}
}

// TestWorst: what is no verdict is never the worst.
func TestWorst(t *testing.T) {
	for _, test := range []struct {
		of   []Verdict
		want Verdict
	}{{nil, ""}, {[]Verdict{"XX"}, ""}, {[]Verdict{"XX", AC}, AC}, {[]Verdict{AC, RE, WA}, RE}} {
		must.Equal(t, test.want, Worst(test.of...), test.of)
	}
}

// TestPicture: which files a page shows as pictures, and why not others.
func TestPicture(t *testing.T) {
	small, wide := image.NewGray(image.Rect(0, 0, 7, 5)), image.NewGray(image.Rect(0, 0, 1<<16-1, 65))
	var asPNG, asJPEG, widePNG, wideJPEG bytes.Buffer
	must.Succeed(t, png.Encode(&asPNG, small))
	must.Succeed(t, jpeg.Encode(&asJPEG, small, nil))
	must.Succeed(t, png.Encode(&widePNG, wide))
	must.Succeed(t, jpeg.Encode(&wideJPEG, wide, nil))
	svg := func(inside string) string { return `<svg xmlns="http://www.w3.org/2000/svg">` + inside + "</svg>" }
	for _, test := range []struct{ name, file, media, why string }{
		{"PNG", asPNG.String(), "image/png", ""},
		{"JPEG", asJPEG.String(), "image/jpeg", ""},
		{"a wide PNG", widePNG.String(), "", "pixels"},
		{"a wide JPEG", wideJPEG.String()[:2<<10], "", "pixels"},
		{"the head of a JPEG", "\xff\xd8\xff\xe0\x00\x02", "", "no size"},
		{"the head of a PNG", "\x89PNG\r\n\x1a\n", "", "not XML"},
		{"SVG", "<?xml version='1.0'?>\n" + svg("<g><rect width='9'/><text>1 &lt; 2</text></g>"), "image/svg+xml", ""},
		{"another root", "<g/>", "", "<g>"},
		{"nothing", "", "", "not XML"},
		{"half of it", "<svg><g>", "", "not XML"},
		{"a page", "<!DOCTYPE html><html></html>", "", "<!"},
		{"a script", svg("<SCRIPT/>"), "", "<SCRIPT>"},
		{"what runs", svg("<g onClick='x'/>"), "", "onClick="},
		{"what loads", svg("<path href='//x'/>"), "", "href="},
		{"what grows", svg("<use/>"), "", "<use>"},
		{"another style sheet", "<?xml-stylesheet href='x'?>" + svg(""), "", "<?xml-stylesheet"},
		{"too long", svg(strings.Repeat("<g/>", 40_000)), "", "128 KiB"},
	} {
		media, why := Picture(test.file).Type()
		must.Equal(t, test.media, media, test.name)
		must.Equal(t, test.why != "", why.Said(), test.name)
		must.Contain(t, why.String(), test.why, test.name)
	}
	must.Equal(t, svg("x"), string(Picture("<svg>x</svg>").Shown()))
}
