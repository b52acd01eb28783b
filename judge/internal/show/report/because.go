package report

import (
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// fewPairs is how many solutions of a problem are told each against each other.
const fewPairs = 4

// Because tells what each two solutions of a problem do alike and what one does more: digits on the same board, and where
// their language is one, statements on the same cases. Only what was counted to its end is told.
func Because(run result.Run) (all []say.Message) {
	for _, group := range ByProblem(run.Results) {
		if len(group) > fewPairs {
			continue
		}
		for i, a := range group {
			for _, b := range group[i+1:] {
				all = append(all, between(run.Replays, a, b)...)
			}
		}
	}
	return all
}

func between(replays []result.Replay, a, b result.Solution) (told []say.Message) {
	digits := sameDigits(replays, a.Solution, b.Solution)
	if a.Language != b.Language {
		if digits > 0 {
			told = append(told, say.Of("%s and %s place the same %s digits: what differs is the language, and what a digit costs.", a.Solution, b.Solution, number(digits)))
		}
		return told
	}
	if digits > 0 {
		told = append(told, say.Of("%s and %s place the same %s digits.", a.Solution, b.Solution, number(digits)))
	}
	more, less := a.Solution, b.Solution
	times, cases := statementsRatio(a, b)
	if times < 1 && times > 0 {
		more, less, times = less, more, 1/times
	}
	switch {
	case times < 1.05:
	case cases < max(len(a.Cases), len(b.Cases)):
		told = append(told, say.Of("On %s that both finished, %s executes %s times the statements of %s.", say.Count(cases, "case"), more, Ratio(times), less))
	default:
		told = append(told, say.Of("%s executes %s times the statements of %s.", more, Ratio(times), less))
	}
	return told
}

// sameDigits returns how many digits two programs place on a board that both solved, if it is the same number; or 0.
func sameDigits(replays []result.Replay, a, b string) int {
	for _, r := range replays {
		for _, q := range replays {
			if r.Solution == a && q.Solution == b && r.Puzzle == q.Puzzle && r.Solved && q.Solved && r.Placed == q.Placed && r.Back == q.Back {
				return r.Placed
			}
		}
	}
	return 0
}

// statementsRatio returns how many times the statements of b are those of a, on the cases where both were counted to the
// end, and how many these are.
func statementsRatio(a, b result.Solution) (times float64, cases int) {
	var sums [2]int64
	whole := map[string]int64{} // of b, by case
	for _, c := range b.Cases {
		if c.Work != nil && c.Work.Stopped == 0 && c.Verdict == result.AC {
			whole[c.Case] = c.Work.Statements
		}
	}
	for _, c := range a.Cases {
		if n := whole[c.Case]; n > 0 && c.Work != nil && c.Work.Stopped == 0 && c.Verdict == result.AC {
			sums[0], sums[1] = sums[0]+c.Work.Statements, sums[1]+n
			cases++
		}
	}
	if min(sums[0], sums[1]) == 0 {
		return 0, 0
	}
	return float64(sums[0]) / float64(sums[1]), cases
}
