package exchange

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
)

// findConstants reads the package's constants: the text that replaces {{name}}.
func (w *writer) findConstants(metadata []byte) {
	var said struct {
		Constants map[string]yaml.Node `yaml:"constants"`
	}
	if yaml.Load(bytes.TrimPrefix(metadata, []byte("\ufeff")), &said) != nil || len(said.Constants) == 0 {
		return
	}
	var pairs []string
	for name, value := range said.Constants {
		if value.Kind == yaml.ScalarNode {
			pairs = append(pairs, "{{"+name+"}}", value.Value)
		}
	}
	w.constants = strings.NewReplacer(pairs...)
}

// constant reports whether the format wants constants replaced in a file of the problem.
func constant(name string) bool {
	top, _, _ := strings.Cut(filepath.ToSlash(name), "/")
	switch top {
	case "statement":
		return filepath.Ext(name) == ".md"
	case "input_validators", "output_validator", "include":
		return true
	}
	return filepath.Base(name) == "test_group.yaml"
}

// putConstants replaces the constants in the copied files; the submissions already have theirs.
func (w *writer) putConstants() error {
	if w.constants == nil {
		return nil
	}
	changed := 0
	for _, dir := range []string{w.problemDir(), w.dataDir()} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel(dir, path)
			if err != nil || d.IsDir() || !constant(name) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			put, err := w.replaced(name, text)
			if err != nil || bytes.Equal(put, text) {
				return err
			}
			changed++
			return os.WriteFile(path, put, 0o666)
		})
		if err != nil {
			return err
		}
	}
	if changed > 0 {
		w.note("the constants of problem.yaml were put in the place of their names in %s", say.Count(changed, "file"))
	}
	return nil
}

// mostReplaced bounds how much longer constants make a file: a long one may occur very often.
const mostReplaced = 16 << 20

// replaced is a text with the constants in their places.
func (w *writer) replaced(name string, text []byte) ([]byte, error) {
	var put bytes.Buffer
	if _, err := w.constants.WriteString(&room{&put, len(text) + mostReplaced}, string(text)); err != nil {
		return nil, say.Errorf("%s: with the constants in their places it would be more than %d MiB longer", name, mostReplaced>>20)
	}
	return put.Bytes(), w.read.add(name, int64(max(0, put.Len()-len(text))))
}

// room is a writer with a limit.
type room struct {
	io.Writer
	left int
}

func (r *room) Write(p []byte) (int, error) {
	if r.left -= len(p); r.left < 0 {
		return 0, io.ErrShortWrite
	}
	return r.Writer.Write(p)
}
