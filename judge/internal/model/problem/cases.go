package problem

import (
	"bytes"
	"cmp"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// groups are the folders of a problem's data that hold cases to be judged, in the order they run. The format has more
// (invalid_input, ...): they test validators, not solutions. It does not have the last one, which holds cases that
// are harder or stranger than the site promises and do not count for the verdict.
var groups = []string{"sample", "secret", result.BeyondFolder}

// readCases finds the cases: every .in with its .ans beside it, at any depth.
func (p *Problem) readCases(f *faults) {
	before := len(*f)
	var all Case
	p.readSettings(f, p.Data, ".", &all)
	for _, group := range groups {
		dir := filepath.Join(p.Data, group)
		if isFolder(dir) {
			p.readGroup(f, dir, group, all)
		} else if _, err := os.Stat(dir); err == nil {
			f.add(dir, 0, "is not a folder").hint("cases lie in it as NAME.in and NAME.ans")
		}
	}
	if len(p.Cases) == 0 && len(*f) == before {
		f.add(p.Data, 0, "no cases").hint("add %s and .ans", filepath.Join(p.Data, "secret", "01.in"))
	}
	p.noteTwins(f)
	if p.Check.Kind == "kattis" {
		p.checkArguments(f)
	}
}

// readGroup reads one folder of cases and those in it, in the order of their names. They have the settings of the groups
// around them.
func (p *Problem) readGroup(f *faults, dir, name string, inherited Case) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		f.add(dir, 0, "%w", cause(err))
		return
	}
	there := map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
	}
	p.readSettings(f, dir, name, &inherited)
	for _, e := range entries {
		file := e.Name()
		base, ext := strings.TrimSuffix(file, filepath.Ext(file)), filepath.Ext(file)
		full := filepath.Join(dir, file)
		switch {
		case hidden(file) || file == groupFile:
		case e.Type()&fs.ModeSymlink != 0 && isFolder(full): // followed, it could lead round in a circle
			f.add(full, 0, "is a link to a folder").hint("put the folder itself there")
		case e.IsDir() && ext != ".in" && ext != ".ans" && ext != ".yaml":
			if ext == ".files" {
				f.add(full, 0, "input files beside standard input are not supported").hint("remove the folder")
			} else if there[file+".in"] {
				f.add(full, 0, "has the name of the case %s.in", file).hint("rename one of them")
			} else {
				p.readGroup(f, full, path.Join(name, file), inherited)
			}
		case ext == ".in":
			p.readCase(f, dir, name, base, there, inherited)
		case ext == ".ans" && !there[base+".in"]:
			f.add(full, 0, "no input for it").hint("add %s.in beside it, or remove it", base)
		case ext == ".yaml" && !there[base+".in"]:
			f.add(full, 0, "describes no case: there is no %s.in beside it", base)
		}
	}
}

// groupFile is the name of the file with the settings of all cases in a folder.
const groupFile = "test_group.yaml"

// readSettings reads a folder's settings for its cases and their points.
func (p *Problem) readSettings(f *faults, dir, name string, c *Case) {
	g := newGroup(name)
	readYAML(filepath.Join(dir, groupFile), f, func(y *yamlFile) fields {
		all := y.settings(c)
		maps.Copy(all, anything("max_score", "score_aggregation", "static_validation_score", "require_pass", "static_validator_args"))
		if p.Scoring {
			maps.Copy(all, y.points(&g))
		}
		return all
	})
	if p.Scoring && strings.HasPrefix(name, "secret") {
		p.Groups = append(p.Groups, g)
	}
}

func (p *Problem) readCase(f *faults, dir, group, base string, there map[string]bool, c Case) {
	c.Name, c.In, c.Ans = path.Join(group, base), filepath.Join(dir, base+".in"), filepath.Join(dir, base+".ans")
	if !p.inspect(f, c.In) {
		return
	}
	if !there[base+".ans"] {
		f.add(c.In, 0, "no expected output").hint("add %s.ans beside it", base)
		return
	}
	for _, ext := range []string{".png", ".svg", ".jpg", ".jpeg"} {
		if there[base+ext] {
			c.Picture = filepath.Join(dir, base+ext)
		}
	}
	readYAML(filepath.Join(dir, base+".yaml"), f, func(y *yamlFile) fields { return y.testCase(&c) })
	if info, err := os.Stat(c.In); err == nil && info.Size() == 0 && !c.Description.Said() {
		p.warn("%s: is empty: the program reads nothing", c.In) // one that is described is meant to be
	}
	p.inspect(f, c.Ans)
	p.Cases = append(p.Cases, c)
}

