package command

import (
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

func TestStartedAs(t *testing.T) {
	for _, tt := range []struct {
		name    string
		inReach bool
		want    string
	}{
		{"judge", true, "judge"},
		{"./bin/my judge", false, "'./bin/my judge'"},
		{"/tmp/go-build524388047/b001/exe/judge", true, "go run ./judge"},
		{"/tmp/go-build524388047/b001/exe/judge", false, "go run sudokuoj/judge"},
		{"/home/me/.cache/go-build/3c/" + strings.Repeat("3c", 32) + "-d/judge", true, "go run ./judge"},
		{"/tmp/go-build524388047/b001/exe/fleet", true, "go run ./judge"},
		{"/usr/local/bin/fleet", false, "judge"},
		{"/home/me/go-build/judge", true, "/home/me/go-build/judge"},
	} {
		must.Equal(t, tt.want, startedAs(tt.name, tt.inReach), tt.name, tt.inReach)
	}
	t.Chdir(t.TempDir())
	defer func(args []string) { os.Args = args }(os.Args)
	os.Args = []string{"/tmp/go-build1/b001/exe/judge"}
	must.Equal(t, "go run sudokuoj/judge", Self(), "away from its source")
	if os.Mkdir("judge", 0o700) != nil || os.WriteFile("judge/main.go", nil, 0o600) != nil || Self() != "go run ./judge" {
		t.Errorf("beside its source: %s", Self())
	}
}
