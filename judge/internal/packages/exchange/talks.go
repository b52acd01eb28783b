package exchange

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

// talks returns the check of an interactive problem whose interactor gives the verdict. Only an interactor written
// with testlib speaks the judge's protocol.
func (w *writer) talks(interactor string, program map[string]content) (judgeFile, error) {
	lang, _ := language.ByFile(interactor)
	if lang.ID != "cpp" || !w.there(interactor) {
		return judgeFile{}, errInteractor
	}
	text, err := w.people(interactor, w.lies(interactor))
	if err != nil {
		return judgeFile{}, err
	}
	if !strings.Contains(string(text), "testlib.h") {
		return judgeFile{}, errInteractor
	}
	check := w.testlib(interactor, program)
	check.Talks = true
	return check, nil
}

var errInteractor = say.Errorf("it is interactive, and its interactor is none in C++ with testlib that lies in the package")

// tout matches an interactor that writes a file for the checker.
var tout = match.Lazy(`\btout\b`)

// leaves reports whether the package's checker judges the interactor's file. Without such a file the interactor gives
// the verdict.
func (w *writer) leaves(interactor string) bool {
	text, err := w.read.file(w.from, interactor)
	return err == nil && tout().Match(text)
}
