package server

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestRefusedMembers: each mistake in a file of people is told with its line.
func TestRefusedMembers(t *testing.T) {
	long := strings.Repeat("n", maxPerson)
	for text, want := range map[string]string{
		"Ann,studnet\n":           `:1: "studnet" is not a role`,
		"Ann;student\nBob;boss\n": `:2: "boss" is not a role`,
		"Ann\nBob\nAnn,teacher\n": ":3: there are two of the name Ann",
		"name,role\n":             "nobody is in it",
		"A\x1bnn,student\n":       "is not a name of 1 to 40 characters",
		long + "n\n":              "is not a name of 1 to 40 characters",
		long + "\n":               "",
	} {
		_, err := readPeople(writeFile(t, "class.csv", text))
		if got := fmt.Sprint(err); want == "" && err != nil || !strings.Contains(got, want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestPlace: without a list of people only this machine can reach the judge.
func TestPlace(t *testing.T) {
	for _, test := range []struct {
		listen      string
		lan, people bool
		at, refused string
	}{
		{"127.0.0.1:8166", false, false, "127.0.0.1:8166", ""},
		{"localhost", false, false, "localhost:8166", ""},
		{"[::1]:0", false, false, "[::1]:0", ""},
		{"127.0.0.1:65535", true, true, ":65535", ""},
		{"192.168.1.5:80", false, true, "192.168.1.5:80", ""},
		{"192.168.1.5:80", false, false, "", "others can reach 192.168.1.5:80"},
		{"127.0.0.1:80", true, false, "", "others can reach :80"},
		{":80", false, false, "", "others can reach :80"},
		{"127.0.0.1:65536", false, false, "", "write an address and a port"},
		{"127.0.0.1:-1", false, false, "", "write an address and a port"},
		{"127.0.0.1:http", false, false, "", "write an address and a port"},
		{"judge.example:80", false, true, "", "judge.example is not the address of a machine"},
	} {
		p := &place{listenAt: test.listen, lan: test.lan}
		err := p.check(test.people)
		if test.refused == "" && (err != nil || p.listenAt != test.at) || !strings.Contains(fmt.Sprint(err), test.refused) {
			t.Errorf("%+v: %s, %v", test, p.listenAt, err)
		}
	}
}

func TestDays(t *testing.T) {
	for text, want := range map[string]int{"1d": 1, "180d": 180, "36500d": 36500, "36501d": 0, "0d": 0, "-1d": 0, "7": 0, "7dd": 0, "07d": 0, "": 0} {
		if got, err := days(text); got != time.Duration(want)*24*time.Hour || (err == nil) != (want > 0) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}
