package terminal

import (
	"bytes"
	"io"

	"sudokuoj/judge/internal/base/charset"
)

// Said is where to write what another program says while it says it: to a file as it is, to a terminal so that it
// can do no harm there, and each line behind a sign that tells whose it is.
func (c *Console) Said(w io.Writer, sign string) io.Writer {
	if !c.Terminal(w) {
		return w
	}
	return &said{to: w, sign: sign, fresh: true}
}

// said is a writer that shows each text written to it.
type said struct {
	to    io.Writer
	sign  string
	fresh bool   // a line begins
	rest  []byte // of a character that is not whole yet
}

func (s *said) Write(text []byte) (int, error) {
	b := append(s.rest, text...)
	whole := charset.CutEnd(b)
	var shown bytes.Buffer
	for line := range bytes.Lines(whole) {
		if s.fresh {
			shown.WriteString(s.sign)
		}
		text, ended := bytes.CutSuffix(line, []byte{'\n'})
		shown.WriteString(Escape(string(bytes.TrimSuffix(text, []byte{'\r'}))))
		if s.fresh = ended; ended {
			shown.WriteByte('\n')
		}
	}
	s.rest = append([]byte(nil), b[len(whole):]...)
	_, err := s.to.Write(shown.Bytes())
	return len(text), err
}
