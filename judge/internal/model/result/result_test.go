package result

import (
	"strconv"
	"strings"
	"testing"
)

func TestFirstError(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"g++", "error/main.cpp: In function 'int main()':\nerror/main.cpp:3:7: error: 'x' was not declared\n  3 | x\n", "error/main.cpp:3:7: error: 'x' was not declared"},
		{"rustc", "warning: unused\n\nerror[E0425]: cannot find value `x`\n --> main.rs:1:1\n", "error[E0425]: cannot find value `x`"},
		{"python", "  File \"main.py\", line 1\n    (\n    ^\nSyntaxError: '(' was never closed\n", "SyntaxError: '(' was never closed"},
		{"ld", "ld: main.o: in function `main':\nmain.cpp:3: undefined reference to `f()'\ncollect2: error: ld returned 1\n", "main.cpp:3: undefined reference to `f()'"},
		{"go", "\nmain.go:3:1: undefined: x\nmain.go:4:1: undefined: y\n", "main.go:3:1: undefined: x"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := FirstError(tt.in); got != tt.want {
				t.Errorf("want %q, got %q", tt.want, got)
			}
		})
	}
}

// TestParseShard: whoever merges the parts looks for each, so there are not endlessly many.
func TestParseShard(t *testing.T) {
	for text, want := range map[string]bool{"2/3": true, "1/1": true, "10000/10000": true, "0/3": false, "4/3": false, "1/10001": false, "1/2000000000": false, "1/2/3": false, "": false} {
		if s, ok := ParseShard(text); ok != want || ok && s.String() != text {
			t.Errorf("%q: %v, %t", text, s, ok)
		}
	}
}

// TestConclude: the verdict is that of the first case that is not accepted, as on every site. Cases beyond the site
// take no part in it.
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

// TestPassed: what is beyond the site is counted apart.
func TestPassed(t *testing.T) {
	s := Solution{Cases: []Case{{Case: "sample/1", Verdict: AC}, {Case: "secret/1", Verdict: WA}}}
	if got := s.Sum().Passed().String(); got != "1/2" {
		t.Errorf("%q", got)
	}
	s.Cases = append(s.Cases, Case{Case: "beyond/1", Verdict: AC}, Case{Case: "beyond/2", Verdict: TLE}, Case{Case: "beyond/3", Verdict: SK})
	if got := s.Sum().Passed().String(); got != "1/2, beyond 1/3" {
		t.Errorf("%q", got)
	}
}
