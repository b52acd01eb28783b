package result

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"io"
)

// columns describe a table that is packed: each points to the place of its number in a row. A table is written column by
// column, each number as the signed varint of its distance from the one above: neighbours are alike.
type columns[Row any] []func(*Row) *int

func (c columns[Row]) append(data []byte, rows []Row) []byte {
	for _, number := range c {
		above := 0
		for i := range rows {
			n := *number(&rows[i])
			data = binary.AppendVarint(data, int64(n-above))
			above = n
		}
	}
	return data
}

// read reads so many rows. Numbers are refused that nothing counted here can have.
func (c columns[Row]) read(from *packedNumbers, rows int) []Row {
	all := make([]Row, rows)
	for _, number := range c {
		above := int64(0)
		for i := range all {
			above += from.next()
			from.spoilt = from.spoilt || above < -mostCounted || above > mostCounted
			if from.spoilt {
				return all
			}
			*number(&all[i]) = int(above)
		}
	}
	return all
}

// single is a table of one column.
var single = columns[int]{func(n *int) *int { return n }}

// mostCounted is the largest whole number that a page can tell from the next one.
const mostCounted = 1 << 53

// packedNumbers reads varints, until one is spoilt.
type packedNumbers struct {
	data   []byte
	spoilt bool
}

func (p *packedNumbers) next() int64 {
	x, n := binary.Varint(p.data)
	if p.spoilt = p.spoilt || n <= 0; p.spoilt {
		return 0
	}
	p.data = p.data[n:]
	return x
}

// good reports whether all was read, and nothing was spoilt.
func (p *packedNumbers) good() bool { return !p.spoilt && len(p.data) == 0 }

// Pack deflates data and makes text of it.
func Pack(data []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.DefaultCompression) // the best takes 7 times as long to save a quarter; no error: the level exists
	w.Write(data)                                         // a buffer takes everything
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// unpack undoes Pack, and takes at most so many numbers.
func unpack(text string, numbers int) *packedNumbers {
	raw, err := base64.StdEncoding.DecodeString(text)
	data, bad := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), int64(numbers)*binary.MaxVarintLen64+1))
	return &packedNumbers{data, err != nil || bad != nil}
}
