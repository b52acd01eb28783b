package report

import (
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
)

func TestInThree(t *testing.T) {
	for d, want := range map[time.Duration]string{
		9994: "9.99", 9995: "10.0", 99_949: "99.9", 99_950: "100", 456_400: "456", 1_234_000: "1230",
	} {
		must.Equal(t, want, inThree(d*time.Microsecond), d)
	}
}

// TestLateBy: in minutes, hours, and days of whole days.
func TestLateBy(t *testing.T) {
	for late, want := range map[time.Duration]string{
		time.Second: "1 minute", 59 * time.Minute: "59 minutes", time.Hour: "1 h 0 min",
		48*time.Hour - time.Minute: "47 h 59 min", 48 * time.Hour: "2 days",
	} {
		must.Equal(t, want, LateBy(late).String(), late)
	}
}

// TestFocus: a common beginning is cut if one of the lines does not fit.
func TestFocus(t *testing.T) {
	for _, test := range []struct{ want, got, cutWant, cutGot string }{
		{"aaaaaaaaab", "aaaaaaaaac", "aaaaaaaaab", "aaaaaaaaac"}, // ten characters fit
		{"aaaaaaaaabb", "aaaaaaaaac", "…aaabb", "…aaac"},
		{"aaaaaaaaab", "aaaaaaaaacc", "…aaab", "…aaacc"},
		{"aab", "aaccccccccccc", "aab", "aaccccccccccc"}, // the beginning is short
	} {
		if w, g := focus(test.want, test.got, 10); w != test.cutWant || g != test.cutGot {
			t.Errorf("%s, %s: %s, %s", test.want, test.got, w, g)
		}
	}
}
