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
				if told := between(run.Replays, a, b); told.Said() {
					all = append(all, told)
				}
			}
		}
	}
	return all
}

func between(replays []result.Replay, a, b result.Solution) say.Message {
	digits := sameDigits(replays, a.Solution, b.Solution)
	more, less, times := a.Solution, b.Solution, 0.0
	if a.Language == b.Language {
		if times = statementsRatio(a, b); times < 1 && times > 0 {
			more, less, times = less, more, 1/times
		}
	}
	switch {
	case digits > 0 && a.Language != b.Language:
		return say.Of("%s and %s place the same %s digits: what differs is the language, and what a digit costs.", a.Solution, b.Solution, number(digits))
	case digits > 0 && times >= 1.05:
		return say.Of("%s and %s place the same %s digits, and %s executes %s times the statements.", less, more, number(digits), more, Ratio(times))
	case digits > 0:
		return say.Of("%s and %s place the same %s digits.", a.Solution, b.Solution, number(digits))
	case times >= 1.05:
		return say.Of("%s executes %s times the statements of %s.", more, Ratio(times), less)
	}
	return say.Message{}
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
// end; 0 if there is none.
func statementsRatio(a, b result.Solution) float64 {
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
		}
	}
	if min(sums[0], sums[1]) == 0 {
		return 0
	}
	return float64(sums[0]) / float64(sums[1])
}
