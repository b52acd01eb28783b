package trace

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/solution"
)

// written is a program with this text.
func written(t testing.TB, name, text string) solution.Solution {
	t.Helper()
	l, _ := language.ByFile(name)
	s, err := solution.Of("tried", l.ID, language.File{Path: name, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const cppBoard = `#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <unistd.h>
#include <sys/mman.h>
volatile int a[9][9];
int main() {
	char s[100];
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) a[i / 9][i % 9] = s[i] == '.' ? 0 : s[i] - '0';
	a[0][2] = 1;
	a[0][3] = 2;
	a[0][3] = 0;
`

// However a program ends, its steps until then are recorded.
func TestNativeEnds(t *testing.T) {
	tr := tracer(t)
	tr.Patience = 500 * time.Millisecond
	programs := map[string]string{
		"falls off its end":      cppBoard + "}",
		"exit":                   cppBoard + "exit(3); }",
		"_exit":                  cppBoard + "_exit(3); }",
		"_Exit":                  cppBoard + "_Exit(3); }",
		"quick_exit":             cppBoard + "quick_exit(3); }",
		"abort":                  cppBoard + "abort(); }",
		"a signal of its own":    cppBoard + "raise(SIGTERM); signal(SIGPROF, SIG_IGN); for (volatile int i = 0; ; i = i + 1) {} }",
		"a null pointer":         cppBoard + "volatile int *p = 0; *p = 1; }",
		"an endless recursion":   cppBoard + "struct r { static int f(int n) { volatile char x[999]; x[0] = n; return f(n + 1) + x[0]; } }; return r::f(0); }",
		"a loop without end":     cppBoard + "for (volatile int i = 0; ; i = i + 1) {} }",
		"a pipe that is closed":  cppBoard + "close(4); }",
		"writes of its own":      cppBoard + `if (write(4, "forged, all of it", 17)) {} }`,
		"text that is unmapped":  cppBoard + "a[0][2] = 0; a[0][2] = 1; munmap((void *)a, 1); }",
		"a handler of their own": cppBoard + "signal(SIGSEGV, [](int) { _exit(0); }); *(volatile int *)0 = 1; }",
	}
	for name, one := range together(t, tr, "tried.cpp", programs) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := replayOf(t, one.Tracer, written(t, "tried.cpp", one.text), easy)
			if name == "a pipe that is closed" || name == "writes of its own" {
				if _, ok := errors.AsType[*Untraceable](err); !ok {
					t.Errorf("got %+v, %v", r, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if r.Placed < 2 || r.Back < 1 || r.Stopped != (name == "a loop without end") || r.Solved {
				t.Errorf("placed %d, taken back %d, stopped %v, solved %v", r.Placed, r.Back, r.Stopped, r.Solved)
			}
		})
	}
}

// Lines are counted until the program ends, however it ends.
func TestNativeLines(t *testing.T) {
	tr := tracer(t)
	const text = `#include <stdio.h>
#include <stdlib.h>
int write(int x) { return 2 * x; }
static int never(void) {
	return puts("never");
}
int main(void) {
	int sum = getchar() == 'x';
	for (int i = 0; i < 5; i++)
		sum = write(sum) + 1;
	if (sum < 0) never();
	ENDING
}
`
	endings := []string{"return 0;", "exit(3);", "_Exit(3);", "quick_exit(3);", "*(volatile int *)0 = 1;", "for (;;) { volatile int x = 1; x++; }"}
	all := "switch (getchar()) {"
	for i, ending := range endings {
		all += fmt.Sprintf(" case %d: %s break;", 'A'+i, ending)
	}
	for i, ending := range endings {
		for _, file := range []string{"tried.c", "tried.cpp"} {
			t.Run(ending+" "+file, func(t *testing.T) {
				t.Parallel()
				work, err := tr.Work(t.Context(), written(t, file, strings.Replace(text, "ENDING", all+" }", 1)), write(t, "in", " "+string(rune('A'+i))), 300*time.Millisecond)
				skipMissing(t, err)
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprint(work.Lines[2], work.Lines[4], work.Lines[9], work.Lines[0]) // gcov does not record that a stopped main had begun
				if want := "5 0 5 -1"; got != want || work.Stopped > 0 != strings.HasPrefix(ending, "for") || len(work.Lines) != 14 {
					t.Errorf("want %s, got %s, stopped %s, of %d lines", want, got, work.Stopped, len(work.Lines))
				}
			})
		}
	}
}

// A message names what cannot be watched.
func TestNativeCannot(t *testing.T) {
	tr := tracer(t)
	tr.Patience = time.Second // a quarter of it is enough where no board is seen
	doubling := ""            // each constant twice the one before: thirty of them would be gigabytes
	for i := range 18 {
		doubling += fmt.Sprintf("const c%d = c%d + c%d\n", i+1, i, i)
	}
	for name, test := range map[string]struct{ file, text, want string }{
		"bits":                  {"tried.cpp", "#include <cstdio>\nunsigned rows[9];\nint main() { char s[100]; if (scanf(\"%99s\", s)) rows[0] = 5; }", "as choices of an exact cover or as bits"},
		"no board":              {"tried.c", "int main(void) { for (volatile int i = 0; ; i = i + 1) {} }", "no board was seen in it until it ended: it ran for 0 s"},
		"nothing":               {"tried.cpp", "int main() {}", "it read nothing from standard input"},
		"constants that double": {"tried.go", "package main\nconst c0 = `12345678`\n" + doubling + "func main() { println(len(c18)) }\n", "its types or constants grow too large"},
		"wrong":                 {"tried.cpp", "int main() { return x; }", "compile"},
	} {
		_, err := replayOf(t, tr, written(t, test.file, test.text), easy)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: want %q, got %v", name, test.want, err)
		}
	}
}
