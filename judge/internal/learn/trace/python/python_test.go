package python

import (
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestLiteral: any bytes become one line of ASCII that Python reads back.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"": "b''", "a 'b' \\n": `b'a \'b\' \\n'`, "\n\t\x00": `b'\x0a\x09\x00'`, " ~": "b' ~'", "\x1f\x7f": `b'\x1f\x7f'`,
		"数\xff": `b'\xe6\x95\xb0\xff'`,
	} {
		must.Equal(t, want, literal(text), text)
	}
}
