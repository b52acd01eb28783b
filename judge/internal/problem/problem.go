// Package problem reads problems and their cases from disk. It alone knows how the folders lie and
// what the YAML files may say; what a checker or a limit does is for others.
package problem

import "time"

// Problem is one problem with its cases.
type Problem struct {
	ID     string
	Names  map[string]string // by language code: "en", "zh"
	Dir    string            // problems/<id>
	Data   string            // testdata/<id>
	Limits Limits
	Check  Check
	Cases  []Case // sample before secret, each in the order of its name
}

// Limits are the bounds a problem sets.
type Limits struct {
	Time        time.Duration      // CPU
	Wall        time.Duration      // 0: the sandbox's own rule
	Memory      int64              // bytes
	Output      int64              // bytes
	CompileTime time.Duration      // 0: build's own rule
	Processes   int                // 0: the sandbox's own rule
	Multipliers map[string]float64 // of Time, by language ID: "java": 2
}

// Check says how an output is compared with what was expected.
type Check struct {
	Kind     string   // lines, tokens, exact, float, sudoku, validator, testlib
	Format   string   // for sudoku: acwing, leetcode, rows, file, check, board
	Absolute float64  // for float
	Relative float64  // for float
	Ignore   []string // regular expressions: lines that match are left out on both sides
	Program  string   // for validator and testlib: the path of the checker's source file or folder
	Args     []string // for validator
	Strict   bool     // the layout counts: the right tokens in the wrong layout are PE
}

// Case is one input with its expected output.
type Case struct {
	Name        string // "secret/01-easy"
	In, Ans     string // paths
	Description string
}
