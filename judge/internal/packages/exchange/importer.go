package exchange

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

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
	info, err := os.Stat(from)
	if err != nil {
		return say.Errorf("%s: %w", from, say.Cause(err))
	}
	i := &importer{ctx: ctx, root: root, id: id, tools: tools, tell: tell}
	name, ext := baseName(from), strings.ToLower(filepath.Ext(from))
	switch {
	case info.IsDir():
		return i.folder(from, from, name, 0)
	case ext == ".zip" || ext == ".kpp":
		return i.zip(from, name[:len(name)-len(ext)], 0)
	case ext == ".json" || ext == ".xml":
		return i.file(from, from)
	}
	return say.Errorf("%s: not a folder, a .zip or .kpp package, the .xml of an FPS, or the .json of Competitive Companion", from)
}

// importer imports the problems of a file or folder.
type importer struct {
	ctx      context.Context
	root, id string
	tools    Tools
	tell     func(Result)

	unpacking *budget // of the archive that is being gone through, with all in it; nil while there is none
}

// one imports a problem with fill and reports it.
func (i *importer) one(from, id string, fill func(*writer) error) {
	r := Result{From: from}
	if id = cmp.Or(i.id, id); id == "" {
		r.Err = say.Errorf("%q has no letter or digit to make an ID from", filepath.Base(from)).Hint("choose one with -id")
	} else {
		r.Imported, r.Err = bring(i.root, id, func(w *writer) error {
			w.ctx, w.tools, w.unpacking = i.ctx, i.tools, i.unpacking
			return fill(w)
		})
	}
	i.tell(r)
}

// mostNested bounds archives within archives, and folders around them.
const mostNested = 3

// zip unpacks an archive and imports its contents.
func (i *importer) zip(from, name string, depth int) error {
	dir, remove, err := tempfile.Dir("import")
	if err != nil {
		return err
	}
	defer remove()
	if i.unpacking == nil {
		if i.unpacking, err = unpacking(from, maxTotal); err != nil {
			return err
		}
		defer func() { i.unpacking = nil }()
	}
	if err := i.unpacking.unzip(from, dir); err != nil {
		return err
	}
	return i.folder(from, dir, name, depth)
}

// file imports the problems of a single file: an FPS, or pages of Competitive Companion, one or
// an array.
func (i *importer) file(from, path string) error {
	if strings.ToLower(filepath.Ext(path)) == ".xml" {
		return i.fps(from, path)
	}
	data, err := readBounded(path, MaxCompanion)
	if err != nil {
		return err
	}
	var pages []json.RawMessage
	if json.Unmarshal(data, &pages) != nil || len(pages) == 0 {
		pages = []json.RawMessage{data}
	}
	if err := i.allow(from, len(pages)); err != nil {
		return err
	}
	for n, page := range pages {
		imported, err := ImportCompanion(i.root, page, i.id)
		which := from
		if len(pages) > 1 {
			which += fmt.Sprintf("[%d]", n)
		}
		i.tell(Result{which, imported, err})
	}
	return nil
}

// folder imports the problem or the problems of a folder.
func (i *importer) folder(from, dir, name string, depth int) error {
	top, err := packageTop(dir)
	if err != nil {
		return err
	}
	if top != dir {
		name = filepath.Base(top)
	}
	several := problemsIn(top)
	if err := i.allow(from, len(several)); err != nil {
		return err
	}
	for _, inner := range several {
		path := filepath.Join(top, inner)
		shown, base := filepath.Join(from, inner), strings.TrimSuffix(inner, filepath.Ext(inner))
		info, err := os.Lstat(path)
		switch ext := strings.ToLower(filepath.Ext(inner)); {
		case err != nil:
		case i.ctx.Err() != nil:
			return i.ctx.Err()
		case !info.IsDir() && !info.Mode().IsRegular(): // a link leads wherever a stranger wants
			err = say.Errorf("%s: not a regular file", inner).Hint("put the file itself there")
		case info.IsDir() && depth < mostNested:
			err = i.folder(shown, path, inner, depth+1)
		case ext == ".json" || ext == ".xml":
			err = i.file(shown, path)
		case depth < mostNested:
			err = i.zip(path, base, depth+1)
		default:
			err = say.Errorf("archives within archives, too many deep")
		}
		if err != nil { // the unpacked files have no name that a user knows
			i.tell(Result{From: shown, Err: say.Errorf("%s", say.From(err).Map(func(text string) string { return strings.ReplaceAll(text, path, inner) }))})
		}
	}
	if len(several) > 0 {
		return nil
	}
	i.one(from, idFrom(name), func(w *writer) error {
		tree, err := os.OpenRoot(top)
		if err != nil {
			return err
		}
		defer tree.Close()
		w.from = tree
		if s, ok := shapeOf(tree.FS()); ok {
			return s.read(w, name)
		}
		return w.plain(name)
	})
	return nil
}

// allow refuses one name for several problems.
func (i *importer) allow(from string, n int) error {
	if i.id != "" && n > 1 {
		return say.Errorf("-id %s is for one problem, and %s holds %d: import them one by one", i.id, from, n)
	}
	return nil
}
