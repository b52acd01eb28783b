package exchange_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/memory"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

// TestLarge imports what is larger than the memory that the judge may take. A process of its own does it, so that
// nothing else counts.
func TestLarge(t *testing.T) {
	const mib, inside = 1 << 20, "JUDGE_TEST_LARGE"
	kattis := "-- problem.yaml --\nname: X\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	for _, test := range []struct {
		name, file string
		size       int64
		want       string
	}{
		{"an FPS", "set.xml", 24 * mib, ""},
		{"a case", "data/secret/1.in", 100 * mib, ""},
		{"a picture", "statement/a.png", 100 * mib, ""},
		{"a title", "statement/problem.en.tex", 100 * mib, "its statement problem.en.tex is larger than 1 MiB"},
		{"a program", "submissions/accepted/a.py", 100 * mib, ""},
		{"a checker", "output_validator/a.cpp", 100 * mib, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if from := os.Getenv(inside); from != "" {
				var err error
				told := exchange.All(t.Context(), t.TempDir(), from, "", exchange.Tools{}, func(r exchange.Result) {
					err = errors.Join(err, r.Err)
				})
				must.Succeed(t, told)
				if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
					t.Errorf("error %v, want %q", err, test.want)
				}
				if peak := workshop.Peak(); peak > 60 {
					t.Errorf("it took %d MiB", peak)
				}
				return
			}
			from := memory.Dir(t)
			if test.file == "set.xml" {
				from = filepath.Join(from, test.file)
				writeFPS(t, from, test.size)
			} else {
				from = tree(t, kattis)
				write(t, filepath.Join(from, test.file), "")
				must.Succeed(t, os.Truncate(filepath.Join(from, test.file), test.size)) // takes no room
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestLarge$/^"+strings.ReplaceAll(test.name, " ", "_")+"$")
			cmd.Env = append(os.Environ(), inside+"="+from, "TMPDIR="+memory.Dir(t))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %.2000s", err, out)
			}
		})
	}
}

// writeFPS writes twenty problems that have so many bytes.
func writeFPS(t *testing.T, file string, size int64) {
	f := must.Get(os.Create(file))(t)
	defer f.Close()
	out, line := bufio.NewWriter(f), strings.Repeat("0123456789 ", 1000)+"\n"
	fmt.Fprintln(out, "<fps>")
	for n := range 20 {
		fmt.Fprintf(out, "<item><title>Problem %d</title><test_input>", n)
		for range size / 20 / int64(len(line)) {
			out.WriteString(line)
		}
		fmt.Fprintln(out, "</test_input><test_output>1</test_output></item>")
	}
	fmt.Fprintln(out, "</fps>")
	must.Succeed(t, out.Flush())
}
