package command

import (
	"context"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// times are what earlier runs kept of a problem's solutions, as shares of their limits.
type times struct {
	slowest float64 // of an accepted case
	on      string  // which
	late    string  // a solution that ran out of time; "" if none did
}

// keptTimes reads what the last run of each solution kept, by problem. It runs and compiles nothing.
func keptTimes(ctx context.Context, problems []problem.Problem, solutions []solution.Solution) map[string]times {
	all := map[string]times{}
	store, err := resultcache.Open("")
	if err != nil {
		return all
	}
	g, err := grade.Open(sandbox.Options{}, build.Options{Known: true})
	if err != nil {
		return all
	}
	defer g.Close()
	host := grade.Host(g.Sandbox)
	for _, p := range problems {
		entries, _, _ := grade.Enter([]problem.Problem{p}, []string{p.ID}, solutions, "", nil)
		data := resultcache.Data(p.Cases)
		found := times{}
		for _, e := range entries {
			program, err := g.Prepare(ctx, e)
			if err != nil || program.Refused != "" {
				continue
			}
			for name, c := range store.Recall(program.Basis(host, 1), data) {
				share := float64(c.CPU) / float64(max(program.Limits.CPU, 1))
				switch {
				case result.Beyond(name):
				case c.Verdict == result.TLE:
					found.late = max(found.late, e.Solution.Name)
				case c.Verdict == result.AC && share > found.slowest:
					found.slowest, found.on = share, e.Solution.Name+" "+name
				}
			}
		}
		all[p.ID] = found
	}
	return all
}

// propose says which limit the times of a problem ask for: twice that of the slowest accepted case, as a round number
// from a tenth of a second on.
func (t times) propose(env *terminal.Console, limit time.Duration) {
	if t.slowest == 0 {
		return
	}
	said := say.Of("slowest accepted: %.1f %% of the limit (%s); a limit of %s is at least twice that",
		100*t.slowest, t.on,
		terminal.Duration(time.Duration(measure.RoundUp(max(2*t.slowest*limit.Seconds(), 0.1))*float64(time.Second))))
	if t.late != "" {
		said = say.Join(said, say.Of("%s takes more than the limit", t.late))
	}
	env.Print(env.Stdout, "    "+terminal.Escape(env.Lang.Line(said))+"\n")
}
