package server

import (
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

func TestHosts(t *testing.T) {
	at := func(ip string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: port} }
	p := &endpoint{names: []string{"judge.example"}}
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
		p.secure = test.secure
		must.Equal(t, test.want, p.hosts(test.at), "at", test.at)
	}
	all := p.hosts(at("0.0.0.0", 8166))
	if !slices.Contains(all, "localhost:8166") || slices.Contains(all, "0.0.0.0:8166") {
		t.Errorf("everywhere it is known as %v", all)
	}
	in := func(text string) net.Addr { return &net.IPNet{IP: net.ParseIP(text)} }
	got := known([]net.Addr{in("127.0.0.1"), in("fd00::1"), in("fe80::1"), in("192.168.1.5"), &net.UnixAddr{}, in("10.0.0.1")}, "pc")
	if want := []string{"192.168.1.5", "10.0.0.1", "fd00::1", "pc", "pc.local"}; !slices.Equal(got, want) {
		t.Errorf("others know it as %q, want %q", got, want)
	}
	if got := known(nil, ""); got != nil {
		t.Errorf("a machine without a name is known as %q", got)
	}
}

func TestMembers(t *testing.T) {
	got, err := listed(t, "# the first row\nAnn , Teacher\n\"Bob, Jr.\",student,extra\n张三,学生\n")
	want := []history.Person{{Name: "Ann", Role: history.Teacher}, {Name: "Bob, Jr.", Role: history.Student},
		{Name: "张三", Role: history.Student}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v: - want, + got\n%s", err, diff)
	}
}

// TestRefusedMembers: each mistake in a list of people is reported with its line.
func TestRefusedMembers(t *testing.T) {
	long := strings.Repeat("n", maxPerson)
	for text, want := range map[string]string{
		"Ann,studnet\n":                 `class.csv:1: "studnet" is not a role`,
		"Ann;student\nBob;boss\n":       `:2: "boss" is not a role`,
		"Ann\nBob,king\nAnn,teacher\n":  ":3: there are two of the name Ann",
		"name,role\n":                   "nobody is in it",
		"A\x1bnn,student\n":             "is not a name of 1 to 40 characters",
		long + "n\n":                    "is not a name of 1 to 40 characters",
		"caf\xe9 ,student\n":            "save it as CSV in UTF-8",
		"Ann,student\nB\x00b,student\n": "line 2 has a NUL byte",
		"\"Ann,student\n":               "class.csv: ",
		long + "\n":                     "",
	} {
		_, err := listed(t, text)
		if got := fmt.Sprint(err); want == "" && err != nil || !strings.Contains(got, want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestPlace: without a list of people, only this machine can reach the judge.
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
		{"0.0.0.0:0", false, false, "", "others can reach 0.0.0.0:0"},
		{"[::]:0", false, false, "", "others can reach [::]:0"},
		{"127.0.0.1:65536", false, false, "", "not an address with its port"},
		{"127.0.0.1:-1", false, false, "", "not an address with its port"},
		{"127.0.0.1:http", false, false, "", "not an address with its port"},
		{"judge.example:80", false, true, "", "judge.example is not the address of a machine"},
	} {
		p := &endpoint{listenAt: test.listen, lan: test.lan}
		err := p.check(test.people)
		if test.refused == "" && (err != nil || p.listenAt != test.at) || !strings.Contains(fmt.Sprint(err), test.refused) {
			t.Errorf("%+v: %s, %v", test, p.listenAt, err)
		}
	}
}

// TestNames: under which names a judge can be known, and the address that is shown.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{"Judge.Example": "https://judge.example:1", "fd00::1": "https://[fd00::1]:1",
		"10.0.0.1": "https://10.0.0.1:1", "张三": "https://张三:1", "a b": "", "judge.example:80": ""} {
		o := &Options{Console: &terminal.Console{}}
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		o.Register(fs)
		err := fs.Parse([]string{"-host", name})
		must.Equal(t, want != "", (err == nil), "-host", name, err)
		if want == "" {
			continue
		}
		hosts := o.hosts(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1})
		plain := o.address(hosts)
		o.secure = true
		if got := o.address(hosts); got != want || plain != strings.Replace(want, "https", "http", 1) {
			t.Errorf("-host %s: %s and %s", name, got, plain)
		}
	}
}

func TestDays(t *testing.T) {
	for text, want := range map[string]int{"1d": 1, "180d": 180, "36500d": 36500, "36501d": 0, "0d": 0, "-1d": 0, "7": 0,
		"7dd": 0, "07d": 0, "": 0} {
		if got, err := days(text); got != time.Duration(want)*24*time.Hour || (err == nil) != (want > 0) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}

// TestWhereHistoryIs: the named file, or else the user's data folder.
func TestWhereHistoryIs(t *testing.T) {
	home, data := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	for _, test := range []struct{ named, data, want string }{
		{"my.db", data, "my.db"},
		{"", data, filepath.Join(data, "sudokuoj", "history.db")},
		{"", "", filepath.Join(home, ".local", "share", "sudokuoj", "history.db")},
	} {
		t.Setenv("XDG_DATA_HOME", test.data)
		got, err := historyFile(test.named)
		if runtime.GOOS != "linux" && test.data == "" {
			continue
		}
		if _, missing := os.Stat(filepath.Dir(got)); got != test.want || err != nil || missing != nil {
			t.Errorf("%+v: %s, %v, %v", test, got, err, missing)
		}
	}
	t.Setenv("HOME", "")
	if _, err := historyFile(""); runtime.GOOS == "linux" && (err == nil || !strings.Contains(err.Error(), "name a file with -db")) {
		t.Errorf("without a home: %v", err)
	}
}

// TestListen: localhost means both local addresses of the machine, with the same port.
func TestListen(t *testing.T) {
	six, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip(err) // a machine without IPv6
	}
	six.Close()
	for host, want := range map[string][]string{"localhost": {"127.0.0.1", "::1"}, "127.0.0.1": {"127.0.0.1", "::1"}, "::1": {"::1"}} {
		p := &endpoint{listenAt: net.JoinHostPort(host, "0")}
		all := must.Get(p.listen())(t)
		var got []string
		for _, l := range all {
			at := l.Addr().(*net.TCPAddr)
			got = append(got, at.IP.String())
			must.Equal(t, portOf(all[0].Addr()), portOf(at), host, at, "is another port than", all[0].Addr())
			defer l.Close()
		}
		must.Be(t, slices.Equal(got, want), "%s is %q, want %q", host, got, want)
	}
}

// listed reads a list of people with this text.
func listed(t *testing.T, text string) ([]history.Person, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "class.csv")
	must.Succeed(t, os.WriteFile(file, []byte(text), 0o600))
	return readPeople(file)
}
