package web

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/turns"
)

// sight names what is watched: a judging, with all its cases or only those that everybody may see.
type sight struct {
	judging int64
	veiled  bool
	with    ours // our solution beside it; the zero value if there is none
}

// seen is the result of watching a submission.
type seen struct {
	work     map[string]*result.Work // by case
	replays  []result.Replay
	searches []result.Search
	trouble  say.Message
}

// Counting a case may take seconds. So only the few most telling cases are counted, and all that end soon.
const (
	watchedCases = 3
	soonOver     = 40 * time.Millisecond
)

// sighting holds what was seen of the search of a submission; choices are the solutions of ours that can be shown beside it.
type sighting struct {
	sight
	seen
	known    bool
	problem  *cachedProblem // nil if it is gone
	ours     solution.Solution
	choices  []string
	possible bool // it can be watched
}

func (s *Server) sightingOf(v *visit, sub history.Submission) (found sighting) {
	found.sight = sight{judging: sub.Judging.ID, veiled: v.veiled(sub.Problem)}
	if p, err := s.problems.get(sub.Problem); err == nil && compiled(sub.Judging) {
		found.problem = p
		if found.ours, found.choices = s.chosenOurs(v, p, sub.Language); found.choices != nil {
			found.with = oursOf(p, found.ours)
		}
		found.possible = found.choices != nil || language.Of(sub.Language).Recorder != "" && !p.Check.Talks()
	}
	found.seen, found.known = recall[seen](&s.recent, found.sight)
	return found
}

// watch shows what a submission does, line by line and on its board. That takes time, so it is done on request.
func (s *Server) watch(w http.ResponseWriter, v *visit) error {
	sub, err := s.own(v, s.DB.Get)
	if err != nil {
		return err
	}
	ctx, done := s.watching.begin(v.Context(), v.Person.ID)
	defer done()
	within, cancel := context.WithTimeoutCause(ctx, s.answering, errBusy)
	defer cancel()
	one, err := s.study(within, v, sub)
	if err := cmp.Or(context.Cause(within), err); err != nil {
		return err
	}
	page := fmt.Sprintf("/s/%d", sub.ID)
	if one.choices != nil {
		page += "?" + url.Values{"with": {one.ours.Name}}.Encode()
	}
	return s.done(w, v, page, map[string]bool{"watched": one.known})
}

// study counts and watches a submission and remembers what was seen, unless that is known. It also notes which rungs of
// the ladder the record shows.
func (s *Server) study(ctx context.Context, v *visit, sub history.Submission) (one sighting, err error) {
	one = s.sightingOf(v, sub)
	if one.known || !one.possible {
		return one, nil
	}
	run, err := s.shownRun(v, sub)
	if err == nil && one.choices != nil {
		err = s.judgeOurs(ctx, v.turn, one.problem, one.ours)
	}
	if err == nil {
		one.seen, err = s.see(ctx, v.turn, sub, run, one)
	}
	if err = cmp.Or(context.Cause(ctx), err); err != nil {
		return one, err // the reader went away or did something else, so not everything was seen
	}
	one.known = true
	s.recent.put(one.sight, one.seen)
	rungs := history.NothingTold
	for _, r := range one.replays {
		if n, told := reached(r); told && r.Solution != one.ours.Name {
			rungs = n
		}
	}
	return one, s.DB.Reached(ctx, sub.Judging.ID, rungs)
}

