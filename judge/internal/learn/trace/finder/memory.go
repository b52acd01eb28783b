package finder

import (
	"math/bits"
	"sort"

	"sudokuoj/judge/internal/learn/trace/record"
)

// heap finds the block of memory that an address is in. A block is kept by each stretch of memory that it reaches; the
// larger the block, the longer the stretches, so that they are two at most.
type heap struct {
	blocks map[stretch][]*container
	sizes  uint64 // of stretches, as powers of two
}

type stretch struct {
	size int // as a power of two
	at   uint64
}

const (
	mostBlocks = 64         // in one stretch: a program that tells of more does not tell the truth
	mostMoved  = 10_000_000 // bytes that are looked at because they were copied
)

// least is the smallest power of two for a stretch: there are many small blocks.
const least = 8

func (h *heap) at(a uint64) *container {
	for sizes := h.sizes; sizes != 0; sizes &= sizes - 1 {
		size := bits.TrailingZeros64(sizes)
		for _, c := range h.blocks[stretch{size, a >> size}] {
			if a >= c.start && a-c.start < c.size {
				return c
			}
		}
	}
	return nil
}

// each replaces the blocks of each stretch that a block reaches.
func (h *heap) each(c *container, change func([]*container) []*container) {
	size := max(bits.Len64(c.size), least)
	h.sizes |= 1 << size
	for at := c.start >> size; at <= (c.start+c.size-1)>>size; at++ {
		h.blocks[stretch{size, at}] = change(h.blocks[stretch{size, at}])
	}
}

func (h *heap) add(c *container) {
	if h.blocks == nil {
		h.blocks = map[stretch][]*container{}
	}
	h.each(c, func(all []*container) []*container {
		return append(all[max(0, len(all)-mostBlocks):], c)
	})
}

func (h *heap) remove(c *container) {
	h.each(c, func(all []*container) []*container {
		for i := range all {
			if all[i] == c {
				all[i] = all[len(all)-1]
				return all[:len(all)-1]
			}
		}
		return all
	})
}

// block is memory that was asked for or given back, or that has another size now.
func (f *finder) block(e record.Event) {
	old := f.heap.at(e.X)
	if old != nil && (old.start == e.X || e.A != 1) {
		f.heap.remove(old)
	}
	switch {
	case e.A == 1 && old != nil && old.start == e.X:
		old.died = f.time
	case e.A == 1 || e.Y == 0 || e.Y > 1<<40 || e.X > 1<<47:
	case e.A == 2 && old != nil && old.start == e.X:
		old.size = e.Y
		f.heap.add(old)
	default:
		if old != nil {
			old.died = f.time
		}
		place := f.record.Places[e.Low]
		f.heap.add(f.contain(&container{start: e.X, size: e.Y, made: place.Line, holder: f.holder(place), born: f.time, native: true}))
	}
}

// holder returns the variable that gets what the function returns which asks for memory at a place, "" if that is not
// known. What a recursion makes are copies of one table.
func (f *finder) holder(place record.Place) string {
	n := len(f.calls)
	if n == 0 || !f.calls[n-1].inTree {
		return ""
	}
	of := f.found.Functions[f.found.Tree[f.calls[n-1].at].Function]
	if of.Recursive() || of.Name != place.Function {
		return ""
	}
	return f.declaredAt(f.calls[n-1].line)
}

// where finds what an address is in, and how far from its beginning.
func (f *finder) where(e record.Event) (c *container, at int64) {
	if e.A&128 != 0 {
		c = f.frames[e.X>>48]
		if c == nil {
			c = f.contain(&container{frame: true, native: true, size: 1 << 47})
			f.frames[e.X>>48] = c
		}
		return c, int64(e.X<<16) >> 16
	}
	return f.of(e.X)
}

func (f *finder) of(a uint64) (c *container, at int64) {
	all := f.record.Symbols
	i := sort.Search(len(all), func(i int) bool { return all[i].At+all[i].Size > a })
	if i < len(all) && all[i].At <= a {
		if c = f.globals[i]; c == nil {
			c = f.contain(&container{name: all[i].Name, start: all[i].At, size: all[i].Size, native: true})
			f.globals[i] = c
		}
		return c, int64(a - c.start)
	}
	if c = f.heap.at(a); c != nil {
		return c, int64(a - c.start)
	}
	return nil, 0
}

func (f *finder) store(e record.Event) {
	size := e.A &^ 128
	if size == 0 || size > 16 || size&(size-1) != 0 {
		return // no store that a compiler makes
	}
	c, at := f.where(e)
	if c == nil {
		return
	}
	x := f.put(c, at, e.Y, size, f.record.Places[e.Low].Line)
	if size != 8 {
		return
	}
	// A pointer to the beginning of a block makes the block a row.
	row := f.heap.at(e.Y)
	if e.Y != 0 {
		x.refers = row != nil || f.heap.at(e.Y-1) != nil || e.Y>>40 == 0x7f // on the stack
	}
	if row == nil || row == c || row.start != e.Y {
		return
	}
	if again := row.parent == c && at > row.at && at-row.at <= 16; !again { // the end of an empty vector is its beginning
		row.parent, row.at = c, at
	}
}

// copied moves what is known of some bytes to others. Rows that are moved belong to the place where they are now.
func (f *finder) copied(e record.Event) {
	size := int64(e.Y >> 48)
	from, first := f.of(e.Y << 16 >> 16)
	to, at := f.of(e.X)
	if from == nil || to == nil || from == to {
		return
	}
	line := f.record.Places[e.Low].Line
	f.moved += size
	for i := int64(0); i < size && f.moved < mostMoved; i++ {
		x := from.cells[first+i]
		if x == nil || !x.set {
			continue
		}
		y := f.put(to, at+i, x.now, x.size, 0)
		y.refers = x.refers
		if x.refers {
			f.moveRow(f.heap.at(x.now), from, first+i, to, at+i)
		}
		if line > 0 && y.writes == 0 {
			y.lines[0].line = line
		}
	}
}

// moveRow makes a block that is a row of one container a row of another.
func (f *finder) moveRow(row, from *container, first int64, to *container, at int64) {
	if row != nil && row.parent == from && row.at == first {
		row.parent, row.at = to, at
	}
}
