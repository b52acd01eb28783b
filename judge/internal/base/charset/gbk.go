// Package charset turns people's files into UTF-8: Chinese Windows writes GBK, some editors add a byte order mark,
// and spreadsheets write UTF-16.
package charset

import (
	_ "embed"
	"unicode/utf8"
)

// table is what the two bytes of a character mean in GBK, the encoding of Chinese Windows: two bytes of
// Unicode for each pair of a first byte from 0x81 and a second one from 0x40 without 0x7f, row by row; 0
// where there is no character.
//
//go:embed gbk.table
var table string

const gbkRow = 0xfe - 0x40 // how many second bytes there are

// FromGBK converts a GBK source to UTF-8. False means that the source is not GBK: it is UTF-8, or neither.
func FromGBK(source []byte) (text []byte, ok bool) {
	if utf8.Valid(source) {
		return nil, false
	}
	for i := 0; i < len(source); i++ {
		first := source[i]
		if first < utf8.RuneSelf {
			text = append(text, first)
			continue
		}
		if i++; first == 0x80 || first == 0xff || i == len(source) || source[i] < 0x40 || source[i] == 0x7f || source[i] == 0xff {
			return nil, false
		}
		second := int(source[i]) - 0x40
		if source[i] > 0x7f {
			second--
		}
		at := 2 * ((int(first)-0x81)*gbkRow + second)
		r := rune(table[at])<<8 | rune(table[at+1])
		if r == 0 {
			return nil, false
		}
		text = utf8.AppendRune(text, r)
	}
	return text, true
}
