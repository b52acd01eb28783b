package exchange

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// groupName returns the judge's name for a group.
func groupName(name string) string { return path.Join("secret", name) }

// putCases writes the test data, each group into its own folder with its points.
func (w *writer) putCases(d draft) error {
	crlf, cases := 0, 0
	taken := map[string]bool{}
	for _, g := range d.groups {
		for i, c := range g.cases {
			folder := groupName(g.name)
			if c.sample {
				folder = "sample"
			}
			base := path.Join(folder, caseFile(c.name, i))
			for taken[strings.ToLower(base)] {
				base += "-"
			}
			taken[strings.ToLower(base)] = true
			changed, err := w.putCase(filepath.Join(w.dataDir(), filepath.FromSlash(base)), c)
			if err != nil {
				return err
			}
			cases++
			crlf += changed
		}
		if err := w.putPoints(d, g); err != nil {
			return err
		}
	}
	w.noteLineEnds(crlf)
	if cases == 0 {
		return say.Errorf("it has no test cases: there would be nothing to judge")
	}
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

// putCase writes one case with LF line ends and without a byte order mark; changed counts the files that it had to
// change.
func (w *writer) putCase(base string, c draftCase) (changed int, err error) {
	for i, part := range []struct {
		ext  string
		text content
	}{{".in", c.in}, {".ans", c.ans}} {
		text, err := part.text()
		if err != nil {
			return 0, err
		}
		if bare := bytes.TrimPrefix(text, []byte("\ufeff")); len(bare) < len(text) {
			w.note("%s: its byte-order mark was removed", cmp.Or(c.files[i], filepath.Base(base)+part.ext))
			text = bare
		}
		if bytes.Contains(text, []byte("\r\n")) {
			text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
			changed++
		}
		if err := write(base+part.ext, text); err != nil {
			return 0, err
		}
	}
	if c.description == "" {
		return changed, nil
	}
	return changed, writeYAML(base+".yaml", map[string]string{"description": oneLine(c.description)})
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
