package function

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// Range of a number, with both ends.
type Range struct{ Low, High int64 }

var anything = Range{math.MinInt64, math.MaxInt64}

// Bounds are a problem's constraints on its arguments.
type Bounds struct {
	Ranges    map[string]Range  // by their subject: "nums.length", "nums[]", "target", "nodes"
	Same      map[string]string // "nums1.length" and "nums2.length": "n", where the constraints say that they are the same
	Pairs     []Pair            // what else is compared: k <= nums.length
	Letters   map[string]string // what a text, or the characters of a list, are made of
	Order     map[string]int    // arguments whose items go up: 1, or down: -1
	Distinct  map[string]bool   // arguments none of whose items is there twice
	Calls     int64             // the most calls of a class; 0 if nothing is said
	OneAnswer bool              // every input has exactly one right answer
	Unclear   []Unclear
}

// Pair is a comparison of all numbers of one name with all numbers of another: "<", "<=" or "!=".
type Pair struct{ Left, Sign, Right string }

// Unclear is a constraint that was not understood: inputs may break it.
type Unclear struct {
	Index int // in the list of constraints
	Text  string
	Why   say.Message
}

// written simplifies pasted text: it drops marks of Markdown and HTML, and writes powers as 10^4.
var written = strings.NewReplacer("≤", "<=", "≥", ">=", "≠", "!=", "&lt;", "<", "&gt;", ">", "<sup>", "^", "</sup>", "", "<code>", "", "</code>", "",
	"`", "", "×", "*", "−", "-", "⁰", "^0", "¹", "^1", "²", "^2", "³", "^3", "⁴", "^4", "⁵", "^5", "⁶", "^6", "⁷", "^7", "⁸", "^8", "⁹", "^9", "\u00a0", " ")

// ParseBounds reads constraints as the site writes them: "1 <= nums.length <= 10^4", "-2^31 <= x <= 2^31 - 1",
// "n == height.length", and common phrases: that an array is sorted, how many nodes a tree has, which characters a text
// has. It records constraints that it does not understand or that nothing can meet.
func ParseBounds(s Signature, texts []string) Bounds {
	b := Bounds{Ranges: map[string]Range{}, Same: map[string]string{}, Letters: map[string]string{}, Order: map[string]int{}, Distinct: map[string]bool{}}
	for i, original := range texts {
		text := emphasis().ReplaceAllString(written.Replace(original), "$1")
		if strings.TrimSpace(text) == "" {
			continue
		}
		why := say.Message{}
		if possible := b.possible(); signs().MatchString(text) {
			why = b.compares(s, text)
			if possible && !b.possible() {
				why = say.Of("no value can satisfy this")
			}
		} else {
			why = b.inWords(s, text)
		}
		if why.Said() {
			b.Unclear = append(b.Unclear, Unclear{i, strings.TrimSpace(original), why})
		}
	}
	b.share()
	b.unknownLetters(s, texts)
	slices.SortStableFunc(b.Unclear, func(x, y Unclear) int { return cmp.Compare(x.Index, y.Index) })
	return b
}

// unknownLetters records comparisons with a letter that no constraint defines.
func (b *Bounds) unknownLetters(s Signature, texts []string) {
	for i, text := range texts {
		for _, name := range name().FindAllString(index().ReplaceAllString(written.Replace(text), ""), -1) {
			told := slices.ContainsFunc(b.Unclear, func(u Unclear) bool { return u.Index == i })
			if signs().MatchString(written.Replace(text)) && len(name) == 1 && b.Same[name] == "" && s.typeOf(name) == nil && !told {
				b.Unclear = append(b.Unclear, Unclear{i, strings.TrimSpace(text), say.Of("%q is not defined", name).Hint("write %s", name+" == nums.length")})
			}
		}
	}
}

// possible reports whether every range has a number in it.
func (b *Bounds) possible() bool {
	for _, r := range b.Ranges {
		if r.Low > r.High {
			return false
		}
	}
	return true
}

var (
	emphasis = match.Lazy(`\*+([A-Za-z_]\w*)\*+`)
	signs    = match.Lazy(`<=|>=|==|!=|<|>|=`)
	// about matches the subject of a comparison: a name, its items, or a length.
	about = match.Lazy(`^[A-Za-z_]\w*(?:\[\w*\]){0,3}(?:\.(?:length|size\(\)|length\(\)|val))?$`)
	index = match.Lazy(`\[\w*\]`)
	size  = match.Lazy(`\.(?:size\(\)|length\(\))$`)
)

// compares adds a chain of comparisons to the bounds, or explains why it cannot.
func (b *Bounds) compares(s Signature, text string) (why say.Message) {
	operands, between := signs().Split(text, -1), signs().FindAllString(text, -1)
	all := make([][]operand, len(operands))
	for i, text := range operands {
		for part := range strings.SplitSeq(text, ",") {
			o, wrong := s.operand(part)
			if wrong.Said() {
				return wrong
			}
			if all[i] = append(all[i], o); o.doubt.Said() {
				why = o.doubt
			}
		}
	}
	for i, sign := range between {
		for _, left := range all[i] {
			for _, right := range all[i+1] {
				b.compare(left, sign, right)
			}
		}
	}
	return why
}

