package result

import "sudokuoj/judge/internal/base/say"

// Search is what a program did on one case: its calls level by level, and the tables that it wrote to. It is made for
// any problem; a Replay is made for Sudoku.
type Search struct {
	Solution  string       `json:"solution"`
	Problem   string       `json:"problem,omitempty"`
	Case      string       `json:"case,omitempty"`
	Calls     int64        `json:"calls"`   // of all its functions
	Deepest   int          `json:"deepest"` // the deepest level of a function that calls itself
	Functions []Function   `json:"functions"`
	Tables    []Table      `json:"tables"` // the few that matter, the most telling first
	Tree      []Call       `json:"-"`      // the first calls, in their order
	Writes    []TableWrite `json:"-"`      // the first writes to Tables, in their order
	Stopped   bool         `json:"stopped,omitempty"`
	Note      say.Message  `json:"note,omitempty"` // how the run ended, if it was stopped
}

// Function is one of the user's functions.
type Function struct {
	Name   string  `json:"name"`
	Line   int     `json:"line"` // of the main file; 0 if it is elsewhere
	Calls  int64   `json:"calls"`
	Levels []int64 `json:"levels"` // its calls by the number of its calls that were under way
}

// Recursive reports whether the function was called by itself, perhaps through others.
func (f Function) Recursive() bool { return len(f.Levels) > 1 }

// Kinds of the values in a table.
const (
	Numbers    = "numbers"
	Characters = "characters"
	Truths     = "truths" // 0 and 1
)

// Table is something that a program wrote to by index.
type Table struct {
	Name    string `json:"name"`
	Line    int    `json:"line"` // that wrote to it most
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Writes  int64  `json:"writes"`         // of the recorded ones
	Back    int64  `json:"back"`           // writes that brought a cell's former value back
	Kind    string `json:"kind,omitempty"` // of its values
}

// Call is one call of a function in the tree.
type Call struct {
	Parent    int // in the tree; -1 if it has none
	Function  int // in Functions
	Level     int
	Arguments []string // the small ones, if the language tells them
	From, To  int      // the writes between its begin and its end, in Writes
}

// TableWrite is one write to a cell of a table.
type TableWrite struct {
	Table int // in Tables
	Cell  int // row by row
	Value int64
	None  bool // nothing is left in the cell
	Line  int
}
