package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/short"
)

// The exit codes are the same as those of judge.
const (
	worked     = 0
	cannotWork = 2
)

// TestHelp: serve answers help and version as the judge does.
func TestHelp(t *testing.T) {
	for asked, want := range map[string]string{"help": "Usage: serve [command]", "-h": "Usage: serve [command]", "-help": "Usage: serve [command]", "help serve": "Usage: serve [flags]", "serve -h": "Usage: serve [flags]", "-lang en help": "Usage: serve [command]",
		"help db": "serve serve:\n  -db FILE", "help root": "serve import", "help import": "Usage: serve import", "import -h": "Usage: serve import", "version": "serve go", "--version": "serve go"} {
		var out, fault bytes.Buffer
		if code := run(t.Context(), strings.Fields(asked), &out, &fault); code != worked || !strings.Contains(strings.ReplaceAll(out.String(), "(devel) ", ""), want) {
			t.Errorf("%s: exit %d, %s%s", asked, code, out.String(), fault.String())
		}
	}
	for _, asked := range []string{"help nonsense", "imprt"} {
		if said := refused(t, strings.Fields(asked)...); !strings.Contains(said, "no such command") {
			t.Errorf("%s: %s", asked, said)
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
	grade.Crowd()
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Setenv("LC_ALL", "C") // tests expect English
	os.Exit(m.Run())
}

// session is serve in this process.
type session struct {
	lines *bufio.Scanner
	mu    sync.Mutex
	fault bytes.Buffer
	end   func() int
}

func (s *session) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault.Write(p)
}

func (s *session) said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault.String()
}

func serving(t *testing.T, args ...string) *session {
	t.Helper()
	short.Skip(t)
	out, in := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{lines: bufio.NewScanner(out)}
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, args, in, s)
		in.Close()
	}()
	s.end = sync.OnceValue(func() int {
		cancel()
		io.Copy(io.Discard, out)
		return <-code
	})
	t.Cleanup(func() { s.end() })
	return s
}

// line returns the next line of the output.
func (s *session) line(t *testing.T) string {
	t.Helper()
	if !s.lines.Scan() {
		t.Fatalf("it says no more; %s", s.said())
	}
	return s.lines.Text()
}

// refused runs a command that must fail and returns its message.
func refused(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // in case it serves
	defer cancel()
	var out, fault bytes.Buffer
	if code := run(ctx, args, &out, &fault); code != cannotWork {
		t.Errorf("%v: exit %d, %s%s", args, code, out.String(), fault.String())
	}
	return fault.String()
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
			if diff := cmp.Diff(known, explained); diff != "" {
				t.Errorf("%s %s: - flags it takes, + flags it explains\n%s", c.Name, l, diff)
			}
			for line := range strings.Lines(manual) {
				if terminal.Width(strings.TrimSuffix(line, "\n")) > 104 {
					t.Errorf("%s %s: too wide a line: %s", c.Name, l, line)
				}
				if strings.HasPrefix(line, "  serve") || strings.HasPrefix(line, "  fleet web") {
					shown = append(shown, line)
				}
			}
			for _, name := range known {
				if !strings.Contains(strings.Join(shown, ""), " -"+name) {
					t.Errorf("%s %s: no example shows -%s", c.Name, l, name)
				}
			}
			examples = append(examples, shown)
		}
		if diff := cmp.Diff(examples[0], examples[1]); diff != "" {
			t.Errorf("%s: examples: - English, + Chinese\n%s", c.Name, diff)
		}
	}
}
