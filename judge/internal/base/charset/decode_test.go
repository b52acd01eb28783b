package charset_test

import (
	"testing"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/testkit/must"
)

func TestTrouble(t *testing.T) {
	for text, want := range map[string]string{"int main(){}": "", "\ufeffint": "BOM", "// \xca\xfd": "GBK",
		"\xff\xfei\x00": "UTF-16", "caf\xe9 ": "", "\ufeff\xca\xfd": "GBK"} {
		must.Equal(t, want, charset.Trouble([]byte(text)), text)
	}
}

func TestDecode(t *testing.T) {
	for _, test := range []struct {
		name, text, want, from string
		ok                     bool
	}{
		{"UTF-8", "学号,姓名\n", "学号,姓名\n", "", true},
		{"with a mark", "\ufeff学号", "学号", "", true},
		{"GBK", "\xd1\xa7\xba\xc5,1\r\n", "学号,1\r\n", "GBK", true},
		{"UTF-16, little end first", "\xff\xfe\x66\x5b\x2c\x00", "学,", "UTF-16", true},
		{"UTF-16, big end first", "\xfe\xff\x5b\x66\x00\x2c", "学,", "UTF-16", true},
		{"UTF-16, half a character at its end", "\xff\xfe\x66\x5b\x2c", "学", "UTF-16", true},
		{"nothing", "", "", "", true},
		{"Latin-1", "caf\xe9 ", "", "", false},
	} {
		got, from, ok := charset.Decode([]byte(test.text))
		if ok != test.ok || ok && (string(got) != test.want || from != test.from) {
			t.Errorf("%s: %q from %q, %v, want %q from %q", test.name, got, from, ok, test.want, test.from)
		}
	}
}

// A cut removes a partial character and nothing else.
func TestCut(t *testing.T) {
	for _, test := range []struct{ text, end, start string }{
		{"", "", ""}, {"ab", "ab", "ab"}, {"a数", "a数", "a数"}, {"a数\xe6", "a数", "a数\xe6"}, {"a\xe6\x95", "a", "a\xe6\x95"},
		{"\xb0a", "\xb0a", "a"}, {"\x95\xb0数", "\x95\xb0数", "数"}, {"\xf0\x9f\x98", "", "\xf0\x9f\x98"}, {"\x80\x80\x80\x80",
			"\x80\x80\x80\x80", "\x80"},
	} {
		if end, start := charset.CutEnd(test.text), string(charset.CutStart([]byte(test.text))); end != test.end || start != test.start {
			t.Errorf("%q: %q and %q, want %q and %q", test.text, end, start, test.end, test.start)
		}
	}
}

func TestFromGBK(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"characters", "// \xca\xfd\xb6\xc0\xa3\xac\xcc\xee\xcd\xea\n", "// 数独，填完\n"},
		{"the first and the last", "\x81\x40 \xfe\x4f", "丂 﨩"},
		{"a second byte beyond 0x7f", "\x81\x80", "亐"},
		{"ASCII", "int main() {}", ""},
		{"UTF-8 already", "// 数独\n", ""},
		{"half a character", "a\xca", ""},
		{"the euro sign of Windows", "\x80\xca\xfd", "€数"},
		{"four bytes, as in GB18030", "\x95\x32\x82\x36", "𠀀"},
		{"no second byte", "\xca\x20", ""},
		{"no character there", "\xfe\xfe", ""},
		{"Latin-1", "caf\xe9 ", ""},
	} {
		got, ok := charset.FromGBK([]byte(test.source))
		must.Equal(t, test.want, string(got), test.name, got)
		must.Equal(t, test.want != "", ok, test.name, got)
	}
}

func FuzzFromGBK(f *testing.F) {
	f.Add([]byte("\xca\xfd\xb6\xc0"))
	f.Add([]byte("\xff\x80\x7f"))
	f.Fuzz(func(t *testing.T, source []byte) {
		text, ok := charset.FromGBK(source)
		if ok && (!utf8.Valid(text) || utf8.Valid(source)) {
			t.Errorf("%q became %q", source, text)
		}
	})
}
