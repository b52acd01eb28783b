package terminal

import (
	"bytes"
	"sudokuoj/judge/internal/testkit/must"
	"testing"
)

func TestSaidByPieces(t *testing.T) {
	const text = "100\n\x1b[2J数独\xff\r\nwho"
	for size := 1; size <= len(text); size++ {
		var b bytes.Buffer
		s := &said{to: &b, sign: "< ", fresh: true}
		for i := 0; i < len(text); i += size {
			if n, err := s.Write([]byte(text[i:min(i+size, len(text))])); err != nil || n == 0 {
				t.Fatal(n, err)
			}
		}
		must.Equal(t, "< 100\n< \\x1b[2J数独\\xff\n< who", b.String(), "by", size, "bytes")
	}
}
