package exchange

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// draft is a problem as an importer understood it. All foreign formats are read into drafts, and a draft is written
// in one place.
type draft struct {
	names      map[string]string // by language
	source     string
	address    string // of the source
	keywords   []string
	seconds    float64 // 0: not known
	memory     int64   // MiB; 0: not known
	output     int64   // MiB; 0: not known
	statements map[string]statement
	check      judgeFile
	program    map[string]content // the checker's files, for check.Program
	scoring    bool
	groups     []draftGroup
	solutions  []draftSolution
}

// content is a file's text, read or made when it is written.
type content func() ([]byte, error)

// bytes is the text, nil without one.
func (c content) bytes() ([]byte, error) {
	if c == nil {
		return nil, nil
	}
	return c()
}

// statement is one in some language.
type statement struct {
	ext  string // md or tex
	text content
}

// draftGroup is a folder of secret cases that give points together, or of all of them.
type draftGroup struct {
	name     string // "" for secret itself
	most     float64
	how      string   // as score_aggregation
	requires []string // names of groups
	cases    []draftCase
}

type draftCase struct {
	name        string
	sample      bool
	description string
	worth       float64 // points
	binary      bool    // every byte counts, also those of line ends
	in, ans     content
	files       [2]string // their original names, if known
}

// give sets the input (part 0) or the answer (part 1), and the name of its file.
func (c *draftCase) give(part int, text content, file string) {
	if part == 0 {
		c.in = text
	} else {
		c.ans = text
	}
	c.files[part] = file
}

// draftSolution is a program of the package with its expected verdict; "" is unknown.
type draftSolution struct {
	name, file string
	text       content
	promise    result.Promise
}

// lies returns a file of the package, which is read when it is needed.
func (w *writer) lies(name string) content {
	return func() ([]byte, error) { return w.read.file(w.from, name) }
}

func literal(text string) content {
	return func() ([]byte, error) { return []byte(text), nil }
}

// there reports whether the package has an ordinary file of that name.
func (w *writer) there(name string) bool {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	info, err := w.from.Stat(filepath.FromSlash(name))
	return err == nil && info.Mode().IsRegular()
}

// fileName is the name of a file that programs read or write, "" where that is standard input or output.
func (w *writer) fileName(name string) string {
	if name == "" || name == "stdin" || name == "stdout" {
		return ""
	}
	return w.channel(channel{Type: "file", FileName: name})
}

var errEncoding = say.Errorf("neither UTF-8 nor GBK").Hint("save it as UTF-8")

// people reads a text that people wrote. It converts other encodings to UTF-8, with a note.
func (w *writer) people(name string, read content) ([]byte, error) {
	text, err := read()
	if err != nil {
		return nil, err
	}
	utf8, from, ok := charset.Decode(text)
	switch {
	case !ok:
		return nil, say.Errorf("%s: %w", name, errEncoding)
	case from != "":
		w.note("%s: was written in %s, and is UTF-8 now", name, from)
	}
	return utf8, nil
}

// yamlFile reads a YAML map of the package; nil if there is no such file.
func (w *writer) yamlFile(name string) (map[string]any, error) {
	if !w.there(name) {
		return nil, nil
	}
	text, err := w.people(name, w.lies(name))
	if err != nil {
		return nil, err
	}
	said, err := yamlMap(text)
	if err != nil {
		return nil, say.Errorf("%s: not YAML: %w", name, err)
	}
	return said, nil
}

// points groups cases that give points one by one: neighbours with the same points form a group, which
// shares its points equally among them.
func points(cases []draftCase) (groups []draftGroup) {
	for i, c := range cases {
		last := len(groups) - 1
		if last < 0 || c.worth != cases[i-1].worth {
			groups = append(groups, draftGroup{name: fmt.Sprintf("%02d", len(groups)+1), how: "sum"})
			last++
		}
		groups[last].most += c.worth
		groups[last].cases = append(groups[last].cases, c)
	}
	return groups
}

// split returns a group whose cases give points one by one, with inner groups if the points differ.
func (g draftGroup) split() []draftGroup {
	parts := points(g.cases)
	if len(parts) < 2 {
		return []draftGroup{g}
	}
	for i := range parts {
		parts[i].name = g.name + "/" + parts[i].name
	}
	g.cases = nil
	return append([]draftGroup{g}, parts...)
}

// worth is the sum of the points of cases.
func worth(cases []draftCase) (sum float64) {
	for _, c := range cases {
		sum += c.worth
	}
	return sum
}

func numberedGroup(before int) string { return "group" + strconv.Itoa(before+1) }

// ownLimits holds the limits of single cases.
type ownLimits struct {
	seconds []float64
	memory  []int64 // MiB
}

// widest are the limits that all cases get here.
func (l ownLimits) widest(w *writer) (seconds float64, memory int64) {
	return widest(w, "time", l.seconds), widest(w, "memory", l.memory)
}

func widest[T cmp.Ordered](w *writer, what string, limits []T) (most T) {
	if len(limits) == 0 {
		return most
	}
	if most = slices.Max(limits); most != slices.Min(limits) {
		w.note("cases have limits of their own (%s): here all get the widest", what)
	}
	return most
}

// noteKeys notes the keys of a file that have no place here, each once.
func (w *writer) noteKeys(file, within string, said map[string]any, known ...string) {
	for _, key := range slices.Sorted(maps.Keys(said)) {
		if told := file + within + key; !slices.Contains(known, key) && !w.told[told] {
			w.told[told] = true
			w.note("%s: %s has no place here, and is left out", file, within+key)
		}
	}
}
