package finder

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/learn/trace/record"
)

const index = `(?:\s*\[(?:[^\[\]]|\[[^\[\]]*\])*\])`

// written finds the variables that a line of C, C++ or Rust writes to.
var written = match.Lazy(
	`([A-Za-z_]\w*)(?:` + index + `|\.at\([^()]*\))+(?:\s*\.\w+)?\s*(?:[-+*/%|&^]|<<|>>)?=[^=]` +
		`|([A-Za-z_]\w*)` + index + `+\s*(?:\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)\s*\[` +
		`|([A-Za-z_]\w*)` + index + `*\s*(?:\.|->)(?:push_back|emplace_back|pop_back|insert|push|pop|assign|resize|append|erase|set|reset|flip|swap|push_str|truncate)\b` +
		`|swap\(\s*[*&]?\s*([A-Za-z_]\w*)\s*[\[,.)+-]|\*\s*([A-Za-z_]\w*)\s*(?:\+\+)?\s*=[^=]|([A-Za-z_]\w*)\s*\+=`)

// declared finds a variable with something of its type before it.
var declared = match.Lazy(`(?:\b(\w+)[\s*&]+|[>*&]\s*|->)([A-Za-z_]\w*)\s*(?:=[^=]|[({\[;])`)

// heading finds where the body of a function begins. What is before it declares nothing that needs memory.
var heading = match.Lazy(`\)[\s\w:<>&*,-]*\{`)

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
	own := f.declaredAt(c.made)
	if name := most(votes); name != "" && votes[own] < votes[name] {
		return name
	}
	if c.parent != nil && c.parent.name != "" && votes[own] == 0 {
		return c.parent.name
	}
	return own
}

// declaredAt returns the variable that the line declares or writes to which asked for some memory, "" if none is known.
func (f *finder) declaredAt(line int) string {
	if line <= 0 || line >= len(f.source) {
		return ""
	}
	name, known := f.declaredOn[line]
	if !known {
		name = append(f.targets(line), "")[0]
		if own := f.declared(f.source[line]); own != "" {
			name = own
		}
		f.declaredOn[line] = name
	}
	return name
}

// mostNames of a line are looked at.
const mostNames = 20

