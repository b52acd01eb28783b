//go:build unix

package build_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/testkit/must"
)

// TestOwnCompiler: a Python source named py_compile, or like a module that py_compile imports, was run in its place. It
// put a link where the judge then wrote the main source with the rights of its user.
func TestOwnCompiler(t *testing.T) {
	t.Parallel()
	victim := filepath.Join(t.TempDir(), "victim")
	must.Succeed(t, os.WriteFile(victim, []byte("precious"), 0o666))
	attack := fmt.Sprintf(`import posix
for name in ("main.py", "attack.py"):
    for folder in (posix.environ[b"TMPDIR"] + b"/../entry/out/", posix.environ[b"TMPDIR"] + b"/"):
        try:
            posix.symlink(%q, folder + name.encode())
        except OSError:
            pass
print("it ran")
raise SystemExit(0)
`, victim)
	b := builder(t, t.TempDir())
	var beside []string
	for _, name := range []string{"py_compile", "os", "enum", "importlib", "traceback", "sitecustomize", "runpy"} {
		beside = append(beside, name+".py", attack)
	}
	p := compileIt(t, b, source(t, t.TempDir(), "python", append([]string{"main.py", "print(42)\n"}, beside...)...))
	if text, err := os.ReadFile(p.Exe); err != nil || string(text) != "print(42)\n" {
		t.Errorf("the program is %q, %v", text, err)
	}
	_, err := b.Compile(t.Context(), source(t, t.TempDir(), "python", append([]string{"main.py", "print((\n"}, beside...)...))
	if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Output, "SyntaxError") {
		t.Errorf("what does not compile: %v", err)
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
		t.Errorf("the victim is %q, %v", text, err)
	}
}

// TestPoison: a program can change neither its own cached build nor another one.
func TestPoison(t *testing.T) {
	if step, _, _ := box.Isolation(); step > 3 {
		t.Skip("no isolation here")
	}
	cache := t.TempDir()
	b := builder(t, cache)
	victim := compileIt(t, b, source(t, t.TempDir(), "c", "main.c", "int main(void) { return 7; }\n"))
	attack := compileIt(t, b, source(t, t.TempDir(), "c", "main.c", `#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
	int done = 0;
	for (int i = 0; i < argc; i++) {
		char beside[4096];
		snprintf(beside, sizeof beside, "%s.new", argv[i]);
		done |= open(argv[i], O_WRONLY) >= 0 || unlink(argv[i]) == 0 || rename(argv[i], beside) == 0 ||
			open(beside, O_CREAT | O_WRONLY, 0777) >= 0 || symlink("/bin/true", beside) == 0;
	}
	return done;
}
`))
	c := attack.Command(256<<20, 5*time.Second)
	entry := filepath.Dir(filepath.Dir(victim.Exe))
	own := filepath.Dir(filepath.Dir(attack.Exe))
	c.Args = append(c.Args, victim.Exe, filepath.Join(entry, "entry.json"), entry, filepath.Join(own, "entry.json"), own,
		filepath.Join(cache, "tools.json"))
	o := must.Get(box.Run(t.Context(), c))(t)
	defer o.Close()
	must.Equal(t, 0, o.Exit, "the cache could be changed", o)
	if p := compileIt(t, b, source(t, t.TempDir(), "c", "main.c", "int main(void) { return 7; }\n")); !p.Cached || p.Exe != victim.Exe {
		t.Error("the victim was compiled again")
	}
}

// TestSaysDiskIsFull: a source can make its compiler print anything. The failure remains the source's, and the judge
// does not fill the disk to find out.
func TestSaysDiskIsFull(t *testing.T) {
	for lang, file := range map[string][2]string{
		"c":    {"main.c", "_Static_assert(0, \"no space \" \"left on device\");\nint main(void) { return 0; }\n"},
		"rust": {"main.rs", "compile_error!(concat!(\"disk quota \", \"exceeded\"));\nfn main() {}\n"},
	} {
		t.Run(lang, func(t *testing.T) {
			b := builder(t, t.TempDir())
			before := bytesWritten()
			_, err := b.Compile(t.Context(), source(t, t.TempDir(), lang, file[0], file[1]))
			skipIfMissing(t, err)
			if wrote := bytesWritten() - before; wrote > 64<<20 {
				t.Errorf("the judge wrote %d MiB", wrote>>20)
			}
			if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Output, "error: ") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// bytesWritten returns how many bytes this process has written to files and pipes, 0 if the system does not say.
func bytesWritten() (n int64) {
	text, _ := os.ReadFile("/proc/self/io")
	_, after, _ := strings.Cut(string(text), "wchar: ")
	fmt.Sscan(after, &n)
	return n
}
