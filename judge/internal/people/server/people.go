package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/show/terminal"
)

// member is a person of a class.
type member struct {
	name string
	role history.Role
}

// roles are the words for a role in a file of people.
var roles = map[string]history.Role{
	"": history.Student, "student": history.Student, "teacher": history.Teacher, "学生": history.Student, "教师": history.Teacher, "老师": history.Teacher,
}

// maxPerson is how long a name may be, in characters.
const maxPerson = 40

// readPeople reads a CSV file: a name and a role in each line, perhaps under a line that says so. A file as
// Excel writes it is one, too. Without a file there is no class.
func readPeople(file string) ([]member, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, say.Errorf("-people %s: %w", file, err)
	}
	if text = bytes.TrimPrefix(text, []byte("\uFEFF")); !utf8.Valid(text) {
		return nil, say.Errorf("-people %s: it is not text in UTF-8", file).Hint("in Excel, save it as CSV UTF-8")
	}
	lines := csv.NewReader(bytes.NewReader(text))
	lines.FieldsPerRecord, lines.TrimLeadingSpace, lines.Comment = -1, true, '#'
	class := []member{}
	var faults []error
	for {
		fields, err := lines.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, say.Errorf("-people %s: %w", file, err)
		}
		line, _ := lines.FieldPos(0)
		m, err := memberOf(fields)
		switch {
		case err != nil && line == 1 && len(class) == 0: // what the columns are
		case err != nil:
			faults = append(faults, say.Errorf("-people %s:%d: %w", file, line, err))
		case slices.ContainsFunc(class, func(other member) bool { return other.name == m.name }):
			faults = append(faults, say.Errorf("-people %s:%d: there are two of the name %s", file, line, m.name))
		default:
			class = append(class, m)
		}
	}
	if len(class) == 0 && faults == nil {
		faults = append(faults, say.Errorf("-people %s: nobody is in it", file).Hint("write a name and a role in each line: Ann,student"))
	}
	return class, errors.Join(faults...)
}

func memberOf(fields []string) (m member, err error) {
	role := ""
	if len(fields) > 1 {
		role = strings.ToLower(strings.TrimSpace(fields[1]))
	}
	m.name = strings.TrimSpace(fields[0])
	var ok bool
	if m.role, ok = roles[role]; !ok {
		return m, say.Errorf("%q is no role", role).Hint("write student or teacher")
	}
	if n := utf8.RuneCountInString(m.name); n == 0 || n > maxPerson || terminal.Escape(m.name) != m.name {
		return m, say.Errorf("%q is no name of 1 to %d characters", m.name, maxPerson)
	}
	return m, nil
}

// enrol lets in those of a class, and nobody else. Who is new, or named by -renew, gets a link; it is printed
// this once, since only a digest of the token in it is kept.
func (o *Options) enrol(ctx context.Context, db *history.DB, class []member, address string) error {
	renew := map[string]bool{}
	for _, name := range o.renew {
		renew[name] = true
	}
	names, old := []string{}, 0
	for _, m := range class {
		names = append(names, m.name)
		there, err := db.Enrolled(ctx, m.name)
		if err != nil {
			return err
		}
		var digest []byte
		if !there || renew[m.name] || renew["all"] {
			token := rand.Text()
			digest = web.Digest(token)
			fmt.Fprintf(o.Out, "%s  %s/#token=%s\n", terminal.Pad(m.name, 20), address, token)
		} else {
			old++
		}
		if _, err := db.Enrol(ctx, m.name, m.role, digest); err != nil {
			return err
		}
	}
	for name := range renew {
		if name != "all" && !slices.Contains(names, name) {
			return say.Errorf("-renew %s: nobody of that name is in %s", name, o.people)
		}
	}
	if old > 0 {
		o.say("the links of %s stay as they are; -renew NAME makes a new one, -renew all makes all anew", say.Count(old, "member"))
	}
	return db.Dismiss(ctx, names)
}
