// Package class reads the submissions of a class: a folder with a folder, a file or a zip for each student, and
// optionally a list of the students. It finds each student's program for each problem, or the reason why there is
// none, so that nobody is left out. It does not build, run or show anything.
package class

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// Class holds all students: those on the list in its order, then the others.
type Class struct {
	Problems []string
	Students []Student
	Alike    []result.Alike
	Unlisted []string // who handed something in and is not on the list, where there is one
}

// Student is one of the class.
type Student struct {
	result.Student
	Work []grade.Entry // for each of the problems

	path   string    // what was handed in, "" for nothing
	newest time.Time // of its files
	listed bool      // on the list of people, if there is one
	handed string    // when, as that list says it
}

// Read reads a class's folder, or a zip of it. The list of people may be in it; nil is no list.
func Read(name string, problems []problem.Problem, list *People) (*Class, error) {
	top, done, err := openClass(name)
	defer done()
	if err != nil {
		return nil, err
	}
	if _, err := os.ReadDir(top); err != nil {
		return nil, say.Errorf("%s: %w", name, say.Cause(err))
	}
	var ids []string
	for _, p := range problems {
		ids = append(ids, p.ID)
	}
	dir := top
	if list != nil || top != name { // without a list, a single folder is that of a single student
		dir = innermost(top, problems, list)
	}
	handed := tellApart(dir, handedIn(dir, list))
	if len(handed) == 0 && list == nil {
		return nil, say.Errorf("%s: holds nothing", name).Hint("put a folder, a source file or a zip of each student there")
	}
	c := &Class{Problems: ids, Students: list.match(handed)}
	for i := range c.Students {
		s := &c.Students[i]
		if !s.listed {
			c.Unlisted = append(c.Unlisted, s.ID)
		}
		if s.path == "" {
			s.Work = withoutAll(len(problems), result.SK, say.Of("handed in nothing"))
		} else {
			s.newest, s.Work = newest(s.path), readWork(s.path, problems)
		}
	}
	label(c.Students)
	for i := range problems {
		c.compare(i)
	}
	return c, nil
}

// HandedIn returns the problems for which somebody handed in something; all, if nobody did.
func (c *Class) HandedIn(problems []problem.Problem) (some []problem.Problem) {
	for i, p := range problems {
		if slices.ContainsFunc(c.Students, func(s Student) bool {
			without := s.Work[i].Without
			return without == nil || without.Verdict != result.SK
		}) {
			some = append(some, p)
		}
	}
	if len(some) == 0 {
		return problems
	}
	return some
}

// handedIn lists what is in a folder, without the list and what operating systems leave there.
func handedIn(dir string, list *People) []os.DirEntry {
	entries, _ := os.ReadDir(dir)
	return slices.DeleteFunc(entries, func(e os.DirEntry) bool { return litter(e.Name()) || list.is(filepath.Join(dir, e.Name())) })
}

// withoutEnding returns a student's name from the name of the folder or file.
func withoutEnding(e os.DirEntry) string {
	if e.IsDir() {
		return e.Name()
	}
	return strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))
}

// tellApart returns what is in a folder with the names of the students: the full names of files that share one, such
// as li.py and li.cpp.
func tellApart(dir string, entries []os.DirEntry) (handed []Student) {
	times := map[string]int{}
	for _, e := range entries {
		times[withoutEnding(e)]++
	}
	for _, e := range entries {
		id := withoutEnding(e)
		if times[id] > 1 {
			id = e.Name()
		}
		handed = append(handed, Student{Student: result.Student{ID: id, Name: id}, path: filepath.Join(dir, e.Name())})
	}
	return handed
}

// label names each student so that no two are the same.
func label(students []Student) {
	times := map[string]int{}
	for _, s := range students {
		times[s.Name]++
	}
	for i := range students {
		s := &students[i]
		if s.Label = s.Name; times[s.Name] > 1 {
			s.Label += " (" + s.ID + ")"
		}
	}
}

// litter reports whether a file is one that operating systems leave in folders.
func litter(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains([]string{"__MACOSX", "Thumbs.db", "desktop.ini"}, name)
}

// Entries returns the class's programs, each entered for its problems, student by student. Their
// directives do not count here.
func (c *Class) Entries(problems []problem.Problem, globs []string) (entries []grade.Entry) {
	for _, s := range c.Students {
		for i, p := range problems {
			w := s.Work[i]
			w.Solution.Name, w.Solution.Stranger = s.Label, true
			w.Solution.Problems, w.Solution.Expect, w.Solution.Document = []string{p.ID}, nil, ""
			entries = append(entries, grade.Entry{Problem: p, Solution: w.Solution, Cases: p.Select(globs...), Order: len(entries), Without: w.Without})
		}
	}
	return entries
}

// Roll returns the members of the class for the report.
func (c *Class) Roll() (roll result.Class) {
	roll.Problems, roll.Alike = c.Problems, c.Alike
	for _, s := range c.Students {
		roll.Students = append(roll.Students, s.Student)
	}
	return roll
}
