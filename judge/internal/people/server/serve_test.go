package server

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/people/history"
)

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestHosts(t *testing.T) {
	at := func(ip string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: port} }
	p := &place{names: []string{"judge.example"}}
	for _, test := range []struct {
		at     net.Addr
		secure bool
		want   []string
	}{
		{at("127.0.0.1", 8166), false, []string{"judge.example:8166", "127.0.0.1:8166", "localhost:8166", "[::1]:8166"}},
		{at("192.168.1.5", 80), false, []string{"judge.example", "judge.example:80", "192.168.1.5", "192.168.1.5:80"}},
		{at("192.168.1.5", 443), true, []string{"judge.example", "judge.example:443", "192.168.1.5", "192.168.1.5:443"}},
		{at("192.168.1.5", 443), false, []string{"judge.example:443", "192.168.1.5:443"}},
	} {
		if diff := cmp.Diff(test.want, p.hosts(test.at, test.secure)); diff != "" {
			t.Errorf("at %v: - want, + got\n%s", test.at, diff)
		}
	}
	all := p.hosts(at("0.0.0.0", 8166), false)
	if !slices.Contains(all, "localhost:8166") || slices.Contains(all, "0.0.0.0:8166") {
		t.Errorf("everywhere it is known as %v", all)
	}
}

func TestMembers(t *testing.T) {
	got, err := readPeople(writeFile(t, "class.csv", "# the first row\nAnn , Teacher\n\"Bob, Jr.\",student,extra\n张三,学生\n"))
	want := []member{{"Ann", history.Teacher}, {"Bob, Jr.", history.Student}, {"张三", history.Student}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(member{})); err != nil || diff != "" {
		t.Errorf("%v: - want, + got\n%s", err, diff)
	}
}
