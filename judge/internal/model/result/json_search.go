package result

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// packedTree are the calls and writes of a search in JSON, as a page has them: see SearchBytes.
type packedTree struct {
	Texts  []string `json:"arguments"`
	Kept   int      `json:"calls_kept"`
	Writes int      `json:"writes_kept"`
	Packed string   `json:"steps_packed"`
}

// The judge keeps fewer calls and fewer writes than these of any search.
const (
	mostCalls  = 1 << 16
	mostWrites = 1 << 18
	mostSide   = 1 << 24 // rows or columns
)

var (
	callColumns = columns[Call]{
		func(c *Call) *int { return &c.Parent }, func(c *Call) *int { return &c.Function },
		func(c *Call) *int { return &c.From }, func(c *Call) *int { return &c.To },
	}
	writeColumns = columns[TableWrite]{
		func(w *TableWrite) *int { return &w.Table }, func(w *TableWrite) *int { return &w.Cell }, func(w *TableWrite) *int { return &w.Line },
	}
)

// SearchBytes writes the calls, how many arguments each has and which, the writes, which of them leave nothing, and
// their values. The arguments are numbers of texts.
func SearchBytes(s Search) (texts []string, data []byte) {
	number := map[string]int{}
	var counts, arguments, none []int
	texts = []string{}
	tree := slices.Clone(s.Tree)
	for i := range tree {
		c := &tree[i]
		c.From, c.To = min(c.From, len(s.Writes)), min(c.To, len(s.Writes)) // a page may keep fewer of them
		counts = append(counts, len(c.Arguments))
		for _, text := range c.Arguments {
			at, known := number[text]
			if !known {
				at = len(texts)
				number[text] = at
				texts = append(texts, text)
			}
			arguments = append(arguments, at)
		}
	}
	data = single.append(single.append(callColumns.append(nil, tree), counts), arguments)
	data = writeColumns.append(data, s.Writes)
	for _, w := range s.Writes {
		one := 0
		if w.None {
			one = 1
		}
		none = append(none, one)
	}
	data = single.append(data, none)
	for _, w := range s.Writes {
		data = binary.AppendVarint(data, w.Value) // as it is: it may be any number
	}
	return texts, data
}

// MarshalJSON adds the calls and writes.
func (s Search) MarshalJSON() ([]byte, error) {
	texts, data := SearchBytes(s)
	return marshal(s, "arguments", texts, "calls_kept", len(s.Tree), "writes_kept", len(s.Writes), "steps_packed", Pack(data))
}

// UnmarshalJSON implements json.Unmarshaler. Anybody may have written the search, so every value is checked.
func (s *Search) UnmarshalJSON(text []byte) error {
	var in packedTree
	err := cmp.Or(unmarshal(text, s), notOurs(json.Unmarshal(text, &in)))
	if err == nil && !s.unpack(in) {
		err = say.Errorf("its calls and writes do not belong together")
	}
	if err != nil {
		return say.Errorf("search of %s: %w", s.Solution, err)
	}
	return nil
}

// unpack reads the calls and the writes.
func (s *Search) unpack(in packedTree) bool {
	for _, t := range s.Tables {
		if t.Rows < 1 || t.Columns < 1 || max(t.Rows, t.Columns) > mostSide {
			return false
		}
	}
	if min(in.Kept, in.Writes, s.Deepest) < 0 || in.Kept > mostCalls || in.Writes > mostWrites {
		return false
	}
	from := unpack(in.Packed, (in.Kept+in.Writes)*8) // with some arguments each
	s.Tree = callColumns.read(from, in.Kept)
	counts, all := single.read(from, in.Kept), 0
	for _, n := range counts {
		if all += n; n < 0 || all > 16*mostCalls {
			return false
		}
	}
	arguments, begin := single.read(from, all), 0
	for i := range s.Tree {
		c := &s.Tree[i]
		for _, at := range arguments[:counts[i]] {
			if at < 0 || at >= len(in.Texts) {
				return false
			}
			c.Arguments = append(c.Arguments, in.Texts[at])
		}
		arguments = arguments[counts[i]:]
		if c.Parent < -1 || c.Parent >= i || c.Function < 0 || c.Function >= len(s.Functions) ||
			c.From < begin || c.To < c.From || c.To > in.Writes {
			return false
		}
		begin = c.From
		c.Level = s.levelOf(*c)
	}
	return s.readWrites(from, in.Writes) && from.good()
}

// levelOf returns how many calls of its function were under way when a call began.
func (s *Search) levelOf(c Call) int {
	for above := c.Parent; above >= 0; above = s.Tree[above].Parent {
		if s.Tree[above].Function == c.Function {
			return s.Tree[above].Level + 1
		}
	}
	return 0
}

func (s *Search) readWrites(from *packedNumbers, writes int) bool {
	s.Writes = writeColumns.read(from, writes)
	none := single.read(from, writes)
	for i := range s.Writes {
		w := &s.Writes[i]
		if w.Table < 0 || w.Table >= len(s.Tables) || w.Cell < 0 ||
			int64(w.Cell) >= int64(s.Tables[w.Table].Rows)*int64(s.Tables[w.Table].Columns) {
			return false
		}
		w.None, w.Value = none[i] != 0, from.next()
	}
	return true
}
