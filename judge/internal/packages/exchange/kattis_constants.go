package exchange

import (
	"bytes"
	"io"
	"path"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
)

// constants are the texts that replace {{name}} in a package's files.
type constants struct {
	*strings.Replacer
	told bool // that they were put into a file
}

// constantsOf reads the constants of a problem.yaml; nil if there are none.
func constantsOf(metadata []byte) *constants {
	var said struct {
		Constants map[string]yaml.Node `yaml:"constants"`
	}
	if yaml.Load(bytes.TrimPrefix(metadata, []byte("\ufeff")), &said) != nil || len(said.Constants) == 0 {
		return nil
	}
	var pairs []string
	for name, value := range said.Constants {
		if value.Kind == yaml.ScalarNode {
			pairs = append(pairs, "{{"+name+"}}", value.Value)
		}
	}
	return &constants{Replacer: strings.NewReplacer(pairs...)}
}

// hasConstants reports whether the format wants constants replaced in a file of the problem.
func hasConstants(to string) bool {
	top, _, _ := strings.Cut(to, "/")
	switch top {
	case "statement":
		return path.Ext(to) == ".md"
	case "input_validators", "output_validator", "include":
		return true
	}
	return path.Base(to) == "test_group.yaml"
}

// replaced is a text of the problem with the constants in their places.
func (k *kattisProblem) replaced(to string, text content) content {
	if k.constants == nil || !hasConstants(to) {
		return text
	}
	return func(w *workshop) ([]byte, error) {
		read, err := text(w)
		if err != nil {
			return nil, err
		}
		put, err := k.constants.replace(to, read)
		if err == nil && !k.constants.told && !bytes.Equal(put, read) {
			k.constants.told = true
			k.remark("the names of constants were replaced by their values")
		}
		return put, err
	}
}

// mostReplaced bounds how much longer constants make a file: a long one may occur very often.
const mostReplaced = 16 << 20

func (c *constants) replace(name string, text []byte) ([]byte, error) {
	if c == nil {
		return text, nil
	}
	var put bytes.Buffer
	if _, err := c.WriteString(&limited{&put, len(text) + mostReplaced}, string(text)); err != nil {
		return nil, say.Errorf("%s: with the values of its constants it would be more than %d MiB longer", name, mostReplaced>>20)
	}
	return put.Bytes(), nil
}

// limited is a writer with a limit.
type limited struct {
	io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, io.ErrShortWrite
	}
	return l.Writer.Write(p)
}
