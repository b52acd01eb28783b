package trace_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// ends place 1 and 2, take back the 2 and then end in each of some ways.
var ends = map[string]struct {
	text    string
	endings []string
}{
	"tried.cpp": {`#include <cstdio>
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
	ENDING }
`, []string{"", "exit(3);", "_exit(3);", "_Exit(3);", "quick_exit(3);", "abort();", endless,
		"raise(SIGTERM); signal(SIGPROF, SIG_IGN); " + endless,
		"volatile int *p = 0; *p = 1;",
		"struct r { static int f(int n) { volatile char x[999]; x[0] = n; return f(n + 1) + x[0]; } }; return r::f(0);",
		"close(4);", `if (write(4, "forged, all of it", 17)) {}`,
		"a[0][2] = 0; a[0][2] = 1; munmap((void *)a, 1);",
		"signal(SIGSEGV, [](int) { _exit(0); }); *(volatile int *)0 = 1;"}},
	"tried.rs": {`use std::io::stdin;
fn deep(n: u64) -> u64 { let a = [n; 99]; if n == 0 { 0 } else { deep(n + 1) + a[(n % 99) as usize] } }
fn main() {
    let mut line = String::new();
    stdin().read_line(&mut line).unwrap();
    let mut b: Vec<u8> = line.bytes().take(81).map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    for (i, d) in [(2, 1), (3, 2), (3, 0)] { std::hint::black_box(&mut b)[i] = d; }
    ENDING
}
`, []string{"panic!();", "std::process::exit(3);", "unsafe { std::ptr::write_volatile(1 as *mut u8, 1); }", `print!("{}", deep(1));`}},
	"Tried.java": {`import java.util.*;
class Tried {
	static int deep(int n) { return deep(n + 1) + 1; }
	public static void main(String[] a) throws Exception {
		String s = new Scanner(System.in).next();
		int[] b = new int[81];
		for (int i = 0; i < 81; i++) b[i] = s.charAt(i) == '.' ? 0 : s.charAt(i) - '0';
		b[2] = 1;
		b[3] = 2;
		b[3] = 0;
		ENDING
	}
}
`, []string{"throw new IllegalStateException();", "System.exit(3);", "b[b.length] = 1;", "System.out.println(deep(1));",
		"long[][] all = new long[1 << 20][]; for (int i = 0; i < all.length; i++) all[i] = new long[1 << 20];"}},
	"tried.go": {"var b [81]byte\nfunc solve(line string) bool {\n\tcopy(b[:], line)\n\tb[2] = '1'\n\tb[3] = '2'\n\tb[3] = '.'\n\tENDING\n" +
		"\treturn false\n}\n",
		[]string{"os.Exit(3)", "log.Fatal(3)", "panic(1)", "for { b[3] = '.' } // without end"}},
	"tried.py": {"import sys\nb = list(input())\nb[2] = '1'\nb[3] = '2'\nb[3] = '.'\nENDING\n", []string{"sys.exit(3)", "1 / 0",
		"while True: pass # without end"}},
}

const endless = "for (volatile int i = 0; ; i = i + 1) {} // without end\n"

// TestEnds: however a program ends, its steps until then are told, and why it was stopped. If it spoils its record, that
// is told instead.
func TestEnds(t *testing.T) {
	tr := tracer(t)
	for file, c := range ends {
		programs := map[string]string{}
		for _, ending := range c.endings {
			programs[ending] = strings.Replace(c.text, "ENDING", ending, 1)
		}
		for ending, one := range together(t, tr, file, programs) {
			if strings.Contains(ending, "new long") { // it fills its memory
				one.Memory = 64 << 20
			}
			if strings.Contains(ending, "without end") {
				one.Patience = 600 * time.Millisecond
			}
			t.Run(file+" "+ending, func(t *testing.T) {
				t.Parallel()
				r, err := replayOf(t, one.Tracer, written(t, file, one.text), easy)
				if strings.Contains(ending, "(4") { // the descriptor of the record
					if _, ok := errors.AsType[*trace.Untraceable](err); !ok {
						t.Errorf("got %+v, %v", r, err)
					}
					return
				}
				must.Succeed(t, err)
				if r.Placed < 2 || r.Placed-r.Back != 1 || r.Solved {
					t.Errorf("%d placed, %d taken back, solved %v", r.Placed, r.Back, r.Solved)
				}
				const why = "the program was stopped before it was done: it ran for 1 s"
				if stopped := strings.Contains(ending, "without end") && !strings.Contains(ending, "raise"); stopped && (!r.Stopped ||
					r.Note.String() != why) ||
					!stopped && r.Note.String() == why {
					t.Errorf("stopped %v: %q", r.Stopped, r.Note)
				}
			})
		}
	}
}

