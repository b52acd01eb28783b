package charset_test

import (
	"testing"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/testkit/must"
)

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
