package submit

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/language"
)

// asItIs cuts a file that holds the function and no main program: LeetCode takes the whole file, without our
// directives. Ok is false for a program.
func asItIs(path string, source []byte, release string) (cut Cut, ok bool, err error) {
	lang, known := language.ByFile(path)
	text := string(source)
	if !known || !wanted().MatchString(text) {
		return Cut{}, false, nil
	}
	main := lang.Entry([]byte(function.Code(lang.ID, text))) == 2
	if main || function.IsProgram(lang.ID, text) && !function.LooksBare(lang.ID, text) {
		return Cut{}, false, nil // a class Solution that reads its input is refused for that
	}
	reasons := inputReasons(lang, path, text)
	if lang.ID == "go" { // its sources are read by a parser, not by what their lines look like
		p, err := load(path, []byte(function.GoFile(path, text)))
		if err != nil {
			return Cut{}, true, err
		}
		entry, err := p.entry()
		if err != nil {
			return Cut{}, true, err
		}
		for _, why := range p.objections(p.reach(entry), release) {
			if !strings.Contains(why.String(), writesOutput.String()) { // the site shows what a function prints
				reasons = append(reasons, why)
			}
		}
	}
	if len(reasons) > 0 {
		return Cut{}, true, &Refused{"LeetCode", reasons}
	}
	if region := function.Region(text); region != text { // the plugin hands in nothing else
		source = []byte(strings.Trim(region, "\n") + "\n")
	}
	cut, err = wholeFile(path, source, release)
	cut.Function = true
	return cut, true, err
}

var wanted = match.Lazy(`\bsolveSudoku\b|\bsolve_sudoku\b`)

// inputReasons are the places where a source reads standard input.
func inputReasons(lang language.Language, path, text string) (reasons []say.Message) {
	n := 0
	for line := range strings.Lines(function.Code(lang.ID, text)) {
		n++
		if found := lang.Reads(line); found != "" {
			name, _, _ := strings.Cut(found, "(")
			reasons = append(reasons, say.Of("%s:%d: %s %s", path, n, strings.TrimSpace(name), readsInput))
		}
	}
	return reasons
}
