package charset

import "unicode/utf8"

// CutEnd is the beginning of a text, without the part of a character at its end that was cut.
func CutEnd[T string | []byte](s T) T {
	for i := len(s) - 1; i >= max(0, len(s)-utf8.UTFMax); i-- {
		if utf8.RuneStart(s[i]) {
			if !utf8.FullRuneInString(string(s[i:])) {
				return s[:i]
			}
			break
		}
	}
	return s
}

// CutStart is the end of a text, without the part of a character at its start that was cut.
func CutStart[T string | []byte](s T) T {
	i := 0
	for i < len(s) && i < utf8.UTFMax-1 && !utf8.RuneStart(s[i]) {
		i++
	}
	return s[i:]
}
