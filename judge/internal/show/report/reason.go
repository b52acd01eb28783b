package report

import (
	"sudokuoj/judge/internal/model/result"
)

// Reasons returns the histories whose reason the report shows: those of the user's own programs, or else the one that
// placed most digits. If a program was watched on several boards, only its first reason is shown.
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
