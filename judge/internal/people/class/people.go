package class

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// People is the list of a class. A nil list is empty.
type People struct {
	file     os.FileInfo
	students []Student
}

// ReadPeople reads a list with a number (what the student's folder is called) and a name in each line.
func ReadPeople(file string) (*People, error) {
	rows, err := ReadList(file, ID, Name)
	if err != nil {
		return nil, err
	}
	p := &People{}
	if p.file, err = os.Stat(file); err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err))
	}
	seen := map[string]bool{}
	for _, row := range rows {
		s := Student{Student: result.Student{ID: cmp.Or(row.ID, row.Name), Name: cmp.Or(row.Name, row.ID)}, handed: row.Handed, listed: true}
		if s.ID == "" {
			continue
		}
		if seen[s.ID] {
			return nil, say.Errorf("%s: %w", file, say.Errorf("%s is listed twice", s.ID).Hint("keep one"))
		}
		seen[s.ID] = true
		p.students = append(p.students, s)
	}
	if len(p.students) == 0 {
		return nil, say.Errorf("%s: %w", file,
			say.Errorf("names nobody").Hint("write a line for each: the name of the folder, a comma, the name of the student"))
	}
	return p, nil
}

// is reports whether the path is the list itself.
func (p *People) is(path string) bool {
	if p == nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, p.file)
}

// calls are the ways in which a submission is named after a student, the surest first.
var calls = []func(s result.Student, id string) bool{
	func(s result.Student, id string) bool { return folded(id) == folded(s.ID) },
	func(s result.Student, id string) bool { return names(id, s.ID) },
	func(s result.Student, id string) bool { return names(id, s.Name) },
}

// knows reports whether a submission of that name is of somebody on the list.
func (p *People) knows(id string) bool {
	return p != nil && slices.ContainsFunc(p.students, func(s Student) bool {
		return slices.ContainsFunc(calls, func(called func(result.Student, string) bool) bool { return called(s.Student, id) })
	})
}

// match finds what everybody on the list handed in: what is named like their number, else what contains the number,
// else what contains their name. The rest follows; its authors are not on the list.
func (p *People) match(handed []Student) []Student {
	if p == nil {
		for i := range handed {
			handed[i].listed = true
		}
		return handed
	}
	all := slices.Clone(p.students)
	for _, called := range calls {
		for i := range all {
			s := &all[i]
			at := slices.IndexFunc(handed, func(h Student) bool { return called(s.Student, h.ID) })
			if s.path == "" && at >= 0 {
				s.path = handed[at].path
				handed = slices.Delete(handed, at, at+1)
			}
		}
	}
	return append(all, handed...)
}

// folded returns a name without capitals, blanks and signs, which people write differently.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// names reports whether a file's name contains a word, as "2023001-Zhang_hw1" contains "2023001". A longer number or
// word is another one: 12023001, acwing1662.
func names(file, word string) bool {
	file, word = strings.ToLower(file), strings.ToLower(word)
	for from := 0; word != ""; {
		at := strings.Index(file[from:], word)
		if at < 0 {
			return false
		}
		before, after := file[:from+at], file[from+at+len(word):]
		if !goesOn(before, word, false) && !goesOn(after, word, true) {
			return true
		}
		from += at + 1
	}
	return false
}

func goesOn(rest, word string, behind bool) bool {
	runes, own := []rune(rest), []rune(word)
	if len(runes) == 0 {
		return false
	}
	next, edge := runes[len(runes)-1], own[0]
	if behind {
		next, edge = runes[0], own[len(own)-1]
	}
	return plain(next) && plain(edge)
}

// plain reports whether a character can continue a word. Chinese names follow each other without blanks.
func plain(r rune) bool { return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
