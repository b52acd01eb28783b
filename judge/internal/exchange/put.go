package exchange

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/verdict"
)

// put writes the problem that was understood.
func (w *writer) put(d draft) error {
	m := newMetadata(w.ID, "en", "")
	if len(d.names) > 0 {
		m.Name = map[string]string{}
		for lang, name := range d.names {
			m.Name[lang] = cmp.Or(oneLine(name), w.ID)
		}
	}
	if source := oneLine(d.source); source != "" {
		m.Source = source
	}
	m.Keywords, m.Limits = d.keywords, map[string]any{}
	if m.Limits["time_limit"] = d.seconds; d.seconds < 0.001 || d.seconds > 3600 {
		delete(m.Limits, "time_limit")
		w.noteNoTimeLimit()
	}
	for key, mib := range map[string]int64{"memory": d.memory, "output": d.output} {
		if mib > 0 && mib <= 1<<20 {
			m.Limits[key] = mib
		}
	}
	switch {
	case d.check.Talks && d.scoring:
		m.Type = []string{"interactive", "scoring"}
	case d.check.Talks:
		m.Type = "interactive"
	case d.scoring:
		m.Type = "scoring"
	}
	if err := w.writeYAML("problem.yaml", m); err != nil {
		return err
	}
	if err := w.putCheck(d); err != nil {
		return err
	}
	if err := w.putStatements(d); err != nil {
		return err
	}
	if err := w.putCases(d); err != nil {
		return err
	}
	for _, s := range d.solutions {
		if err := w.putSolution(s); err != nil {
			return err
		}
	}
	if w.from == nil {
		return nil
	}
	return w.noteUnread(d.unused...)
}

func (w *writer) putStatements(d draft) error {
	for _, lang := range sortedKeys(d.statements) {
		s := d.statements[lang]
		text, err := s.text()
		if err == nil && s.ext != "pdf" {
			text, err = w.people("problem."+lang+"."+s.ext, literal(string(text)))
		}
		if err == nil {
			err = write(filepath.Join(w.problemDir(), "statement", "problem."+lang+"."+s.ext), text)
		} else {
			err = w.leaveOut("", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// putCheck writes judge.yaml, and the checker's files into a folder of its own.
func (w *writer) putCheck(d draft) error {
	for _, name := range sortedKeys(d.program) {
		text, err := d.program[name]()
		if err == nil {
			err = write(filepath.Join(w.problemDir(), checkerFolder, name), text)
		}
		if err != nil {
			return err
		}
	}
	if d.check.Program != "" {
		d.check.Program = checkerFolder + "/" + d.check.Program
	}
	for _, g := range d.groups {
		if d.scoring && g.name != "" && !slices.Contains(problem.Aggregations, g.how) {
			return say.Errorf("%s: points as %q have no place here", groupName(g.name), g.how)
		}
	}
	d.check.Check = cmp.Or(d.check.Check, "lines")
	return w.writeYAML("judge.yaml", d.check)
}

// checkerFolder holds a checker that came with a foreign package, with the headers it came with.
const checkerFolder = "checker"

// groupName is a group as the judge calls it.
func groupName(name string) string { return path.Join("secret", name) }

// putCases writes the test data, each group into its folder, and what it gives beside.
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

// caseFile is what of a case's name can be the name of a file.
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

// putCase writes one case, with LF at the end of its lines and no mark in front; changed counts the files
// that had it otherwise.
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
			w.note("%s: its byte-order mark was taken off", cmp.Or(c.files[i], filepath.Base(base)+part.ext))
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

// has reports whether a group, or one in it, has samples, or cases that are none.
func (d draft) has(group string, samples bool) bool {
	return slices.ContainsFunc(d.groups, func(g draftGroup) bool {
		return (g.name == group || strings.HasPrefix(g.name, group+"/")) && slices.ContainsFunc(g.cases, func(c draftCase) bool { return c.sample == samples })
	})
}

// putPoints says what a group gives, where the problem gives points.
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
			requires = append(requires, "sample") // of which all its cases are
		}
	}
	if len(requires) > 0 {
		said["require_pass"] = requires
	}
	return writeYAML(filepath.Join(w.dataDir(), filepath.FromSlash(groupName(g.name)), "test_group.yaml"), said)
}

// putSolution makes a solution of a program that came along, with what it is expected to get.
func (w *writer) putSolution(s draftSolution) error {
	dir := filepath.Join(w.tree, "submission")
	defer os.RemoveAll(dir)
	text, err := s.text()
	if err == nil {
		text, err = w.people(s.file, literal(string(text)))
	}
	lang, known := language.ByFile(s.file)
	if err == nil && !known {
		err = say.Errorf("%s: in no language known here", s.file)
	}
	if err != nil {
		return w.leaveOut(s.file, err)
	}
	said := []string{"problem " + w.ID}
	switch s.promise {
	case "":
		w.note("%s: what it is expected to get cannot be said here: run it, and add a judge:expect line with what is right", s.file)
	case "AC":
	default:
		said = append(said, "expect "+string(s.promise))
	}
	target := filepath.Join(dir, caseFile(s.name, 0)+path.Ext(s.file))
	if lang.ID == "java" {
		target = filepath.Join(dir, path.Base(s.file))
	}
	if err := write(target, solution.Declare(text, lang, said...)); err != nil {
		return err
	}
	if _, err := solution.Open(dir); err != nil {
		w.note("%s was left out: %s", s.file, say.From(err).Map(func(text string) string {
			return strings.ReplaceAll(verdict.FirstLine(text), target, s.file)
		}))
		return nil
	}
	return w.place(dir, w.ID+"-"+caseFile(s.name, 0))
}
