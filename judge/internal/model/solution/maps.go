package solution

import (
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

// Map says where a program keeps candidates, as an expression that begins with a variable or a field: fits[cell] and
// fits[row][column] are the digits of a cell, bit 0 for the digit 1; maps[digit] are the cells of a digit, bit 0 for
// the first cell. If a map has several words, each is named in order, with its number of bits:
// digits[digit].low:54 digits[digit].high:27.
type Map struct {
	Variable string
	Path     string // the expression behind that
	Bits     int    // 0 if it has them all
}

var mapForm = match.Lazy(`^([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*|\[(?:digit|cell|row|column|\d+)\])+)(?::([1-9]\d?))?$`)

// parseMaps reads the value of the directive; fault explains an error in it.
func parseMaps(words []string) (maps []Map, fault say.Message) {
	for _, word := range words {
		m := mapForm().FindStringSubmatch(word)
		if m == nil {
			return nil, say.Of("%q is no variable with [digit], [cell] or [row][column]", word)
		}
		bits, _ := strconv.Atoi(m[3]) // two digits, or none
		maps = append(maps, Map{m[1], m[2], bits})
	}
	for i, m := range maps {
		switch by := m.indexes(); {
		case by != "digit" && by != "cell" && by != "column row":
			return nil, say.Of("%q is no variable with [digit], [cell] or [row][column]", words[i])
		case len(maps) > 1 && (by != "digit" || m.Bits == 0 || m.Bits > 64):
			return nil, say.Of("each word of a map in several wants [digit], and behind a colon its bits")
		case m.Variable != maps[0].Variable:
			return nil, say.Of("%s and %s are two variables", maps[0].Variable, m.Variable)
		}
	}
	return maps, say.Message{}
}

var indexForm = match.Lazy(`[a-z]+\]`)

// indexes returns the indexes of the path, in alphabetical order.
func (m Map) indexes() string {
	all := indexForm().FindAllString(m.Path, -1)
	slices.Sort(all)
	return strings.ReplaceAll(strings.Join(all, " "), "]", "")
}

// ByDigit reports whether the map is one of a digit, not of a cell.
func (m Map) ByDigit() bool { return m.indexes() == "digit" }

// Watchable reports whether its board can be watched.
func (s Solution) Watchable() bool { return language.WatchOf(s.Language).Board }
