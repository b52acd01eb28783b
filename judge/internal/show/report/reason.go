package report

import (
	"sudokuoj/judge/internal/model/result"
)

// Reasons are the histories whose reason is to be told: those of the user's own programs, or of ours the one that
// placed most. A program that was watched on several boards is told of once.
func Reasons(replays []result.Replay) (all []result.Replay) {
	told := map[string]bool{}
	var most *result.Replay
	for i, r := range replays {
		if r.Reason == nil || !r.Reason.Sentence.Said() {
			continue
		}
		if r.Reason.Own && !told[r.Solution] {
			told[r.Solution] = true
			all = append(all, r)
		}
		if most == nil || r.Placed > most.Placed {
			most = &replays[i]
		}
	}
	if all == nil && most != nil {
		all = append(all, *most)
	}
	return all
}
