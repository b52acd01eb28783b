package report

import (
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
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

// lastWords matches the line in which a runtime says why it gives up. The package of an exception is left out.
var lastWords = match.Lazy(`(?m)^(?:Exception in thread "[^"]*" )?(?:[a-z]\w*\.)*(\w*(?:Error|Exception)\b.*|panic: .*|terminate called .*)$`)

// Why says why a case failed. If only an exit status or a signal is known, it returns the last words of the runtime.
func Why(c result.Case) say.Message { return LastWordsOr(c.Reason(), c.Stderr) }

// LastWordsOr is Why for a reason and what the program wrote to its standard error.
func LastWordsOr(why say.Message, stderr string) say.Message {
	said := lastWords().FindAllStringSubmatch(stderr, -1)
	if said != nil && (why.Format == "exit status %d" || why.Format == "killed by %s") {
		return say.Text(terminal.Shorten(terminal.Escape(said[len(said)-1][1]), 100))
	}
	return why
}
