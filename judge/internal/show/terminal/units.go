package terminal

import (
	"fmt"
	"strconv"
	"time"
)

// Duration writes a time with three figures: 0.93 ms, 12.3 ms, 456 ms, 1.23 s.
func Duration(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	if ms < 999.5 {
		return figures(ms, "ms")
	}
	return figures(ms/1000, "s")
}

// ShortDuration is Duration for what may take microseconds: 1.23 µs, 45.6 µs, and so on.
func ShortDuration(d time.Duration) string {
	if us := float64(d) / float64(time.Microsecond); us < 999.5 {
		return figures(us, "µs")
	}
	return Duration(d)
}

// figures writes a quantity with three figures, or all those before the point.
func figures(x float64, unit string) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f %s", x, unit)
	case x < 99.95:
		return fmt.Sprintf("%.1f %s", x, unit)
	}
	return fmt.Sprintf("%.0f %s", x, unit)
}

// Size writes a number of bytes in the unit that suits it: 812 B, 3.4 KiB, 256 MiB.
func Size(bytes int64) string {
	units := []string{"B", "KiB", "MiB", "GiB"}
	n := float64(bytes)
	for len(units) > 1 && n >= 1024 {
		n, units = n/1024, units[1:]
	}
	if units[0] == "B" || n >= 99.95 || n == float64(int64(n)) {
		return fmt.Sprintf("%.0f %s", n, units[0])
	}
	return fmt.Sprintf("%.1f %s", n, units[0])
}

// Thousands writes a number with a comma between each three digits.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}