// TestUnsolvable: a search that finds nothing comes to its end, and is not solved.
func TestUnsolvable(t *testing.T) {
	r, err := replayOf(t, tracer(t), written(t, "tried.go", programs("whole/tried.go")["handed on under other names"]), "55"+easy[2:])
	if err != nil || r.Solved || r.Note.Said() || r.Total != len(r.Steps) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestCannot: a message says why a program is not watched.
func TestCannot(t *testing.T) {
	tr := tracer(t)
	tr.Patience = time.Second // a quarter of it is enough where no board is seen
	doubling := ""            // each constant twice the one before: thirty of them would be gigabytes
	for i := range 18 {
		doubling += fmt.Sprintf("const c%d = c%d + c%d\n", i+1, i, i)
	}
	const array = "var board [81]byte\nfunc solve(line string) bool { copy(board[:], line); return true }\n"
	for _, test := range []struct{ file, text, board, want string }{
		{"tried.cpp", "#include <cstdio>\nunsigned rows[9];\nint main() { char s[100]; if (scanf(\"%99s\", s)) rows[0] = 5; }", "",
			"as choices of an exact cover or as bits"},
		{"tried.c", "int main(void) { for (volatile int i = 0; ; i = i + 1) {} }", "", "no board was seen in it until it ended: it ran for "},
		{"tried.cpp", "int main() {}", "", "it read nothing from standard input, where the puzzle is"},
		{"tried.go", "package main\nconst c0 = `12345678`\n" + doubling + "func main() { println(len(c18)) }\n", "",
			"it read nothing from standard input, where the puzzle is"},
		{"tried.go", array, "grid", "no variable grid that it assigns to"},
		{"tried.go", "var board = map[int]int{}\nfunc solve(line string) bool { board[1] = 2; return true }", "board",
			"it may keep its digits in another form"},
		{"tried.py", "import nosuchthing\n", "", "exit status 1: ModuleNotFoundError: No module named 'nosuchthing'"},
		{"tried.js", "boards.length = 1\n", "", "exit status 1: ReferenceError: boards is not defined"},
		{"tried.js", "console.error('\\x1b[31mno'); process.exit(2)\n", "", "it read nothing from standard input, where the puzzle is"},
	} {
		t.Run(test.want, func(t *testing.T) {
			s := written(t, test.file, test.text)
			s.Board = test.board
			_, err := replayOf(t, tr, s, easy)
			if _, ok := errors.AsType[*trace.Untraceable](err); !ok || !strings.Contains(err.Error(), test.want) {
				t.Errorf("want %s, got %v", test.want, err)
			}
		})
	}
}

// TestRefused: if the compiler refuses a program, its message is the reason, although a changed program is compiled.
func TestRefused(t *testing.T) {
	tr := tracer(t)
	for _, test := range []struct{ file, text, want string }{
		{"tried.cpp", "int main() { return x; }", "x"},
		{"tried.go", "package main\nfunc main() {\n", "syntax error"},
		{"tried.go", "package main\nfunc main() { board := [81]int{} }\n", "declared and not used"}, // to look at it is a use
		{"Tried.java", "class Tried { public static void main(String[] a) { if (a.length == 0) int x = 1; } }\n", "not allowed here"},
		{"tried.js", "let x = ;\n", "SyntaxError"},
		{"tried.py", "x = (\n", "SyntaxError"},
	} {
		s := written(t, test.file, test.text)
		_, replay := tr.Replay(t.Context(), s, sudoku.AcWing, line(t, easy))
		_, lines := tr.Work(t.Context(), s, write(t, ""), trace.WorkTime)
		for _, err := range []error{replay, lines} {
			if _, missing := errors.AsType[*build.Missing](err); missing {
				continue
			}
			if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Text().String(), test.want) {
				t.Errorf("%s: want %s, got %v", test.file, test.want, err)
			}
		}
	}
}

