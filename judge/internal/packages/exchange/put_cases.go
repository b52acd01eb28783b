package exchange

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
)

// groupName returns the judge's name for a group.
func groupName(name string) string { return path.Join("secret", name) }

// putCases writes the test data, each group into its own folder with its points.
func (w *writer) putCases(d draft) error {
	var all []placed
	taken := map[string]bool{}
	for _, g := range d.groups {
		for i, c := range g.cases {
			folder := groupName(g.name)
			if c.sample {
				folder = "sample"
			}
			place := path.Join(folder, caseFile(c.name, i))
			for taken[strings.ToLower(place)] {
				place += "-"
			}
			taken[strings.ToLower(place)] = true
			all = append(all, placed{place, c})
		}
	}
	if len(all) == 0 {
		return errNoCases
	}
	if err := w.putAll(all); err != nil {
		return err
	}
	for _, g := range d.groups {
		if err := w.putPoints(d, g); err != nil {
			return err
		}
	}
	return nil
}

var errNoCases = say.Errorf("it has no test cases: there would be nothing to judge")

// placed is a case and its path below the folder of the test data, without an ending.
type placed struct {
	place string
	draftCase
}

// putAll writes cases, as many at once as there are processors: programs may have to make them. Of several that
// cannot be written, the first is reported.
func (w *writer) putAll(cases []placed) error {
	results := make([]putResult, len(cases))
	var mu sync.Mutex
	done, failed := 0, len(cases) // failed is the first that did; those behind it need not be made
	needed := func(i int) bool {
		mu.Lock()
		defer mu.Unlock()
		return i < failed
	}
	grade.Each(runtime.NumCPU(), len(cases), func(i int) {
		if !needed(i) {
			return
		}
		results[i] = putCase(filepath.Join(w.dataDir(), filepath.FromSlash(cases[i].place)), cases[i].draftCase)
		mu.Lock()
		defer mu.Unlock()
		if results[i].err != nil {
			failed = min(failed, i)
		}
		if done++; w.tools.Step != nil {
			w.tools.Step(done, len(cases))
		}
	})
	lineEnds := 0
	for _, r := range results {
		if w.Notes = append(w.Notes, r.notes...); r.err != nil {
			return r.err
		}
		lineEnds += r.lineEnds
	}
	w.noteLineEnds(lineEnds)
	return nil
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

// putResult is what became of a case.
type putResult struct {
	lineEnds int // how many of its files had the line ends of Windows
	notes    []say.Message
	err      error
}

// putCase writes one case, with LF line ends and without a byte order mark unless every byte of it counts.
func putCase(base string, c draftCase) (r putResult) {
	for i, part := range []struct {
		ext  string
		text content
	}{{".in", c.in}, {".ans", c.ans}} {
		text, err := part.text()
		if err != nil {
			return putResult{err: err}
		}
		if bare := bytes.TrimPrefix(text, []byte("\ufeff")); len(bare) < len(text) && !c.binary {
			r.notes = append(r.notes, say.Of("%s: its byte-order mark was removed", cmp.Or(c.files[i], filepath.Base(base)+part.ext)))
			text = bare
		}
		if bytes.Contains(text, []byte("\r\n")) && !c.binary {
			text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
			r.lineEnds++
		}
		if err := write(base+part.ext, text); err != nil {
			return putResult{err: err}
		}
	}
	if c.description != "" {
		r.err = writeYAML(base+".yaml", map[string]string{"description": oneLine(c.description)})
	}
	return r
}

// has reports whether a group, or a group in it, has samples, or other cases.
func (d draft) has(group string, samples bool) bool {
	return slices.ContainsFunc(d.groups, func(g draftGroup) bool {
		return (g.name == group || strings.HasPrefix(g.name, group+"/")) && slices.ContainsFunc(g.cases, func(c draftCase) bool { return c.sample == samples })
	})
}

// putPoints writes the points of a group if the problem gives points.
func (w *writer) putPoints(d draft, g draftGroup) error {
	if !d.scoring || g.name == "" || !d.has(g.name, false) {
		return nil
	}
	said := map[string]any{"max_score": g.most, "score_aggregation": g.how}
	var requires []string
	for _, name := range g.requires {
		switch {
		case name == g.name:
		case d.has(name, false):
			requires = append(requires, groupName(name))
		case d.has(name, true) && !slices.Contains(requires, "sample"):
			requires = append(requires, "sample") // it holds all its cases
		}
	}
	if len(requires) > 0 {
		said["require_pass"] = requires
	}
	return writeYAML(filepath.Join(w.dataDir(), filepath.FromSlash(groupName(g.name)), "test_group.yaml"), said)
}
