package charset

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// Decode returns a text as UTF-8, without a byte order mark, and the name of its encoding: "" for UTF-8. False means
// that the encoding is unknown.
func Decode(text []byte) (decoded []byte, from string, ok bool) {
	text, _ = bytes.CutPrefix(text, []byte("\ufeff"))
	if utf8.Valid(text) {
		return text, "", true
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		text = text[:len(text)&^1] // without half a character
		decoded, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Bytes(text)
		return decoded, "UTF-16", err == nil
	}
	decoded, ok = FromGBK(text)
	return decoded, "GBK", ok
}

// Trouble names an encoding that compilers stumble over: "GBK", "UTF-16", or "BOM" for UTF-8 with a byte order
// mark. It is "" for plain UTF-8 and for unknown encodings.
func Trouble(source []byte) string {
	switch _, from, ok := Decode(source); {
	case ok && from == "" && bytes.HasPrefix(source, []byte("\ufeff")):
		return "BOM"
	case ok:
		return from
	}
	return ""
}
