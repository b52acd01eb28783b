package exchange

import (
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

var quantity = match.Lazy(`^([0-9.]+)\s*([A-Za-z]*)$`)

// seconds reads a time such as 1s, 500ms or 2.
func seconds(v any, otherwise float64) float64 {
	m := quantity().FindStringSubmatch(textOf(v))
	if m == nil {
		return otherwise
	}
	n, err := strconv.ParseFloat(m[1], 64)
	switch unit := strings.ToLower(m[2]); {
	case err != nil:
		return otherwise
	case unit == "ms":
		return n / 1000
	case unit == "us":
		return n / 1e6
	}
	return n
}

// mebibytes reads a size such as 256m, 64MB, 1g or 65536k.
func mebibytes(v any, otherwise int64) int64 {
	m := quantity().FindStringSubmatch(textOf(v))
	if m == nil {
		return otherwise
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil || n > 1e12 {
		return otherwise
	}
	switch strings.ToLower(m[2] + " ")[0] {
	case 'g':
		n *= 1024
	case 'k':
		n /= 1024
	case 'b':
		n /= 1 << 20
	}
	return max(1, int64(n))
}
