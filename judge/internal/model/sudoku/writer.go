package sudoku

import (
	"fmt"
	"io"
)

// Writer writes boards one after the other, as NewReader reads them.
type Writer struct {
	w      io.Writer
	format Format
	some   bool // a board has been written
}

// NewWriter writes boards that the format holds.
func NewWriter(w io.Writer, f Format) *Writer { return &Writer{w: w, format: f} }

// Begin writes what is before the first of n boards. An answer has no such line, nor one for its end.
func (w *Writer) Begin(n int) error {
	if !written[w.format.at()].counted {
		return nil
	}
	_, err := fmt.Fprintln(w.w, n)
	return err
}

// Write writes a board and what is between it and the one before.
func (w *Writer) Write(b Board) error {
	text := w.format.Text(b)
	if w.some {
		text = written[w.format.at()].between + text
	}
	w.some = true
	_, err := io.WriteString(w.w, text)
	return err
}

// Close writes the end of the last board. It does not close the underlying writer.
func (w *Writer) Close() error {
	_, err := io.WriteString(w.w, written[w.format.at()].behind)
	return err
}