// TestDamagedEnds: a program whose record is damaged is ended at once.
func TestDamagedEnds(t *testing.T) {
	tr := tracer(t)
	tr.Patience = time.Hour
	s := written(t, "tried.py", "import os, time\nos.write(4, b'hello, world')\ntime.sleep(1000)\n")
	if r, err := replayOf(t, tr, s, easy); err == nil || !strings.Contains(err.Error(), "its record is damaged") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestNamesOfTheRecorder: a program may have the names of its recorder: of files, classes and what those call.
func TestNamesOfTheRecorder(t *testing.T) {
	tr := tracer(t)
	const java = "public class NAME { static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n" +
		"public static void main(String[] a) { System.out.println(f(5)); } }\n"
	const golang = "package main\n\nfunc f(n int) int {\n\tif n < 2 {\n\t\treturn n\n\t}\n" +
		"\treturn f(n-1) + f(n-2)\n}\n\nfunc main() { f(5) }\n"
	for name, text := range map[string]string{"Watch.java": strings.ReplaceAll(java, "NAME", "Watch"),
		"Table.java": strings.ReplaceAll(java, "NAME", "Table"), "judge_table.go": golang,
		"write.c": "int write(int n) { return n < 2 ? n : write(n - 1) + write(n - 2); }\nint main(void) { return write(5) == 0; }\n",
		"process.js": "const process = require('process')\nfunction f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) }\n" +
			"process.exitCode = f(5) - 5\n"} {
		t.Run(name, func(t *testing.T) {
			found, err := tr.Search(t.Context(), written(t, name, text), write(t, ""), time.Minute)
			skipMissing(t, err)
			if err != nil || len(found.Functions) == 0 || found.Functions[0].Calls != 15 {
				t.Errorf("%+v, %v", found, err)
			}
		})
	}
}

// spoilers write to their recorder: nothing, too much, nonsense, or lies. Those of one file are joined, the others are
// files by themselves.
var spoilers = map[string]map[string]string{
	"": {
		"close.py": "import os\nos.close(4)\nfor i in range(100000): pass\n",
		"flood.py": "import os\ntry:\n    while True: os.write(4, bytes(65536))\nexcept OSError: pass\n",
		"forge.py": "import os\nos.write(4, b'SJR1' + bytes([9, 0, 0, 0]) + bytes([200, 77, 1, 0]) * 1000)\n",
		"kill.py": "import os, signal\nb = [list(input()[9*i:9*i+9]) if i == 0 else [] for i in range(9)]\n" +
			"os.kill(os.getpid(), signal.SIGKILL)\n",
		"patch.py": "_judge_n = None\n_judge_w = _judge_a = 3\nb = [1]\nb[0] = 2\n",
		"name.py":  "def " + longName + "(): pass\n" + longName + "()\n",
		"name.go":  "package main\nfunc main() { " + longName + "() }\nfunc " + longName + "() {}\n",
		"name.js":  "function " + longName + "() {}\n" + longName + "();\n",
		"close.js": "require('fs').closeSync(4);\nfor (let i = 0; i < 1e5; i++);\n",
		"flood.js": "const b = Buffer.alloc(65536);\ntry { for (;;) require('fs').writeSync(4, b); } catch {}\n",
		"forge.c":  "#include <unistd.h>\nint main(void) { return write(4, \"\\xc8\\x4d\\x01\\0\\xc8\\x4d\\x01\", 8) != 8; }\n",
		"flood.rs": "use std::io::Write;\nuse std::os::fd::FromRawFd;\n" +
			"fn main() { let mut f = unsafe { std::fs::File::from_raw_fd(4) }; while f.write(&[0; 65536]).is_ok() {} }\n",
	},
	"tried.go": {
		"close": "var n int\nfunc solve(string) bool {\n\tsyscall.Close(4)\n\tfor n < 1e6 {\n\t\tn++\n\t}\n\treturn true\n}\n",
		"flood": "func solve(string) bool {\n\tfor b := make([]byte, 65536); ; {\n\t\tsyscall.Write(4, b)\n\t}\n}\n",
		"forge": "func solve(string) bool { n, _ := syscall.Write(4, []byte(\"SJR1\\x09\\x00\\x00\\x00\\xc8\\x4d\\x01\\x00\")); " +
			"return n == 12 }\n",
		"kill": "func solve(string) bool { syscall.Kill(os.Getpid(), syscall.SIGKILL); time.Sleep(time.Minute); return true }\n",
	},
	"Tried.java": {
		"forge": "public class Forge { public static void main(String[] a) throws Exception {\n" +
			" try (var f = new java.io.FileOutputStream(\"/proc/self/fd/4\")) { f.write(new byte[] {(byte) 200, 77, 1, 0}); } } }\n",
		"kill": "public class Kill { public static void main(String[] a) { Runtime.getRuntime().halt(9); } }\n",
		"flood": "public class Flood { public static void main(String[] a) throws Exception {\n" +
			" try (var f = new java.io.FileOutputStream(\"/proc/self/fd/4\")) { for (;;) f.write(new byte[65536]); } catch " +
			"(java.io.IOException e) { } } }\n",
	},
	"tried.cpp": {
		"flood": "#include <unistd.h>\nchar b[65536];\nint main() { while (write(4, b, sizeof b) > 0) {} }\n",
		"kill":  "#include <signal.h>\n#include <unistd.h>\nint main() { kill(getpid(), SIGKILL); }\n",
		"steps": "volatile int a[9][9];\nint main() { for (long i = 0; i < 1000000000; i++) a[i % 9][i % 8] = i % 10; }\n",
	},
}

var longName = strings.Repeat("n", 70_000)

// TestHostileToRecorders: whatever a program does to its recorder, the judge says what it could not see and goes on.
// Only small files remain on disk: compiled programs, and no flood.
func TestHostileToRecorders(t *testing.T) {
	tr := tracer(t)
	tr.Patience = 500 * time.Millisecond
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Cleanup(func() {
		filepath.WalkDir(temporary, func(path string, d fs.DirEntry, err error) error {
			if info, err := d.Info(); err == nil && d.Type().IsRegular() && info.Size() > 1<<20 {
				t.Errorf("%s has %d bytes", path, info.Size())
			}
			return nil
		})
	})
	for file, programs := range spoilers {
		if file == "" {
			for name, text := range programs {
				spoil(t, tr, name, written(t, name, text))
			}
			continue
		}
		for name, one := range together(t, tr, file, programs) {
			spoil(t, one.Tracer, file+" "+name, written(t, file, one.text))
		}
	}
}

// spoil runs a program that must be seen to have spoilt its record, or to have left none.
func spoil(t *testing.T, tr *trace.Tracer, name string, s solution.Solution) {
	t.Run(name, func(t *testing.T) {
		r, err := replayOf(t, tr, s, easy)
		if _, own := errors.AsType[*trace.Untraceable](err); !own {
			t.Errorf("a replay: %+v, %v", r, err)
		}
		work, err := tr.Work(t.Context(), s, write(t, "x\n"), 300*time.Millisecond)
		if _, own := errors.AsType[*trace.Untraceable](err); err != nil && !own {
			t.Errorf("lines: %+v, %v", work, err)
		}
	})
}
