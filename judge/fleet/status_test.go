package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// status returns the output of fleet status.
func (h *house) status(flags ...string) string {
	h.t.Helper()
	p := start(h.t, as(h.owner), append([]string{"status"}, flags...)...)
	if code := p.exits(); code != 0 {
		h.t.Fatalf("exit %d: %s", code, p.output())
	}
	return p.output()
}

// fleet status reports what happens: no workers, waiting jobs while one is in work, and results.
func TestStatus(t *testing.T) {
	h := build(t)
	if got := h.status(); !strings.Contains(got, "0 waiting jobs, 0 in work, 0.0 results a second") ||
		!strings.Contains(got, "no worker is connected") {
		t.Errorf("of an empty fleet it says %s", got)
	}
	lab := h.worker("lab")
	all := entries(t, sleepers(t, 100_000, 0, 0))
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	must.Until(t, "the worker tells of what it is at", func() bool {
		now := h.state().Workers
		return len(now) == 1 && now[0].Now == "p secret/1"
	})
	var s result.Fleet
	must.Succeed(t, json.Unmarshal([]byte(h.status("-json")), &s))
	text := h.status()
	if s.Queued != 2 || s.InWork != 1 || len(s.Workers) != 1 || s.Workers[0].Name != "lab" || !slices.Contains(s.Workers[0].Languages, "c") {
		t.Errorf("-json: %+v", s)
	}
	if !strings.Contains(text, "2 waiting jobs, 1 in work") ||
		!regexp.MustCompile(`(?m)^  lab +step \d, 0 jobs, .*\bc\b.*: p secret/1$`).MatchString(text) {
		t.Errorf("it says %s", text)
	}
	lab.wakes(g.done)
	g.want(accepted(3))
	idle := regexp.MustCompile(`, ([3-9]|\d\d+) jobs, .*: idle`) // one that ends while it is sent again is done twice
	must.Until(t, "the worker is idle again", func() bool { return idle.MatchString(h.status()) })
	if s := h.state(); s.Queued+s.InWork != 0 || s.Results < 3 || s.Bytes <= 0 {
		t.Errorf("-json, after: %+v", s)
	}
}

// Impossible values of flags are refused; the first and the last step are possible.
func TestRefusedFlags(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"status", "-fleet", ""},
			"which fleet? Say -fleet URL, or put its address into FLEET\nhint: fleet serve -new-worker NAME, or -new-client NAME, prints one"},
		{[]string{"run", "lowbit", "-fail-fast"}, "no flag -fail-fast"},
		{[]string{"serve", "-store", t.TempDir(), "-new-worker", "a", "-new-client", "b"}, "one key is made at a time"},
		{[]string{"serve", "-store", t.TempDir(), "-new-worker", "a b"}, "use letters, digits, - and _"},
		{[]string{"serve", "-store", t.TempDir(), "-new-client", "a", "-listen", "4222"},
			"-listen 4222: not a host with its port\nhint: write host:port"},
		{[]string{"serve", "-store", t.TempDir(), "-lease", "999ms"}, "must be at least one second"},
		{[]string{"serve", "-store", t.TempDir(), "-max-jobs", "0"}, "must be at least 1"},
		{[]string{"worker", "-isolation", "0"}, "the steps are 1 to 5"},
		{[]string{"worker", "-isolation", "6"}, "the steps are 1 to 5"},
		{[]string{"worker", "-isolation", "x"}, "the steps are 1 to 5"},
		{[]string{"web", "-fleet", ""}, "name it with -fleet"},
		{[]string{"web", "-fleet", "tls://web:SUSECRET@judge.example.org:4222"}, "that is no address of a fleet"},
	} {
		var said bytes.Buffer
		if code := program.Run(t.Context(), test.args, strings.NewReader(""), io.Discard, &said); code != 2 ||
			!strings.Contains(said.String(), test.want) || strings.Contains(said.String(), "SUSECRET") {
			t.Errorf("%v: exit %d, %s", test.args, code, &said)
		}
	}
}

