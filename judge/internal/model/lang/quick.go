package lang

import (
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// Quick is how a program is made to read and print quickly, and else do the same: the language's quick.txt has what that
// takes.
type Quick struct {
	What  say.Message   // what is changed
	Where match.Pattern // what in the code may be slow; a program without that is left as it is
	Never match.Pattern // what in the code forbids it; nil where nothing does
	Swap  []Swap        // in the code
	File  string        // the name of the file that quick.txt becomes; "" if it is put before the text
	Flags []string      // for the compiler
	After string        // put behind the text
}

// Swap is a replacement in the code of a program, outside of its comments and literals.
type Swap struct {
	What match.Pattern
	With string
}

// MadeQuick returns a source, and the file beside it, of a program that reads and prints quickly. Ok is false if there is
// nothing to change.
func (l Language) MadeQuick(source string) (text string, beside File, ok bool) {
	q, code := l.Quick, l.Code(source)
	if q.Where == nil || !q.Where().MatchString(code) || q.Never != nil && q.Never().MatchString(code) {
		return "", beside, false
	}
	helper, err := l.Texts.(interface {
		ReadFile(string) ([]byte, error)
	}).ReadFile("quick.txt")
	if err != nil {
		return "", beside, false
	}
	for _, s := range q.Swap {
		found := s.What().FindAllStringIndex(code, -1)
		for i := len(found) - 1; i >= 0; i-- {
			source = source[:found[i][0]] + s.With + source[found[i][1]:]
		}
		code = l.Code(source)
	}
	if q.File == "" {
		return string(helper) + source + q.After, beside, true
	}
	return source + q.After, File{Path: q.File, Text: string(helper)}, true
}
