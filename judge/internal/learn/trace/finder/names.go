package finder

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

const index = `(?:\s*\[(?:[^\[\]]|\[[^\[\]]*\])*\])`

// written finds the variables that a line of C, C++ or Rust writes to.
var written = match.Lazy(
	`([A-Za-z_]\w*)(?:` + index + `|\.at\([^()]*\))+(?:\s*\.\w+)?\s*(?:[-+*/%|&^]|<<|>>)?=[^=]` +
		`|([A-Za-z_]\w*)` + index + `+\s*(?:\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)\s*\[` +
		`|([A-Za-z_]\w*)` + index + `*\s*(?:\.|->)(?:push_back|emplace_back|pop_back|insert|push|pop|assign|resize|append|erase|set|reset|flip|swap|push_str|truncate)\b` +
		`|swap\(\s*[*&]?\s*([A-Za-z_]\w*)\s*[\[,.)+-]|\*\s*([A-Za-z_]\w*)\s*(?:\+\+)?\s*=[^=]|([A-Za-z_]\w*)\s*\+=`)

// reads finds the variables that a line of C or C++ has the library read into.
var (
	reads = match.Lazy(`\bcin\s*>>|\bscanf\s*\(|\bgetline\s*\(`)
	read  = match.Lazy(`(?:>>|,)\s*&?\s*([A-Za-z_]\w*)`)
)

var (
	// declared finds a variable with something of its type before it.
	declared = match.Lazy(`(?:\b(\w+)[\s*&]+|[>*&]\s*|->)([A-Za-z_]\w*)\s*(?:=[^=]|[({\[;])`)
	// heading finds where the body of a function begins. What is before it declares nothing that needs memory.
	heading   = match.Lazy(`\)[\s\w:<>&*,-]*\{`)
	hands     = match.Lazy(`\(\s*\{|(?:\.|->)(?:push|emplace|insert|append|assign|erase|count|find)\w*\s*\(`)
	asks      = match.Lazy(`\b[mc]alloc\s*\(|\bvec!\s*\[`)
	constants = match.Lazy(`(?m)#define\s+(\w+)[ \t]+([\w ()+*-]+?)\s*(?:$|/)|\b(\w+)\s*=\s*([\w ()+*-]+?)\s*[;,}]`)
	numbers   = match.Lazy(`\d+`)
)

// source is what the program's text and its input tell of its variables.
type source struct {
	text   string
	lines  []string // from 1
	words  []string // of its language, which name nothing
	shapes []solution.Table
	sizes  []int64 // the numbers of the input, and the lengths of its lines

	targetsOf    map[int][]string       // by line
	declaredOn   map[int]string         // by line
	declarations map[string]declaration // by variable
	constants    map[string]string
	searched     int // bytes of the source in which declarations were looked for
}

// declaration is what the source says of a variable.
type declaration struct {
	two   bool  // it is used with two indices, or with a product
	field bool  // of a struct
	dims  []int // of an array
}

func newSource(s solution.Solution, input string) *source {
	lang, _ := language.ByID(s.Language)
	t := &source{text: s.Text(), lines: append([]string{""}, strings.Split(s.Text(), "\n")...), words: strings.Fields(lang.Words),
		shapes: s.Tables, sizes: sizesOf(input), targetsOf: map[int][]string{}, declaredOn: map[int]string{},
		declarations: map[string]declaration{}, constants: map[string]string{}}
	for _, m := range constants().FindAllStringSubmatch(t.text, -1) {
		t.constants[m[1]+m[3]] = cmp.Or(t.constants[m[1]+m[3]], m[2]+m[4])
	}
	return t
}

// line returns a line of the source, "" if there is none.
func (t *source) line(n int) string {
	if n < 0 || n >= len(t.lines) {
		return ""
	}
	return t.lines[n]
}

// remember returns what is known by a key, and finds it out if it is not known.
func remember[K comparable, V any](known map[K]V, key K, find func() V) V {
	v, ok := known[key]
	if !ok {
		v = find()
		known[key] = v
	}
	return v
}

// asks reports whether a line asks for memory for a number of elements.
func (t *source) asks(line int) bool { return asks().MatchString(t.line(line)) }

