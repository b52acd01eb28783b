package class

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
)

// Row is one person of a list; a field that the list does not have is "".
type Row struct {
	Line                   int
	ID, Name, Role, Handed string // Handed is the time of handing in
}

// Column is the kind of a list's column.
type Column int

// The known columns.
const (
	ID Column = iota
	Name
	Role
	Handed
	columns
)

// headings tell which column is which.
var headings = [columns][]string{
	ID:     {"id", "student", "studentid", "number", "学号", "编号", "考号"},
	Name:   {"name", "fullname", "姓名", "名字", "学生姓名"},
	Role:   {"role", "角色", "身份"},
	Handed: {"time", "handedin", "submitted", "submittedat", "submissiontime", "提交时间", "时间"},
}

// maxList bounds a list: no class has more.
const maxList = 4 << 20

// ReadList reads a list of people as spreadsheets write it, one line for each, in any usual encoding and with any usual
// separator. Without a heading the columns are those of bare, in that order. Lines that begin with # are comments.
func ReadList(file string, bare ...Column) ([]Row, error) {
	f, err := os.Open(file)
	var raw []byte
	if err == nil {
		defer f.Close()
		raw, err = io.ReadAll(io.LimitReader(f, maxList+1))
	}
	if err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err)).Hint("give the name of a CSV file with a line for each person")
	}
	rows, err := ParseList(raw, bare...)
	if err != nil {
		return nil, say.Errorf("%s: %w", file, err)
	}
	return rows, nil
}

// mostTitles is the number of lines in which a sheet may have its title, with the heading of its columns below.
const mostTitles = 5

// ParseList is ReadList for what a file holds.
func ParseList(raw []byte, bare ...Column) (rows []Row, err error) {
	if len(raw) > maxList {
		return nil, say.Errorf("larger than %d MiB: a class list is not that large", maxList>>20)
	}
	decoded, _, ok := charset.Decode(raw)
	if !ok {
		return nil, say.Errorf("is neither UTF-8 nor GBK nor UTF-16").Hint("save it as CSV in UTF-8")
	}
	text := string(decoded)
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment, r.Comma = -1, true, '#', separatorOf(text)
	which := map[Column]int{}
	for at, c := range bare {
		which[c] = at
	}
	headed := false
	for n := 0; ; n++ {
		cells, err := r.Read()
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, say.Errorf("line %d is not CSV: %w", wrong.Line, wrong.Err)
		}
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if found := headedBy(cells); len(found) > 0 && !headed && (n == 0 || n < mostTitles && len(found) > 1) {
			which, rows, headed = found, nil, true // what stood above is the title of the sheet
			continue
		}
		line, _ := r.FieldPos(0)
		if slices.ContainsFunc(cells, func(cell string) bool { return strings.ContainsRune(cell, 0) }) {
			return nil, say.Errorf("line %d has a NUL byte, so this is not a text file", line).Hint("save it as CSV in UTF-8")
		}
		row := Row{Line: line}
		for c, at := range which {
			if at < len(cells) {
				*[columns]*string{&row.ID, &row.Name, &row.Role, &row.Handed}[c] = strings.TrimSpace(cells[at])
			}
		}
		rows = append(rows, row)
	}
}

// separatorOf returns the separator of a list: a comma, unless the first line has no comma but a tab or a semicolon.
func separatorOf(text string) rune {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		for _, sign := range ",;\t" {
			if strings.ContainsRune(line, sign) {
				return sign
			}
		}
		break
	}
	return ','
}

// headedBy returns the columns that a heading names; none if the line is not a heading.
func headedBy(cells []string) map[Column]int {
	which := map[Column]int{}
	for at, cell := range cells {
		for c, words := range headings {
			if _, known := which[Column(c)]; !known && slices.Contains(words, folded(cell)) {
				which[Column(c)] = at
			}
		}
	}
	if len(which) == 1 && len(cells) > 1 && folded(cells[which[ID]]) == "student" {
		return nil // Ann,student: that is a role
	}
	return which
}