// declared returns the variable that a line declares, "" if there is none.
func (f *finder) declared(line string) string {
	if at := heading().FindStringIndex(line); at != nil {
		line = line[at[1]:]
	}
	for _, m := range declared().FindAllStringSubmatch(line, mostNames) {
		if !slices.Contains(f.words, m[2]) && !strings.Contains(" return new else throw case delete ", " "+m[1]+" ") {
			return m[2]
		}
	}
	return ""
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
func (f *finder) shape(g *grid, c *container, places []int64) {
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
	if g.rows > 1 || g.name == "" || g.strings(c) || c.parent != nil {
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
	if len(dims) < 2 {
		width = f.lattice(g, c)
	}
	if width < 1 || width > 1<<20 {
		return
	}
	used, wide := 0, 0
	p := g.parts[c]
	for _, at := range places {
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

// lattice returns the width of a table in one piece which the source uses with two indices, if it does not say the width:
// the distance between the places at which a line begins anew, or what makes a table of the block together with another
// number of the input. It returns 0 if that is not known.
func (f *finder) lattice(g *grid, c *container) int {
	p := g.parts[c]
	if f.scanned += len(f.writes); !f.declaration(g.name).two || f.scanned > mostScanned {
		return 0
	}
	apart := map[int]map[int64]int{} // by line: how far apart it begins anew
	began, last := map[int]int64{}, map[int]int64{}
	for _, w := range f.writes {
		if w.of != c || w.at < p.first || w.at > p.last {
			continue
		}
		at := (w.at - p.first) / g.step()
		if before, seen := last[w.line]; !seen {
			began[w.line], apart[w.line] = at, map[int64]int{}
		} else if at != before+1 {
			apart[w.line][at-began[w.line]]++
			began[w.line] = at
		}
		last[w.line] = at
	}
	votes := map[int64]int{}
	for _, all := range apart {
		sum, width := 0, most(all)
		for _, n := range all {
			sum += n
		}
		if width > 1 && all[width] > 1 && all[width]*5 >= sum*4 {
			votes[width] += sum
		}
	}
	if width := most(votes); width > 0 {
		return int(min(width, 1<<20+1))
	}
	cells, found := (p.last-p.first)/g.step()+1, int64(0)
	if !c.frame {
		cells = int64(c.size) / g.step()
	}
	for _, width := range f.sizes {
		if width < 2 || cells%width != 0 || !slices.Contains(f.sizes, cells/width) {
			continue
		}
		if found != 0 && found != width {
			return 0
		}
		found = width
	}
	return int(found)
}

const (
	mostSizes   = 64 // of the input, that are looked at
	mostScanned = 20 * record.MostWrites
)

// sizesOf returns the numbers that an input begins with, the lengths of its lines, and how many it has, each also plus one.
func sizesOf(input string) (all []int64) {
	lines := strings.Split(strings.TrimSpace(input), "\n")
	all = append(all, int64(len(lines)), int64(len(lines))+1)
	for _, line := range lines[:min(len(lines), 8)] {
		n := int64(len(strings.Trim(strings.TrimSpace(line), `"`)))
		all = append(all, n, n+1)
	}
	for _, text := range numbers().FindAllString(input[:min(len(input), 1000)], mostSizes) {
		n, _ := strconv.ParseInt(text, 10, 32)
		all = append(all, n, n+1)
	}
	return all
}

// strings finds the rows of a list of short strings, as in C++: each begins with a pointer to its own text and the length.
func (g *grid) strings(c *container) bool {
	if c.frame || g.size != 1 {
		return false
	}
	var starts []int64
	columns := int64(0)
	for at, x := range c.cells {
		if length := c.cells[at+8]; x.refers && x.now == c.start+uint64(at)+16 && length != nil {
			starts, columns = append(starts, at+16), max(columns, int64(min(length.now, 16)))
		}
	}
	slices.Sort(starts)
	if len(starts) < 2 || columns == 0 {
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

// declaration is what the source says of a variable.
type declaration struct {
	bits bool  // it holds bits
	two  bool  // it is used with two indices, or with a product
	dims []int // of an array
}

// mostSearched is how much of the source is searched for declarations, over and over.
const mostSearched = 4 << 20

func (f *finder) declaration(name string) (d declaration) {
	d, ok := f.declarations[name]
	if !ok && name != "" && f.searched < mostSearched {
		f.searched += len(f.text)
		d.bits = f.declares(`(?:vector\s*<\s*bool\s*>|bitset\s*<[^>]*>)[^;(){}<]*\b` + regexp.QuoteMeta(name) + `\b`)
		d.dims = f.dimensions(name)
		of := `\b` + regexp.QuoteMeta(name)
		d.two = f.declares(of + index + `\s*\[|` + of + `\s*\[[^\[\]]*\*`)
		f.declarations[name] = d
	}
	return d
}

func (f *finder) declares(pattern string) bool {
	p, err := regexp.Compile(pattern)
	return err == nil && p.MatchString(f.text)
}

// dimensions returns those of an array as it is declared; nothing if they are not known.
func (f *finder) dimensions(name string) (all []int) {
	p, err := regexp.Compile(`(?m)^[^\n=]*\b[A-Za-z_]\w*[\s*&>,][^=\n;]*?\b` + regexp.QuoteMeta(name) + `\s*((?:\[[^\]\n]+\])+)\s*(?:;|,|=|\{)`)
	if err != nil {
		return nil
	}
	m := p.FindStringSubmatch(f.text)
	if m == nil {
		return nil
	}
	for _, text := range strings.Split(strings.Trim(m[1], "[]"), "][") {
		n := f.constant(text)
		if n < 1 {
			return nil
		}
		all = append(all, n)
	}
	return all
}

var (
	constants = match.Lazy(`#define\s+(\w+)[ \t]+([\w ()+*-]+)|\b(\w+)\s*=\s*([\w ()+*-]+)`)
	aName     = match.Lazy(`\b[A-Za-z_]\w*`)
	numbers   = match.Lazy(`\d+`)
)

// mostOfConstant is how long the expression of a constant may be.
const mostOfConstant = 200

// constant returns the value of an expression of numbers and constants; 0 if that is not known.
func (f *finder) constant(text string) int {
	if f.constants == nil {
		f.constants = map[string]string{}
		for _, m := range constants().FindAllStringSubmatch(f.text, -1) {
			f.constants[m[1]+m[3]] = cmp.Or(f.constants[m[1]+m[3]], m[2]+m[4])
		}
	}
	for range 5 { // a constant may be made of others
		if len(text) > mostOfConstant {
			return 0
		}
		text = aName().ReplaceAllStringFunc(text, func(name string) string {
			value := f.constants[name]
			return "(" + value[:min(len(value), mostOfConstant)] + ")"
		})
	}
	e, err := parser.ParseExpr(text)
	if err != nil {
		return 0
	}
	return valueOf(e)
}

// valueOf returns the value of an expression in the signs that C and Go share; 0 if that is not known.
func valueOf(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.BasicLit:
		n, _ := strconv.Atoi(e.Value)
		return n
	case *ast.ParenExpr:
		return valueOf(e.X)
	case *ast.BinaryExpr:
		x, y := valueOf(e.X), valueOf(e.Y)
		switch {
		case x <= 0 || y <= 0 || max(x, y) > 1<<30:
		case e.Op == token.ADD:
			return x + y
		case e.Op == token.SUB:
			return x - y
		case e.Op == token.MUL:
			return x * y
		}
	}
	return 0
}
