//go:build amd64 || arm64

package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
)

// TestCompilersAttacked gives hostile sources to a compiler: it must end in time, without a program, and without
// revealing anything.
func TestCompilersAttacked(t *testing.T) {
	t.Parallel()
	gcc, _ := findTool(t, "g++")
	secret := filepath.Join(t.TempDir(), "1.ans")
	must.Succeed(t, os.WriteFile(secret, []byte("int the_answer_is_42;\n"), 0o644))
	for _, test := range []struct{ name, source string }{
		{"a device", `#include "/dev/zero"`},
		{"an answer", `#include "` + secret + "\"\nint main() { return the_answer_is_43; }"},
		{"an answer, assembled in", `asm(".incbin \"` + secret + `\"");` + "\nint main() {}"},
		{"a constant without end", "constexpr long f(long n) { return n == 0 ? 0 : f(n - 1) + f(n - 1); }\nconstexpr long x = " +
			"f(500);\nint main() { return x; }"},
		{"templates without end", "template <class A, class B> struct S { using T = typename S<S<A, B>, S<B, A>>::T; };\nS<int, " +
			"int>::T x;\nint main() {}"},
		{"2 GB of object", "char block[2UL << 30] = {1};\nint main() {}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			eachStep(t, walled, func(t *testing.T, s *Sandbox) {
				t.Parallel()
				src, out := filepath.Join(t.TempDir(), "a.cpp"), t.TempDir()
				must.Succeed(t, os.WriteFile(src, []byte(test.source), 0o644))
				began := time.Now()
				o, said := run(t, s, Command{
					Policy: Compiler, Args: []string{gcc, "-o", out + "/a", src}, Readable: []string{src}, Writable: []string{out},
					Limits: Limits{CPU: 400 * time.Millisecond, Memory: 512 << 20, Scratch: 16 << 20, Wall: 10 * time.Second},
				})
				if o.End == Exited && o.Exit == 0 {
					t.Errorf("it compiled: %+v", o)
				}
				if strings.Contains(said+string(o.Stderr), "answer_is_42") {
					t.Errorf("it told: %s", o.Stderr)
				}
				if o.CPU > 2*time.Second || time.Since(began) > time.Minute {
					t.Errorf("it took its time: %+v", o)
				}
				filepath.Walk(out, func(path string, info os.FileInfo, err error) error {
					if err == nil && info.Size() > 16<<20 {
						t.Errorf("%s has %d bytes", path, info.Size())
					}
					return nil
				})
			})
		})
	}
}
