package trace

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/javascript"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// naives search like the solution naive, each with another kind of board.
var naives = []string{"lists.py", "copies.py", "Rows.java", "Flat.java", "Strings.java", "Copies.java", "rows.js", "copies.js"}

// fewests choose the first of the cells with the fewest digits, like the solution inplace.
var fewests = []string{"fewest.cpp", "fewest.py", "Fewest.java", "fewest.js"}

// TestWaysToKeepABoard: the same search has the same history, step by step, in every language and however it stores its
// board.
func TestWaysToKeepABoard(t *testing.T) {
	tr := tracer(t)
	java := map[string]string{}
	for _, name := range slices.Concat(naives, fewests) {
		if filepath.Ext(name) == ".java" {
			java[name] = sample(t, name).Text()
		}
	}
	inJava := together(t, tr, "Tried.java", java)
	for _, tt := range []struct {
		as, puzzle string
		names      []string
	}{{"naive", easy, naives}, {"inplace", hard, fewests}} {
		want := replayOfOurs(t, tr, tt.as, tt.puzzle)
		for _, name := range tt.names {
			t.Run(name, func(t *testing.T) {
				s, tr := sample(t, name), tr
				if one, ok := inJava[name]; ok {
					s, tr = written(t, "Tried.java", one.text), one.Tracer
				}
				got, err := replayOf(t, tr, s, tt.puzzle)
				if err != nil {
					t.Fatal(err)
				}
				if !got.Solved || got.Total != want.Total || got.Placed != want.Placed || got.Back != want.Back || got.DeadEnds != want.DeadEnds {
					t.Errorf("solved %v, %d steps, %d placed, %d taken back, %d dead ends: want %d, %d, %d and %d",
						got.Solved, got.Total, got.Placed, got.Back, got.DeadEnds, want.Total, want.Placed, want.Back, want.DeadEnds)
				}
				for i, step := range got.Steps {
					if other := want.Steps[i]; step.Cell != other.Cell || step.Value != other.Value || step.Line == 0 {
						t.Fatalf("step %d: want %+v, and a line; got %+v", i, other, step)
					}
				}
			})
		}
	}
}

// TestEveryKindOfStatement: programs with every construct of a language still run to their end after either rewriting.
func TestEveryKindOfStatement(t *testing.T) {
	tr := tracer(t)
	for name, last := range map[string]string{"every.py": "sys.exit", "Every.java": "System.out", "every.js": "the end"} {
		t.Run(name, func(t *testing.T) {
			s := sample(t, name)
			if _, err := replayOf(t, tr, s, easy); err == nil || !strings.Contains(err.Error(), "no board was seen in it") || strings.Contains(err.Error(), "exit status 1") {
				t.Errorf("a replay: %v", err)
			}
			work, err := tr.Work(t.Context(), s, write(t, "in", ""), WorkTime)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(s.Text(), "\n")
			at := len(lines) - 1
			for !strings.Contains(lines[at], last) {
				at--
			}
			if work.Lines[at] != 1 {
				t.Errorf("line %d ran %d times: %v", at+1, work.Lines[at], work.Lines)
			}
		})
	}
}

