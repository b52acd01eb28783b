// Package solution finds solutions on disk and reads their //judge: directives. It does not compile, run or grade
// them.
package solution

import (
	"sudokuoj/judge/internal/base/glob"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
)

// Solution is one program to grade.
type Solution struct {
	Name     string          // the folder's name under solutions/, or the path as typed
	Path     string          // its main source file
	Files    []language.File // all its source files, the main one first
	Language string          // a language.ID: "go"
	Problems []string        // the problems it claims, in its own order
	Expect   []Expectation
	Document string   // which source document it mirrors, "" for none
	Board    string   // the variable that holds the board, "" if it names none
	Tables   []Table  // shapes of tables that it keeps in one piece
	Env      []string // "KEY=value" for its build
	Bytes    int64    // of all source files
	Stranger bool     // it is outside the tree, so somebody else may have written it

	problemLines []int // where Problems are claimed
}

// Expectation is one //judge:expect directive. With a pattern (matched against "problem/case"),
// every case it matches must end so; without one, the solution as a whole must: at least one case
// ends so, and no case ends otherwise than so or AC.
type Expectation struct {
	Promise result.Promise
	Pattern string
	Line    int
}

// Lang is the language that it is written in.
func (s Solution) Lang() language.Language { return language.Of(s.Language) }

// Of returns a solution of files that need not be on disk, such as pasted code; the main file comes first.
func Of(name, lang string, files ...language.File) (Solution, error) {
	s := Solution{Name: name, Path: files[0].Path, Language: lang, Files: files}
	for _, f := range files {
		s.Bytes += int64(len(f.Text))
	}
	return s, s.readDirectives([]byte(s.Text()))
}

// Text returns the main source file, "" if nothing was submitted.
func (s Solution) Text() string {
	if len(s.Files) == 0 {
		return ""
	}
	return s.Files[0].Text
}

// ExpectationFor returns the expected verdict of a case. Pattern is true if a directive names this case; the last such
// directive counts. Otherwise it is the expected verdict of the whole solution, AC without a directive, and then AC is
// right for a single case too.
func (s Solution) ExpectationFor(problemID, caseName string) (want result.Promise, pattern bool) {
	want = result.Accepted
	for _, e := range s.Expect {
		switch {
		case e.Pattern == "" && !pattern:
			want = e.Promise
		case e.Pattern != "" && glob.Case(e.Pattern, problemID, caseName):
			want, pattern = e.Promise, true
		}
	}
	return want, pattern
}