// operand is one side of a comparison: a number or a name.
type operand struct {
	name   string // "" for a number
	number int64
	doubt  say.Message
}

func (s Signature) operand(text string) (o operand, wrong say.Message) {
	text = strings.ReplaceAll(strings.TrimSpace(text), " ", "")
	if n, ok := bound(text); ok {
		o.number = n
		if m := lostPower().FindStringSubmatch(text); m != nil {
			o.doubt = say.Of("taken as the number %s: was it %s before it was copied?", text, m[1]+"^"+m[2])
		}
		return o, say.Message{}
	}
	if !about().MatchString(text) {
		return o, say.Of("%q is neither a number nor an argument, its length or its items", text)
	}
	if !s.speaks(text) {
		return o, say.Of("the function has no argument %q", base(text))
	}
	return operand{name: plain(text)}, say.Message{}
}

// compare adds one comparison to the bounds.
func (b *Bounds) compare(left operand, sign string, right operand) {
	if strings.HasPrefix(sign, ">") {
		left, right, sign = right, left, "<"+sign[1:]
	}
	equal, more := sign[0] == '=', int64(0)
	if sign == "<" {
		more = 1
	}
	switch {
	case left.name != "" && right.name != "" && equal:
		b.equate(left.name, right.name)
	case left.name != "" && right.name != "" || sign == "!=":
		b.Pairs = append(b.Pairs, Pair{left.text(), sign, right.text()})
	case left.name == "" && right.name == "":
	case equal:
		n := left.number + right.number // one of them is 0
		b.narrow(left.name+right.name, Range{n, n})
	case left.name == "":
		b.narrow(right.name, Range{left.number + more, math.MaxInt64})
	default:
		b.narrow(left.name, Range{math.MinInt64, right.number - more})
	}
}

func (o operand) text() string {
	if o.name == "" {
		return strconv.FormatInt(o.number, 10)
	}
	return o.name
}

// narrow intersects the range of a name with another one.
func (b *Bounds) narrow(name string, r Range) {
	old, said := b.Ranges[name]
	if !said {
		old = anything
	}
	b.Ranges[name] = Range{max(old.Low, r.Low), min(old.High, r.High)}
}

// equate gives equal things one name: the shortest.
func (b *Bounds) equate(names ...string) {
	var all []string
	for _, name := range names {
		all = append(all, name, cmp.Or(b.Same[name], name))
	}
	one := slices.MinFunc(all, func(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)) })
	for name, old := range b.Same {
		if slices.Contains(all, old) {
			b.Same[name] = one
		}
	}
	for _, name := range all {
		b.Same[name] = one
	}
}

// share gives all names of one number the range that fits them all.
func (b *Bounds) share() {
	for name, one := range b.Same {
		if r, said := b.Ranges[name]; said {
			b.narrow(one, r)
		}
		if strings.HasSuffix(name, ".length") {
			b.narrow(one, Range{0, math.MaxInt64})
		}
	}
	for name, one := range b.Same {
		if r, said := b.Ranges[one]; said {
			b.Ranges[name] = r
		}
	}
}

// base is the argument's name in nums[i].length.
func base(name string) string {
	if i := strings.IndexAny(name, "[."); i >= 0 {
		return name[:i]
	}
	return name
}

// plain writes every index as [], and every length as .length.
func plain(name string) string {
	return size().ReplaceAllString(index().ReplaceAllString(name, "[]"), ".length")
}

// speaks reports whether a name is an argument's or a usual one for something that the arguments imply: a node's
// value, a number of rows, columns or nodes.
func (s Signature) speaks(name string) bool {
	return base(name) == "Node" || len(base(name)) == 1 || s.typeOf(base(name)) != nil
}

// typeOf is the type of an argument, nil if there is none of that name.
func (s Signature) typeOf(name string) *Type {
	for _, m := range s.All() {
		for _, p := range m.Params {
			if p.Name == name {
				return &p.Type
			}
		}
	}
	return nil
}

var (
	// power is a number as people write large ones: 7, 10^4, 5 * 10^4, 2^31 - 1, -2^31, 100.0.
	power = match.Lazy(`^(-?)(?:(\d+)\*)?(\d+)(?:\.0+)?(?:\^(\d+))?(?:([+-])(\d+))?$`)
	// lostPower matches a power of 10 or 2 that lost its ^ when it was copied.
	lostPower = match.Lazy(`^-?(10|2)([3-9]|31|63)(?:-1)?$`)
)

// bound reads a number; beyond 64 bits it returns the greatest or the least one.
func bound(text string) (int64, bool) {
	m := power().FindStringSubmatch(strings.NewReplacer(" ", "", ",", "", "_", "").Replace(text))
	if m == nil {
		return 0, false
	}
	number := func(text string, otherwise float64) float64 {
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			return n
		}
		return otherwise
	}
	n := number(m[2], 1) * math.Pow(number(m[3], 0), number(m[4], 1))
	if m[1] == "-" {
		n = -n
	}
	more := int64(number(m[5]+m[6], 0))
	switch {
	case n >= math.MaxInt64: // 2^63 - 1, too: the power itself has no room
		return math.MaxInt64, true
	case n <= math.MinInt64:
		return math.MinInt64, true
	}
	return int64(n) + more, true
}
