package check

import (
	"regexp"
	"testing"
)

// Those that need not the whole of regexp are known.
func TestPattern(t *testing.T) {
	for expr, plain := range map[string]bool{
		`^time`: true, `^time: \d+ ms$`: true, `^运算时间为: [0-9]+ ms$`: true, `^#.*$`: true, `^#.*`: true, `^\d+\.?\d*s$`: false,
		`^\s*\d+ nodes`: true, `^\S+ seconds`: true, `^[^:]*: x$`: true, `^a?b`: true, `^-?\d+$`: true,
		`time`: false, `^(?i)time`: false, `^a.c`: false, `^a.*c`: false, `^a|b`: false, `^(a|bc)`: false, `^\d*1`: false, `^数+`: false,
		"^\uFFFD": false, `(?m)^a`: false, `^[a数]+`: false, `^[^a]b`: false, `^[^a]?b`: false, `^\d*\s*\d`: false, ``: false, `^`: false,
		`^a\b`: false, `^a{2,3}b`: false,
	} {
		p, err := newPattern(expr)
		if err != nil || (p.parts != nil) != plain {
			t.Errorf("%s: plain %v, %v", expr, p.parts != nil, err)
		}
	}
}

// FuzzPattern: what is matched byte by byte is what regexp matches.
func FuzzPattern(f *testing.F) {
	for _, expr := range []string{`^time: \d+ ms$`, `^数: [0-9]*x?$`, `^#.*$`, `^\s*\d+ n`, `^\S+ s`, `^[^:]*: x$`, `^a?b`, `^-?\d+$`, `^[ab]c+$`, `^.+$`, `^\W+\w`} {
		for _, l := range []string{"time: 12 ms", "time:  ms", "time: 1 msx", "数: 1x", "#数\xff", "  12 n", "\xe6\x95 s", "a: x", "ab", "aab", "-", "-1", "1x", "bcc", "", " \xffx"} {
			f.Add(expr, []byte(l))
		}
	}
	f.Fuzz(func(t *testing.T, expr string, l []byte) {
		p, err := newPattern(expr)
		if err != nil || p.parts == nil {
			t.Skip()
		}
		for _, c := range l {
			if c == '\n' {
				t.Skip() // a line has none
			}
		}
		if got, want := p.match(l), regexp.MustCompile(expr).Match(l); got != want {
			t.Errorf("%q: %q: got %v, want %v", expr, l, got, want)
		}
	})
}
