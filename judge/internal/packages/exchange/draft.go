package exchange

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// draft is a problem as a source understood it. A source reads the files of a package into a draft, without writing or
// running anything. What a draft cannot say is a remark. One writer writes all drafts.
type draft struct {
	dir     *folder         // the package's files; nil if it has none
	close   []func() error  // what was opened for it
	remarks []say.Message   // what was left out or changed
	told    map[string]bool // the files and keys that a remark names

	about     map[string]any // problem.yaml, its name, type and limits aside
	names     map[string]string
	limits    map[string]any
	asWritten []byte // problem.yaml as the package has it, if the judge can use that
	id        string // the package's own, which its programs may name

	check     comparison
	files     []draftFile // those of the problem that are copied, and those of the test data under data/
	scoring   bool
	groups    []group
	solutions []program
}

// content is a file that is read, or made by a program of the package, when it is written.
type content func(*workshop) (io.ReadCloser, error)

// draftFile is one file of the problem or of a program.
type draftFile struct {
	to    string // its path there
	from  string // its path in the package, "" if it is made
	text  content
	vital bool // verdicts depend on it: without it there is no import
}

// group is a folder of secret cases that give points together, or of all of them.
type group struct {
	id       string // in the package, if other groups can require it
	name     string // "" for secret itself
	most     float64
	how      string   // as score_aggregation
	requires []string // names of groups; ids until subtasks has named them
	cases    []testCase
}

type testCase struct {
	name        string
	to          string // below the folder of the test data, without an ending; "": made of its name
	sample      bool
	description string
	worth       float64 // points
	in, ans     content
	solver      string    // the program of the package that makes the answer; ans is nil then
	from        [2]string // the names of its files, if known
}

// program is a solution of the package with its expected verdict.
type program struct {
	name    string // of its folder
	from    string // in the package
	folder  bool   // it is a folder there, so the names of its files are its own
	files   []draftFile
	promise result.Promise // "" is unknown
}

// newDraft begins the draft of a problem with that title.
func newDraft(dir *folder, title string) *draft {
	return &draft{dir: dir, told: map[string]bool{}, about: map[string]any{},
		names: map[string]string{languageOf(title): title}, limits: map[string]any{}}
}

func (d *draft) remark(format string, args ...any) {
	d.remarks = append(d.remarks, say.Of(format, args...))
}

// leaveOut remarks that a file is left out.
func (d *draft) leaveOut(name string, why error) error {
	d.told[name] = true
	d.remark("left out: %s", why)
	return nil
}

// leaveOutKeys remarks on the keys of a file that have no counterpart here, each once.
func (d *draft) leaveOutKeys(file, within string, said map[string]any, known ...string) {
	for _, key := range sorted(said) {
		if name := file + within + key; !slices.Contains(known, key) && !d.told[name] {
			d.told[name] = true
			d.remark("%s: %s has no counterpart here, and is left out", file, within+fmt.Sprintf("%.200s", key))
		}
	}
}

// unsupported is the error for a setting that decides verdicts, and has no counterpart here.
func unsupported(file, setting string) *say.Error {
	return say.Errorf("%s: %s has no counterpart here", file, setting)
}

// missing is the error for a file that a package names and does not have.
func missing(by, name string) error {
	return say.Errorf("%s: the file %s is not in the package", by, name)
}

// from says where the problem comes from.
func (d *draft) from(source, address string) {
	switch source = oneLine(source); {
	case address != "":
		d.about["source"] = map[string]string{"name": cmp.Or(source, address), "url": address}
	case source != "":
		d.about["source"] = source
	}
}

// limit sets the limits that are known, of all cases or of one of them: the largest counts. Memory is in MiB.
func (d *draft) limit(seconds float64, memory int64) {
	for _, limit := range []struct {
		key, name   string
		value, most float64
	}{{"time_limit", "time", seconds, 3600}, {"memory", "memory", float64(memory), maxMemory}} {
		if limit.value < 0.001 || limit.value > limit.most {
			continue
		}
		before, known := d.limits[limit.key].(float64)
		if known && before != limit.value && !d.told[limit.key] {
			d.told[limit.key] = true
			d.remark("the cases have different limits (%s): the largest is used for all", limit.name)
		}
		d.limits[limit.key] = max(before, limit.value)
	}
}

// maxMemory is the greatest limit that a problem can have, in MiB.
const maxMemory = 1 << 20

// file is the text of a file of the package.
func (d *draft) file(name string) content { return fileOf(d.dir, name) }

func fileOf(dir *folder, name string) content {
	return func(*workshop) (io.ReadCloser, error) { return dir.read(name) }
}

func literal(text string) content {
	return func(*workshop) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
}

// has reports whether the package has an ordinary file of that name.
func (d *draft) has(name string) bool { return isFile(d.dir, name) }

var errEncoding = say.Errorf("neither UTF-8 nor GBK").Hint("save it as UTF-8")

