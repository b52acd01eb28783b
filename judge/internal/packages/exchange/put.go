package exchange

import (
	"cmp"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// put writes the problem.
func (w *writer) put(d draft) error {
	m := newMetadata(w.ID, "en", "")
	if len(d.names) > 0 {
		m.Name = map[string]string{}
		for lang, name := range d.names {
			m.Name[lang] = cmp.Or(oneLine(name), w.ID)
		}
	}
	switch source := oneLine(d.source); {
	case source != "" && d.address != "":
		m.Source = map[string]string{"name": source, "url": d.address}
	case source != "":
		m.Source = source
	}
	m.Keywords, m.Limits = d.keywords, map[string]any{}
	if m.Limits["time_limit"] = d.seconds; d.seconds < 0.001 || d.seconds > 3600 {
		delete(m.Limits, "time_limit")
		w.noteNoTimeLimit()
	}
	for key, mib := range map[string]int64{"memory": d.memory, "output": d.output} {
		if mib > 0 && mib <= maxMemory {
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
	return w.noteUnread()
}

// maxMemory is the greatest limit that a problem can have, in MiB.
const maxMemory = 1 << 20

func (w *writer) putStatements(d draft) error {
	for _, lang := range slices.Sorted(maps.Keys(d.statements)) {
		s := d.statements[lang]
		text, err := s.text()
		if err == nil {
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
	for _, name := range slices.Sorted(maps.Keys(d.program)) {
		text, err := d.program[name]()
		if err == nil {
			err = write(filepath.Join(w.problemDir(), checkerFolder, name), text)
		}
		if err != nil {
			return err
		}
	}
	for _, program := range []*string{&d.check.Program, &d.check.Interactor} {
		if *program != "" {
			*program = checkerFolder + "/" + *program
		}
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

// putSolution turns a program of the package into a solution with its expected verdict.
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
		w.note("%s: its expected verdict cannot be written here: run it, and add a judge:expect line with the right one", s.file)
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
			return strings.ReplaceAll(result.FirstLine(text), target, s.file)
		}))
		return nil
	}
	return w.place(dir, w.ID+"-"+caseFile(s.name, 0))
}
