package charset

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode returns a text as UTF-8, without a byte order mark, and the name of its encoding: "" for UTF-8. False means
// that the encoding is unknown.
func Decode(text []byte) (decoded []byte, from string, ok bool) {
	text, _ = bytes.CutPrefix(text, []byte("\ufeff"))
	if utf8.Valid(text) {
		return text, "", true
	}
	if little, ok := bytes.CutPrefix(text, []byte("\xff\xfe")); ok {
		return wide(little, 0), "UTF-16", true
	}
	if big, ok := bytes.CutPrefix(text, []byte("\xfe\xff")); ok {
		return wide(big, 1), "UTF-16", true
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

// wide decodes UTF-16 whose lower byte is the first or, with low 1, the second of two.
func wide(text []byte, low int) []byte {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = uint16(text[2*i+low]) | uint16(text[2*i+1-low])<<8
	}
	return []byte(string(utf16.Decode(units)))
}
