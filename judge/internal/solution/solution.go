// Package solution finds solutions on disk and reads what they say about themselves in their
// //judge: directives. It does not compile, run or grade them.
package solution

import "sudokuoj/judge/internal/verdict"

// Solution is one program that somebody wants graded.
type Solution struct {
	Name     string   // the folder's name under solutions/, or the path as typed
	Path     string   // its main source file
	Files    []string // all its source files, Path first
	Language string   // a language.ID: "go"
	Problems []string // the problems it claims, in its own order
	Expect   []Expectation
	Document string   // which source document it mirrors, "" for none
	Board    string   // the variable that holds the board, "" if it names none
	Env      []string // "KEY=value" for its build
	Bytes    int64    // of all source files
}

// Expectation is one //judge:expect directive. With a pattern (matched against "problem/case"),
// every case it matches must end so; without one, the solution as a whole must: at least one case
// ends so, and no case ends otherwise than so or AC.
type Expectation struct {
	Verdict verdict.Verdict
	Pattern string
	Line    int
}