// inUTF8 is a text that is converted when it is written.
func (d *draft) inUTF8(name string, text content) content {
	return func(*workshop) (io.ReadCloser, error) {
		read, err := d.convert(name, text)
		return io.NopCloser(bytes.NewReader(read)), err
	}
}

// convert reads a text that people wrote, perhaps in another encoding.
func (d *draft) convert(name string, text content) ([]byte, error) {
	in, err := text(nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	read, err := readText(name, in)
	if err != nil {
		return nil, err
	}
	utf8, from, ok := charset.Decode(read)
	switch {
	case !ok:
		return nil, say.Errorf("%s: %w", name, errEncoding)
	case from != "":
		d.remark("%s: was written in %s, and is UTF-8 now", name, from)
	}
	return utf8, nil
}

// read reads a text that people wrote.
func (d *draft) read(name string) ([]byte, error) {
	return d.convert(name, d.file(name))
}

// yaml reads a YAML map of the package; nil if there is no such file.
func (d *draft) yaml(name string) (map[string]any, error) {
	if !d.has(name) {
		return nil, nil
	}
	text, err := d.read(name)
	if err != nil {
		return nil, err
	}
	said, err := yamlMap(text)
	if err != nil {
		return nil, say.Errorf("%s: not YAML: %w", name, err)
	}
	return said, nil
}

// statement adds a statement in a language; ext is md or tex.
func (d *draft) statement(lang, ext string, text content) {
	name := "problem." + lang + "." + ext
	d.files = append(d.files, draftFile{to: "statement/" + name, text: d.inUTF8(name, text)})
}

// paths are the files that programs read and write instead of standard input and output.
func (d *draft) paths(input, output string) {
	d.check.InputFile, d.check.OutputFile = d.path(input), d.path(output)
}

func (d *draft) path(name string) string {
	if name == "" || name == "stdin" || name == "stdout" {
		return ""
	}
	return d.channel(channel{Type: "file", FileName: name})
}

// solution adds a program of the package.
func (d *draft) solution(name, file string, text content, promise result.Promise) {
	to := path.Base(file)
	if path.Ext(file) != ".java" { // whose name is its class
		to = caseFile(name, 0) + path.Ext(file)
	}
	d.solutions = append(d.solutions, program{name: caseFile(name, 0), from: file, promise: promise,
		files: []draftFile{{to: to, text: d.inUTF8(file, text)}}})
}

// pair is a case of two files in a folder of the package, which the file by names. An empty name is an empty file.
func (d *draft) pair(by, in, ans string) (c testCase, err error) {
	c.in, c.ans = literal(""), literal("")
	for i, name := range []string{in, ans} {
		if name == "" {
			continue
		}
		if name = path.Clean(name); !isFile(d.dir, name) {
			return c, missing(by, name)
		}
		*[]*content{&c.in, &c.ans}[i], c.from[i] = fileOf(d.dir, name), name
	}
	return c, nil
}

// subtasks adds the groups of a package, which require each other by ids. One whose cases give points one by one has
// inner groups if the points differ.
func (d *draft) subtasks(groups []group) {
	named := map[string]string{}
	for i := range groups {
		g := &groups[i]
		g.name = cmp.Or(g.name, "group"+strconv.Itoa(i+1))
		named[g.id] = g.name
	}
	for _, g := range groups {
		for i, id := range g.requires {
			g.requires[i] = named[id]
		}
		parts := byPoints(g.cases)
		if g.how != "sum" || len(parts) < 2 {
			d.groups = append(d.groups, g)
			continue
		}
		g.cases = nil
		d.groups = append(d.groups, g)
		for i, part := range parts {
			part.name = fmt.Sprintf("%s/%02d", g.name, i+1)
			d.groups = append(d.groups, part)
		}
	}
}

// byPoints groups cases that give points one by one: neighbours with the same points form a group, which shares its
// points equally among them.
func byPoints(cases []testCase) (groups []group) {
	for i, c := range cases {
		if i == 0 || c.worth != cases[i-1].worth {
			groups = append(groups, group{how: "sum"})
		}
		g := &groups[len(groups)-1]
		g.most, g.cases = g.most+c.worth, append(g.cases, c)
	}
	return groups
}

// worth is the sum of the points of cases.
func worth(cases []testCase) (sum float64) {
	for _, c := range cases {
		sum += c.worth
	}
	return sum
}

// sample is a case that a statement shows.
type sample struct {
	Input  string `json:"input"`
	Output string `json:"output"`
}

// samples adds the cases that a statement shows.
func (d *draft) samples(all []sample) {
	var g group
	for i, s := range all {
		g.cases = append(g.cases, testCase{name: fmt.Sprintf("%02d", i+1), sample: true,
			in: ended(s.Input), ans: ended(s.Output)})
	}
	d.groups = append(d.groups, g)
}
