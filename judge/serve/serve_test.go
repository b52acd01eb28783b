package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// The exit codes are the same as those of judge.
const (
	worked     = 0
	cannotWork = 2
)

// TestHelp: serve answers help and version as the judge does.
func TestHelp(t *testing.T) {
	for asked, want := range map[string]string{"help": "Usage: serve [command]", "-h": "Usage: serve [command]",
		"-help": "Usage: serve [command]", "help serve": "Usage: serve [flags]", "serve -h": "Usage: serve [flags]", "-lang en " +
			"help": "Usage: serve [command]",
		"help import": "Usage: serve import", "import " +
			"-h": "Usage: serve import", "version": "serve go", "--version": "serve go"} {
		var out, fault bytes.Buffer
		if code := run(t.Context(), strings.Fields(asked), &out, &fault); code != worked ||
			!strings.Contains(strings.ReplaceAll(out.String(), "(devel) ", ""), want) {
			t.Errorf("%s: exit %d, %s%s", asked, code, out.String(), fault.String())
		}
	}
}

// TestRefused: what serve cannot do.
func TestRefused(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	ended, stop := context.WithCancel(t.Context())
	stop() // in case it serves
	for asked, want := range map[string]string{
		"help nonsense": "no such command",
		"imprt":         "no such command",
		"-fleet wss://judge.example": "serve: -fleet: this program has no queue, because a queue takes long to build\nhint: go run " +
			"./judge/fleet web -fleet URL has one",
	} {
		var out, fault bytes.Buffer
		if code := run(ended, strings.Fields(asked), &out, &fault); code != cannotWork || !strings.Contains(fault.String(),
			want) || out.Len() > 0 {
			t.Errorf("%s: exit %d, %s%s", asked, code, out.String(), fault.String())
		}
	}
}

// run runs serve in this process.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return program.Run(ctx, args, os.Stdin, stdout, stderr)
}

// asProgram is an environment variable. If it is set, the test binary is serve.
const asProgram = "SERVE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Setenv(lane.Crowded, "1")
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Setenv("LC_ALL", "C") // tests expect English
	os.Exit(m.Run())
}

// TestManuals compares each command's manual with its flags and with the width of a terminal.
func TestManuals(t *testing.T) {
	for _, c := range program.Commands {
		var examples [][]string
		for _, l := range say.Languages {
			var out bytes.Buffer
			args := []string{c.Name, "-h", "-lang", string(l)} // the flag may come last
			if code := run(t.Context(), args, &out, &out); code != worked {
				t.Fatalf("%v: exit %d", args, code)
			}
			manual := out.String()
			fs := flag.NewFlagSet("", flag.ContinueOnError)
			fs.String("lang", "", "")
			c.SetUp(fs)
			var known, explained, shown []string
			fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
			for _, m := range regexp.MustCompile(`(?m)^  -([a-z]+)`).FindAllStringSubmatch(manual, -1) {
				explained = append(explained, m[1])
			}
			slices.Sort(explained)
			must.Equal(t, known, explained, c.Name, l, "- flags it takes, + flags it explains")
			for line := range strings.Lines(manual) {
				if terminal.Width(strings.TrimSuffix(line, "\n")) > 104 {
					t.Errorf("%s %s: too wide a line: %s", c.Name, l, line)
				}
				if strings.HasPrefix(line, "  serve") || strings.HasPrefix(line, "  fleet web") {
					shown = append(shown, line)
				}
			}
			for _, name := range known {
				must.Contain(t, strings.Join(shown, ""), " -"+name, c.Name, l, "no example shows -", name)
			}
			examples = append(examples, shown)
		}
		must.Equal(t, examples[0], examples[1], c.Name, "examples: - English, + Chinese")
	}
}

// TestImportListen: the command waits, the extension sends a problem, and the problem is imported.
func TestImportListen(t *testing.T) {
	root := t.TempDir()
	must.Succeed(t, os.Mkdir(filepath.Join(root, "problems"), 0o777))
	out, in := io.Pipe()
	var stderr bytes.Buffer
	for _, port := range []string{"-1", "65536"} {
		if code := run(t.Context(), []string{"import", "-port", port, "-root", root}, io.Discard, &stderr); code == worked ||
			!strings.Contains(stderr.String(), "-port "+port+": ports are 1 to 65535") {
			t.Errorf("port %s: exit %d, %s", port, code, &stderr)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, port := range []string{"0", "65535"} { // the last may be taken
		stderr.Reset()
		if code := run(ended, []string{"import", "-port", port, "-root", root}, io.Discard, &stderr); code != cannotWork ||
			strings.Contains(stderr.String(), "ports are") ||
			port == "0" && !strings.Contains(stderr.String(), "import: interrupted before anything arrived") {
			t.Errorf("port %s, interrupted: exit %d, %s", port, code, &stderr)
		}
	}
	stderr.Reset()
	code := make(chan int, 1)
	go func() {
		code <- run(t.Context(), []string{"import", "-port", "0", "-root", root}, in, &stderr)
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("it says nothing; exit %d, %s", <-code, stderr.String())
	}
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(lines.Text())
	if address == "" {
		t.Fatalf("no address in %q", lines.Text())
	}
	go func() {
		resp, err := http.Post("http://"+address, "application/json",
			strings.NewReader(`{"name":"A+B","url":"https://www.luogu.com.cn/problem/P1001","tests":[{"input":"1 2","output":"3"}]}`))
		if err == nil {
			resp.Body.Close()
		}
	}()
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
	}
	must.Equal(t, worked, <-code, "exit", stderr.String())
	if len(said) == 0 || said[0] != "imported A+B as luogup1001: 1 case, 0 solutions" {
		t.Errorf("said %q", said)
	}
	if _, err := os.Stat(filepath.Join(root, "testdata", "luogup1001", "sample", "01.ans")); err != nil {
		t.Error(err)
	}
}