// named returns the name of the variable that some cells of a container belong to: of the one that the lines write to
// which wrote the cells, or else of the one on the line that asked for the memory.
func (f *finder) named(c *container, places []int64) string {
	if c.name != "" {
		return c.name
	}
	votes := map[string]int{}
	for _, at := range places {
		for _, l := range c.cells[at].lines {
			names := f.targets(l.line)
			if turns := f.turns[l.line]; turns != nil && !turns.mixed {
				names = names[l.turn : l.turn+1]
			}
			for _, name := range names {
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

// turns are the writes of a line that writes to several variables: each in its turn, unless one follows another in the
// same place.
type turns struct {
	n     int
	last  *container
	at    int64
	mixed bool
}

// which returns which of the variables that a line writes to it writes to now.
func (f *finder) which(line int, c *container, at int64) int {
	n := len(f.targets(line))
	if n < 2 {
		return 0
	}
	t := remember(f.turns, line, func() *turns { return &turns{} })
	near := max(at-t.at, t.at-at)
	t.mixed = t.mixed || t.last == c && near <= 8
	t.last, t.at, t.n = c, at, t.n+1
	return (t.n - 1) % n
}

// targets returns the variables that a line writes to, in the order in which it does so.
func (t *source) targets(line int) []string {
	return remember(t.targetsOf, line, func() (names []string) {
		text, until, chain := t.line(line), 0, true
		found := written().FindAllStringSubmatchIndex(text, -1)
		if len(found) == 0 && reads().MatchString(text) {
			found, chain = read().FindAllStringSubmatchIndex(text, -1), false
		}
		for _, at := range found {
			for k := 2; k < len(at); k += 2 {
				if at[k] < 0 || slices.Contains(t.words, text[at[k]:at[k+1]]) {
					continue
				}
				chain = chain && (len(names) == 0 || strings.TrimSpace(text[until:at[0]]) == "")
				names, until = append(names, text[at[k]:at[k+1]]), at[1]
			}
		}
		if chain { // a[i] = b[i] = 1
			slices.Reverse(names)
		}
		return names
	})
}

// mostNames of a line are looked at.
const mostNames = 20

// declaredAt returns the variable that the line declares or writes to which asked for some memory, "" if none is known.
func (t *source) declaredAt(line int) string {
	return remember(t.declaredOn, line, func() string {
		text := t.line(line)
		if at := heading().FindStringIndex(text); at != nil {
			text = text[at[1]:]
		}
		for _, m := range declared().FindAllStringSubmatch(text, mostNames) {
			if !slices.Contains(t.words, m[2]) && !strings.Contains(" return new else throw case delete ", " "+m[1]+" ") {
				return m[2]
			}
		}
		return append(t.targets(line), "")[0]
	})
}

// shape finds the rows and columns of a table in one piece: those that a directive says, or that its declaration says.
// Of an array that is much larger than what is used, only the used part is shown.
func (f *finder) shape(g *grid, c *container, places []int64) {
	for _, s := range f.shapes {
		if s.Name == g.name && g.rows == 1 {
			g.rows, g.columns, g.width = s.Rows, s.Columns, s.Columns
			return
		}
	}
	if !g.native || g.rows > 1 || g.name == "" || g.strings(c) || c.parent != nil {
		return
	}
	dims, width := f.declaration(g.name).dims, 0
	if len(dims) < 2 {
		width = f.lattice(g, c)
	} else {
		width = dims[len(dims)-1] // the last two of three are one picture
	}
	if width < 1 || width > 1<<20 {
		return
	}
	used, wide := 0, 0
	for _, at := range places {
		i := int(min((at-g.parts[c].first)/g.step(), 1<<30))
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

// mostScanned is how many writes are looked at for lattices.
const mostScanned = 20 * record.MostWrites

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
		if w.of != c || w.at < p.first || w.at > p.places[len(p.places)-1] {
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
	cells, found := (p.places[len(p.places)-1]-p.first)/g.step()+1, int64(0)
	if !c.frame {
		cells = int64(c.size) / g.step()
	}
	for _, width := range f.sizes {
		if width < 2 || width == found || cells%width != 0 || !slices.Contains(f.sizes, cells/width) {
			continue
		}
		if found != 0 {
			return 0
		}
		found = width
	}
	return int(found)
}

// mostSizes of the input are looked at.
const mostSizes = 64

// sizesOf returns the numbers that an input begins with, the lengths of its lines, and how many it has, each also plus one.
func sizesOf(input string) (all []int64) {
	lines := strings.Split(strings.TrimSpace(input), "\n")
	all = append(all, int64(len(lines)))
	for _, line := range lines[:min(len(lines), 8)] {
		all = append(all, int64(len(strings.Trim(strings.TrimSpace(line), `"`))))
	}
	for _, text := range numbers().FindAllString(input[:min(len(input), 1000)], mostSizes) {
		n, _ := strconv.ParseInt(text, 10, 32)
		all = append(all, n)
	}
	for _, n := range all {
		all = append(all, n+1)
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
	g.parts[c] = part{first: starts[0], places: g.parts[c].places}
	return true
}

// mostSearched is how much of the source is searched for declarations, over and over.
const mostSearched = 4 << 20

func (t *source) declaration(name string) declaration {
	return remember(t.declarations, name, func() (d declaration) {
		if t.searched += len(t.text); name == "" || t.searched > mostSearched {
			return d
		}
		name := regexp.QuoteMeta(name)
		of, err := regexp.Compile(`(?m)^[^\n=]*\b[A-Za-z_]\w*[\s*&>,][^=\n;]*?\b` + name + `\s*((?:\[[^\]\n]+\])+)\s*(?:;|,|=|\{)`)
		two, wrong := regexp.Compile(`\b` + name + index + `\s*\[|\b` + name + `\s*\[[^\[\]]*\*`)
		field, bad := regexp.Compile(`(?:\.|->)` + name + `\b`)
		if err != nil || wrong != nil || bad != nil {
			return d
		}
		d.two = two.MatchString(t.text)
		d.field = field.MatchString(t.text)
		if m := of.FindStringSubmatch(t.text); m != nil {
			for _, text := range strings.Split(strings.Trim(m[1], "[]"), "][") {
				d.dims = append(d.dims, t.constant(text, 2))
			}
		}
		if slices.Contains(d.dims, 0) {
			d.dims = nil
		}
		return d
	})
}

// mostOfConstant is how long the expression of a constant may be.
const mostOfConstant = 60

// constant returns the value of sums and products of numbers and of constants, which may be made of others; 0 if it is
// anything else.
func (t *source) constant(text string, depth int) (sum int) {
	if len(text) > mostOfConstant {
		return 0
	}
	for _, part := range strings.Split(strings.Trim(text, " ()"), "+") {
		product := 1
		for _, factor := range strings.Split(part, "*") {
			factor = strings.Trim(factor, " ()")
			n, err := strconv.Atoi(factor)
			if err != nil && depth > 0 {
				n = t.constant(t.constants[factor], depth-1)
			}
			if product *= n; product <= 0 || product > 1<<30 {
				return 0
			}
		}
		sum += product
	}
	return sum
}