// replayOfOurs watches a solution of this project.
func replayOfOurs(t *testing.T, tr *Tracer, name, puzzle string) *result.Replay {
	t.Helper()
	r, err := replayOf(t, tr, oursBy(t, name), puzzle)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// loops never end and repeat the same steps.
var loops = map[string]string{
	"loop.go":   "package main\nvar n int\nfunc main() {\n\tfor n >= 0 {\n\t\tn++\n\t}\n}\n",
	"loop.py":   "n = 0\nwhile True:\n    n += 1\n",
	"Loop.java": "public class Loop {\n    static long n;\n    public static void main(String[] args) {\n        while (true) n++;\n    }\n}\n",
	"loop.js":   "let n = 0;\nwhile (true) n++;\n",
}

// TestLinesOfStoppedProgram: if a program does not end, the counts of its lines until then are reported.
func TestLinesOfStoppedProgram(t *testing.T) {
	tr := tracer(t)
	for name, text := range loops {
		t.Run(name, func(t *testing.T) {
			work, err := tr.Work(t.Context(), written(t, name, text), write(t, "in", ""), 300*time.Millisecond)
			skipMissing(t, err)
			if err != nil {
				t.Fatal(err)
			}
			if most := slices.Max(work.Lines); work.Stopped == 0 || most < 1000 || work.Statements < most {
				t.Errorf("stopped after %s: %d statements, lines %v", work.Stopped, work.Statements, work.Lines)
			}
		})
	}
}

// TestStoppedInTheMiddle: the record of an endless search goes on until it was stopped, and says why it ends.
func TestStoppedInTheMiddle(t *testing.T) {
	tr := tracer(t)
	tr.Patience = 600 * time.Millisecond
	r, err := replayOf(t, tr, written(t, "stuck.py", "b = list(input())\nb[2] = '4'\nwhile True:\n    pass\n"), easy)
	if err != nil {
		t.Fatal(err)
	}
	if want := "the program was stopped before it was done: it ran for 1 s"; !r.Stopped || r.Total != 1 || r.Note.String() != want {
		t.Errorf("want %s, got %d steps, %s", want, r.Total, r.Note)
	}
}

// crashes place 1 and 2, take back the 2 and then end in some way.
var crashes = map[string]struct{ text, endings string }{
	"tried.rs": {`use std::io::stdin;
fn deep(n: u64) -> u64 { let a = [n; 99]; if n == 0 { 0 } else { deep(n + 1) + a[(n % 99) as usize] } }
fn main() {
    let mut line = String::new();
    stdin().read_line(&mut line).unwrap();
    let mut b: Vec<u8> = line.bytes().take(81).map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    for (i, d) in [(2, 1), (3, 2), (3, 0)] { std::hint::black_box(&mut b)[i] = d; }
    ENDING
}
`, "panic!();|std::process::exit(3);|unsafe { std::ptr::write_volatile(1 as *mut u8, 1); }|print!(\"{}\", deep(1));"},
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
`, "throw new IllegalStateException();|System.exit(3);|b[b.length] = 1;|System.out.println(deep(1));|long[][] all = new long[1 << 20][]; for (int i = 0; i < all.length; i++) all[i] = new long[1 << 20];"},
}

// TestCrashesInTheMiddle: the steps of a program until its crash are reported. TestNativeEnds tests this for C++.
func TestCrashesInTheMiddle(t *testing.T) {
	tr := tracer(t)
	for file, c := range crashes {
		programs := map[string]string{}
		for ending := range strings.SplitSeq(c.endings, "|") {
			programs[ending] = strings.Replace(c.text, "ENDING", ending, 1)
		}
		for ending, one := range together(t, tr, file, programs) {
			if strings.Contains(ending, "new long") { // it fills its memory
				one.Memory = 64 << 20
			}
			t.Run(file+" "+ending, func(t *testing.T) {
				t.Parallel()
				r, err := replayOf(t, one.Tracer, written(t, file, one.text), easy)
				if err != nil {
					t.Fatal(err)
				}
				if r.Placed < 2 || r.Placed-r.Back != 1 || r.Solved {
					t.Errorf("%d placed, %d taken back, solved %v", r.Placed, r.Back, r.Solved)
				}
			})
		}
	}
}

// TestCrashedBeforeItsBoard: the message names the error that ended a program.
func TestCrashedBeforeItsBoard(t *testing.T) {
	tr := tracer(t)
	for file, tt := range map[string][2]string{
		"crash.py": {"import nosuchthing\n", "exit status 1: ModuleNotFoundError: No module named 'nosuchthing'"},
		"crash.js": {"boards.length = 1\n", "exit status 1: ReferenceError: boards is not defined"},
		"quiet.js": {"console.error('\\x1b[31mno'); process.exit(2)\n", "it read nothing from standard input, where the puzzle is"},
	} {
		if _, err := replayOf(t, tr, written(t, file, tt[0]), easy); err == nil || !strings.HasSuffix(err.Error(), ": "+tt[1]) {
			t.Errorf("%s: %v, want %s", file, err, tt[1])
		}
	}
}

// TestCounts: the counts of a small program in each language, statement by statement.
func TestCounts(t *testing.T) {
	tests := []struct {
		name, text string
		lines      []int64
		calls      map[string]int64
	}{
		{"count.py", "import sys\ndef f(n):\n    \"\"\"No statement.\"\"\"\n    if n > 1: return f(n - 1) + 1\n    return 1\nfor i in range(4):\n    x = f(3)\nelse:\n    sys.exit(3)\n",
			[]int64{1, 1, -1, 12, 4, 1, 4, -1, 1, -1}, map[string]int64{"f": 12}},
		{"Count.java", "public class Count {\n  static int f(int n) {\n    if (n > 1) return f(n - 1) + 1;\n    return 1;\n  }\n  public static void main(String[] a) {\n    for (int i = 0; i < 4; i++)\n      f(3);\n    switch (a.length) { case 0 -> f(1); default -> { f(2); } }\n    System.exit(3);\n  }\n}\n",
			[]int64{-1, -1, 13, 5, -1, -1, 1, 4, 1, 1, -1, -1, -1}, map[string]int64{"Count.f": 13, "Count.main": 1}},
		{"count.js", "const f = (n) => n > 1 ? f(n - 1) + 1 : 1;\nfor (let i = 0; i < 4; i++)\n  f(3)\nfunction g() {\n  throw new Error('no')\n}\ng()\n",
			[]int64{12, 1, 4, -1, 1, -1, 1, -1}, map[string]int64{"f": 12, "g": 1}},
	}
	tr := tracer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := written(t, tt.name, tt.text)
			work, err := tr.Work(t.Context(), s, write(t, "in", ""), WorkTime)
			skipMissing(t, err)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.lines, work.Lines) + cmp.Diff(tt.calls, work.Calls); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// TestNodeWithoutParser: if node has no parser inside, V8 counts the lines, also of a program that its own clock ends.
func TestNodeWithoutParser(t *testing.T) {
	tr := tracer(t)
	own := recorders["javascript"]
	recorders["javascript"] = javascript.Recorder{Blind: true}
	t.Cleanup(func() { recorders["javascript"] = own })
	s := written(t, "count.js", "'use strict';\nconst f = (n) =>\n  n > 1 ? f(n - 1) + 1 : 1;\nfor (let i = 0; i < 4; i++) {\n  // three\n  f(3);\n}\nif (require.main !== module) {\n  f(9);\n}\nprocess.exit(3);\n")
	work, err := tr.Work(t.Context(), s, write(t, "in", ""), WorkTime)
	skipMissing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{1, 1, 12, 1, -1, 4, -1, 1, 0, -1, 1, -1}, work.Lines) + cmp.Diff(map[string]int64{"f": 12}, work.Calls); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if _, err := replayOf(t, tr, s, easy); err == nil || !strings.Contains(err.Error(), "has no acorn inside: its lines are counted") {
		t.Errorf("a replay: %v", err)
	}
	work, err = tr.Work(t.Context(), written(t, "loop.js", loops["loop.js"]), write(t, "in", ""), 300*time.Millisecond)
	if err != nil || work.Stopped == 0 || slices.Max(work.Lines) < 1 {
		t.Errorf("stopped: %+v, %v", work, err)
	}
}

// spoilers write to their recorder: nothing, too much, nonsense, or lies. Those of one file are joined, the others are
// files by themselves.
var spoilers = map[string]map[string]string{
	"": {
		"close.py": "import os\nos.close(4)\nfor i in range(100000): pass\n",
		"flood.py": "import os\ntry:\n    while True: os.write(4, bytes(65536))\nexcept OSError: pass\n",
		"forge.py": "import os\nos.write(4, b'SJR1' + bytes([9, 0, 0, 0]) + bytes([200, 77, 1, 0]) * 1000)\n",
		"kill.py":  "import os, signal\nb = [list(input()[9*i:9*i+9]) if i == 0 else [] for i in range(9)]\nos.kill(os.getpid(), signal.SIGKILL)\n",
		"patch.py": "_judge_n = None\n_judge_w = _judge_a = 3\nb = [1]\nb[0] = 2\n",
		"name.py":  "def " + longName + "(): pass\n" + longName + "()\n",
		"name.go":  "package main\nfunc main() { " + longName + "() }\nfunc " + longName + "() {}\n",
		"name.js":  "function " + longName + "() {}\n" + longName + "();\n",
		"close.js": "require('fs').closeSync(4);\nfor (let i = 0; i < 1e5; i++);\n",
		"flood.js": "const b = Buffer.alloc(65536);\ntry { for (;;) require('fs').writeSync(4, b); } catch {}\n",
		"forge.c":  "#include <unistd.h>\nint main(void) { return write(4, \"\\xc8\\x4d\\x01\\0\\xc8\\x4d\\x01\", 8) != 8; }\n",
		"flood.rs": "use std::io::Write;\nuse std::os::fd::FromRawFd;\nfn main() { let mut f = unsafe { std::fs::File::from_raw_fd(4) }; while f.write(&[0; 65536]).is_ok() {} }\n",
	},
	"tried.go": {
		"close": "var n int\nfunc solve(string) bool {\n\tsyscall.Close(4)\n\tfor n < 1e6 {\n\t\tn++\n\t}\n\treturn true\n}\n",
		"flood": "func solve(string) bool {\n\tfor b := make([]byte, 65536); ; {\n\t\tsyscall.Write(4, b)\n\t}\n}\n",
		"forge": "func solve(string) bool { n, _ := syscall.Write(4, []byte(\"SJR1\\x09\\x00\\x00\\x00\\xc8\\x4d\\x01\\x00\")); return n == 12 }\n",
		"kill":  "func solve(string) bool { syscall.Kill(os.Getpid(), syscall.SIGKILL); time.Sleep(time.Minute); return true }\n",
	},
	"Tried.java": {
		"forge": "public class Forge { public static void main(String[] a) throws Exception {\n try (var f = new java.io.FileOutputStream(\"/proc/self/fd/4\")) { f.write(new byte[] {(byte) 200, 77, 1, 0}); } } }\n",
		"kill":  "public class Kill { public static void main(String[] a) { Runtime.getRuntime().halt(9); } }\n",
		"flood": "public class Flood { public static void main(String[] a) throws Exception {\n try (var f = new java.io.FileOutputStream(\"/proc/self/fd/4\")) { for (;;) f.write(new byte[65536]); } catch (java.io.IOException e) { } } }\n",
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
			s := written(t, file, one.text)
			if file == "tried.go" {
				s = program(t, one.text, "")
			}
			spoil(t, one.Tracer, file+" "+name, s)
		}
	}
}

// spoil runs a program that must be seen to have spoilt its record, or to have left none.
func spoil(t *testing.T, tr *Tracer, name string, s solution.Solution) {
	t.Run(name, func(t *testing.T) {
		r, err := replayOf(t, tr, s, easy)
		if _, own := errors.AsType[*Untraceable](err); !own {
			t.Errorf("a replay: %+v, %v", r, err)
		}
		work, err := tr.Work(t.Context(), s, write(t, "in", "x\n"), 300*time.Millisecond)
		if _, own := errors.AsType[*Untraceable](err); err != nil && !own {
			t.Errorf("lines: %+v, %v", work, err)
		}
	})
}

func skipMissing(t *testing.T, err error) {
	t.Helper()
	if _, missing := errors.AsType[*build.Missing](err); missing {
		t.Skip(err)
	}
}
