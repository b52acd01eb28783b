package exchange

import (
	"strings"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/say"
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

// leaves finds where an interactor writes down what a checker is to read after it.
var leaves = match.Lazy(`\btout\b`)

// polygonTalks is the check of an interactive problem of Polygon. There, the checker judges what the interactor
// leaves: of one that leaves nothing, the interactor has the last word.
func (w *writer) polygonTalks(interactor string, program map[string]content) (judgeFile, error) {
	check, err := w.talks(interactor, program)
	if err != nil {
		return check, err
	}
	text, err := w.people(interactor, w.lies(interactor))
	if err == nil && leaves().Match(text) {
		err = say.Errorf("it is interactive, and its checker reads what the interactor %s leaves in tout: the judge asks the interactor alone", interactor)
	}
	return check, err
}
