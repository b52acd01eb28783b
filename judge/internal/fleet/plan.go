package fleet

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// work is a job with its place in the run: slots[i] is the result for its i-th solution.
type work struct {
	id    string // the digest of the job
	job   Job
	queue string
	slots []slot
	begun []string // the workers that began it
	done  bool
}

// slot is a case of an entry.
type slot struct{ entry, c int }

// plan cuts a run into jobs, problem by problem and case by case, in the order of ./judge.
func (r *run) plan() error {
	rows, order := map[[2]string][]slot{}, [][2]string{} // by problem and case
	for n, e := range r.entries {
		for i, c := range e.Cases {
			row := [2]string{e.Problem.ID, c.Name}
			if r.skipped(slot{n, i}) {
				continue
			}
			if rows[row] == nil {
				order = append(order, row)
			}
			rows[row] = append(rows[row], slot{n, i})
		}
	}
	for _, row := range order {
		for _, together := range r.byMachine(rows[row]) {
			if err := r.add(together); err != nil {
				return err
			}
		}
	}
	if r.open == 0 {
		close(r.over)
	}
	return nil
}

// skipped settles a case at once if no machine of the fleet can compile its program, and reports whether it did.
func (r *run) skipped(at slot) bool {
	l := r.entries[at.entry].Solution.Language
	if slices.ContainsFunc(r.machines, func(m result.Machine) bool { return m.Speaks([]string{l}) }) {
		return false
	}
	lang, _ := language.ByID(l)
	why := say.Of("no worker has a compiler for %s", lang.Name).Hint("install it on one with %s", lang.Install)
	r.settle(at, result.Case{Verdict: result.SK, Message: why}, result.Compile{Message: why}, result.SK)
	return true
}

// byMachine keeps slots together if some machine speaks all their languages; else it splits them by language.
func (r *run) byMachine(all []slot) [][]slot {
	speaks := r.languages(all)
	if slices.ContainsFunc(r.machines, func(m result.Machine) bool { return m.Speaks(speaks) }) {
		return [][]slot{all}
	}
	apart := map[string][]slot{}
	for _, at := range all {
		l := r.entries[at.entry].Solution.Language
		apart[l] = append(apart[l], at)
	}
	var groups [][]slot
	for _, l := range speaks {
		groups = append(groups, apart[l])
	}
	return groups
}

func (r *run) languages(all []slot) (ids []string) {
	for _, at := range all {
		ids = append(ids, r.entries[at.entry].Solution.Language)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// add adds the job of the case that these entries have in common.
func (r *run) add(slots []slot) error {
	e := r.entries[slots[0].entry]
	p, c := e.Problem, e.Cases[slots[0].c]
	j := Job{Count: max(r.opt.Count, 1), Problem: p.ID, Limits: p.Limits, Check: p.Check, Function: p.Function,
		InputFile: p.InputFile, OutputFile: p.OutputFile, Case: Case{Name: c.Name, Args: c.Args, CheckArgs: c.CheckArgs}}
	var err error
	if j.Checkers, err = r.checkersOf(p, &j.Check); err != nil {
		return err
	}
	if j.Case.In, err = r.file(c.In); err != nil {
		return err
	}
	if j.Case.Ans, err = r.file(c.Ans); err != nil {
		return err
	}
	for _, at := range slots {
		e := r.entries[at.entry]
		s := e.Solution
		one := r.source(s.Name, build.Source{Language: s.Language, Env: s.Env, Files: s.Files})
		one.Unasked = e.Unasked && len(s.Env) > 0
		j.Solutions = append(j.Solutions, one)
	}
	text, err := json.Marshal(j)
	if err != nil {
		return err
	}
	// The same job of a resumed run has the same name, so that the queue refuses it.
	w := &work{id: blobOf(text).SHA256[:32], job: j, queue: queueOf(r.languages(slots)), slots: slots}
	r.todo, r.open, r.byJob[w.id] = append(r.todo, w), r.open+1, w
	return nil
}

// file returns a file by its digest.
func (r *run) file(path string) (Blob, error) {
	if known, ok := r.files[path]; ok {
		return known, nil
	}
	t, err := textOf(path)
	r.files[path], r.texts[t.SHA256] = t.Blob, t
	return t.Blob, err
}

// source returns a program with its files by their digests.
func (r *run) source(name string, src build.Source) Source {
	s := Source{Name: name, Language: src.Language, Env: src.Env, Headers: len(src.Flags) > 0}
	for _, f := range src.Files {
		b := blobOf([]byte(f.Text))
		r.texts[b.SHA256] = text{Blob: b, data: f.Text}
		s.Files = append(s.Files, File{f.Path, b})
	}
	return s
}

// checkersOf returns the checker of a problem and its interactor, with the files that they include, and names them in the
// check as the worker knows them.
func (r *run) checkersOf(p problem.Problem, named *problem.Check) ([]Source, error) {
	all, known := r.checkers[p.ID]
	talker := p
	talker.Check = p.Check.Talker()
	for _, one := range []struct {
		problem.Problem
		role string
		name *string
	}{{p, "checker", &named.Program}, {talker, "interactor", &named.Interactor}} {
		if one.Check.Program == "" {
			continue
		}
		*one.name = path.Join(one.role, filepath.Base(one.Check.Program))
		if known {
			continue
		}
		src, err := grade.CheckerSource(one.Problem)
		if err != nil {
			return nil, err
		}
		for i, f := range src.Files {
			src.Files[i].Path = filepath.Base(f.Path)
		}
		all = append(all, r.source(*one.name, src))
	}
	r.checkers[p.ID] = all
	return all, nil
}
