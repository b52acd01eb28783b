package grade

import (
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/model/result"
)

// recall takes over the results of an earlier run; those cases are done. The caller holds no lock, since nothing runs
// yet.
func (r *run) recall(e *entry) {
	id := e.Entry.Problem.ID
	if r.opt.Kept != nil && r.data[id] == nil {
		r.data[id] = resultcache.Data(e.Entry.Problem.Cases)
	}
	if r.opt.Kept == nil || !r.opt.Changed {
		return
	}
	known := r.opt.Kept.Recall(e.basis(r), r.data[id])
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, c := range e.Entry.Cases {
		if old, ok := known[c.Name]; ok {
			old.About = c.About
			r.record(task{e, i}, old, result.Event{Kind: result.Ended})
		}
	}
}

// remember saves the results that are certain. If the store fails, later runs only take longer.
func (r *run) remember(e *entry) {
	if r.opt.Kept == nil || e.Prepared == nil || e.Refused != "" || e.begun == 0 {
		return
	}
	var sure []result.Case
	for i, c := range e.result.Cases {
		if !e.unsure[i] {
			sure = append(sure, c)
		}
	}
	r.opt.Kept.Remember(e.basis(r), r.data[e.Entry.Problem.ID], sure)
}

func (e *entry) basis(r *run) resultcache.Basis { return e.Basis(r.host, r.opt.Count) }

// Basis is what the results of a program depend on that was built.
func (p *Prepared) Basis(h result.Host, runs int) resultcache.Basis {
	return resultcache.NewBasis(h, p.Problem, p.program.Key, p.checkerKey, runs)
}
