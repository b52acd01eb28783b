package sudoku

import "sudokuoj/judge/internal/base/say"

// Reasons explains a hint, with a sentence for each thing to see. The last sentence says what to do.
func (b Board) Reasons(h Hint) []say.Message {
	var all []say.Message
	for _, p := range h.Points {
		line := Clash{Unit: p.Line, Index: p.Index}.Place()
		all = append(all, say.Of("box %d has its places for %s only in %s, so %s stands nowhere else in %s",
			p.Box, b.Symbol(p.Value), line, b.Symbol(p.Value), line))
	}
	return append(all, b.conclusion(h))
}

func (b Board) conclusion(h Hint) say.Message {
	var at, unit say.Message
	if h.Cell >= 0 {
		at = b.Place(h.Cell)
	}
	if h.Unit != "" {
		unit = Clash{Unit: h.Unit, Index: h.Index}.Place()
	}
	switch {
	case h.Technique == Full:
		return say.Of("the board is full")
	case h.Technique == Guess:
		var fit []string
		for _, v := range h.Values {
			fit = append(fit, b.Symbol(v))
		}
		return say.Of("a guess is needed here: %s can be %s", at, say.List(fit))
	case h.Technique == DeadEnd && h.Unit == "":
		return say.Of("nothing fits %s: something before was wrong", at)
	case h.Technique == DeadEnd:
		return say.Of("%s has no place left for %s: something before was wrong", unit, b.Symbol(h.Value))
	case h.Unit == "" && len(h.Points) > 0:
		return say.Of("so %s can only be %s", at, b.Symbol(h.Value))
	case h.Unit == "":
		return say.Of("%s can only be %s: every other value is already in its row, column or box", at, b.Symbol(h.Value))
	}
	return say.Of("%s has one place left for %s: %s", unit, b.Symbol(h.Value), at)
}
