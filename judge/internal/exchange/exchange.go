// Package exchange carries problems in and out: it reads Kattis packages (2025-09 and legacy, as a
// folder or a zip), plain folders of inputs and answers, and what the Competitive Companion browser
// extension sends; and it writes Kattis packages. It does not judge what it carries, but what it brings
// in has been read once by problem and solution, so that it can be graded at once.
//
// Packages come from strangers. Nothing is written outside the target folders, links are not followed
// out of a package, and number and size of files are bounded.
package exchange

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/temp"
)

// Imported tells what an import brought.
type Imported struct {
	ID        string
	Title     string
	Dir       string // problems/<id>
	Cases     int
	Solutions []string      // their names
	Notes     []say.Message // what was left out or changed, and what is worth knowing
}

// Import reads a problem from a file or folder and puts it under the root: problems/<id>,
// testdata/<id>, and solutions/ for the submissions of a package. ID "" takes the package's own name.
// It brings in all or nothing, and never replaces what is there.
func Import(root, from, id string) (Imported, error) {
	info, err := os.Stat(from)
	if err != nil {
		return Imported{}, say.Errorf("%s: %w", from, cause(err))
	}
	ext := strings.ToLower(filepath.Ext(from))
	switch {
	case info.IsDir():
		return importFolder(root, from, id, baseName(from))
	case ext == ".zip" || ext == ".kpp":
		dir, remove, err := temp.Dir("import")
		if err != nil {
			return Imported{}, err
		}
		defer remove()
		if err := Unzip(from, dir, maxTotal); err != nil {
			return Imported{}, err
		}
		base := baseName(from)
		return importFolder(root, dir, id, base[:len(base)-len(ext)])
	case ext == ".json":
		data, err := readBounded(from, MaxCompanion)
		if err != nil {
			return Imported{}, err
		}
		return ImportCompanion(root, data, id)
	}
	return Imported{}, say.Errorf("%s: not a folder, a .zip or .kpp package, or the .json of Competitive Companion", from)
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

// importFolder imports what lies in the folder: a package, or plain inputs and answers.
func importFolder(root, dir, id, name string) (Imported, error) {
	top, err := packageTop(dir)
	if err != nil {
		return Imported{}, err
	}
	if top != dir {
		name = filepath.Base(top)
	}
	if id == "" {
		if id = idFrom(name); id == "" {
			return Imported{}, say.Errorf("%q has no letter and no digit to make an ID of", name).Hint("choose one with -id")
		}
	}
	return bring(root, id, func(w *writer) error {
		tree, err := os.OpenRoot(top)
		if err != nil {
			return err
		}
		defer tree.Close()
		w.from = tree
		if _, err := tree.Stat("problem.yaml"); err == nil {
			return w.kattis(idFrom(name))
		}
		return w.plain(name)
	})
}

// packageTop is the folder itself, or the one that is all it holds: a zip has its package in a folder
// of the package's name.
func packageTop(dir string) (string, error) {
	for range 3 {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", say.Errorf("%s: %w", dir, cause(err))
		}
		entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return ignored(e.Name()) })
		if len(entries) != 1 || !entries[0].IsDir() || slices.Contains([]string{"data", "sample", "secret"}, entries[0].Name()) {
			break
		}
		dir = filepath.Join(dir, entries[0].Name())
	}
	return dir, nil
}

// ignored reports whether a file is none of the package's: the format says to act as if names with a
// dot in front were not there, and archivers leave things of their own.
func ignored(name string) bool {
	return strings.HasPrefix(name, ".") && name != timeLimitFile || name == "__MACOSX"
}

// writer puts a problem together in a tree of its own, of the same shape as the root.
type writer struct {
	Imported
	from *os.Root // what is imported; nil where it is no folder
	tree string   // problems/<id>, testdata/<id>, solutions/
	root string   // where it goes in the end
	read budget

	scoring   bool                // the problem gives points
	ownPoints bool                // its validator says how many
	constants *strings.Replacer   // puts the package's constants in their places; nil where it has none
	dropped   map[string][]string // by problem that is not here: the submissions that claimed it
}

func (w *writer) problemDir() string { return filepath.Join(w.tree, "problems", w.ID) }
func (w *writer) dataDir() string    { return filepath.Join(w.tree, "testdata", w.ID) }

func (w *writer) note(format string, args ...any) {
	w.Notes = append(w.Notes, say.Of(format, args...))
}

// bring has the problem put together, reads it as the judge will, and only then moves it into place.
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
	tree, remove, err := temp.Beside(root, "import") // on the same disk, so that moving is renaming
	if err != nil {
		return Imported{}, say.Errorf("%s: %w", root, cause(err))
	}
	defer remove()
	w := &writer{Imported: Imported{ID: id, Dir: filepath.Join(root, places[0])}, tree: tree, root: root, dropped: map[string][]string{}}
	for _, dir := range []string{w.problemDir(), w.dataDir()} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return Imported{}, err
		}
	}
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

// move renames the places from one tree into another; if one cannot be, those before are taken back.
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

// plain imports a folder of inputs (.in), each with its answer beside it (.ans or .out). Those with
// "sample" in their path are samples.
func (w *writer) plain(name string) error {
	files, err := list(w.from, ".", refuse)
	if err != nil {
		return err
	}
	pairs, alone := 0, []string{}
	for _, in := range files {
		base, ok := strings.CutSuffix(in, ".in")
		if !ok {
			continue
		}
		answer := ""
		for _, ext := range []string{".out", ".ans"} {
			if slices.Contains(files, base+ext) {
				answer = base + ext
			}
		}
		if answer == "" {
			alone = append(alone, in)
			continue
		}
		pairs++
		target := filepath.Join(w.dataDir(), filepath.FromSlash(caseName(base)))
		for file, ext := range map[string]string{in: ".in", answer: ".ans"} {
			text, err := w.read.file(w.from, file)
			if err != nil {
				return err
			}
			if bare := bytes.TrimPrefix(text, []byte("\ufeff")); len(bare) < len(text) {
				w.note("%s: its byte-order mark was taken off", file)
				text = bare
			}
			if err := write(target+ext, text); err != nil {
				return err
			}
		}
	}
	switch {
	case pairs == 0 && len(alone) > 0:
		return say.Errorf("%s: none of its %d inputs has an answer: %s wants a .ans or .out beside it", name, len(alone), alone[0])
	case pairs == 0:
		return say.Errorf("%s: neither a problem.yaml nor inputs (.in) with their answers (.ans or .out)", name)
	}
	for _, in := range alone {
		w.note("%s was left out: it has no .ans or .out beside it", in)
	}
	w.noteNoTimeLimit()
	return w.writeYAML("problem.yaml", newMetadata(w.ID, "en", name))
}

// caseName is where a plain input goes: into secret, or into sample if its path says so.
func caseName(base string) string {
	for _, group := range []string{"sample", "secret"} { // they may lie so already
		if _, rest, ok := strings.Cut("/"+base, "/"+group+"/"); ok {
			return path.Join(group, rest)
		}
	}
	if strings.Contains(strings.ToLower(base), "sample") {
		return path.Join("sample", base)
	}
	return path.Join("secret", base)
}

func (w *writer) noteNoTimeLimit() {
	w.note("no time limit is known, so the judge's own holds: set limits.time_limit in %s", filepath.Join(w.Dir, "problem.yaml"))
}

// cause strips the path from a file error: ours are told with the path in front already.
func cause(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	return err
}
