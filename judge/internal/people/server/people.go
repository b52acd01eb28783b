package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/class"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/show/terminal"
)

// roles are the words for a role in a file of people.
var roles = map[string]history.Role{
	"": history.Student, "student": history.Student, "teacher": history.Teacher, "学生": history.Student, "教师": history.Teacher, "老师": history.Teacher,
}

// maxPerson is how long a name may be, in characters.
const maxPerson = 40

// readPeople reads the list of people: a name and a role in each line. Without a file there is no class.
func readPeople(file string) ([]history.Person, error) {
	if file == "" {
		return nil, nil
	}
	rows, err := class.ReadList(file, class.Name, class.Role)
	if err != nil {
		return nil, say.Errorf("-people %w", err)
	}
	all := []history.Person{}
	var faults []error
	for _, row := range rows {
		m, err := memberOf(row)
		switch {
		case err != nil:
			faults = append(faults, say.Errorf("-people %s:%d: %w", file, row.Line, err))
		case slices.ContainsFunc(all, func(other history.Person) bool { return other.Name == m.Name }):
			faults = append(faults, say.Errorf("-people %s:%d: there are two of the name %s", file, row.Line, m.Name))
		default:
			all = append(all, m)
		}
	}
	if len(all) == 0 && faults == nil {
		faults = append(faults, say.Errorf("-people %s: nobody is in it", file).Hint("write a name and a role in each line: Ann,student"))
	}
	return all, errors.Join(faults...)
}

func memberOf(row class.Row) (m history.Person, err error) {
	m.Name = cmp.Or(row.Name, row.ID)
	var ok bool
	if m.Role, ok = roles[strings.ToLower(row.Role)]; !ok {
		return m, say.Errorf("%q is not a role", row.Role).Hint("write student or teacher; a first line may say what the columns are: name,role")
	}
	if n := utf8.RuneCountInString(m.Name); n == 0 || n > maxPerson || terminal.Escape(m.Name) != m.Name {
		return m, say.Errorf("%q is not a name of 1 to %d characters", m.Name, maxPerson)
	}
	return m, nil
}

// checkNames refuses a -renew or a -rename that names nobody of the class.
func (o *Options) checkNames(class []history.Person) error {
	known := func(name string) bool {
		return slices.ContainsFunc(class, func(m history.Person) bool { return m.Name == name })
	}
	for _, name := range o.renew {
		if name != "all" && !known(name) {
			return say.Errorf("-renew %s: nobody of that name is in %s", name, o.people).Hint("write the name as it stands there")
		}
	}
	for _, names := range o.rename {
		if !known(names[1]) {
			return say.Errorf("-rename %s=%s: nobody of the new name is in %s", names[0], names[1], o.people).Hint("write the name as it stands there")
		}
	}
	return nil
}

// renews reports whether somebody is to get a new link.
func (o *Options) renews(name string) bool {
	return slices.Contains(o.renew, name) || slices.Contains(o.renew, "all")
}

// enrol adds the people of a class. New people, and those named by -renew, get a link. It is printed only once,
// since the judge keeps only a digest of its token. People who are no longer in the file are shut out with -drop, and
// else listed.
func (o *Options) enrol(ctx context.Context, db *history.DB, class []history.Person, address string) error {
	there, err := db.Members(ctx)
	if err != nil {
		return err
	}
	old := 0
	for _, m := range class {
		var digest []byte
		if !slices.Contains(there, m.Name) || o.renews(m.Name) {
			token := rand.Text()
			digest = web.Digest(token)
			fmt.Fprintf(o.Stdout, "%s  %s/#token=%s\n", terminal.Pad(m.Name, 20), address, token)
		} else {
			old++
		}
		if _, err := db.Enrol(ctx, m.Name, m.Role, digest); err != nil {
			return err
		}
	}
	if old > 0 {
		o.Tell("the links of %s stay as they are; -renew NAME makes a new one, -renew all makes all anew", say.Count(old, "member"))
	}
	others := slices.DeleteFunc(there, func(name string) bool {
		return slices.ContainsFunc(class, func(m history.Person) bool { return m.Name == name })
	})
	switch {
	case len(others) == 0:
		return nil
	case !o.drop:
		o.Warn(say.Of("not in %s, but still allowed in: %s; -drop shuts them out", o.people, say.List(others)))
		return nil
	}
	o.Tell("shut out: %s", say.List(others))
	return db.Revoke(ctx, others)
}
