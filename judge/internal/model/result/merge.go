package result

import (
	"cmp"
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// Merge joins runs with different cases: shards of one run, or different solutions or problems. All the shards of a
// run make the run itself. Missing names absent shards. It is an error if two runs have the same case.
func Merge(runs []Run) (whole Run, missing say.Message, err error) {
	whole.Host = mergeHosts(runs)
	place := map[[2]string]int{}
	for _, run := range runs {
		whole.Interrupted = whole.Interrupted || run.Interrupted
		whole.Elapsed += run.Elapsed
		whole.Replays = append(whole.Replays, run.Replays...)
		whole.Searches = append(whole.Searches, run.Searches...)
		for _, s := range run.Results {
			key := [2]string{s.Problem, s.Solution}
			at, known := place[key]
			if !known {
				place[key] = len(whole.Results)
				s.Cases, s.Score = slices.Clone(s.Cases), s.Score.clone()
				whole.Results = append(whole.Results, s)
				continue
			}
			if err := whole.Results[at].take(s); err != nil {
				return Run{}, missing, err
			}
		}
	}
	missing = missingShards(runs)
	for i := range whole.Results {
		s := &whole.Results[i]
		slices.SortStableFunc(s.Cases, func(a, b Case) int { return cmp.Compare(a.Number, b.Number) })
		s.Partial = s.Partial && missing.Said()
		s.Conclude(s.refused())
	}
	slices.SortStableFunc(whole.Results, func(a, b Solution) int { return cmp.Compare(a.Order, b.Order) })
	return whole, missing, nil
}

// refused returns the verdict of a solution that never ran, which all its cases share; "" if it ran.
func (s *Solution) refused() Verdict {
	if s.Compile.OK || len(s.Cases) == 0 {
		return ""
	}
	return s.Cases[0].Verdict
}

// take adds the cases of another part of the same solution on the same problem.
func (s *Solution) take(other Solution) error {
	for _, c := range other.Cases {
		if slices.ContainsFunc(s.Cases, func(mine Case) bool { return mine.Case == c.Case }) {
			return say.Errorf("%s on %s %s is in two of the files", s.Solution, s.Problem, c.Case).
				Hint("merge reports of different cases, problems or solutions")
		}
		s.Cases = append(s.Cases, c)
	}
	if !other.Compile.OK && s.Compile.OK {
		s.Compile = other.Compile // it compiled on one machine and not on another
	}
	s.Interrupted = s.Interrupted || other.Interrupted
	if s.Expected == Accepted {
		s.Expected = other.Expected // a part that was skipped promises nothing
	}
	return nil
}

// mergeHosts describes the machines of all the runs: of several, only what they have in common.
func mergeHosts(runs []Run) (h Host) {
	for i, run := range runs {
		other := run.Host
		if i == 0 {
			h = other
			continue
		}
		h.Contended = h.Contended || other.Contended
		if other.Step > h.Step { // a larger step is a weaker one
			h.Step, h.Isolation = other.Step, other.Isolation
		}
		if other.CPU != h.CPU || other.CPUs != h.CPUs || other.OS != h.OS || other.Arch != h.Arch {
			h.Several = true
		}
	}
	return h
}

// missingShards names the parts of a run that are missing in the merge.
func missingShards(runs []Run) say.Message {
	have := map[Shard]bool{}
	var missing []string
	for _, run := range runs {
		have[run.Shard] = true
	}
	for _, run := range runs {
		for i := 1; i <= run.Shard.Of; i++ {
			s := Shard{i, run.Shard.Of}
			if run.Shard.Of > 1 && !have[s] {
				have[s] = true
				missing = append(missing, s.String())
			}
		}
	}
	if missing == nil {
		return say.Message{}
	}
	return say.Of("not all is there: shard %s is missing", say.List(missing))
}
