package charset

import (
	"bufio"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Reader is Decode for a large file, which is never in memory as a whole. It reads the file twice.
func Reader(file io.ReadSeeker) (text io.Reader, from string, ok bool) {
	for _, try := range []struct {
		name  string
		plain transform.Transformer
	}{{"", transform.Nop}, {"GBK", simplifiedchinese.GB18030.NewDecoder()}} {
		open := func() *bufio.Reader {
			file.Seek(0, io.SeekStart)
			try.plain.Reset()
			return bufio.NewReader(transform.NewReader(file, unicode.BOMOverride(try.plain)))
		}
		if readable(open(), try.name) {
			return open(), try.name, true
		}
	}
	return nil, "", false
}

// readable reports whether every character of a text belongs to its encoding.
func readable(text *bufio.Reader, from string) bool {
	for {
		r, size, err := text.ReadRune()
		if err != nil {
			return err == io.EOF
		}
		if r == utf8.RuneError && (size == 1 || from != "") {
			return false
		}
	}
}
