//go:build unix

package grade

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
)

// TestReplacedOutputFile: without walls, a program can replace its output file by something else. The judge neither waits
// for the other end of a pipe nor follows a link: the program failed.
func TestReplacedOutputFile(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("42\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func(string) error{
		"a pipe":  func(file string) error { return syscall.Mkfifo(file, 0o600) },
		"a link":  func(file string) error { return os.Symlink(secret, file) },
		"nothing": func(string) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "out.txt")
			if err := put(file); err != nil {
				t.Fatal(err)
			}
			printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
			if err != nil {
				t.Fatal(err)
			}
			o, err := fromFile(sandbox.Outcome{Stdout: printed}, file, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			defer o.Close()
			if v, why := judgeEnd(o, result.Limits{}); v != "" || !o.Note.Said() {
				t.Errorf("%s: %s, %s", v, why, o.Note)
			}
			if info, err := o.Stdout.Stat(); err != nil || info.Size() != 0 {
				t.Errorf("it has an output of %v bytes, %v", info, err)
			}
		})
	}
}
