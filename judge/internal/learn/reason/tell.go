package reason

import (
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

const (
	// worthTelling is the least share of the digits, in hundredths, that makes a lack a reason.
	worthTelling = 5
	// leastDigits is how many digits it must explain at the least.
	leastDigits = 2
	// Up to fewDigits are given as a number, more as a share.
	fewDigits = 100
	// dearMistake is how many digits a mistake must cost to be mentioned.
	dearMistake = 10
	// wonder is how many right guesses in a row no search makes.
	wonder = 5
)

// tell writes the reason as sentences.
func (s *search) tell(r result.Replay) {
	f := &s.found
	for _, lack := range result.Lacks { // of equals the first, which is the easiest to see
		if f.Counts[lack] > f.Counts[f.Lacks] && f.Counts[lack] >= leastDigits && f.Counts[lack]*100 >= worthTelling*f.Placed {
			f.Lacks = lack
		}
	}
	f.First = s.first[f.Lacks]
	f.Sentence = s.sentence(r)
	if f.Wrong.Cost >= dearMistake {
		f.Worst = s.worst(r.Solution)
	}
}

func (s *search) sentence(r result.Replay) say.Message {
	f := &s.found
	share := share(f.Counts[f.Lacks], f.Placed, r)
	switch f.Lacks {
	case result.LacksClash:
		if r.Back > 0 && s.blanked == 0 {
			return say.Of("%s were placed while old guesses were still on the board: the program does not clear a cell when it backtracks. The same digit written again is not counted.", share)
		}
		return say.Of("%s stood on boards that were already lost: some digit stood twice in a row, column or box.", share)
	case result.LacksNoDigit:
		return say.Of("%s stood on boards that were already lost: some blank had no digit left.", share)
	case result.LacksNoPlace:
		return say.Of("%s stood on boards that were already lost: some digit had no place left in a row, column or box.", share)
	case result.LacksForcedCell:
		return say.Of("%s were wrong choices, made while some other blank had only one digit left.", share)
	case result.LacksForcedPlace:
		return say.Of("%s were wrong choices, made while some other digit had only one place left in a row, column or box.", share)
	}
	if f.Placed == r.Placed && r.Back == 0 {
		if s.lucky >= wonder {
			return say.Of("%s placed %s and took none back, though nothing on the board forced %d of them: it may search in another form, as bits or links, and write down only its result.",
				r.Solution, say.Count(r.Placed, "digit"), s.lucky)
		}
		return say.Of("%s placed %s and took none back.", r.Solution, say.Count(r.Placed, "digit"))
	}
	if f.Counts[result.LacksClash]+f.Counts[result.LacksNoDigit]+f.Counts[result.LacksNoPlace] == 0 {
		return say.Of("%s placed no digit on a board that was lost at a glance.", r.Solution)
	}
	return say.Message{}
}

// share returns, in words, which part of the placed digits n is.
func share(n, placed int, r result.Replay) say.Message {
	switch {
	case placed < r.Placed:
		return say.Of("%d in 100 of the first %s digits that %s placed", n*100/placed, number(placed), r.Solution)
	case placed <= fewDigits:
		return say.Of("%d of the %d digits that %s placed", n, placed, r.Solution)
	}
	return say.Of("%d of 100 digits that %s placed", n*100/placed, r.Solution)
}

func (s *search) worst(name string) say.Message {
	w := s.found.Wrong
	if w.Until == 0 {
		return say.Of("The costliest mistake of %s: the %s in %s. On top of it, %s more digits were placed until the record stops.", name, s.board.Named(w.Digit), s.board.at(w.Cell), number(w.Cost))
	}
	return say.Of("The costliest mistake of %s: the %s in %s. On top of it, %s more digits were placed before it was taken back.", name, s.board.Named(w.Digit), s.board.at(w.Cell), number(w.Cost))
}

// looks names, for each lack, the solution under solutions/ that looks for it, and how it does.
var looks = map[result.Lack]struct {
	solution string
	how      say.Message
}{
	result.LacksClash:       {"naive", say.Of("looks whether a digit fits before it places it")},
	result.LacksNoDigit:     {"inplace", say.Of("looks at every blank before each guess")},
	result.LacksNoPlace:     {"dancing", say.Of("also looks for digits without a place before each guess")},
	result.LacksForcedCell:  {"inplace", say.Of("always takes the blank with the fewest digits")},
	result.LacksForcedPlace: {"dancing", say.Of("also takes a digit that has only one place left")},
}

// Looks returns the solution under solutions/ that looks for what a program lacks, or "".
func Looks(lack result.Lack) string { return looks[lack].solution }

// Beside returns, in words, what that solution needs on the same puzzle. It is empty unless that is less. In is the
// solution's language, "" if the reader's program has the same.
func Beside(lack result.Lack, mine, ours result.Replay, in string) say.Message {
	how := looks[lack].how
	if !ours.Solved || ours.Placed >= mine.Placed || !how.Said() {
		return say.Message{}
	}
	most := say.Text(number(mine.Placed))
	if mine.Stopped {
		most = say.Of("more than %s", number(mine.Placed))
	}
	see := say.Text("solutions/" + ours.Solution)
	if in != "" {
		see = say.Of("%s (in %s)", see, in)
	}
	return say.Of("%s %s: %s digits instead of %s; see %s.", ours.Solution, how, number(ours.Placed), most, see)
}

func number(n int) string { return terminal.Thousands(int64(n)) }
