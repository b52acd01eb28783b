package terminal

import (
	"io"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
)

func TestDuration(t *testing.T) {
	for _, tt := range []struct {
		time        time.Duration
		long, short string
	}{
		{0, "0.00 ms", "0.00 µs"},
		{930 * time.Microsecond, "0.93 ms", "930 µs"},
		{999_500 * time.Nanosecond, "1.00 ms", "1.00 ms"},
		{9_996 * time.Microsecond, "10.0 ms", "10.0 ms"},
		{99_960 * time.Microsecond, "100 ms", "100 ms"},
		{999_400 * time.Microsecond, "999 ms", "999 ms"},
		{999_600 * time.Microsecond, "1.00 s", "1.00 s"},
		{1234 * time.Millisecond, "1.23 s", "1.23 s"},
	} {
		must.Equal(t, tt.long, Duration(tt.time), tt.time)
		must.Equal(t, tt.short, ShortDuration(tt.time), tt.time, "in short")
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 B", 812: "812 B", 1023: "1023 B", 1024: "1 KiB", 3482: "3.4 KiB", 100 << 10: "100 KiB",
		102_300: "99.9 KiB", 102_400 + 300: "100 KiB", 1<<20 - 1: "1024 KiB", 256 << 20: "256 MiB", 5 << 40: "5120 GiB"} {
		must.Equal(t, want, Size(bytes), bytes)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -999: "-999", -123456: "-123,456", 1234567: "1,234,567"} {
		must.Equal(t, want, Thousands(n), n)
	}
}

// TestConsoleWidth: the width of a console that is not a terminal.
func TestConsoleWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 100, "20": 20, "19": 100, "132": 132, "-5": 100, "wide": 100} {
		t.Setenv("COLUMNS", columns)
		must.Equal(t, want, (&Console{Stdout: nil}).width(), "COLUMNS", columns)
	}
}

// TestColour: the flag and the environment decide about the colours of a writer that is not a terminal.
func TestColour(t *testing.T) {
	for _, tt := range []struct {
		flag, no, force string
		want            bool
	}{
		{"", "", "", false}, {"always", "", "", true}, {"always", "1", "", true}, {"never", "", "1", false},
		{"auto", "1", "1", false}, {"auto", "", "1", true}, {"auto", "", "0", false},
	} {
		t.Setenv("NO_COLOR", tt.no)
		t.Setenv("FORCE_COLOR", tt.force)
		var c Colour
		if tt.flag != "" {
			must.Succeed(t, c.Set(tt.flag))
		}
		must.Equal(t, tt.want, (&Console{Colour: c}).Style(io.Discard).On(), tt, "colour")
	}
	var c Colour
	if c.Set("sometimes") == nil {
		t.Error("-color sometimes is taken")
	}
}
