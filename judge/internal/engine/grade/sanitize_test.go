package grade

import (
	"context"
	"os/exec"
	"slices"
	"testing"

	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// TestSanitize: the first failure of a C or C++ program is explained; its verdict does not change.
func TestSanitize(t *testing.T) {
	python := &Prepared{Entry: Entry{Solution: solution.Solution{Language: "python", Files: []language.File{{}}}}}
	if got := python.Sanitize(context.Background(), problem.Case{}); got != nil {
		t.Errorf("Python: %+v", got)
	}
	const c, cpp = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint row[9];\n", "#include <cstdio>\n#include <vector>\n"
	for _, test := range []struct {
		name, source string
		verdict      result.Verdict
		want         string // "": nothing is found
	}{
		{"a.c", c + "int main(void) { int n; scanf(\"%d\", &n);\n row[80 + n] = 3; }\n", result.WA, "row[81] is outside of row[9], line 6"},
		{"b.c", c + "int main(void) { char *p = malloc(9);\n free(p);\n printf(\"%d\\n\", p[0]); }\n", result.WA, "memory is used after it was freed, line 7"},
		{"c.c", c + "int main(void) { int n; scanf(\"%d\", &n);\n n += 2147483646; n++;\n printf(\"%d\\n\", n); }\n", result.WA, "2147483647 + 1 does not fit into int, line 6"},
		{"d.c", c + "int main(void) { puts(\"4\"); abort(); }\n", result.RE, ""},
		{"e.cpp", cpp + "int main() { std::vector<int> v(9); int n; scanf(\"%d\", &n);\n v[8 + n] = 3; printf(\"%d\", n); }\n", result.WA, "an index is outside of a vector, string or array, line 4"},
		{"f.c", c + "//judge:expect WA\nint main(void) { int n; scanf(\"%d\", &n);\n row[80 + n] = 3; }\n", result.WA, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, e := graderAndEntry(t, test.source)
			lang, _ := language.ByFile(test.name)
			if _, err := exec.LookPath("g++"); err != nil && lang.ID == "cpp" {
				t.Skip("no g++ here")
			}
			s, err := solution.Of(test.name, lang.ID, language.File{Path: test.name, Text: test.source})
			if err != nil {
				t.Fatal(err)
			}
			e.Solution = s
			e.Cases = slices.DeleteFunc(e.Cases, func(c problem.Case) bool { return c.Name != "secret/1" })
			run, err := g.Grade(context.Background(), []Entry{e}, Options{}, func(result.Event) {})
			if err != nil {
				t.Fatal(err)
			}
			got, said := run.Results[0].Cases[0], ""
			if got.Fault != nil {
				if said = got.Fault.Message().String(); got.Fault.Line == 0 {
					t.Skip(said)
				}
			}
			if got.Verdict != test.verdict || said != test.want {
				t.Errorf("%s %q, want %s %q", got.Verdict, said, test.verdict, test.want)
			}
		})
	}
}
