package class_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/class"
	"sudokuoj/judge/internal/testkit/must"
)

// TestSame groups programs that are the same, also but for names. Short programs are the same only byte for byte.
func TestSame(t *testing.T) {
	const program = "#include <stdio.h>\nint main(void) {\n  int total = 0, n; // the sum\n  while (scanf(\"%d\", &n) == 1) { if " +
		"(n > 3) total += n; else total -= 2 * n; }\n  printf(\"%d\\n\", total);\n  return 0;\n}\n"
	renamed := strings.NewReplacer("total", "s", "n)", "x )", "&n", "&x", "(n ", "(x ", "+= n", "+= x", "* n", "* x", ", n;",
		",x;", "// the sum", "/* sum */\n").Replace(program)
	var prints []class.Print
	for _, text := range []string{program, "", program, renamed, strings.Replace(program, "n > 3", "total > 3", 1), "int a;",
		"int  a;", "int a;"} {
		if text == "" {
			prints = append(prints, class.Print{})
			continue
		}
		s := must.Get(solution.Of("a.c", "c", language.File{Path: "a.c", Text: text}))(t)
		prints = append(prints, class.PrintOf(s))
	}
	must.Equal(t, "[{[0 2 3] false} {[5 7] true}]", fmt.Sprint(class.SameOf(prints)))
}
