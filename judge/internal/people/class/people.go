package class

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// People is the list of a class. A nil list knows nobody.
type People struct {
	file   os.FileInfo
	people []result.Student
}

// maxList bounds a list: no class has more.
const maxList = 4 << 20

// The headings that tell which column is which. Without any of them the first two count: number and name.
var (
	idHeadings   = []string{"id", "student", "studentid", "number", "学号", "编号", "考号"}
	nameHeadings = []string{"name", "fullname", "姓名", "名字", "学生姓名"}
)

// ReadPeople reads a list as spreadsheets write it: a line for each, with a number (what the student's folder
// is called) and a name.
func ReadPeople(file string) (*People, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxList+1))
	if err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err))
	}
	if len(raw) > maxList {
		return nil, say.Errorf("%s: larger than %d MiB: that is no list of a class", file, maxList>>20)
	}
	text, _, ok := charset.Decode(raw)
	if !ok {
		return nil, say.Errorf("%s: is neither UTF-8 nor GBK nor UTF-16", file).Hint("save it as CSV in UTF-8")
	}
	p := &People{file: info}
	if err := p.parse(string(text)); err != nil {
		return nil, say.Errorf("%s: %w", file, err)
	}
	return p, nil
}

func (p *People) parse(text string) error {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	if first, _, _ := strings.Cut(text, "\n"); !strings.Contains(first, ",") {
		for _, comma := range "\t;" {
			if strings.ContainsRune(first, comma) {
				r.Comma = comma
			}
		}
	}
	rows, err := r.ReadAll()
	if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
		return say.Errorf("line %d is no CSV: %w", wrong.Line, wrong.Err)
	}
	if err != nil {
		return err
	}
	id, name := 0, 1
	if len(rows) > 0 {
		headed := false
		for i, cell := range rows[0] {
			switch word := folded(cell); {
			case slices.Contains(idHeadings, word):
				id, headed = i, true
			case slices.Contains(nameHeadings, word):
				name, headed = i, true
			}
		}
		if headed {
			rows = rows[1:]
		}
	}
	return p.add(rows, id, name)
}

// add takes in everybody once.
func (p *People) add(rows [][]string, id, name int) error {
	seen := map[string]bool{}
	for _, row := range rows {
		s := result.Student{ID: column(row, id), Name: column(row, name)}
		if s.ID == "" {
			s.ID = s.Name
		}
		if s.Name == "" {
			s.Name = s.ID
		}
		if s.ID == "" {
			continue
		}
		if seen[s.ID] {
			return say.Errorf("%s stands there twice", s.ID).Hint("keep one")
		}
		seen[s.ID] = true
		p.people = append(p.people, s)
	}
	if len(p.people) == 0 {
		return say.Errorf("names nobody").Hint("write a line for each: the name of the folder, a comma, the name of the student")
	}
	return nil
}

func column(row []string, i int) string {
	if i >= len(row) {
		return ""
	}
	return strings.TrimSpace(row[i])
}

// is tells whether the list itself lies there.
func (p *People) is(path string) bool {
	if p == nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, p.file)
}

// member is a student with what they handed in, "" for nothing.
type member struct {
	result.Student
	path   string
	listed bool
}

// match finds what each on the list handed in: what is called like their number, else what has it in its
// name, else what has their name in it. The rest follows, each as somebody who is not on the list.
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
	for _, called := range []func(s result.Student, id string) bool{
		func(s result.Student, id string) bool { return folded(id) == folded(s.ID) },
		func(s result.Student, id string) bool { return names(id, s.ID) },
		func(s result.Student, id string) bool { return names(id, s.Name) },
	} {
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

// folded is a name without what people write differently: capitals, blanks, signs.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// names tells whether a file's name has a word in it: as "2023001-Zhang_hw1" has "2023001". What goes on in
// the word's own kind of character is another word: 12023001, acwing1662.
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

// plain is a letter or digit of a kind that makes words of several: a Chinese name stands without blanks.
func plain(r rune) bool { return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