// TestServe: a server runs until it is interrupted. Without a server there is no status.
func TestServe(t *testing.T) {
	h := build(t)
	p := start(t, nil, "serve", "-store", t.TempDir(), "-listen", "127.0.0.1:0")
	p.says("serving on 127.0.0.1:")
	p.Process.Signal(os.Interrupt)
	must.Equal(t, 0, p.exits(), "exit", p.output())
	h.serve.kill()
	must.Equal(t, 2, start(t, as(h.owner), "status").exits(), "without a server: exit")
}

// recipe returns the text between two lines of the manuals, which is the same in both languages.
func recipe(t *testing.T, pattern string) (shown string) {
	t.Helper()
	for _, name := range []string{"fleet.md", "fleet.zh-CN.md"} {
		text := must.Get(os.ReadFile(filepath.Join("../../docs", name)))(t)
		found := regexp.MustCompile(`(?ms)^    ` + pattern).FindString(string(text))
		if found == "" || shown != "" && shown != found {
			t.Fatalf("%s shows:\n%s\nand the other:\n%s", name, found, shown)
		}
		shown = found
	}
	return regexp.MustCompile(`(?m)^    `).ReplaceAllString(shown, "")
}

// systemd accepts the unit in the manuals.
func TestUnit(t *testing.T) {
	unit := recipe(t, `\[Unit\]\n.*?WantedBy=.*?\n`)
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze here")
	}
	file := filepath.Join(t.TempDir(), "fleet-worker.service")
	must.Succeed(t, os.WriteFile(file, []byte(strings.Replace(unit, "/usr/local/bin/fleet", os.Args[0], 1)), 0o600))
	if out, err := exec.Command(verify, "verify", file).CombinedOutput(); err != nil || strings.Contains(string(out), "fleet-worker") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestHelp: fleet answers help and version as the judge does.
func TestHelp(t *testing.T) {
	for asked, want := range map[string]string{"": "Usage: fleet COMMAND", "help": "Usage: fleet COMMAND",
		"-h": "Usage: fleet COMMAND", "--help": "Usage: fleet COMMAND",
		"-lang en help": "Usage: fleet COMMAND", "help version": "Usage: fleet " +
			"version", "help run": "Usage: judge [run]", "help worker": "Usage: fleet worker", "worker -h": "Usage: fleet " +
			"worker", "version": "fleet ", "-version": "fleet "} {
		var out, fault strings.Builder
		if code := program.Run(t.Context(), strings.Fields(asked), strings.NewReader(""), &out, &fault); code != 0 ||
			!strings.Contains(out.String(), want) {
			t.Errorf("%q: exit %d, %s%s", asked, code, out.String(), fault.String())
		}
	}
}

// Every flag is explained and has an example, in both languages, and no other flag is mentioned.
func TestManuals(t *testing.T) {
	for _, v := range program.Commands {
		fs := flag.NewFlagSet(v.Name, flag.ContinueOnError)
		v.SetUp(fs)
		var takes []string
		fs.VisitAll(func(f *flag.Flag) { takes = append(takes, f.Name) })
		for _, lang := range []string{"en", "zh"} {
			var out strings.Builder
			if code := program.Run(t.Context(), []string{"-lang", lang, "help", v.Name}, nil, &out, &out); code != 0 {
				t.Fatal(out.String())
			}
			text := []byte(out.String())
			var explains []string
			for _, m := range regexp.MustCompile(`(?m)^  -([a-z][a-z-]*)`).FindAllSubmatch(text, -1) {
				if name := string(m[1]); name != "lang" && !(v.Name == "run" && slices.Contains([]string{"changed", "fresh", "fail-fast",
					"all", "watch"}, name)) { // all commands have -lang, only judge run has the others
					explains = append(explains, name)
				}
			}
			examples := fmt.Sprintf("%s", regexp.MustCompile(`(?m)^  (FLEET=\S+ )?(fleet|serve|judge)\b.*$`).FindAll(text, -1))
			slices.Sort(explains)
			must.Equal(t, takes, explains, lang, v.Name, "- flags it takes, + flags its manual explains")
			for _, name := range takes {
				if !regexp.MustCompile(` -` + name + `\b`).MatchString(examples) {
					t.Errorf("%s %s: no example shows -%s", lang, v.Name, name)
				}
			}
		}
	}
}
