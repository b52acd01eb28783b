package grade_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// mistakes makes the mistake that its input names; 5 is none.
const mistakes = `#include <stdio.h>
#include <stdlib.h>
int row[9];
int main(void) {
	int n, *p = 0;
	if (scanf("%d", &n) != 1) return 1;
	if (n == 1) row[80 + n] = 3;
	if (n == 2) { p = malloc(9); free(p); printf("%d\n", p[0]); }
	if (n == 3) { n += 2147483644; n++; printf("%d\n", n); }
	if (n == 4) { puts("4"); abort(); }
	if (n == 5) puts("3");
	if (n == 6) *(volatile int *)p = n;
}
`

// TestSanitize: the first failure of a C or C++ program is explained; its verdict does not change.
func TestSanitize(t *testing.T) {
	python := &grade.Prepared{Entry: grade.Entry{Solution: grader.Program(t, "a.py", "1\n")}}
	if got := python.Sanitize(t.Context(), problem.Case{}); got != nil {
		t.Errorf("Python: %+v", got)
	}
	fails := func(message string) string {
		return "#ifdef __SANITIZE_ADDRESS__\n#error " + message + "\n#endif\n" + mistakes
	}
	const container = "#include <array>\n#include <cstdio>\n" +
		"int main() { std::array<int, 9> v; int n; scanf(\"%d\", &n);\n v[8 + n] = 3; printf(\"%d\", n); }\n"
	const forged = "#include <stdio.h>\n" +
		"int main(void) { fprintf(stderr, \"a.c:1:1: runtime error: \\033[2Jdivision by zero\\n\"); return 86; }\n"
	const onItsDescriptor = "#include <stdio.h>\n" +
		"int main(void) { dprintf(3, \"a.c:1:1: runtime error: division by zero\\n\"); return 1; }\n"
	const missing = "the sanitizer of this compiler is not installed"
	for _, test := range []struct {
		name, file, source string
		inputs             string
		expect             result.Promise
		verdicts           string
		found              int // the case
		want               string
	}{
		{"an index", "a.c", mistakes, "1", "", "WA", 0, "row[81] is outside of row[9], line 7"},
		{"freed memory", "a.c", mistakes, "2", "", "WA", 0, "memory is used after it was freed, line 8"},
		{"an overflow", "a.c", mistakes, "3", "", "WA", 0, "2147483647 + 1 does not fit into int, line 9"},
		{"a crash", "a.c", mistakes, "6", "", "RE", 0, "a null pointer is used, line 12"},
		{"abort", "a.c", mistakes, "4", "", "RE", 0, ""},
		{"the first failure", "a.c", mistakes, "5 3 1", "", "AC WA WA", 1, "2147483647 + 1 does not fit into int, line 9"},
		{"an expected failure", "a.c", mistakes, "1", "WA", "WA", 0, ""},
		{"a container", "a.cpp", container, "1", "", "WA", 0, "an index is outside of a vector, string or array, line 4"},
		{"a report that the program prints", "a.c", forged, "1", "", "RE", 0, ""},
		{"a report where the sanitizer writes its own", "a.c", onItsDescriptor, "1", "", "RE", 0, ""},
		{"no sanitizer", "a.c", fails("cannot find -lasan"), "1", "", "WA", 0, missing},
		{"another fault of that build", "a.c", fails("odd"), "1", "", "WA", 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := exec.LookPath("g++"); err != nil && test.file == "a.cpp" {
				t.Skip("no g++ here")
			}
			g, e := entered(t, "", strings.Fields(test.inputs)...)
			e.Solution = grader.Program(t, test.file, test.source)
			if test.expect != "" {
				e.Solution.Expect = []solution.Expectation{{Promise: test.expect}}
			}
			results, _ := graded(t, g, grade.Options{}, e)
			must.Equal(t, test.verdicts, verdicts(results[0]))
			for i, c := range results[0].Cases {
				said := ""
				if c.Fault != nil {
					said = c.Fault.Message().String()
				}
				if strings.HasPrefix(said, missing) && test.want != missing {
					t.Skip(said)
				}
				want := ""
				if i == test.found {
					want = test.want
				}
				if !strings.HasPrefix(said, want) || want == "" && said != "" {
					t.Errorf("case %d: %q, want %q", i, said, want)
				}
			}
		})
	}
}

// TestKept: only cases that changed run again; nothing else is looked at.
func TestKept(t *testing.T) {
	g, e := entered(t, mistakes, "5", "1", "5")
	store := must.Get(resultcache.Open(filepath.Join(t.TempDir(), "store")))(t)
	for _, test := range []struct {
		name    string
		expect  result.Promise
		changed string // the input of the third case
		opt     grade.Options
		ran     string
		want    string
	}{
		{"for the first time", "WA", "5", grade.Options{Kept: store, Changed: true}, "123", "AC WA AC"},
		{"again", "", "5", grade.Options{Kept: store, Changed: true}, "", "AC WA AC"},
		{"another input", "", "1", grade.Options{Kept: store, Changed: true}, "3", "AC WA WA"},
		{"all", "WA", "5", grade.Options{Kept: store}, "123", "AC WA AC"},
		{"until the first failure", "", "5", grade.Options{FailFast: true}, "12", "AC WA SK"},
	} {
		must.Succeed(t, os.WriteFile(e.Cases[2].In, []byte(test.changed+"\n"), 0o600))
		if e.Solution.Expect = nil; test.expect != "" {
			e.Solution.Expect = []solution.Expectation{{Promise: test.expect}}
		}
		results, events := graded(t, g, test.opt, e)
		ran := ""
		for _, event := range events {
			if event.Kind == result.Begins {
				ran += filepath.Base(event.Name)
			}
		}
		must.Equal(t, test.ran, ran, test.name)
		must.Equal(t, test.want, verdicts(results[0]), test.name)
		if c := results[0].Cases[1]; c.Kept && c.Fault != nil {
			t.Errorf("%s: a result that is kept is explained: %s", test.name, c.Fault.Message())
		}
	}
}
