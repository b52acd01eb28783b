package golang

import (
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

func TestElsewhere(t *testing.T) {
	for _, test := range []struct {
		source  string
		want    string // on linux/amd64
		windows string // on windows/arm64
	}{
		{"package main\n", "", ""},
		{"//go:build amd64\n\npackage main\n", "", "amd64"},
		{"//go:build goexperiment.simd && amd64\n\n// It.\npackage main\n", "", "goexperiment.simd && amd64"},
		{"//go:build !linux\n\npackage main\n", "!linux", ""},
		{"//go:build windows || fast\n\npackage main\n", "", ""},
		{"//go:build ((\n\npackage main\n", "", ""},
		{"package main\n\nconst s = `\n//go:build`\n", "", ""},
		{"package main\n\nconst s = `\n//go:build plan9\n`\n", "", ""},
	} {
		must.Equal(t, test.want, elsewhereThan("linux", "amd64", []byte(test.source)), test.source, "on linux, amd64")
		if got := elsewhereThan("windows", "arm64", []byte(test.source)); got != test.windows {
			t.Errorf("%q on windows, arm64: got %q, want %q", test.source, got, test.windows)
		}
	}
	for settings, want := range map[string]string{"GOAMD64=v3": "GOAMD64=v3", "GOAMD64=v2": "", "GOAMD64=v9": "", "GOEXPERIMENT=simd": ""} {
		if got := beyond("amd64", "v2", []string{"GO386=softfloat", settings}); got != want {
			t.Errorf("%s on a processor of v2: got %q, want %q", settings, got, want)
		}
		must.Equal(t, "", beyond("arm64", "v1", []string{settings}), settings, "on another processor")
	}
	for want, has := range map[string][][]bool{"v1": {{true, false}, {true}, {true}}, "v2": {{true}, {false, true}, {true}},
		"v3": {{true}, {true}, {true, false}}, "v4": {{true}, {true}, {true}}} {
		must.Equal(t, want, levelWith(has...), has, "level")
	}
}
