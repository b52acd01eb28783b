package solution

import (
	"strconv"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/language"
)

// Table is the shape of a table that a program keeps in one piece, where that cannot be known.
type Table struct {
	Name          string
	Rows, Columns int
}

var shapeForm = match.Lazy(`^([1-9]\d{0,4})x([1-9]\d{0,4})$`)

// parseTable reads the value of the directive: a variable and its shape, as in dp 3x5.
func parseTable(words []string) (t Table, ok bool) {
	if len(words) != 2 {
		return t, false
	}
	shape := shapeForm().FindStringSubmatch(words[1])
	if shape == nil {
		return t, false
	}
	t.Name = words[0]
	t.Rows, _ = strconv.Atoi(shape[1])
	t.Columns, _ = strconv.Atoi(shape[2])
	return t, true
}

// Watchable reports whether its board can be watched.
func (s Solution) Watchable() bool { return language.Of(s.Language).Recorder != "" }
