package terminal_test

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

func TestLiveLine(t *testing.T) {
	var out bytes.Buffer
	off := (&terminal.Console{Stdout: &out, Stderr: &out}).Live(&out)
	off.Show("a file is no terminal")
	off.Erase()
	if out.Len() > 0 {
		t.Errorf("wrote to a file: %q", &out)
	}

	width := 12
	line := terminal.NewLive(&out, say.English, func() int { return width })
	line.Show("%s", "up\x1b[A and much too long")
	line.Erase()
	line.Erase() // the line is empty already
	must.Equal(t, "\r\x1b[Kup\\x1b[A a…\r\x1b[K", out.String())
	out.Reset()
	width = 6 // made narrower
	line.Show("much too long")
	must.Equal(t, "\r\x1b[Kmuch…", out.String())
}

func TestMeanwhile(t *testing.T) {
	var out bytes.Buffer
	stop := (&terminal.Console{Stdout: &out, Stderr: &out}).Meanwhile(say.Of("building"))
	stop()
	stop() // a second stop does nothing
	if out.Len() > 0 {
		t.Errorf("wrote to a file: %q", &out)
	}
}

// A step is shown at once and with its time after a second; nothing remains when it has ended.
func TestSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := terminal.NewLive(&out, say.English, func() int { return 80 })
		s.End() // before the first step
		s.Step("watching %s", "a.cpp")
		time.Sleep(1500 * time.Millisecond)
		s.Step("watching %s", "b.cpp")
		time.Sleep(500 * time.Millisecond)
		s.End()
		time.Sleep(time.Minute)
		must.Equal(t, "\r\x1b[Kwatching a.cpp\r\x1b[Kwatching a.cpp, 1 s\r\x1b[K\r\x1b[Kwatching b.cpp\r\x1b[K", out.String())
	})
}
