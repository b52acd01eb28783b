package web

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// edit changes a file.
func edit(t *testing.T, file, from, to string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), from, to, 1)
	if changed == string(text) {
		t.Fatalf("%s has no %q", file, from)
	}
	if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
}

// forget makes the server read every problem again.
func (s *problemCache) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = nil
}

// into decodes a JSON answer.
func into[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &v); err != nil || a.code != 200 {
		t.Fatalf("%d %s: %v", a.code, a.body, err)
	}
	return v
}
