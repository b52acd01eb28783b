package class

import (
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

// mostAround is how many folders may lie around those of the students.
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

// openTree opens a folder, a file or a zip.
func openTree(file string) (t tree, done func(), why say.Message) {
	done = func() {}
	info, err := os.Lstat(file)
	shown := filepath.Base(file)
	switch {
	case err != nil:
		return t, done, say.Of("%s: %s", shown, say.Cause(err))
	case info.Mode()&fs.ModeSymlink != 0:
		return t, done, say.Of("%s: is a symbolic link", shown)
	case info.IsDir():
		t = tree{top: file, shown: shown}
		if why = t.walk(); why.Said() {
			return t, done, why
		}
		return t.opened(done, 0)
	case !info.Mode().IsRegular():
		return t, done, say.Of("%s: is not a regular file", shown)
	case isZip(file):
		return unpack(file, shown, 0)
	case isOtherArchive(file):
		return t, done, otherArchive(shown)
	}
	return tree{top: filepath.Dir(file), files: []string{shown}}, done, why
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

// opened returns the tree itself if it holds a program, and else what its archives hold: one counts as its contents,
// several as a folder each.
func (t tree) opened(done func(), depth int) (tree, func(), say.Message) {
	only := func(such func(string) bool) []string {
		return slices.DeleteFunc(slices.Clone(t.files), func(name string) bool { return !such(name) })
	}
	zips, others := only(isZip), only(isOtherArchive)
	switch {
	case len(only(isSource)) > 0 || depth == maxNested || len(zips) > maxZips:
		return t, done, say.Message{}
	case len(zips) == 0 && len(others) > 0:
		return t, done, otherArchive(path.Join(t.shown, others[0]))
	case len(zips) == 0:
		return t, done, say.Message{}
	case len(zips) == 1:
		inner, closed, why := unpack(t.file(zips[0]), path.Join(t.shown, zips[0]), depth+1)
		return inner, func() { closed(); done() }, why
	}
	dir, remove, err := tempfile.Dir("class")
	if err != nil {
		return t, done, say.From(err)
	}
	all := func() { remove(); done() }
	for _, name := range zips {
		place := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(place, 0o777)
		if err == nil {
			err = exchange.Unzip(t.file(name), place, maxBytes)
		}
		if err != nil {
			return t, all, bare(err).Map(func(text string) string { return renamed(text, t.file(name), path.Join(t.shown, name)) })
		}
	}
	both := tree{top: dir, shown: t.shown}
	return both, all, both.walk()
}

// file is the path of one of the tree's files.
func (t tree) file(name string) string { return filepath.Join(t.top, filepath.FromSlash(name)) }

// unpack opens a zip, in a folder that done removes.
func unpack(file, shown string, depth int) (t tree, done func(), why say.Message) {
	dir, remove, err := tempfile.Dir("class")
	if err != nil {
		return t, func() {}, say.From(err)
	}
	done = func() { remove() }
	t = tree{top: dir, shown: shown}
	if err := exchange.Unzip(file, dir, maxBytes); err != nil {
		return t, done, bare(err).Map(func(text string) string { return renamed(text, file, shown) })
	}
	if why = t.walk(); why.Said() {
		return t, done, why
	}
	return t.opened(done, depth)
}
