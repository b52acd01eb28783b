package web

import (
	"context"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/statement"
	"sudokuoj/judge/internal/people/turns"
)

// ours names a solution of the tree as it is now, and a version of a problem.
type ours struct{ problem, version, name, text string }

func oursOf(p *cachedProblem, one solution.Solution) ours {
	return ours{p.ID, p.Version, one.Name, one.Text()}
}

// choices returns the solutions of the tree that solve all cases of a problem, or else those that solve the cases that
// count. The one that stands beside a submission unless another one is chosen comes first.
func (s *Server) choices(p *cachedProblem) []solution.Solution { return slices.Clone(s.beside(p).all) }

// besides are the solutions that can stand beside a submission.
type besides struct {
	all   []solution.Solution
	whole bool // they solve the cases beyond the site, too
}

// beside finds them once, until the solutions are read again.
func (s *Server) beside(p *cachedProblem) besides {
	all, key := s.solvers.get(s.Root), p.ID+" "+p.Version
	s.solvers.mu.Lock()
	known, ok := s.solvers.beside[key]
	s.solvers.mu.Unlock()
	if ok {
		return known
	}
	known.all = s.findBeside(all, p)
	known.whole = len(known.all) > 0 && solves(known.all[0], p, true)
	s.solvers.mu.Lock()
	defer s.solvers.mu.Unlock()
	s.solvers.beside[key] = known
	return known
}

func (s *Server) findBeside(all []solution.Solution, p *cachedProblem) []solution.Solution {
	found := slices.DeleteFunc(all, func(one solution.Solution) bool {
		return !slices.Contains(one.Problems, p.ID) || !solves(one, p, false)
	})
	if all := slices.DeleteFunc(slices.Clone(found), func(one solution.Solution) bool { return !solves(one, p, true) }); len(all) > 0 {
		found = all
	}
	rank := func(one solution.Solution) int {
		switch {
		case s.solvers.idea(one.Name).Beside == "usual":
			return 0
		case one.Document != "":
			return 1
		}
		return 2
	}
	slices.SortStableFunc(found, func(a, b solution.Solution) int { return rank(a) - rank(b) })
	return found
}

// solves reports whether a solution promises to solve a problem; with beyond, also the cases beyond the site.
func solves(one solution.Solution, p *cachedProblem, beyond bool) bool {
	return !slices.ContainsFunc(p.Cases, func(c problem.Case) bool {
		want, _ := one.ExpectationFor(p.ID, c.Name)
		return !want.Allows(result.AC) && (beyond || !result.Beyond(c.Name))
	})
}

// chosenOurs returns the solution that a request names, or else the usual one; false if the tree has none for the
// problem.
func (s *Server) chosenOurs(v *visit, p *cachedProblem) (one solution.Solution, all []string, ok bool) {
	choices := s.choices(p)
	if !v.Person.Teaches() {
		o, err := s.order(v.Context())
		if err != nil || o.asked(p.ID, "running") { // the idea is for afterwards
			return one, nil, false
		}
	}
	for _, c := range choices {
		all = append(all, c.Name)
	}
	if len(choices) == 0 || p.Check.Talks() {
		return one, nil, false
	}
	at := max(0, slices.Index(all, v.FormValue("with")))
	return choices[at], all, true
}

// judgeOurs runs a solution of the tree on all cases of a problem and counts what it does. It does this once for each
// version of the problem and of the solution.
func (s *Server) judgeOurs(ctx context.Context, t *turns.Request, p *cachedProblem, one solution.Solution) error {
	key := oursOf(p, one)
	if _, known := recall[result.Solution](&s.recent, key); known {
		return nil
	}
	entries := []grade.Entry{{Problem: p.Problem, Solution: one, Cases: p.Cases}}
	var run result.Run
	err := t.Do(ctx, func() (err error) {
		run, err = s.Grader.Grade(ctx, entries, grade.Options{}, func(result.Event) {})
		return err
	})
	if err == nil {
		err = s.explainer(t, watching).Count(ctx, entries, &run)
	}
	if err == nil && ctx.Err() == nil && len(run.Results) > 0 {
		s.recent.put(key, run.Results[0])
	}
	return err
}

