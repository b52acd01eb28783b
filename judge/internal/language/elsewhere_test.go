package language

import "testing"

func TestElsewhere(t *testing.T) {
	for _, test := range []struct {
		source  string
		want    string // on linux, amd64
		windows string // on windows, arm64
	}{
		{"package main\n", "", ""},
		{"//go:build amd64\n\npackage main\n", "", "amd64"},
		{"//go:build goexperiment.simd && amd64\n\n// It.\npackage main\n", "", "goexperiment.simd && amd64"},
		{"//go:build !linux\n\npackage main\n", "!linux", ""},
		{"//go:build windows || fast\n\npackage main\n", "", ""},
		{"//go:build ((\n\npackage main\n", "", ""},
		{"package main\n\nconst s = `\n//go:build`\n", "", ""},
	} {
		if got := goElsewhereThan("linux", "amd64", []byte(test.source)); got != test.want {
			t.Errorf("%q on linux, amd64: got %q, want %q", test.source, got, test.want)
		}
		if got := goElsewhereThan("windows", "arm64", []byte(test.source)); got != test.windows {
			t.Errorf("%q on windows, arm64: got %q, want %q", test.source, got, test.windows)
		}
	}
	c, _ := ByID("c")
	if got := c.Elsewhere([]byte("//go:build plan9\n")); got != "" {
		t.Errorf("C has a condition %q", got)
	}
}
