package exchange

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// archive unpacks a zip file of the package and opens its folder.
func (w *writer) archive(name string) (*os.Root, error) {
	in, err := w.from.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	w.read.seen(name)
	file, err := os.CreateTemp(w.tree, "*.zip")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	_, err = io.Copy(file, in)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(w.tree, "archive")
	if err != nil {
		return nil, err
	}
	b := w.unpacking
	if b == nil {
		if b, err = unpacking(file.Name(), maxTotal); err != nil {
			return nil, err
		}
	}
	if err := b.unzip(file.Name(), dir); err != nil {
		return nil, say.Errorf("%s", say.From(err).Map(func(text string) string { return strings.ReplaceAll(text, file.Name(), name) }))
	}
	root, err := os.OpenRoot(dir)
	if err == nil {
		w.opened = append(w.opened, root)
	}
	return root, err
}

// listFS lists the files of a tree that has been unpacked here.
func listFS(tree fs.FS) (files []string, err error) {
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, name)
		}
		return err
	})
	slices.Sort(files)
	return files, err
}
