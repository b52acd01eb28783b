package class

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/exchange"
)

// maxClass bounds what a class handed in as one zip, unpacked.
const maxClass = 2 << 30

// openClass returns the folder of a class. A zip is unpacked into a folder that done removes.
func openClass(name string) (dir string, done func(), err error) {
	done = func() {}
	info, err := os.Stat(name)
	if err != nil {
		return "", done, say.Errorf("%s: %w", name, say.Cause(err))
	}
	if info.IsDir() || !isZip(name) {
		return name, done, nil
	}
	dir, remove, err := tempfile.Dir("class")
	if err != nil {
		return "", done, err
	}
	return dir, func() { remove() }, exchange.Unzip(name, dir, maxClass)
}

// mostAround is how many folders may be around those of the students.
const mostAround = 3

// innermost returns the folder that holds the students. Course platforms put them into folders named after the class
// and its homework.
func innermost(dir string, problems []problem.Problem, list *People) string {
	at := dir
	for range mostAround + 1 {
		entries := handedIn(at, list)
		if students(entries, problems, list) {
			return at
		}
		if len(entries) != 1 || !entries[0].IsDir() {
			break
		}
		at = filepath.Join(at, entries[0].Name())
	}
	return dir
}

// students reports whether these are the submissions of a class: the list knows one of them; without a list, there are
// several folders or zips, and none is named after a problem.
func students(entries []os.DirEntry, problems []problem.Problem, list *People) bool {
	if list != nil {
		return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return list.knows(withoutEnding(e)) })
	}
	student := func(e os.DirEntry) bool {
		name := withoutEnding(e)
		return (e.IsDir() || isZip(e.Name())) && !slices.ContainsFunc(problems, func(p problem.Problem) bool { return isNamed(name, p) })
	}
	return len(entries) > 1 && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return !student(e) })
}

// openTree opens a folder, a file or a zip; done removes what was unpacked.
func openTree(file string) (t tree, done func(), why say.Message) {
	t = tree{top: file, shown: filepath.Base(file)}
	unpacked, remove, err := tempfile.Dir("class")
	if err != nil {
		return t, func() {}, say.From(err)
	}
	info, err := os.Lstat(file)
	switch {
	case err != nil:
		why = say.Of("%s: %s", t.shown, say.Cause(err))
	case info.Mode()&fs.ModeSymlink != 0:
		why = say.Of("%s: is a symbolic link", t.shown)
	case info.IsDir():
		why = t.unpack(unpacked)
	case !info.Mode().IsRegular():
		why = say.Of("%s: is not a regular file", t.shown)
	case isZip(file):
		t.top = filepath.Join(unpacked, "whole")
		if why = unzip(file, t.top, t.shown); !why.Said() {
			why = t.unpack(unpacked)
		}
	case isOtherArchive(file):
		why = otherArchive(t.shown)
	default:
		t = tree{top: filepath.Dir(file), files: []string{t.shown}}
	}
	return t, func() { remove() }, why
}

func isSource(name string) bool { _, ok := language.ByFile(name); return ok }
func isZip(name string) bool    { return strings.EqualFold(path.Ext(name), ".zip") }

func isOtherArchive(name string) bool {
	return slices.Contains([]string{".rar", ".7z", ".tar", ".gz", ".tgz", ".xz"}, strings.ToLower(path.Ext(name)))
}

func otherArchive(name string) say.Message {
	return say.Of("%s: is an archive of an unsupported kind: use zip", name)
}

// What one submission may hold of archives.
const (
	maxNested = 3
	maxZips   = 10
)

// unpack lists the files of the tree. Where it holds no program, but zips, the tree becomes what these hold, each a
// folder of its name.
func (t *tree) unpack(into string) (why say.Message) {
	only := func(such func(string) bool) []string {
		return slices.DeleteFunc(slices.Clone(t.files), func(name string) bool { return !such(name) })
	}
	for level := range maxNested + 1 {
		if why = t.walk(); why.Said() {
			return why
		}
		zips, others := only(isZip), only(isOtherArchive)
		switch {
		case len(only(isSource)) > 0 || level == maxNested || len(zips) > maxZips || len(zips)+len(others) == 0:
			return why
		case len(zips) == 0:
			return otherArchive(path.Join(t.shown, others[0]))
		}
		inner := tree{top: filepath.Join(into, fmt.Sprint(level)), shown: t.shown}
		for _, name := range zips {
			if why = unzip(t.file(name), inner.file(name), path.Join(t.shown, name)); why.Said() {
				return why
			}
		}
		*t = inner
	}
	return why
}

// file is the path of one of the tree's files.
func (t tree) file(name string) string { return filepath.Join(t.top, filepath.FromSlash(name)) }

func unzip(file, dir, shown string) (why say.Message) {
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		err = exchange.Unzip(file, dir, maxBytes)
	}
	if err != nil {
		why = (&tree{top: file, shown: shown}).called(say.First(err))
	}
	return why
}
