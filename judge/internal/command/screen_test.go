package command

import (
	"bytes"
	"testing"
)

func TestLiveLine(t *testing.T) {
	var out bytes.Buffer
	off := (&environment{stdout: &out, stderr: &out}).liveLine(&out)
	off.show("a file is no terminal")
	off.erase()
	if out.Len() > 0 {
		t.Errorf("wrote to a file: %q", &out)
	}

	width := 12
	line := &liveLine{w: &out, width: func() int { return width }, on: true}
	line.show("%s", "up\x1b[A and much too long")
	line.erase()
	line.erase() // nothing is there any more
	if want := "\r\x1b[Kup\\x1b[A a…\r\x1b[K"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
	out.Reset()
	width = 6 // made narrower
	line.show("much too long")
	if want := "\r\x1b[Kmuch…"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
}
