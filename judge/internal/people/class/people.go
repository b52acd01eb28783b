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
	file   os.FileInfo
	people []result.Student
	handed map[string]string // the time of handing in, by ID, if the list has it
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
	if err := p.add(rows); err != nil {
		return nil, say.Errorf("%s: %w", file, err)
	}
	return p, nil
}

// add adds a person once.
func (p *People) add(rows []Row) error {
	seen := map[string]bool{}
	p.handed = map[string]string{}
	for _, row := range rows {
		s := result.Student{ID: cmp.Or(row.ID, row.Name), Name: cmp.Or(row.Name, row.ID)}
		if s.ID == "" {
			continue
		}
		if seen[s.ID] {
			return say.Errorf("%s is listed twice", s.ID).Hint("keep one")
		}
		seen[s.ID] = true
		p.people = append(p.people, s)
		p.handed[s.ID] = row.Handed
	}
	if len(p.people) == 0 {
		return say.Errorf("names nobody").Hint("write a line for each: the name of the folder, a comma, the name of the student")
	}
	return nil
}

// is reports whether the path is the list itself.
func (p *People) is(path string) bool {
	if p == nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, p.file)
}

// time returns the time of handing in, as the list has it.
func (p *People) time(id string) string {
	if p == nil {
		return ""
	}
	return p.handed[id]
}

// member is a student with the path of the submission, "" for none.
type member struct {
	result.Student
	path   string
	listed bool
}

// calls are the ways in which a submission is named after a student, the surest first.
var calls = []func(s result.Student, id string) bool{
	func(s result.Student, id string) bool { return folded(id) == folded(s.ID) },
	func(s result.Student, id string) bool { return names(id, s.ID) },
	func(s result.Student, id string) bool { return names(id, s.Name) },
}

// knows reports whether a submission of that name is of somebody on the list.
func (p *People) knows(id string) bool {
	return p != nil && slices.ContainsFunc(p.people, func(s result.Student) bool {
		return slices.ContainsFunc(calls, func(called func(result.Student, string) bool) bool { return called(s, id) })
	})
}

// match finds the submission of everybody on the list: the one named like their number, else one that contains the
// number, else one that contains their name. The remaining submissions follow; their authors are not on the list.
func (p *People) match(handed []submission) (all []member) {
	if p == nil {
		for _, h := range handed {
			all = append(all, member{result.Student{ID: h.id, Name: h.id}, h.path, true})
		}
		return all
	}
	for _, s := range p.people {
		all = append(all, member{s, "", true})
	}
	for _, called := range calls {
		for i := range all {
			m := &all[i]
			at := slices.IndexFunc(handed, func(h submission) bool { return called(m.Student, h.id) })
			if m.path == "" && at >= 0 {
				m.path = handed[at].path
				handed = slices.Delete(handed, at, at+1)
			}
		}
	}
	for _, h := range handed {
		all = append(all, member{result.Student{ID: h.id, Name: h.id}, h.path, false})
	}
	return all
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
