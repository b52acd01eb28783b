//go:build amd64 || arm64

package sandbox_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

// TestNormal compiles and runs a + b in each language, all of it in the sandbox: a normal program must not notice the
// walls.
func TestNormal(t *testing.T) {
	t.Parallel()
	self, err := os.Executable() // a Go program
	must.Succeed(t, err)
	for _, lang := range []struct {
		name, file, source string
		tool               string // found in PATH
		compile, run       []string
		env                []string
	}{
		{"C", "a.c", `#include <stdio.h>
int main(void) { int a, b; return scanf("%d %d", &a, &b) == 2 && printf("%d\n", a + b) > 0 ? 0 : 1; }`,
			"gcc", []string{"TOOL", "-O2", "-o", "OUT/a", "SRC"}, []string{"OUT/a"}, nil},
		// without <iostream> and <thread>, which take four times as long; an exception needs the libraries of C++, too
		{"C++", "a.cpp", `#include <cstdio>
#include <pthread.h>
static void *add(void *) { int a, b; try { throw std::scanf("%d %d", &a, &b); } catch (int) { std::printf("%d\n", a + b); } return 0; }
int main() { pthread_t t; pthread_create(&t, 0, add, 0); pthread_join(t, 0); }`,
			"g++", []string{"TOOL", "-O0", "-pthread", "-o", "OUT/a", "SRC"}, []string{"OUT/a"}, nil},
		{"Java", "A.java", `import java.util.*;
public class A { public static void main(String[] x) throws Exception {
  Scanner s = new Scanner(System.in); int c = s.nextInt() + s.nextInt();
  Thread t = new Thread(() -> System.out.println(c)); t.start(); t.join(); } }`,
			"javac", []string{"TOOL", "-J-Xmx256m", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-d", "OUT",
				"SRC"}, []string{"/usr/bin/java", "-Xmx64m", "-cp", "OUT", "A"}, nil},
		{"Python", "a.py", `import sys, tempfile
with tempfile.TemporaryFile() as f:
    f.write(b"x")
a, b = map(int, open("/dev/stdin").read().split())
print(a + b)`, "python3", nil, []string{"TOOL", "SRC"}, nil},
		{"Node", "a.js", `const [a, b] = require("fs").readFileSync("/dev/stdin", "utf8").trim().split(/\s+/).map(Number);
setTimeout(() => console.log(a + b), 1);`, "node", nil, []string{"TOOL", "SRC"}, nil},
		{"Rust", "a.rs", `use std::io::Read;
fn main() { let mut s = String::new(); std::io::stdin().read_to_string(&mut s).unwrap();
  let v: Vec<i64> = s.split_whitespace().map(|x| x.parse().unwrap()).collect();
  println!("{}", std::thread::spawn(move || v[0] + v[1]).join().unwrap()); }`,
			"rustc", []string{"TOOL", "-o", "OUT/a", "SRC"}, []string{"OUT/a"}, nil},
		{"Go", "a.go", `package main

func main() { c := make(chan int); go func() { c <- 3 }(); println(<-c) }`,
			"go", []string{"TOOL", "tool", "compile", "-o", "OUT/a.o", "-p", "main", "SRC"}, []string{"SELF"}, []string{beVariable + "=sum"}},
	} {
		t.Run(lang.name, func(t *testing.T) {
			t.Parallel()
			tool, root := findTool(t, lang.tool)
			eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) {
				t.Parallel()
				src, out := filepath.Join(t.TempDir(), lang.file), t.TempDir()
				must.Succeed(t, os.WriteFile(src, []byte(lang.source), 0o644))
				fill := strings.NewReplacer("TOOL", tool, "OUT", out, "SRC", src, "SELF", self)
				command := func(args []string) sandbox.Command {
					c := sandbox.Command{Readable: append(root, src), Limits: sandbox.Limits{CPU: 20 * time.Second, Memory: 2 << 30, Scratch: 256 << 20}}
					for _, a := range args {
						c.Args = append(c.Args, fill.Replace(a))
					}
					return c
				}
				if lang.compile != nil {
					c := command(lang.compile)
					c.Policy, c.Writable = sandbox.Compiler, []string{out}
					if o, _ := run(t, s, c); o.End != sandbox.Exited || o.Exit != 0 {
						t.Fatalf("compiling: %+v\n%s", o, o.Stderr)
					}
				}
				c := command(lang.run)
				c.Env = lang.env
				c.Readable = append(c.Readable, out)
				c.Stdin = input(t, "1 2\n")
				c.Limits.Memory = 256 << 20
				o, got := run(t, s, c)
				must.Be(t, o.End == sandbox.Exited && o.Exit == 0 && got == "3\n", "%q %+v\n%s", got, o, o.Stderr)
			})
		})
	}
}

// findTool finds a compiler or interpreter that the current user may run, and what else it must read: one in a home
// folder is often a small program that starts the real one.
func findTool(t *testing.T, name string) (exe string, root []string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("no %s here", name)
	}
	ask := map[string][]string{
		"rustc":   {"--print", "sysroot"},
		"python3": {"-c", "import sys; print(sys.base_prefix)"},
		"go":      {"env", "GOROOT"},
	}[name]
	if ask == nil {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			t.Skipf("%s is not for this user: %v", path, err)
		}
		return real, nil
	}
	answer, err := exec.Command(path, ask...).Output()
	if err != nil {
		t.Skipf("%s does not run for this user: %v", path, err)
	}
	folder := strings.TrimSpace(string(answer))
	return filepath.Join(folder, "bin", name), []string{folder}
}

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
			eachStep(t, walled, func(t *testing.T, s *sandbox.Sandbox) {
				t.Parallel()
				src, out := filepath.Join(t.TempDir(), "a.cpp"), t.TempDir()
				must.Succeed(t, os.WriteFile(src, []byte(test.source), 0o644))
				o, said := run(t, s, sandbox.Command{
					Policy: sandbox.Compiler, Args: []string{gcc, "-o", out + "/a", src}, Readable: []string{src}, Writable: []string{out},
					Limits: sandbox.Limits{CPU: 400 * time.Millisecond, Memory: 512 << 20, Scratch: 16 << 20, Wall: 10 * time.Second},
				})
				if o.End == sandbox.Exited && o.Exit == 0 {
					t.Errorf("it compiled: %+v", o)
				}
				must.Be(t, !strings.Contains(said+string(o.Stderr), "answer_is_42"), "it told: %s", o.Stderr)
				must.Be(t, o.CPU <= 2*time.Second, "it took its time: %+v", o)
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
