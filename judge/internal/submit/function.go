package submit

import (
	"regexp"
	"strings"

	"sudokuoj/judge/internal/function"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/say"
)

// asItIs is what LeetCode takes of a file that holds the function and no program: the file, without our
// directives. Ok is false for a program.
func asItIs(path string, source []byte, release string) (cut Cut, ok bool, err error) {
	lang, known := language.ByFile(path)
	text := string(source)
	if !known || !wanted.MatchString(text) {
		return Cut{}, false, nil
	}
	main := lang.Entry([]byte(function.Code(lang.ID, text))) == 2
	if main || function.IsProgram(lang.ID, text, main) && !function.LooksBare(lang.ID, text) {
		return Cut{}, false, nil // a class Solution that reads its input is refused for that
	}
	reasons := inputReasons(lang.ID, path, text)
	if lang.ID == "go" {
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
	cut, err = wholeFile(path, source, release)
	cut.Function = true
	return cut, true, err
}

var wanted = regexp.MustCompile(`\bsolveSudoku\b|\bsolve_sudoku\b`)

// readers are how each language reads standard input, which on the site is the site's. Go's are known
// better, by their types.
var readers = map[string]*regexp.Regexp{
	"c":          regexp.MustCompile(`\b(?:scanf|getchar|gets|fgets|fread|getline)\s*\(|\bstdin\b`),
	"cpp":        regexp.MustCompile(`\bcin\b|\b(?:scanf|getchar|gets|fgets|fread)\s*\(|\bstdin\b`),
	"java":       regexp.MustCompile(`\bSystem\s*\.\s*in\b|\bSystem\s*\.\s*console\s*\(`),
	"python":     regexp.MustCompile(`\bsys\s*\.\s*stdin\b|\binput\s*\(`),
	"javascript": regexp.MustCompile(`\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*0\b`),
	"rust":       regexp.MustCompile(`\bstdin\s*\(\s*\)`),
}

// inputReasons are the places where a source reads standard input.
func inputReasons(id, path, text string) (reasons []say.Message) {
	reads := readers[id]
	if reads == nil {
		return nil
	}
	n := 0
	for line := range strings.Lines(function.Code(id, text)) {
		n++
		if found := reads.FindString(line); found != "" {
			reasons = append(reasons, say.Of("%s:%d: %s %s", path, n, strings.TrimRight(found, " ("), readsInput))
		}
	}
	return reasons
}