// see counts and watches a submission, and one of our solutions on the same board. If secret cases are hidden, it uses
// only samples.
func (s *Server) see(ctx context.Context, t *turns.Request, sub history.Submission, run result.Run, of sighting) (found seen, err error) {
	p, with := of.problem, of.ours.Name
	theirs, err := stranger(sub)
	if err != nil {
		return found, err
	}
	entries := []grade.Entry{{Problem: p.Problem, Solution: theirs}}
	judged := telling(run.Results[0].Cases, p.Cases, of.veiled)
	entries[0].Cases, run.Results[0].Cases = p.Cases, judged
	run.Results[0].Solution, run.Results[0].Problem = theirs.Name, p.ID
	explainer := s.explainer(t, s.studying).Beside(s.Root)
	err = explainer.Count(ctx, entries, &run)
	slices.SortStableFunc(judged, byWork)
	told := false
	if with != "" {
		entries = append(entries, grade.Entry{Problem: p.Problem, Solution: of.ours})
	}
	for i := 0; err == nil && i < min(len(judged), watchedCases) && !told; i++ { // the most telling case that shows a search
		at := slices.IndexFunc(p.Cases, func(c problem.Case) bool { return c.Name == judged[i].Case })
		for k := range entries {
			entries[k].Cases = p.Cases[at : at+1]
		}
		if !explain.OnBoards(p.Problem) {
			found.searches, err = explainer.WatchCalls(ctx, entries, run)
			break
		}
		var replays []result.Replay
		replays, err = explainer.Watch(ctx, entries, run)
		replays = slices.DeleteFunc(replays, func(r result.Replay) bool { return r.Solution != theirs.Name && r.Solution != with })
		told = slices.ContainsFunc(replays, func(r result.Replay) bool { return r.Solution == theirs.Name && r.Back > 0 })
		if i == 0 || told {
			found.replays = replays
		}
		told = told || failed(judged[i])
	}
	found.work = map[string]*result.Work{}
	for _, c := range judged {
		found.work[c.Case] = c.Work
	}
	found.conclude(theirs.Name)
	return found, err
}

// conclude says if nothing came of it. Where only our solution could be watched, nothing is shown.
func (f *seen) conclude(theirs string) {
	counted := slices.ContainsFunc(slices.Collect(maps.Values(f.work)), func(w *result.Work) bool { return w != nil })
	watched := slices.ContainsFunc(f.replays, func(r result.Replay) bool { return r.Solution == theirs }) ||
		slices.ContainsFunc(f.searches, func(s result.Search) bool { return s.Solution == theirs })
	switch {
	case !counted:
		f.trouble = say.Of("its lines could not be counted: the program does not end, or its language does not report them")
	case !watched && len(f.replays) > 0:
		f.trouble = say.Of("its search could not be watched")
	}
	if !watched {
		f.replays, f.searches = nil, nil
	}
}

// telling picks the most telling cases of a program: the one it failed first, and then those that took longest.
func telling(judged []result.Case, all []problem.Case, veiled bool) (picked []result.Case) {
	judged = slices.Clone(judged)
	slices.SortStableFunc(judged, func(a, b result.Case) int { return cmp.Or(rankOf(a)-rankOf(b), cmp.Compare(b.CPU, a.CPU)) })
	if all := slices.DeleteFunc(slices.Clone(judged), func(c result.Case) bool { return !failed(c) }); len(all) > 0 {
		first := slices.MinFunc(all, func(a, b result.Case) int { return a.Number - b.Number })
		judged = append([]result.Case{first}, slices.DeleteFunc(judged, func(c result.Case) bool { return c.Case == first.Case })...)
	}
	for _, c := range judged {
		there := slices.ContainsFunc(all, func(k problem.Case) bool { return k.Name == c.Case })
		if !there || veiled && !strings.HasPrefix(c.Case, "sample/") || len(picked) >= watchedCases && c.CPU > soonOver || len(picked) > 0 && c.Verdict == result.TLE {
			continue
		}
		picked = append(picked, c)
	}
	return picked
}

// byWork puts what was accepted behind the rest, in the order of what the program did on it. By its time, noise would
// choose the case that is watched where some take about as long, and with it what a learner is told.
func byWork(a, b result.Case) int {
	done := func(c result.Case) int64 {
		if c.Verdict != result.AC || c.Work == nil {
			return 0
		}
		return c.Work.Statements
	}
	return cmp.Or(rankOf(a)-rankOf(b), cmp.Compare(done(b), done(a)))
}

// failed reports whether a case counts and was not accepted.
func failed(c result.Case) bool { return c.Verdict != result.AC && !c.Beyond() }

// rankOf puts failures that count before others, and those before what was accepted.
func rankOf(c result.Case) int {
	switch {
	case failed(c):
		return 0
	case c.Verdict != result.AC:
		return 1
	}
	return 2
}
