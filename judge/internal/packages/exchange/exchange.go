// Package exchange imports and exports problems. A source reads the files of a package into a draft: one for each
// format (formats.go), for Kattis packages as for plain folders of inputs and answers. One writer writes drafts. An
// imported problem has been read once by packages problem and solution, so that it can be graded at once. What is
// exported is a Kattis package.
//
// Packages come from strangers. Nothing is written outside the target folders, links are not followed out of a package,
// number and size of files are bounded, and programs run behind the same walls as submissions.
package exchange

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
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

// Result is the import of one problem.
type Result struct {
	From string
	Imported
	Err error
}

// All imports every problem of a file or folder into the root, and reports each one at once. The error means that
// there is no problem at all. Tools run the package's programs that make test data; without tools, such a package is
// refused.
func All(ctx context.Context, root, from, id string, tools Tools, tell func(Result)) error {
	i := &importer{ctx: ctx, root: root, id: id, tools: tools, tell: tell}
	return i.entry(from, from, 0)
}

// importer imports the problems of a file or folder.
type importer struct {
	ctx      context.Context
	root, id string
	tools    Tools
	tell     func(Result)

	unpacking *budget // of the archive that is being gone through, with all in it; nil while there is none
}

// one imports the problem of a source and reports it.
func (i *importer) one(from, id string, read func() (*draft, error)) {
	r := Result{From: from}
	if id = cmp.Or(i.id, id); id == "" {
		r.Err = say.Errorf("%q has no letter or digit to make an ID from", filepath.Base(from)).Hint("choose one with -id")
	} else {
		r.Imported, r.Err = bring(&workshop{ctx: i.ctx, tools: i.tools}, i.root, id, read)
	}
	i.tell(r)
}

// mostNested bounds archives within archives, and folders around them.
const mostNested = 3

// entry imports the problems of a file or folder: the one that the user names, or one in that. Shown is the name that a
// user knows it by.
func (i *importer) entry(shown, path string, depth int) error {
	look := os.Lstat
	if depth == 0 {
		look = os.Stat
	}
	info, err := look(path)
	if err != nil {
		return say.Errorf("%s: %w", shown, say.Cause(err))
	}
	name, ext := baseName(path), strings.ToLower(filepath.Ext(path))
	switch {
	case !info.IsDir() && !info.Mode().IsRegular(): // a link leads wherever a stranger wants
		return say.Errorf("%s: not a regular file", name).Hint("put the file itself there")
	case !info.IsDir() && ext == ".json":
		return i.pages(shown, path)
	case !info.IsDir() && ext == ".xml":
		return i.fps(shown, path)
	case depth > mostNested:
		return say.Errorf("archives within archives, more than three deep")
	case info.IsDir():
		return i.folder(shown, path, name, depth)
	case ext == ".zip" || ext == ".kpp":
		return i.zip(shown, path, name[:len(name)-len(ext)], depth)
	}
	return say.Errorf("%s: not a folder, a .zip or .kpp package, the .xml of an FPS, or the .json of Competitive Companion", shown)
}

// zip unpacks an archive and imports its contents.
func (i *importer) zip(shown, file, name string, depth int) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	dir, remove, err := tempfile.Dir("import")
	if err != nil {
		return err
	}
	defer remove()
	if i.unpacking == nil {
		i.unpacking = unpacking(info.Size(), maxTotal)
		defer func() { i.unpacking = nil }()
	}
	if err := i.unpacking.unzip(file, dir); err != nil {
		return err
	}
	return i.folder(shown, dir, name, depth)
}

// pages imports pages of Competitive Companion, one or an array.
func (i *importer) pages(shown, file string) error {
	data, err := readBounded(file, MaxCompanion)
	if err != nil {
		return err
	}
	var pages []json.RawMessage
	if json.Unmarshal(data, &pages) != nil || len(pages) == 0 {
		pages = []json.RawMessage{data}
	}
	if err := i.allow(shown, len(pages)); err != nil {
		return err
	}
	for n, page := range pages {
		imported, err := ImportCompanion(i.root, page, i.id)
		which := shown
		if len(pages) > 1 {
			which += fmt.Sprintf("[%d]", n)
		}
		i.tell(Result{which, imported, err})
	}
	return nil
}

// folder imports the problem or the problems of a folder.
func (i *importer) folder(shown, dir, name string, depth int) error {
	top, err := packageTop(dir)
	if err != nil {
		return err
	}
	if top != dir {
		name = filepath.Base(top)
	}
	several := problemsIn(top)
	if err := i.allow(shown, len(several)); err != nil {
		return err
	}
	for _, inner := range several {
		if i.ctx.Err() != nil {
			return i.ctx.Err()
		}
		if err := i.entry(filepath.Join(shown, inner), filepath.Join(top, inner), depth+1); err != nil {
			inTemp := func(text string) string { return strings.ReplaceAll(text, filepath.Join(top, inner), inner) }
			i.tell(Result{From: filepath.Join(shown, inner), Err: say.Errorf("%s", say.From(err).Map(inTemp))})
		}
	}
	if len(several) > 0 {
		return nil
	}
	i.one(shown, idFrom(name), func() (*draft, error) {
		files, done, err := openFolder(top)
		if err != nil {
			return nil, err
		}
		d, err := formatOf(files).read(files, name)
		if err != nil {
			return nil, errors.Join(err, done())
		}
		d.close = append(d.close, done)
		return d, nil
	})
	return nil
}

// allow refuses one name for several problems.
func (i *importer) allow(from string, n int) error {
	if i.id != "" && n > 1 {
		return say.Errorf("-id %s is for one problem, and %s has %d: import them one by one", i.id, from, n)
	}
	return nil
}

// packageTop returns the folder itself, or its only subfolder: a zip has its package in a folder of the package's name.
func packageTop(dir string) (string, error) {
	for range 3 {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", say.Errorf("%s: %w", dir, say.Cause(err))
		}
		entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return ignored(e.Name()) })
		if len(entries) != 1 || !entries[0].IsDir() || slices.Contains(dataFolders, entries[0].Name()) {
			break
		}
		dir = filepath.Join(dir, entries[0].Name())
	}
	return dir, nil
}

// dataFolders are the folders of test data, which belong to the problem around them.
var dataFolders = []string{"data", "sample", "secret", "testdata"}
