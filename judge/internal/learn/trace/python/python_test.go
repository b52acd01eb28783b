package python

import (
	"testing"
)

// TestLiteral: any bytes become one line of ASCII that Python reads back.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"": "b''", "a 'b' \\n": `b'a \'b\' \\n'`, "\n\t\x00": `b'\x0a\x09\x00'`, " ~": "b' ~'", "\x1f\x7f": `b'\x1f\x7f'`,
		"数\xff": `b'\xe6\x95\xb0\xff'`,
	} {
		if got := literal(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
