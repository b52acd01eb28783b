package report

import (
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Yours tells a reader in one sentence how the reader's own program fared, and in a second one why. Last is what the
// same person handed in before, nil if there was nothing. Both sentences count up to what they name.
func Yours(run result.Run, mine string, last *result.Solution) (first, second say.Message) {
	s := Of(run, mine)
	if s == nil || s.Interrupted || s.Compile.OK && len(s.Cases) == 0 {
		return first, second
	}
	if !s.Compile.OK {
		return say.Of("Your program does not compile."), compilerSays(*s)
	}
	fault := FirstFault(*s)
	watched, quick := watchedOf(run, mine, fault)
	switch {
	case fault == nil:
		first = accepted(*s, last)
		switch second = digitsOf(watched, quick); {
		case !second.Said():
			second = besideOurs(run, *s)
		case result.Case{Case: watched.Case}.Beyond():
			second = say.Of("On %s, which does not count: %s", watched.Case, second)
		}
	case fault.Verdict == result.TLE:
		if first = digitsOf(watched, quick); !first.Said() {
			first = outOfTime(run, *s, *fault)
		}
		if second = wasted(watched); !second.Said() && fault.Cause != nil {
			second = fault.Cause.Sentence
		}
	case fault.Verdict == result.WA || fault.Verdict == result.PE:
		if first = striking(*fault); first.Said() {
			second = fault.Reason()
		} else {
			first, second = say.Of("On %s your program prints a wrong answer.", fault.Case), fault.Reason()
		}
	case fault.Verdict == result.RE:
		first = say.Of("On %s your program crashes.", fault.Case)
		if line := OwnLine(*fault, s.Path); line > 0 {
			first = say.Of("On %s your program crashes in line %d.", fault.Case, line)
		}
		second = Crash(*fault)
	default:
		first, second = say.Of("On %s: %s.", fault.Case, fault.Verdict.Title()), fault.Reason()
	}
	return first, second
}

// Of returns the first result of a solution, nil if there is none.
func Of(run result.Run, name string) *result.Solution {
	for i, s := range run.Results {
		if s.Solution == name {
			return &run.Results[i]
		}
	}
	return nil
}

// FirstFault returns the first case that counts and was not accepted, or else the first that did not come out as
// expected; nil if there is none.
func FirstFault(s result.Solution) (fault *result.Case) {
	if s.Verdict == result.AC {
		return nil
	}
	for i, c := range s.Cases {
		if c.Verdict == result.AC || c.Verdict == result.SK {
			continue
		}
		if !c.Beyond() {
			return &s.Cases[i]
		}
		if fault == nil && !c.AsExpected {
			fault = &s.Cases[i]
		}
	}
	return fault
}

// watchedOf returns the history of a program, on the case of its fault if there is one, and the shortest one of another
// program that solved the same board.
func watchedOf(run result.Run, mine string, fault *result.Case) (own, quick *result.Replay) {
	for i, r := range run.Replays {
		if r.Solution == mine && (own == nil || fault != nil && r.Case == fault.Case) {
			own = &run.Replays[i]
		}
	}
	for i, r := range run.Replays {
		if own != nil && r.Solution != mine && r.Puzzle == own.Puzzle && r.Solved && (quick == nil || r.Placed < quick.Placed) {
			quick = &run.Replays[i]
		}
	}
	return own, quick
}

// digitsOf compares the digits that two programs placed on one board.
func digitsOf(own, quick *result.Replay) say.Message {
	if own == nil || quick == nil || own.Placed == 0 || quick.Placed == 0 {
		return say.Message{}
	}
	placed, enough := Large(int64(own.Placed)), terminal.Thousands(int64(quick.Placed))
	switch {
	case !own.Solved && own.Stopped && own.Placed > quick.Placed:
		return say.Of("Your %[2]s digits in %[1]s did not solve it; %[3]s are enough.", brief(own.Watched), placed, enough)
	case !own.Solved:
		return say.Message{}
	case float64(own.Placed) >= worthTelling*float64(quick.Placed):
		return say.Of("Your program placed %s digits; %s are enough.", placed, enough)
	}
	return say.Of("Your program placed %s digits; %s places %s.", placed, quick.Solution, enough)
}

// brief writes a time without needless digits.
func brief(d time.Duration) string {
	if d = d.Round(100 * time.Millisecond); d >= time.Second {
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	}
	return terminal.Duration(d)
}

func outOfTime(run result.Run, s result.Solution, fault result.Case) say.Message {
	for _, other := range run.Results {
		for _, c := range other.Cases {
			if other.Problem == s.Problem && other.Solution != s.Solution && c.Case == fault.Case && c.Verdict == result.AC {
				return say.Of("On %s your program was still running after %s; %s takes %s.", fault.Case,
					terminal.Duration(fault.CPU), other.Solution, terminal.Duration(c.CPU))
			}
		}
	}
	return say.Of("On %s your program was still running after %s.", fault.Case, terminal.Duration(fault.CPU))
}

// Slowest returns the longest time of a case that the verdict depends on.
func Slowest(s result.Solution) (most time.Duration) {
	for _, c := range s.Cases {
		if !c.Beyond() {
			most = max(most, c.CPU)
		}
	}
	return most
}

// accepted compares an accepted program with what was handed in before.
func accepted(s result.Solution, last *result.Solution) say.Message {
	slowest := Slowest(s)
	switch {
	case last == nil || len(last.Cases) == 0:
		return say.Of("Your program is right on every case that counts; its slowest takes %s.", terminal.Duration(slowest))
	case last.Verdict != result.AC:
		return say.Of("Your program is right on every case that counts; the last try: %s.", last.Verdict.Title())
	}
	before := Slowest(*last)
	ratio := float64(before) / float64(max(slowest, 1))
	switch {
	case ratio >= worthTelling:
		return say.Of("The slowest case takes %s now and took %s in your last try: %s times as quick.", terminal.Duration(slowest),
			terminal.Duration(before), Ratio(ratio))
	case ratio <= 1/worthTelling:
		return say.Of("The slowest case takes %s now and took %s in your last try.", terminal.Duration(slowest), terminal.Duration(before))
	}
	return say.Of("The slowest case takes %s now, about as long as in your last try.", terminal.Duration(slowest))
}

// besideOurs compares the slowest cases of an accepted program and of another one.
func besideOurs(run result.Run, s result.Solution) say.Message {
	for _, other := range run.Results {
		if other.Problem == s.Problem && other.Solution != s.Solution && other.Verdict == result.AC {
			return say.Of("The slowest case of %s takes %s.", other.Solution, terminal.Duration(Slowest(other)))
		}
	}
	return say.Message{}
}

// Crash says why a program crashed: what the sanitizer found, or its last words.
func Crash(c result.Case) say.Message {
	if c.Fault != nil && c.Fault.Line > 0 {
		return c.Fault.Text
	}
	return Why(c)
}

// wasted says what share of the digits was placed in vain, and what the program could have seen.
func wasted(r *result.Replay) say.Message {
	if r == nil || r.Reason == nil || r.Reason.Placed == 0 {
		return say.Message{}
	}
	placed, vain := r.Reason.Placed, r.Reason.Counts[r.Reason.Lacks]
	if r.Insight != nil && r.Reason.Lacks == result.LacksNoDigit { // of all digits, not only the kept ones
		placed, vain = r.Placed, r.Placed-r.Insight.Blanks
	}
	share := strconv.Itoa(100*vain/placed) + " %"
	var m say.Message
	switch r.Reason.Lacks {
	case result.LacksClash:
		m = say.Of("%s of your digits were placed in vain: some digit already stood twice in a row, column or box.", share)
	case result.LacksNoDigit:
		m = say.Of("%s of your digits were placed in vain: some blank already had no digit left.", share)
	case result.LacksNoPlace:
		m = say.Of("%s of your digits were placed in vain: some digit already had no place left in a row, column or box.", share)
	case result.LacksForcedCell:
		m = say.Of("%s of your digits were wrong guesses while some other blank had only one digit left.", share)
	case result.LacksForcedPlace:
		m = say.Of("%s of your digits were wrong guesses while some other digit had only one place left.", share)
	default:
		return r.Reason.Sentence
	}
	if placed < r.Placed {
		return say.Of("%s (Of the first %s.)", m, number(placed))
	}
	return m
}

// Large writes a number in words with three figures: 28.7 million, 2870 万.
func Large(n int64) say.Message {
	chinese := inUnits(n, unit{1e8, " 亿"}, unit{1e4, " 万"})
	if n < 1e4 {
		chinese += " " // before 次
	}
	return say.Of("%[1]s%.0[2]s", inUnits(n, unit{1e9, " billion"}, unit{1e6, " million"}), chinese)
}

type unit struct {
	size int64
	name string
}

// inUnits writes a number in the first of the units that is not larger.
func inUnits(n int64, units ...unit) string {
	for _, u := range units {
		if n < u.size {
			continue
		}
		x := float64(n) / float64(u.size)
		if x >= 1000 {
			return strconv.FormatFloat(x, 'f', 0, 64) + u.name
		}
		return strings.TrimSuffix(strconv.FormatFloat(x, 'g', 3, 64), ".0") + u.name
	}
	return terminal.Thousands(n)
}
