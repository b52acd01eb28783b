package problem

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
)

// A yamlFile is read node by node rather than into a struct, so that every fault can be told with its
// line, the key in full, and what to write instead.
type yamlFile struct {
	path   string
	faults *faults
	where  map[string]int // where the value of each key of the top is, of those that are known
}

// fields maps the keys that a mapping may have to the functions that read them.
type fields map[string]func(key string, value *yaml.Node)

// maxYAML is the greatest size of a problem's YAML file; a larger one is surely something else.
const maxYAML = 1 << 20

// readYAML reads a file whose top is a mapping of the given fields, if there is one. It returns where each key is.
func readYAML(path string, f *faults, fields func(*yamlFile) fields) (lines map[string]int) {
	if text, ok := readText(path, f, false); ok {
		lines = parseYAML(path, text, f, fields)
	}
	return lines
}

// readText reads a YAML file. A missing file is a fault if it is required.
func readText(path string, f *faults, required bool) (text []byte, ok bool) {
	file, err := openFile(path)
	if errors.Is(err, os.ErrNotExist) && !required {
		return nil, false
	}
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(file, maxYAML+1))
		file.Close()
	}
	if err != nil {
		f.add(path, 0, "%w", cause(err))
	}
	return text, err == nil
}

// parseYAML reads the text of a file whose top is a mapping of the given fields.
func parseYAML(path string, text []byte, f *faults, fields func(*yamlFile) fields) (lines map[string]int) {
	y := &yamlFile{path, f, map[string]int{}}
	if root := y.parse(text); root != nil {
		y.mapping(root, "", fields(y))
	}
	return y.where
}

// parse returns the top of the file, or notes why there is none.
func (y *yamlFile) parse(data []byte) *yaml.Node {
	if len(data) > maxYAML {
		y.faults.add(y.path, 0, "larger than 1 MiB, too large for a YAML file of a problem")
		return nil
	}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		y.faults.add(y.path, 1, "begins with a byte-order mark").hint("save it as UTF-8 without one")
		return nil
	}
	if len(bytes.TrimSpace(data)) == 0 {
		y.faults.add(y.path, 0, "is empty").hint("write its keys, or remove it")
		return nil
	}
	var document yaml.Node
	if err := yaml.Load(data, &document); err != nil {
		line, why := 0, say.Phrase(strings.TrimPrefix(err.Error(), "yaml: "))
		if e, ok := errors.AsType[*yaml.LoadError](err); ok { // its words are in the catalogue, each by itself
			line, why = e.Mark.Line, say.Phrase(strings.TrimPrefix(e.Message, "yaml: "))
			if e.ContextMsg != "" {
				line, why = e.ContextMark.Line, say.Of("%s: %s", say.Phrase(e.ContextMsg), why)
			}
		}
		y.faults.add(y.path, line, "not YAML: %s", why)
		return nil
	}
	return document.Content[0]
}

// fault records an error at a node.
func (y *yamlFile) fault(n *yaml.Node, format string, args ...any) noted {
	return y.faults.add(y.path, n.Line, format, args...)
}

// mapping gives each value to the field of its key. Keys that are not known are faults.
func (y *yamlFile) mapping(n *yaml.Node, prefix string, known fields) {
	y.each(strings.TrimSuffix(prefix, "."), n, func(name string, k, v *yaml.Node) {
		if read, ok := known[k.Value]; ok {
			if prefix == "" {
				y.where[name] = v.Line
			}
			read(name, v)
			return
		}
		y.fault(k, "unknown key %q", prefix+k.Value).hint("%s", suggest.Perhaps(k.Value, slices.Sorted(maps.Keys(known))))
	})
}

// mostKeys is how many keys a map may have: for each unknown one a similar one is looked for.
const mostKeys = 1000

// each calls read for every key of a mapping. Keys that are there twice are faults.
func (y *yamlFile) each(key string, n *yaml.Node, read func(key string, k, v *yaml.Node)) {
	n = resolve(n)
	if n.Kind != yaml.MappingNode {
		what := say.Text(key)
		if key == "" {
			what = say.Of("the file")
		}
		y.fault(n, "%s: must be a map of key: value lines", what)
		return
	}
	if len(n.Content) > 2*mostKeys {
		y.fault(n, "more than %d keys", mostKeys)
		return
	}
	said := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		name := strings.TrimPrefix(key+"."+strings.Trim(strconv.Quote(k.Value), `"`), ".")
		if said[k.Value] {
			y.fault(k, "%s: said twice", name).hint("keep one")
			continue
		}
		said[k.Value] = true
		read(name, k, n.Content[i+1])
	}
}

