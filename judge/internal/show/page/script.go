package page

import "sudokuoj/judge/internal/base/say"

// scriptTexts are the sentences that the scripts of the page make themselves, by their names in the scripts. A script
// replaces the words in braces.
var scriptTexts = map[string]say.Message{
	"hottest":  say.Of("hottest: line {line}, {n} times"),
	"share":    say.Of("hottest: line {line}, {n} %% of all"),
	"start":    say.Of("The puzzle as given: {n} cells to fill."),
	"only":     say.Of("Places {v} at row {r}, column {c}, the only digit that fits: depth {d}."),
	"hidden":   say.Of("Places {v} at row {r}, column {c}, the only place left for it: depth {d}."),
	"guess":    say.Of("Tries {v} at row {r}, column {c}, one of {k} that fit: depth {d}."),
	"clash":    say.Of("Writes {v} at row {r}, column {c}, where it clashes: depth {d}."),
	"dead":     say.Of("Dead end: takes back {v} from row {r}, column {c}, back to depth {d}."),
	"stuck":    say.Of("Dead end: nothing fits at row {r2}, column {c2}. Takes back {v} from row {r}, column {c}."),
	"withdraw": say.Of("Takes back {v} from row {r}, column {c}, back to depth {d}."),
	"clear":    say.Of("Clears row {r}, column {c}, which was blank already."),

	"solved": say.Of("Solved."),
	"failed": say.Of("It ends without a solution."),
	"cut":    say.Of("The record stops here: {k} of {n} steps were kept."),
	"rows":   say.Of("{n} of {m} rows"),
	"step":   say.Of("step {n}"),
	"ended":  say.Of("solved with {n} digits"),
	"open":   say.Of("{n} digits and not solved"),
	"unseen": say.Of("its search was not watched"),
	"board":  say.Of("Board of {n}"),
	"part":   say.Of("the first {r} rows and {c} columns"),
	"rest":   say.Of("{n} more"),
	"inside": say.Of("calls: {n}"),

	"bar":           say.Of("The {v} in row {r}, column {c}: {n} more digits were placed on top of it."),
	"costliest":     say.Of("The costliest guess: the {v} in row {r}, column {c}. {n} more digits were placed on top of it."),
	"already":       say.Of("Already before it: "),
	"since":         say.Of("With it: "),
	"noDigit":       say.Of("row {r}, column {c} has no digit left."),
	"noPlaceRow":    say.Of("row {k} has no place left for {v}."),
	"noPlaceColumn": say.Of("column {k} has no place left for {v}."),
	"noPlaceBox":    say.Of("box {k} has no place left for {v}."),
	"of":            say.Of("of {n}"),
	"fewest":        say.Of("in another order: a new search by the judge itself, instead of the {n} digits of the bars"),
}

func inScript() map[string]both {
	said := map[string]both{}
	for name, m := range scriptTexts {
		said[name] = spoken(m)
	}
	return said
}
