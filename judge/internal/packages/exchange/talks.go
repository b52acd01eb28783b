package exchange

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/language"
)

// talks is the check of a problem whose programs talk to an interactor of the package, which has the last word.
// Only one written with testlib speaks as the judge expects.
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

// tout is where an interactor writes down what a checker is to read after it.
var tout = match.Lazy(`\btout\b`)

// leaves reports whether the checker of the package judges what the interactor leaves. Where that leaves nothing, it
// has the last word.
func (w *writer) leaves(interactor string) bool {
	text, err := w.read.file(w.from, interactor)
	return err == nil && tout().Match(text)
}
