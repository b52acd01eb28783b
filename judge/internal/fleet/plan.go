package fleet

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// work is a job with its place in the run: places[i] is the result for its i-th solution.
type work struct {
	job    Job
	queue  queue
	texts  []text
	places []place
	begun  []string // the workers that began it
	done   bool
}

// place is a case of an entry.
type place struct{ entry, c int }

// plan cuts a run into jobs, problem by problem and case by case, in the order of ./judge.
func (r *run) plan() (err error) {
	texts := map[string]text{}
	for _, id := range r.problems() {
		var base *work
		var rows []string
		at := map[string][]place{}
		for n, e := range r.entries {
			for i, c := range e.Cases {
				if e.Problem.ID != id || r.skipped(place{n, i}) {
					continue
				}
				if at[c.Name] == nil {
					rows = append(rows, c.Name)
				}
				at[c.Name] = append(at[c.Name], place{n, i})
			}
		}
		for _, name := range rows {
			for _, together := range r.byMachine(at[name]) {
				if base == nil {
					p := r.entries[together[0].entry].Problem
					if base, err = r.base(p); err != nil {
						return err
					}
				}
				w := &work{job: base.job, texts: slices.Clip(base.texts)}
				if err := r.fill(w, together, texts); err != nil {
					return err
				}
				r.add(w)
			}
		}
	}
	return nil
}

func (r *run) problems() (ids []string) {
	for _, e := range r.entries {
		if !slices.Contains(ids, e.Problem.ID) {
			ids = append(ids, e.Problem.ID)
		}
	}
	return ids
}

// skipped settles a case at once if no machine of the fleet can compile its program, and reports whether it did.
func (r *run) skipped(at place) bool {
	e := r.entries[at.entry]
	l := e.Solution.Language
	if slices.ContainsFunc(r.machines, func(m result.Machine) bool { return m.Speaks([]string{l}) }) {
		return false
	}
	lang, _ := language.ByID(l)
	why := say.Of("no worker has a compiler for %s", lang.Name).Hint("install it on one with %s", lang.Install)
	r.settle(at, result.Case{Verdict: result.SK, Message: why}, result.Compile{Message: why}, result.SK)
	return true
}

// byMachine keeps places together if some machine speaks all their languages; else it splits them by language.
func (r *run) byMachine(all []place) [][]place {
	speaks := r.languages(all)
	if slices.ContainsFunc(r.machines, func(m result.Machine) bool { return m.Speaks(speaks) }) {
		return [][]place{all}
	}
	apart := map[string][]place{}
	for _, at := range all {
		l := r.entries[at.entry].Solution.Language
		apart[l] = append(apart[l], at)
	}
	var groups [][]place
	for _, l := range slices.Sorted(maps.Keys(apart)) {
		groups = append(groups, apart[l])
	}
	return groups
}

func (r *run) languages(all []place) (ids []string) {
	for _, at := range all {
		ids = append(ids, r.entries[at.entry].Solution.Language)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// base returns the common part of all jobs of a problem.
func (r *run) base(p problem.Problem) (*work, error) {
	w := &work{job: Job{V: Wire, Run: r.id, Count: max(r.opt.Count, 1), Problem: p.ID, Limits: p.Limits, Check: p.Check,
		Function: p.Function, InputFile: p.InputFile, OutputFile: p.OutputFile}}
	return w, w.addChecker(p)
}

// fill makes a job of the case that these entries have in common. Known remembers the digests of files.
func (r *run) fill(w *work, places []place, known map[string]text) error {
	w.places, w.queue = places, queue{Version(), strings.Join(r.languages(places), "_")}
	blob := func(path string) (Blob, error) {
		t, ok := known[path]
		var err error
		if !ok {
			t, err = textOf(path)
			known[path] = t
		}
		w.texts = append(w.texts, t)
		return t.Blob, err
	}
	c := r.entries[places[0].entry].Cases[places[0].c]
	in, err := blob(c.In)
	if err != nil {
		return err
	}
	ans, err := blob(c.Ans)
	if err != nil {
		return err
	}
	w.job.Case = Case{Name: c.Name, In: in, Ans: ans, Args: c.Args, CheckArgs: c.CheckArgs}
	for _, at := range places {
		e := r.entries[at.entry]
		w.job.Solutions = append(w.job.Solutions, Source{Name: e.Solution.Name, Language: e.Solution.Language,
			Env: e.Solution.Env, Unasked: e.Unasked && len(e.Solution.Env) > 0, Files: w.files(e.Solution.Files)})
	}
	return w.job.sign()
}

// files returns sources by their digests; their texts go with the work.
func (w *work) files(of []language.File) (files []File) {
	for _, f := range of {
		b := blobOf([]byte(f.Text))
		w.texts = append(w.texts, text{Blob: b, data: f.Text})
		files = append(files, File{Name: f.Path, Blob: b})
	}
	return files
}

// addChecker adds the checker and the interactor with the files that they include. A file outside the problem's folder
// lies directly in that folder on the worker.
func (w *work) addChecker(p problem.Problem) error {
	var err error
	if w.job.Check.Program, err = w.add(p); err != nil || p.Check.Interactor == "" {
		return err
	}
	p.Check = p.Check.Talker()
	w.job.Check.Interactor, err = w.add(p)
	return err
}

// add adds the program of a check to the job's files and returns its name there.
func (w *work) add(p problem.Problem) (string, error) {
	if p.Check.Program == "" {
		return "", nil
	}
	src, err := grade.CheckerSource(p)
	if err != nil {
		return "", err
	}
	inside := func(path string) string {
		rel, err := filepath.Rel(p.Dir, path)
		if err != nil || !filepath.IsLocal(rel) {
			rel = filepath.Base(path)
		}
		return filepath.ToSlash(rel)
	}
	for _, f := range w.files(src.Files) {
		f.Name = inside(f.Name)
		if !slices.Contains(w.job.Checker, f) {
			w.job.Checker = append(w.job.Checker, f)
		}
	}
	return inside(p.Check.Program), nil
}
