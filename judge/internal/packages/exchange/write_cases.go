package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
)

// groupName returns the judge's name for a group.
func groupName(name string) string { return path.Join("secret", name) }

// writeCases writes the test data that are not files of the draft already, each group into its own folder with its
// points.
func (w *writer) writeCases() error {
	var all []testCase
	taken := names{}
	for _, g := range w.groups {
		if w.scoring && g.name != "" && !slices.Contains(problem.Aggregations, g.how) {
			return say.Errorf("%s: points as %q are not supported", groupName(g.name), g.how)
		}
		for i, c := range g.cases {
			folder := groupName(g.name)
			if c.sample {
				folder = "sample"
			}
			c.to = taken.unlike(cmp.Or(c.to, path.Join(folder, caseFile(c.name, i))))
			all = append(all, c)
		}
	}
	if len(all) == 0 && !slices.ContainsFunc(w.files, draftFile.isInput) {
		return w.noCases()
	}
	if err := w.writeAll(all); err != nil {
		return err
	}
	for _, g := range w.groups {
		if err := w.writePoints(g); err != nil {
			return err
		}
	}
	return nil
}

// isInput reports whether a file of the draft is the input of a case.
func (f draftFile) isInput() bool { return strings.HasPrefix(f.to, "data/") && path.Ext(f.to) == ".in" }

// noCases is the error for a package without cases. Some have only the programs that make them.
func (d *draft) noCases() error {
	err := say.Errorf("it has no test cases: there would be nothing to judge")
	for _, f := range d.files {
		script := strings.HasPrefix(f.to, "data/") && slices.Contains([]string{".sh", ".py"}, path.Ext(f.to))
		if script || strings.HasPrefix(f.to, "generators/") {
			return err.Hint("run %s first, which makes them", f.to)
		}
	}
	return err
}

// writeAll writes cases, as many at once as there are processors: programs may have to make them. Once one cannot be
// written, no other is begun.
func (w *writer) writeAll(cases []testCase) error {
	results := make([]caseResult, len(cases))
	var failed atomic.Bool
	grade.Each(runtime.NumCPU(), len(cases), func(i int) {
		if failed.Load() {
			return
		}
		if results[i] = w.writeCase(cases[i]); results[i].err != nil {
			failed.Store(true)
		}
	})
	lineEnds := 0
	for _, r := range results {
		if w.remarks = append(w.remarks, r.remarks...); r.err != nil {
			return r.err
		}
		lineEnds += r.lineEnds
	}
	if lineEnds > 0 {
		w.remark("%d of the files of cases had the line ends of Windows: they are LF now", lineEnds)
	}
	return nil
}

// names counts names of files, of which no two may differ only in the case of letters.
type names map[string]int

// unlike returns the name, with a number behind it if it is taken.
func (n names) unlike(name string) string {
	key := strings.ToLower(name)
	if n[key]++; n[key] == 1 {
		return name
	}
	return n.unlike(fmt.Sprintf("%s-%d", name, n[key]))
}

// caseFile turns a case's name into a file name.
func caseFile(name string, number int) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
			return r
		case r == '.', r == ' ', r == '/':
			return '-'
		}
		return -1
	}, name)
	return cmp.Or(strings.Trim(name, "-"), fmt.Sprintf("%02d", number+1))
}

// caseResult is what became of a case.
type caseResult struct {
	lineEnds int // how many of its files had the line ends of Windows
	remarks  []say.Message
	err      error
}

// unixLines is a text with LF line ends.
type unixLines struct {
	in     *bufio.Reader
	others bool // it had those of Windows
}

func (u *unixLines) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	if next, _ := u.in.Peek(1); n > 0 && p[n-1] == '\r' && string(next) == "\n" {
		n, u.others = n-1, true
	}
	if text := p[:n]; bytes.Contains(text, []byte("\r\n")) {
		n, u.others = copy(p, bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))), true
	}
	return n, err
}

// writeCase writes one case, with LF line ends and without a byte order mark.
func (w *writer) writeCase(c testCase) (r caseResult) {
	base := filepath.Join(w.dataDir(), filepath.FromSlash(c.to))
	if c.solver != "" {
		c.ans = printed(command{w.dir, c.solver, nil, base + ".in"})
	}
	for i, part := range []struct {
		ext  string
		text content
	}{{".in", c.in}, {".ans", c.ans}} {
		in, err := part.text(w.workshop)
		if err != nil {
			return caseResult{err: err}
		}
		text := &unixLines{in: bufio.NewReader(in)}
		if mark, _ := text.in.Peek(3); string(mark) == "\ufeff" {
			text.in.Discard(len(mark))
			name := cmp.Or(c.from[i], filepath.Base(base)+part.ext)
			r.remarks = append(r.remarks, say.Of("%s: its byte-order mark was removed", name))
		}
		err = writeFrom(base+part.ext, text)
		in.Close()
		if err != nil {
			return caseResult{err: err}
		}
		if text.others {
			r.lineEnds++
		}
	}
	if c.description != "" {
		r.err = writeYAML(base+".yaml", map[string]string{"description": oneLine(c.description)})
	}
	return r
}

// hasCases reports whether a group, or a group in it, has samples, or other cases.
func (d *draft) hasCases(name string, samples bool) bool {
	return slices.ContainsFunc(d.groups, func(g group) bool {
		within := g.name == name || strings.HasPrefix(g.name, name+"/")
		return within && slices.ContainsFunc(g.cases, func(c testCase) bool { return c.sample == samples })
	})
}

// writePoints writes the points of a group if the problem gives points.
func (w *writer) writePoints(g group) error {
	if !w.scoring || g.name == "" || !w.draft.hasCases(g.name, false) {
		return nil
	}
	said := map[string]any{"max_score": g.most, "score_aggregation": g.how}
	var requires []string
	for _, name := range g.requires {
		switch {
		case name == g.name:
		case w.draft.hasCases(name, false):
			requires = append(requires, groupName(name))
		case w.draft.hasCases(name, true) && !slices.Contains(requires, "sample"):
			requires = append(requires, "sample") // it holds all its cases
		}
	}
	if len(requires) > 0 {
		said["require_pass"] = requires
	}
	return writeYAML(filepath.Join(w.dataDir(), filepath.FromSlash(groupName(g.name)), "test_group.yaml"), said)
}
