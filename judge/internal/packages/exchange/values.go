package exchange

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var quantity = match.Lazy(`^([0-9.]+)\s*([A-Za-z]*)$`)

// measured reads a number with its unit.
func measured(v any) (n float64, unit string, ok bool) {
	m := quantity().FindStringSubmatch(textOf(v))
	if m == nil {
		return 0, "", false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	return n, strings.ToLower(m[2]), err == nil && n <= 1e12
}

// seconds reads a time such as 1s, 500ms or 2.
func seconds(v any, otherwise float64) float64 {
	n, unit, ok := measured(v)
	switch {
	case !ok:
		return otherwise
	case unit == "ms":
		return n / 1000
	case unit == "us":
		return n / 1e6
	}
	return n
}

// mebibytes reads a size such as 256m, 64MB, 1g or 65536k.
func mebibytes(v any, otherwise int64) int64 {
	n, unit, ok := measured(v)
	if !ok {
		return otherwise
	}
	switch (unit + " ")[0] {
	case 'g':
		n *= 1024
	case 'k':
		n /= 1024
	case 'b':
		n /= 1 << 20
	}
	return max(1, int64(n))
}

// number reads a number of points; without one, a case gives one point.
func number(v any) (n float64, given bool) {
	n, err := strconv.ParseFloat(textOf(v), 64)
	if err != nil || !(n >= 0 && n <= 1e9) {
		return 1, false
	}
	return n, true
}

// textOf returns a scalar as text; "" for any other node.
func textOf(v any) string {
	switch v.(type) {
	case nil, map[string]any, map[any]any, []any:
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(v))
}

// stringsOf returns a list of words, written as a list or with blanks between.
func stringsOf(v any) []string {
	items, ok := v.([]any)
	if !ok {
		return strings.Fields(textOf(v))
	}
	var list []string
	for _, item := range items {
		if s := textOf(item); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// mapsIn returns a list of maps; any other item becomes an empty one.
func mapsIn(v any) (all []map[string]any) {
	list, _ := v.([]any)
	for _, item := range list {
		said, _ := item.(map[string]any)
		all = append(all, said)
	}
	return all
}

// mapIn is the map of a key, nil without one.
func mapIn(said map[string]any, key string) map[string]any {
	m, _ := said[key].(map[string]any)
	return m
}

// yamlMap reads a mapping; a file with only comments is an empty mapping.
func yamlMap(text []byte) (map[string]any, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var m map[string]any
	if len(bytes.TrimSpace(yamlComment().ReplaceAll(text, nil))) == 0 {
		return m, nil
	}
	var top yaml.Node
	if err := yaml.Load(text, &top); err != nil {
		return nil, err
	}
	if tooWide(&top) {
		return nil, say.Errorf("a map of more than %d keys, or a list of more than %d words", mostKeys, mostWords)
	}
	return m, yaml.Load(text, &m)
}

const (
	mostKeys  = 5000   // of a map: each is compared with all others
	mostWords = 20_000 // of a list, which may be a text with blanks
)

func tooWide(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && len(n.Content) > 2*mostKeys || len(n.Content) > mostWords ||
		len(n.Value) > mostWords && len(strings.Fields(n.Value)) > mostWords || slices.ContainsFunc(n.Content, tooWide)
}

var yamlComment = match.Lazy(`(?m)^\s*#.*$|^---\s*$`)

// yamlText writes a value as YAML.
func yamlText(v any) ([]byte, error) { return yaml.Dump(v, yaml.WithLineWidth(-1)) }

// oneLine makes a name that can be shown and written on one line.
func oneLine(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, name))
}

// ended is a text with a newline at its end.
func ended(text string) content {
	return func(w *workshop) (io.ReadCloser, error) {
		lines := strings.ReplaceAll(text, "\r\n", "\n")
		if lines != "" && !strings.HasSuffix(lines, "\n") {
			return io.NopCloser(io.MultiReader(strings.NewReader(lines), strings.NewReader("\n"))), nil
		}
		return literal(lines)(w)
	}
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

// baseName is the last element of the path, also of "." and of one that ends in a slash.
func baseName(p string) string {
	if abs, err := filepath.Abs(p); err == nil {
		p = abs
	}
	return filepath.Base(p)
}

// languageOf is the language that a text seems to be in.
func languageOf(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return "zh"
	}
	return "en"
}
