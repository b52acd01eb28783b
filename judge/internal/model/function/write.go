package function

import (
	"math"
	"strconv"
)

// WriteValue writes a value as the site does.
func WriteValue(v any) string { return string(appendValue(nil, v)) }

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return appendDouble(b, v)
	case byte:
		return appendText(b, string(rune(v)))
	case string:
		return appendText(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, item)
		}
		return append(b, ']')
	}
	return append(b, "null"...)
}

func appendDouble(b []byte, x float64) []byte {
	switch {
	case math.IsInf(x, 0), math.IsNaN(x), math.Abs(x) >= 1e21:
		return strconv.AppendFloat(b, x, 'g', -1, 64)
	case x == math.Trunc(x):
		return strconv.AppendFloat(b, x, 'f', 1, 64)
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

// appendText quotes a text. Bytes that are not UTF-8 stay; the code that shows them escapes them.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
