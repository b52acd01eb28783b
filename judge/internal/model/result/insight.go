package result

import (
	"cmp"
	"encoding/json"

	"sudokuoj/judge/internal/model/sudoku"
)

// Insight says what a search would have cost, had its program looked at more after each digit. A look only cuts branches
// off, so that all of it is exact, and follows from the record alone. It counts all digits, not only those kept.
type Insight struct {
	Blanks int   `json:"blanks"` // how many digits it places if it looks whether each blank has a digit left
	Places int   `json:"places"` // and also whether each digit has a place left in each row, column and box
	Fewest int   `json:"fewest"` // what the judge's own search places, which fills the blank with the fewest digits first
	Both   int   `json:"both"`   // and looks for places, too; these two are 0 if that takes too long
	Bars   []Bar `json:"-"`
}

// Counts returns it without its bars.
func (i *Insight) Counts() *Insight {
	if i == nil {
		return nil
	}
	return &Insight{Blanks: i.Blanks, Places: i.Places, Fewest: i.Fewest, Both: i.Both}
}

// Bar is a digit of a search with everything that was built on it. Bars are in the order in which they were placed.
// Narrow ones are left out, but never one that has another on it.
type Bar struct {
	Depth, Cell, Digit int // Depth counts the digits that are then beyond the clues, with this one
	// The digits that were placed before, and with this one until it was taken back: as it was, with a look at the
	// blanks, with a look at the places too. Wide is 0 where this digit would not have been placed.
	From, Wide [3]int
	Top        [3]int // how many digits stood at most meanwhile
}

const mostBars = 1 << 13 // more than the judge keeps

var barColumns = columns[Bar]{
	func(b *Bar) *int { return &b.Depth }, func(b *Bar) *int { return &b.Cell }, func(b *Bar) *int { return &b.Digit },
	func(b *Bar) *int { return &b.From[0] }, func(b *Bar) *int { return &b.From[1] }, func(b *Bar) *int { return &b.From[2] },
	func(b *Bar) *int { return &b.Wide[0] }, func(b *Bar) *int { return &b.Wide[1] }, func(b *Bar) *int { return &b.Wide[2] },
	func(b *Bar) *int { return &b.Top[0] }, func(b *Bar) *int { return &b.Top[1] }, func(b *Bar) *int { return &b.Top[2] },
}

// BarBytes writes the bars.
func BarBytes(bars []Bar) []byte { return barColumns.append(nil, bars) }

// MarshalJSON adds the bars.
func (i Insight) MarshalJSON() ([]byte, error) {
	if len(i.Bars) == 0 {
		return marshal(i)
	}
	return marshal(i, "bars", len(i.Bars), "bars_packed", Pack(BarBytes(i.Bars)))
}

// UnmarshalJSON implements json.Unmarshaler.
func (i *Insight) UnmarshalJSON(text []byte) error {
	var in struct {
		Count  int    `json:"bars"`
		Packed string `json:"bars_packed"`
	}
	if err := cmp.Or(unmarshal(text, i), notOurs(json.Unmarshal(text, &in))); err != nil || in.Count == 0 {
		return err
	}
	if in.Count < 0 || in.Count > mostBars {
		return errSpoilt
	}
	from := unpack(in.Packed, in.Count*len(barColumns))
	if i.Bars = barColumns.read(from, in.Count); !from.good() {
		return errSpoilt
	}
	return nil
}

// fits reports whether a search on this board can have these bars.
func (i *Insight) fits(board sudoku.Board, placed int) bool {
	if i == nil {
		return true
	}
	if i.Places < 0 || i.Blanks < i.Places || placed < i.Blanks || placed > mostCounted || i.Fewest < 0 || i.Both < 0 {
		return false
	}
	ends := [][3]int{{placed, i.Blanks, i.Places}} // where the bars end that are under the next one
	last := Bar{}
	for _, b := range i.Bars {
		if b.Depth < 1 || b.Depth > len(ends) || b.Cell < 0 || b.Cell >= len(board.Cells) || b.Digit < 1 || b.Digit > board.Size {
			return false
		}
		under := ends[b.Depth-1]
		ends = append(ends[:b.Depth], under)
		for look, wide := range b.Wide {
			if b.From[look] < last.From[look] || wide < 0 || wide > under[look]-b.From[look] || b.Top[look] < 0 || b.Top[look] > len(board.Cells) {
				return false
			}
			ends[b.Depth][look] = b.From[look] + wide
		}
		last = b
	}
	return true
}