// idea is what the file idea.yaml beside a solution says about it. Solutions without one are shown without an idea.
type idea struct {
	Beside         string // "usual": it stands beside a submission unless the reader chooses another. "plain": changes begin at it
	Rung           string // the rung of the ladder that it shows
	Sentence, Text struct{ En, Zh string }
}

// in returns the sentence in a language.
func (i idea) in(l say.Language) string {
	return map[say.Language]string{say.English: i.Sentence.En, say.Chinese: i.Sentence.Zh}[l]
}

// ideaOf reads it.
func ideaOf(dir string) (found idea) {
	text, err := os.ReadFile(filepath.Join(dir, "idea.yaml"))
	if err == nil {
		yaml.Load(text, &found) // a test of the solutions finds what is wrong in it
	}
	return found
}

// idea returns what is said about a solution, in the reader's language.
func (s *Server) idea(lang say.Language, name string) template.HTML {
	one := s.solvers.idea(name)
	return statement.HTML([]byte(map[say.Language]string{say.English: one.Text.En, say.Chinese: one.Text.Zh}[lang]), func(string) string { return "" })
}

// fromPlain returns the changes that turn the plain search into another solution of the tree, nothing if the problem has
// no plain search.
func (s *Server) fromPlain(one *result.Solution) (from string, shown []change, cut int) {
	all := s.solvers.get(s.Root)
	at := slices.IndexFunc(all, func(o solution.Solution) bool {
		return s.solvers.idea(o.Name).Beside == "plain" && slices.Contains(o.Problems, one.Problem)
	})
	if at < 0 || one.Solution == all[at].Name {
		return "", nil, 0
	}
	shown, cut = changes(code(all[at].Files[0].Text), code(one.Source), diffTime)
	return all[at].Name, shown, cut
}

// code returns a source without its package clause and the comment above it.
func code(source string) string {
	_, rest, _ := strings.Cut(source, "\npackage main\n")
	return rest
}

// peer is another person's time in a row of dots.
type peer struct{ At int }

// fewPeers is the smallest number of other people. With fewer, they would know whose dot is whose.
const fewPeers = 3

// among compares an accepted submission with the best times of other people, without names.
func (s *Server) among(ctx context.Context, data *submissionView) error {
	if data.Judging.Verdict != result.AC {
		return nil
	}
	all, err := s.DB.Submissions(ctx, history.Filter{Problem: data.Problem, Verdict: result.AC, Limit: 500})
	best := map[int64]time.Duration{}
	for _, one := range all {
		who := one.Person.ID
		if who != data.Person.ID && one.Contest == "" && (best[who] == 0 || one.Judging.CPU < best[who]) {
			best[who] = one.Judging.CPU
		}
	}
	if err != nil || len(best) < fewPeers {
		return err
	}
	mine := data.Judging.CPU
	low, high := mine, mine
	for _, t := range best {
		low, high = min(low, t), max(high, t)
		if t < mine {
			data.Faster++
		}
	}
	for _, t := range best {
		data.Peers = append(data.Peers, peer{alongAxis(int64(t), int64(low), int64(high))})
	}
	slices.SortFunc(data.Peers, func(a, b peer) int { return a.At - b.At })
	data.AmongPeers = alongAxis(int64(mine), int64(low), int64(high))
	return nil
}

// shortCount writes a count for a narrow column: 950, 12.3k, 4.56M.
func shortCount(n int64) string {
	x := float64(n)
	for _, unit := range []string{"", "k", "M", "G"} {
		if x < 1000 {
			return strconv.FormatFloat(x, 'g', 3, 64) + unit
		}
		x /= 1000
	}
	return strconv.FormatFloat(x, 'f', 0, 64) + "T"
}
