package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestPrinted shows what a program printed on a terminal, and in a file.
func TestPrinted(t *testing.T) {
	t.Setenv("TERM", "xterm")
	const text = "a\tb\x1b[31m\r\n\\t stays\nthe last"
	var file strings.Builder
	(&Console{}).Printed(&file, text)
	if file.String() != text {
		t.Errorf("a file holds %q", file.String())
	}
	master, terminal := openTerminal(t)
	(&Console{}).Printed(terminal, text)
	fmt.Fprintln(terminal, "END")
	var shown strings.Builder
	for one := make([]byte, 1); !strings.HasSuffix(shown.String(), "END"); {
		if _, err := io.ReadFull(master, one); err != nil {
			t.Fatalf("after %q: %v", shown.String(), err)
		}
		shown.Write(one)
	}
	if want := "a\tb\\x1b[31m\\r\r\n\\t stays\r\nthe last\r\nEND"; shown.String() != want {
		t.Errorf("a terminal shows %q, want %q", shown.String(), want)
	}
}

func openTerminal(t *testing.T) (master, terminal *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	if terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skipf("no terminal can be made here: %v", err)
	}
	t.Cleanup(func() { terminal.Close() })
	return master, terminal
}
