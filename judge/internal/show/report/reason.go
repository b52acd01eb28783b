package report

import (
	"sudokuoj/judge/internal/model/result"
)

// Reasons returns the histories whose reason the report tells: those of the user's own programs, else the one that placed
// most. A program watched on several boards is told once.
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
