package result

import (
	"cmp"
	"encoding/binary"
	"encoding/json"

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
	mostWrites = 1 << 20
	mostSide   = 1 << 24 // rows or columns
)

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
	most := int64(in.Kept+in.Writes) * 8 * binary.MaxVarintLen64 // with some arguments each
	data, err := unpack(in.Packed, most)
	from := &packedNumbers{data: data}
	s.Tree, s.Writes = make([]Call, in.Kept), make([]TableWrite, in.Writes)
	begin := 0
	for i := range s.Tree {
		c := &s.Tree[i]
		c.Parent, c.Function = i-from.next(), from.next()
		c.From = begin + from.next()
		c.To = c.From + from.next()
		begin = c.From
		for range from.next() {
			at := from.next()
			if at >= len(in.Texts) || len(c.Arguments) > len(in.Texts) {
				return false
			}
			c.Arguments = append(c.Arguments, in.Texts[at])
		}
		if c.Parent < -1 || c.Parent >= i || c.Function >= len(s.Functions) || c.To > in.Writes || from.spoilt {
			return false
		}
		c.Level = s.levelOf(*c)
	}
	s.readWrites(from)
	return err == nil && !from.spoilt && len(from.data) == 0
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

func (s *Search) readWrites(from *packedNumbers) {
	cells, line := map[int]int{}, 0
	for i := range s.Writes {
		kind := from.next()
		w := TableWrite{Table: kind >> 1, None: kind&1 != 0}
		cells[w.Table] += int(from.signed())
		line += int(from.signed())
		w.Cell, w.Line, w.Value = cells[w.Table], line, from.signed()
		if from.spoilt || w.Table >= len(s.Tables) || w.Cell < 0 || int64(w.Cell) >= int64(s.Tables[w.Table].Rows)*int64(s.Tables[w.Table].Columns) {
			from.spoilt = true
			return
		}
		s.Writes[i] = w
	}
}

// packedNumbers reads varints, until one is spoilt.
type packedNumbers struct {
	data   []byte
	spoilt bool
}

// next reads a number that stands for an index or a count.
func (p *packedNumbers) next() int {
	x, n := binary.Uvarint(p.data)
	if p.spoilt = p.spoilt || n <= 0 || x > 2*mostWrites; p.spoilt {
		return 0
	}
	p.data = p.data[n:]
	return int(x)
}

func (p *packedNumbers) signed() int64 {
	x, n := binary.Varint(p.data)
	if p.spoilt = p.spoilt || n <= 0; p.spoilt {
		return 0
	}
	p.data = p.data[n:]
	return x
}

// SearchBytes writes the calls and then the writes as varints, each number as its distance from the one before where
// that is small. The arguments are numbers of texts.
func SearchBytes(s Search) (texts []string, data []byte) {
	number := map[string]int{}
	texts = []string{}
	from := 0
	for i, c := range s.Tree {
		begin, end := min(c.From, len(s.Writes)), min(c.To, len(s.Writes))
		for _, n := range []int{i - c.Parent, c.Function, begin - from, end - begin, len(c.Arguments)} {
			data = binary.AppendUvarint(data, uint64(max(0, n)))
		}
		from = begin
		for _, text := range c.Arguments {
			at, known := number[text]
			if !known {
				at = len(texts)
				number[text] = at
				texts = append(texts, text)
			}
			data = binary.AppendUvarint(data, uint64(at))
		}
	}
	cells, line := map[int]int{}, 0
	for _, w := range s.Writes {
		kind := uint64(w.Table) << 1
		if w.None {
			kind |= 1
		}
		data = binary.AppendUvarint(data, kind)
		data = binary.AppendVarint(data, int64(w.Cell-cells[w.Table]))
		data = binary.AppendVarint(data, int64(w.Line-line))
		data = binary.AppendVarint(data, w.Value)
		cells[w.Table], line = w.Cell, w.Line
	}
	return texts, data
}
