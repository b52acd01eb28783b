// Package exchange imports and exports problems. It reads Kattis packages (2025-09 and legacy), packages of other
// judges (see shapes: each is read into a draft, which is written in one place), plain folders of inputs and answers,
// and the messages of the Competitive Companion browser extension. It writes Kattis packages. An imported problem has
// been read once by packages problem and solution, so that it can be graded at once.
//
// Packages come from strangers. Nothing is written outside the target folders, links are not followed
// out of a package, and number and size of files are bounded.
package exchange

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
)

// Imported is the result of an import.
type Imported struct {
	ID        string
	Title     string
	Dir       string // problems/<id>
	Cases     int
	Solutions []string      // their names
	Notes     []say.Message // what was left out or changed, and other remarks
}

// baseName is the last element of the path, also of "." and of one that ends in a slash.
func baseName(p string) string {
	if abs, err := filepath.Abs(p); err == nil {
		p = abs
	}
	return filepath.Base(p)
}

// idFrom makes an ID of any name: its letters, small, and digits.
func idFrom(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, name)
}

// packageTop returns the folder itself, or its only subfolder: a zip has its package in a folder of the
// package's name.
func packageTop(dir string) (string, error) {
	for range 3 {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", say.Errorf("%s: %w", dir, say.Cause(err))
		}
		entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return ignored(e.Name()) })
		if len(entries) != 1 || !entries[0].IsDir() || slices.Contains([]string{"data", "sample", "secret", "testdata"}, entries[0].Name()) {
			break
		}
		dir = filepath.Join(dir, entries[0].Name())
	}
	return dir, nil
}

// ignored reports whether a file does not belong to the package: the format ignores names that begin
// with a dot, and archivers add files of their own.
func ignored(name string) bool {
	return strings.HasPrefix(name, ".") && name != timeLimitFile || name == "__MACOSX"
}

// writer builds a problem in a separate tree with the same layout as the root.
type writer struct {
	Imported
	from *os.Root // the imported folder; nil if it is not a folder
	tree string   // problems/<id>, testdata/<id>, solutions/
	root string   // the final place
	read budget

	unpacking *budget        // of the archive that held it; nil without an archive
	scoring   bool           // the problem gives points
	ownPoints bool           // its validator says how many
	grading   map[string]any // what an older problem.yaml says of them for all groups
	ctx       context.Context
	tools     Tools
	building  sync.Mutex // of the three below: cases are made side by side
	builder   *build.Builder
	sandbox   *sandbox.Sandbox
	built     map[string]func() (*build.Program, error) // by their paths in the package
	flags     map[string][]string                       // with which a program wants to be built, by its path
	opened    []*os.Root                                // archives within it, unpacked

	constants *strings.Replacer   // replaces the package's constants; nil if it has none
	dropped   map[string][]string // by problem that is not here: the submissions that claimed it
	told      map[string]bool     // the keys that have no place here
}

func (w *writer) problemDir() string { return filepath.Join(w.tree, "problems", w.ID) }
func (w *writer) dataDir() string    { return filepath.Join(w.tree, "testdata", w.ID) }

// note is not inlined, for the same reason as say.Of.
//
//go:noinline
func (w *writer) note(format string, args ...any) {
	w.Notes = append(w.Notes, say.Of(format, args...))
}

// bring lets fill write the problem, reads it as the judge will, and only then moves it into place.
func bring(root, id string, fill func(*writer) error) (Imported, error) {
	if !problem.ValidID(id) {
		return Imported{}, say.Errorf("%q cannot be an ID: the letters a to z and digits only", id)
	}
	places := []string{filepath.Join("problems", id), filepath.Join("testdata", id)}
	for _, p := range places {
		if _, err := os.Lstat(filepath.Join(root, p)); err == nil {
			return Imported{}, say.Errorf("%s is there already", filepath.Join(root, p)).Hint("remove it, or import under another name with -id")
		}
	}
	tree, remove, err := tempfile.Beside(root, "import") // on the same disk, so that moving is renaming
	if err != nil {
		return Imported{}, say.Errorf("%s: %w", root, say.Cause(err))
	}
	defer remove()
	w := &writer{Imported: Imported{ID: id, Dir: filepath.Join(root, places[0])}, tree: tree, root: root, dropped: map[string][]string{}, told: map[string]bool{}}
	for _, dir := range []string{w.problemDir(), w.dataDir()} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return Imported{}, err
		}
	}
	defer func() {
		for _, archive := range w.opened {
			archive.Close()
		}
	}()
	if err := fill(w); err != nil {
		return Imported{}, err
	}
	outside := func(text string) string { return strings.ReplaceAll(text, tree+string(filepath.Separator), "") }
	p, err := problem.Load(tree, id)
	if err != nil {
		return Imported{}, say.Errorf("the judge cannot use it:\n%s", say.From(err).Map(outside))
	}
	for _, warning := range p.Warnings {
		w.Notes = append(w.Notes, warning.Map(outside))
	}
	w.Title, w.Cases = p.Title("en"), len(p.Cases)
	for _, name := range w.Solutions {
		places = append(places, filepath.Join("solutions", name))
	}
	return w.Imported, move(tree, root, places)
}

// move renames the places from one tree into another; if one fails, it undoes the earlier ones.
func move(from, to string, places []string) error {
	for i, p := range places {
		target := filepath.Join(to, p)
		err := os.MkdirAll(filepath.Dir(target), 0o777)
		if err == nil {
			if _, there := os.Lstat(target); there == nil {
				err = say.Errorf("%s is there already", target)
			} else {
				err = os.Rename(filepath.Join(from, p), target)
			}
		}
		if err != nil {
			for _, p := range places[:i] {
				os.RemoveAll(filepath.Join(to, p))
			}
			return err
		}
	}
	return nil
}

// write writes one file, and the folders above it.
func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// oneLine makes a name that can be shown and written on one line.
func oneLine(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, name))
}

func (w *writer) noteNoTimeLimit() {
	w.note("no time limit is known, so the judge's default applies: set limits.time_limit in %s", filepath.Join(w.Dir, "problem.yaml"))
}
