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

// TestPageBudget imports problems whose page would be too large: they are refused, whatever the format.
func TestPageBudget(t *testing.T) {
	const kattis = "-- problem.yaml --\nproblem_format_version: 2025-09\nname: X\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	sample := strings.Repeat("0123456789abcdef", 1<<10)
	many := func(n int, more string) string { return strings.Repeat(more, n) }
	var samples strings.Builder
	for i := range 200 {
		name := "-- data/sample/" + strings.Repeat("x", 1+i%10) + string(rune('a'+i/10)) // 200 names
		samples.WriteString(name + ".in --\n" + sample + "\n" + name + ".ans --\n1\n")
	}
	for _, test := range []struct{ name, files, want string }{
		{"a picture 300 times", kattis + "-- statement/a.png --\n" + many(1<<20-1,
			"x") + "\n-- statement/problem.en.md --\n" + many(300, "![a](a.png)\n"),
			"its statement problem.en.md shows pictures of 300 MiB, and a page has at most 8 MiB"},
		{"200 samples", kattis + samples.String(), "its samples show 3 MiB, and a page has at most 1 MiB"},
		{"a title of 400 KB", strings.Replace(kattis, "name: X", "name: "+many(400_000, "x"), 1),
			"its title has 400000 letters, and a page has at most 200"},
		{"a title of an older package", "-- problem.yaml --\nname: " + many(201,
			"题") + "\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n", "its title has 201 letters"},
		{"a title of Hydro", "-- problem.yaml --\npid: 1\ntitle: " + many(201,
			"x") + "\n-- testdata/1.in --\n1\n-- testdata/1.out --\n1\n", "its title has 201 letters"},
		{"a long statement", kattis + "-- statement/problem.en.md --\n" + many(1<<20+1, "x"), "its statement problem.en.md is larger than 1 MiB"},
		{"long descriptions", kattis + "-- data/secret/1.yaml --\ndescription: " + many(1<<19-100, "x") + "\nhint: x" +
			"\n-- data/secret/2.yaml --\nhint: " + many(1<<19-100, "x") + "\n-- data/secret/2.in --\n1\n-- data/secret/2.ans --\n1\n" +
			"-- data/secret/3.yaml --\nhint: " + many(1<<10, "x") + "\n-- data/secret/3.in --\n1\n-- data/secret/3.ans --\n1\n",
			"its descriptions and hints of cases are larger than 1 MiB"},
	} {
		t.Run(test.name, func(t *testing.T) { refused(t, tree(t, test.files), "x", test.want) })
	}
	within := kattis + "-- statement/a.png --\n" + many(1<<20-1, "x") + "\n-- statement/problem.en.md --\n" + many(8, "![a](a.png)\n")
	if _, err := one(t.TempDir(), tree(t, strings.Replace(within, "name: X", "name: "+many(200, "x"), 1)), "x"); err != nil {
		t.Errorf("just within the budget: %v", err)
	}
}

// TestTryChecker: a checker is tried with the answer of a sample before the problem is imported. One that never ends
// is refused.
func TestTryChecker(t *testing.T) {
	const kattis = "-- problem.yaml --\nproblem_format_version: 2025-09\nname: X\nlimits: {time_limit: 1, validation_time: " +
		"1, validation_memory: 64}\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n7\n"
	tools := workbench(t)
	for _, test := range []struct{ name, checker, want string }{
		{"right", "import sys\nsys.exit(42 if sys.stdin.read() == '7\\n' else 43)\n", ""},
		{"endless", "while True: pass\n", "its checker does not end: with the answer of secret/1 as an output it was stopped"},
		{"asleep", "import time\ntime.sleep(1000)\n", "its checker does not end"},
		{"greedy", "x = b'x' * (1 << 30)\n", "note: its checker fails with the answer of secret/1 as an output"},
		{"broken", "import sys\nsys.exit(1)\n", "note: its checker fails with the answer of secret/1 as an output"},
		{"strict", "import sys\nsys.exit(43)\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root, said := t.TempDir(), ""
			from := tree(t, kattis+"-- output_validator/v.py --\n"+test.checker)
			err := exchange.All(t.Context(), root, from, "x", tools, func(r exchange.Result) {
				if r.Err != nil {
					said = r.Err.Error()
				} else if len(r.Notes) > 0 {
					said = "note: " + notes(r.Notes)
				}
			})
			if err != nil || !strings.Contains(said, test.want) || (said == "") != (test.want == "") {
				t.Errorf("%s, %v, want %s", said, err, test.want)
			}
			if left := contents(t, root); strings.HasPrefix(said, "its") && len(left) > 0 {
				t.Errorf("left behind: %v", filepath.Join(root))
			}
		})
	}
}

// TestManyOfOneName: cases that have one name for all of them are told apart, each at once.
func TestManyOfOneName(t *testing.T) {
	var tests strings.Builder
	for range 400 {
		tests.WriteString(`<test_input name="a">1</test_input><test_output name="a">1</test_output>`)
	}
	from := filepath.Join(tree(t, "-- set.xml --\n<fps><item><title>many</title>"+tests.String()+"</item></fps>\n"), "set.xml")
	must.Equal(t, 400, must.Get(one(t.TempDir(), from, ""))(t).Cases, "cases")
}

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