// settings lists the keys of a test_group.yaml and of a case's YAML file.
func (y *yamlFile) settings(c *Case) fields {
	all := anything("input_validator_args", "input_visualizer_args", "full_feedback")
	maps.Copy(all, fields{
		"args":                   func(key string, n *yaml.Node) { c.Args = y.texts(key, n) },
		"output_validator_args":  func(key string, n *yaml.Node) { c.CheckArgs = y.texts(key, n) },
		"output_visualizer_args": func(key string, n *yaml.Node) { c.DrawArgs = y.texts(key, n) },
	})
	return all
}

// testCase lists the keys of a case's YAML file.
func (y *yamlFile) testCase(c *Case) fields {
	all := y.settings(c)
	maps.Copy(all, fields{
		"description": func(key string, n *yaml.Node) { c.Description = y.words(key, n) },
		"hint":        func(key string, n *yaml.Node) { c.Hint = y.words(key, n) },
		"beyond": func(key string, n *yaml.Node) {
			if c.WhyBeyond = y.words(key, n); !result.Beyond(c.Name) {
				y.fault(n, "beyond: this case is not in the folder beyond/").hint("move it there, or remove the line")
			}
		},
	})
	return all
}

// inspect looks at the head of a data file for things that make right programs fail. It reports whether
// the file can be read at all.
func (p *Problem) inspect(f *faults, file string) bool {
	open, err := openFile(file)
	if err != nil {
		f.add(file, 0, "%w", cause(err))
		return false
	}
	defer open.Close()
	head := make([]byte, 4096)
	n, err := open.Read(head) // of a regular file all that it has, or as much as there is room for
	if err != nil && err != io.EOF {
		f.add(file, 0, "%w", cause(err))
		return false
	}
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		f.add(file, 1, "begins with a byte-order mark, which a program would read as data").hint("save it as UTF-8 without one")
	case bytes.Contains(head, []byte("\r\n")) && strings.HasSuffix(file, ".in"):
		p.warn("%s: its lines end in CRLF, and a program reads the CR too: convert it to LF", file)
	}
	return true
}

// openFile opens a regular file for reading: opening a pipe could block for ever, and a device has no end.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = say.Errorf("is not a regular file").Hint("put one in its place, or rename it")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

func (p *Problem) warn(format string, args ...any) {
	p.Warnings = append(p.Warnings, say.Of(format, args...))
}

// noteTwins finds cases whose names differ in upper and lower case only: on some file systems, and for
// most people, they are one.
func (p *Problem) noteTwins(f *faults) {
	first := map[string]Case{}
	for _, c := range p.Cases {
		key := strings.ToLower(c.Name)
		if twin, ok := first[key]; ok {
			other := filepath.Base(twin.In)
			if filepath.Dir(twin.In) != filepath.Dir(c.In) {
				other = twin.In
			}
			f.add(c.In, 0, "a case of that name is there already: %s", other).hint("rename one of them")
			continue
		}
		first[key] = c
	}
	slices.SortStableFunc(p.Cases, func(a, b Case) int {
		if rank := slices.Index(groups, top(a.Name)) - slices.Index(groups, top(b.Name)); rank != 0 {
			return rank
		}
		return natural(a.Name, b.Name)
	})
}

// top is the first element of a case's name: its group.
func top(name string) string {
	group, _, _ := strings.Cut(name, "/")
	return group
}

// Groups are the folders of a problem's data whose cases are judged.
func Groups() []string { return slices.Clone(groups) }

// natural compares names as people order them: a number in one counts as a number, so that 9 comes before
// 10 and 88.
func natural(a, b string) int {
	for x, y := a, b; x != "" && y != ""; {
		m, n := digits(x), digits(y)
		if m == 0 || n == 0 {
			if x[0] != y[0] {
				return strings.Compare(x, y)
			}
			x, y = x[1:], y[1:]
			continue
		}
		one, other := strings.TrimLeft(x[:m], "0"), strings.TrimLeft(y[:n], "0")
		if order := cmp.Or(cmp.Compare(len(one), len(other)), strings.Compare(one, other)); order != 0 {
			return order
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// digits is how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
