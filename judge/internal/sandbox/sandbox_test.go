package sandbox

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	Main()
	os.Exit(m.Run())
}

func TestAPlusB(t *testing.T) {
	for step := 2; step <= 5; step++ {
		t.Run(fmt.Sprint(step), func(t *testing.T) {
			s, err := Open(Options{MaxStep: step})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			t.Log(s.Steps())
			dir := t.TempDir()
			src := filepath.Join(dir, "a.c")
			os.WriteFile(src, []byte("#include <stdio.h>\nint main(){int a,b;scanf(\"%d %d\",&a,&b);printf(\"%d\\n\",a+b);}"), 0o644)
			exe := filepath.Join(dir, "a")
			if out, err := exec.Command("gcc", "-static", "-O2", "-o", exe, src).CombinedOutput(); err != nil {
				t.Fatal(err, string(out))
			}
			in, _ := os.CreateTemp(dir, "in")
			in.WriteString("1 2\n")
			for range 3 {
				o, err := s.Run(context.Background(), Command{Args: []string{exe}, Stdin: in, Limits: Limits{CPU: time.Second, Memory: 64 << 20}})
				if err != nil {
					t.Fatal(err)
				}
				got, _ := io.ReadAll(o.Stdout)
				t.Logf("%q %+v", got, o)
			}
		})
	}
}