// text reads one string, which may be any scalar but null. It will be shown on terminals, so line ends
// and tabs are its only control characters.
func (y *yamlFile) text(key string, n *yaml.Node) (string, bool) {
	n = resolve(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		y.fault(n, "%s: must be one string", key)
		return "", false
	}
	if strings.ContainsFunc(n.Value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		y.fault(n, "%s: %q has control characters in it", key, n.Value).hint("take them out")
		return "", false
	}
	return n.Value, true
}

// texts reads a list of strings, or one string alone.
func (y *yamlFile) texts(key string, n *yaml.Node) []string {
	n = resolve(n)
	if n.Kind != yaml.SequenceNode {
		if s, ok := y.text(key, n); ok {
			return []string{s}
		}
		return nil
	}
	list := []string{}
	for _, item := range n.Content {
		if s, ok := y.text(key, item); ok {
			list = append(list, s)
		}
	}
	return list
}

// lines reads a list of strings, or a text of several lines, and says where each is.
func (y *yamlFile) lines(key string, n *yaml.Node) (texts []string, places []int) {
	items := []*yaml.Node{resolve(n)}
	if items[0].Kind == yaml.SequenceNode {
		items = items[0].Content
	}
	for _, item := range items {
		text, _ := y.text(key, item)
		place := resolve(item).Line
		if resolve(item).Style&yaml.LiteralStyle != 0 {
			place++ // behind the sign |
		}
		for line := range strings.SplitSeq(text, "\n") {
			texts, places, place = append(texts, line), append(places, place), place+1
		}
	}
	return texts, places
}

// oneOf reads a string that must be one of the words.
func (y *yamlFile) oneOf(key string, n *yaml.Node, words ...string) string {
	s, ok := y.text(key, n)
	if !ok {
		return ""
	}
	if slices.Contains(words, s) {
		return s
	}
	y.fault(n, "%s: %q is not one of %s", key, s, say.List(words)).hint("%s", suggest.Perhaps(s, words))
	return ""
}

// flag reads true or false.
func (y *yamlFile) flag(key string, n *yaml.Node) bool {
	s, ok := y.text(key, n)
	if ok && s != "true" && s != "false" {
		y.fault(n, "%s: %q is neither true nor false", key, s)
	}
	return s == "true"
}

// decimal is a number as the format wants it written: no inf, no hexadecimal, no underscores.
var decimal = match.Lazy(`^[+-]?(?:\d*\.\d+|\d+\.?)(?:[Ee][+-]?\d+)?$`)

// number reads a number from low to high. Unit ("of seconds") and example are for the error message.
func (y *yamlFile) number(key string, n *yaml.Node, low, high float64, unit say.Message, example string) (float64, bool) {
	s, ok := y.text(key, n)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !decimal().MatchString(s) {
		y.fault(n, "%s: %q is not a number%s", key, s, unit).hint("write %s", say.Phrase(example))
		return 0, false
	}
	if v < low || v > high {
		plain := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		y.fault(n, "%s: %s is not from %v to %v", key, s, plain(low), plain(high)).hint("write %s", say.Phrase(example))
		return 0, false
	}
	return v, true
}

// whole reads a whole number from low to high.
func (y *yamlFile) whole(key string, n *yaml.Node, low, high float64, unit say.Message, example string) (int64, bool) {
	v, ok := y.number(key, n, low, high, unit, example)
	if ok && v != math.Trunc(v) {
		y.fault(n, "%s: %q is not a whole number%s", key, resolve(n).Value, unit).hint("write %s", say.Phrase(example))
		return 0, false
	}
	return int64(v), ok
}

// resolve follows an alias to its node.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Alias != nil {
		return n.Alias
	}
	return n
}

// cause strips the path from a file error: the judge's messages begin with the path already.
func cause(err error) error {
	err = say.Cause(err)
	if errors.Is(err, os.ErrPermission) {
		return say.Errorf("%w", err).Hint("make it readable")
	}
	return err
}
