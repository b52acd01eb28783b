// Package charset turns people's files into UTF-8: Chinese Windows writes GBK, some editors add a byte order mark,
// and spreadsheets write UTF-16.
package charset

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// FromGBK converts a source in GBK, or in GB18030, to UTF-8. False means that the source is neither: it is UTF-8, or
// something else.
func FromGBK(source []byte) (text []byte, ok bool) {
	if utf8.Valid(source) {
		return nil, false
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(source)
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) {
		return nil, false
	}
	return text, true
}
