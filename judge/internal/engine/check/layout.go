package check

import "sudokuoj/judge/internal/base/match"

// sameLayout reports whether two lines differ in their values alone.
func sameLayout(a, b []byte) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case isValue[a[0]] && isValue[b[0]]:
			a, b = afterValue(a), afterValue(b)
		case a[0] != b[0]:
			return false
		default:
			a, b = a[1:], b[1:]
		}
	}
	return len(a) == len(b)
}

var isValue = class("0123456789ABCDEFGHIJKLMNOP")

func afterValue(l []byte) []byte {
	for len(l) > 0 && isValue[l[0]] {
		l = l[1:]
	}
	return l
}

var (
	values = match.Lazy(`[0-9A-F]+`)
	cells  = match.Lazy(`[0-9A-F.?]+`)
)

// laidOut puts the values of one line into the layout of another.
func laidOut(layout, line []byte) []byte {
	all := values().FindAll(line, -1)
	return values().ReplaceAllFunc(layout, func(old []byte) []byte {
		if len(all) == 0 {
			return old
		}
		v := all[0]
		all = all[1:]
		return v
	})
}
