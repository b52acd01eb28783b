package finder

import (
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

const index = `(?:\s*\[(?:[^\[\]]|\[[^\[\]]*\])*\])`

// written finds the variables that a line of C, C++ or Rust writes to.
var written = match.Lazy(
	`([A-Za-z_]\w*)(?:` + index + `|\.at\([^()]*\))+(?:\s*\.\w+)?\s*(?:[-+*/%|&^]|<<|>>)?=[^=]` +
		`|([A-Za-z_]\w*)` + index + `+\s*(?:\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)\s*\[` +
		`|([A-Za-z_]\w*)` + index + `*\s*(?:\.|->)(?:push_back|emplace_back|pop_back|insert|push|pop|assign|resize|append|erase|set|reset|flip|swap|push_str|truncate)\b` +
		`|swap\(\s*[*&]?\s*([A-Za-z_]\w*)\s*[\[,.)+-]|\*\s*([A-Za-z_]\w*)\s*(?:\+\+)?\s*=[^=]|([A-Za-z_]\w*)\s*\+=`)

var declared = match.Lazy(`([A-Za-z_]\w*)\s*(?:=|\(|\{|\[|;)`)

// defined finds the functions of C and C++.
var defined = match.Lazy(`([A-Za-z_]\w*)\s*\([^;{}]*\)[\s\w:<>&*,-]*\{`)

// What stands before a name that a parenthesis follows: typed if the name is a variable's, untyped if it is a call.
var (
	typed   = match.Lazy(`[\w>*&]\s*$`)
	given   = match.Lazy(`^\s*([A-Za-z_]\w*)\s*[,)]`) // the first argument
	untyped = match.Lazy(`(?:->|\b(?:return|new|else|throw|case|delete))\s*$`)
)

// named returns the name of the variable that some cells of a container belong to: of the one that the lines write to
// which wrote the cells, or else of the one on the line that asked for the memory.
func (f *finder) named(c *container, places []int64) string {
	if c.name != "" {
		return c.name
	}
	votes := map[string]int{}
	for _, at := range places {
		for _, l := range c.cells[at].lines {
			if l.line <= 0 || l.line >= len(f.source) {
				continue
			}
			for _, name := range f.targets(l.line) {
				votes[name] += max(l.times, 1)
			}
		}
	}
	if name := most(votes); name != "" {
		return name
	}
	if c.parent != nil && c.parent.name != "" {
		return c.parent.name
	}
	if c.made > 0 && c.made < len(f.source) {
		name, known := f.declaredOn[c.made]
		if !known {
			name = slices.Concat(f.declared(f.source[c.made]), f.targets(c.made), []string{""})[0]
			f.declaredOn[c.made] = name
		}
		return name
	}
	return ""
}

// mostNames of a line are looked at, each with what stands before it at this distance.
const mostNames, before = 20, 20

// declared returns the variables that a line declares: names that are no keywords, types or functions. What one of the
// program's own functions is given first may be copied for it.
func (f *finder) declared(line string) (names []string) {
	if f.functions == nil {
		f.functions = map[string]bool{}
		for _, d := range defined().FindAllStringSubmatch(strings.Join(f.source, "\n"), -1) {
			f.functions[d[1]] = true
		}
	}
	for _, m := range declared().FindAllStringSubmatchIndex(line, mostNames) {
		name, before, sign := line[m[2]:m[3]], line[max(0, m[2]-before):m[2]], line[m[1]-1]
		argument := given().FindStringSubmatch(line[m[1]:])
		call := sign == '(' || sign == '{'
		switch {
		case slices.Contains(f.words, name):
		case f.functions[name] && argument != nil:
			names = append(names, argument[1])
		case f.functions[name], call && !typed().MatchString(before):
		case (call || sign == '[') && untyped().MatchString(before):
		default:
			names = append(names, name)
		}
	}
	return names
}

// targets returns the variables that a line writes to.
func (f *finder) targets(line int) (names []string) {
	if known, ok := f.targetsOf[line]; ok {
		return known
	}
	for _, m := range written().FindAllStringSubmatch(f.source[line], -1) {
		for _, name := range m[1:] {
			if name != "" && !slices.Contains(f.words, name) {
				names = append(names, name)
			}
		}
	}
	f.targetsOf[line] = names
	return names
}

// shape finds the rows and columns of a table in one piece: those that a directive says, or that its declaration says.
// Of an array that is much larger than what is used, only the used part is shown.
func (f *finder) shape(g *grid, c *container) {
	known := f.declaration(g.name)
	if g.bits = g.native && g.size == 8 && known.bits; g.bits {
		g.columns = 64*(g.columns-1) + bits.Len64(g.any)
	}
	for _, s := range f.shapes {
		if s.Name == g.name && g.rows == 1 {
			g.rows, g.columns, g.width = s.Rows, s.Columns, s.Columns
			return
		}
	}
	if !g.native {
		return
	}
	if g.rows > 1 || g.name == "" || g.strings(c) || f.lattice(g, c) || c.parent != nil {
		return
	}
	dims := known.dims
	width := 1
	for _, d := range dims[min(1, len(dims)):] {
		width *= d
	}
	if len(dims) > 2 { // the last two of three are one picture
		width = dims[len(dims)-1]
	}
	if len(dims) < 2 || width < 1 || width > 1<<20 {
		return
	}
	used, wide := 0, 0
	for _, at := range f.plain(c, g.size) {
		p := g.parts[c]
		if at < p.first || at > p.last {
			continue
		}
		i := int(min((at-p.first)/g.step(), 1<<30))
		used, wide = max(used, i/width+1), max(wide, i%width+1)
	}
	g.rows, g.columns, g.width = used, width, width
	if wide*4 < width*3 {
		g.columns = wide
	}
	if len(dims) == 2 && used*4 >= dims[0]*3 {
		g.rows = dims[0]
	}
}

// strings finds the rows of a list of short strings, as in C++: each begins with a pointer to its own text and the length.
func (g *grid) strings(c *container) bool {
	var starts []int64
	columns := int64(0)
	for at, x := range c.cells {
		if length := c.cells[at+8]; x.refers && x.now == c.start+uint64(at)+16 && length != nil {
			starts, columns = append(starts, at+16), max(columns, int64(min(length.now, 16)))
		}
	}
	slices.Sort(starts)
	if len(starts) < 2 || columns == 0 || g.size != 1 || c.frame {
		return false
	}
	step := starts[1] - starts[0]
	rows := (starts[len(starts)-1]-starts[0])/step + 1
	if rows > 4*int64(len(starts)) || columns > step {
		return false
	}
	g.rows, g.columns, g.width = int(rows), int(columns), int(step)
	p := g.parts[c]
	p.first = starts[0]
	g.parts[c] = p
	return true
}

// lattice finds rows that begin at equal distances with something else between them, as the texts in a list of strings.
func (f *finder) lattice(g *grid, c *container) bool {
	var starts []int64
	longest, length, last := int64(0), int64(0), int64(-1)
	for _, at := range f.plain(c, g.size) {
		if length += g.step(); len(starts) == 0 || at-last != g.step() {
			starts = append(starts, at)
			length = g.step()
		}
		longest, last = max(longest, length), at
	}
	if len(starts) < 2 || c.frame {
		return false
	}
	step := int64(0) // the greatest common divisor of the distances
	for _, at := range starts[1:] {
		for x := at - starts[0]; x != 0; {
			x, step = step%x, x
		}
	}
	rows := (starts[len(starts)-1]-starts[0])/step + 1
	if longest >= step || step%g.step() != 0 || rows > 4*int64(len(starts)) || longest == g.step() && g.size == 8 {
		return false
	}
	g.rows, g.columns, g.width = int(rows), int(longest/g.step()), int(step/g.step())
	p := g.parts[c]
	p.first = starts[0]
	g.parts[c] = p
	return true
}

// declaration is what the source says of a variable.
type declaration struct {
	bits bool  // it holds bits
	dims []int // of an array
}

// mostDeclarations is how many variables are looked for in the source.
const mostDeclarations = 200

func (f *finder) declaration(name string) (d declaration) {
	d, ok := f.declarations[name]
	if !ok && name != "" && len(f.declarations) < mostDeclarations {
		d.bits = f.declares(`(?:vector\s*<\s*bool\s*>|bitset\s*<[^>]*>)[^;(){}<]*\b` + regexp.QuoteMeta(name) + `\b`)
		d.dims = f.dimensions(name)
		f.declarations[name] = d
	}
	return d
}

func (f *finder) declares(pattern string) bool {
	p, err := regexp.Compile(pattern)
	return err == nil && p.MatchString(strings.Join(f.source, "\n"))
}

// dimensions returns those of an array as it is declared; nothing if they are not known.
func (f *finder) dimensions(name string) (all []int) {
	source := strings.Join(f.source, "\n")
	p, err := regexp.Compile(`array<\s*(?:std::)?array<[^<>,]*,\s*(\w+)\s*>\s*,\s*(\w+)\s*>\s*&?\s*` + regexp.QuoteMeta(name) + `\b`)
	if err != nil {
		return nil
	}
	if m := p.FindStringSubmatch(source); m != nil {
		if rows, columns := f.constant(m[2], 0), f.constant(m[1], 0); rows > 0 && columns > 0 {
			return []int{rows, columns}
		}
	}
	p, err = regexp.Compile(`(?m)^[^\n=]*\b[A-Za-z_]\w*[\s*&>,][^=\n;]*?\b` + regexp.QuoteMeta(name) + `\s*((?:\[[^\]\n]+\])+)\s*(?:;|,|=|\{)`)
	if err != nil {
		return nil
	}
	m := p.FindStringSubmatch(source)
	if m == nil {
		return nil
	}
	for _, text := range strings.Split(strings.Trim(m[1], "[]"), "][") {
		n := f.constant(text, 0)
		if n < 1 {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// constant returns what a number or the name of a constant stands for, also a sum or a product of two; 0 if that is not
// known.
func (f *finder) constant(text string, depth int) int {
	text = strings.Trim(text, " \t()")
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	if depth > 4 {
		return 0
	}
	for _, sign := range []string{"+", "-", "*"} {
		a, b, ok := strings.Cut(text, sign)
		if !ok {
			continue
		}
		x, y := f.constant(a, depth+1), f.constant(b, depth+1)
		switch {
		case x == 0 || y == 0:
			return 0
		case sign == "+":
			return x + y
		case sign == "-":
			return x - y
		}
		return x * y
	}
	p, err := regexp.Compile(`(?m)(?:#define\s+` + regexp.QuoteMeta(text) + `\s+|\b` + regexp.QuoteMeta(text) + `\s*=\s*)([\w ()+*-]+)`)
	if err != nil || text == "" {
		return 0
	}
	if m := p.FindStringSubmatch(strings.Join(f.source, "\n")); m != nil {
		return f.constant(m[1], depth+1)
	}
	return 0
}
