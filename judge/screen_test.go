package main

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

	line := &liveLine{w: &out, width: 12, on: true}
	line.show("%s", "up\x1b[A and much too long")
	line.erase()
	line.erase() // nothing is there any more
	if want := "\r\x1b[Kup\\x1b[A a…\r\x1b[K"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
}
