package function

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// Range is what a number may be, both ends among it.
type Range struct{ Low, High int64 }

// Bounds are what a problem's constraints say of its arguments.
type Bounds struct {
	Ranges  map[string]Range  // by what they are of: "nums.length", "nums[]", "target", "nodes"
	Equal   map[string]string // "grid[].length": "n", where the constraints say that they are the same
	Letters map[string]string // what a text, or the characters of a list, are made of
	Sorted  map[string]bool   // arguments whose numbers go up
}

// about is what a constraint can speak of: a name, its items, or a length.
var about = match.Lazy(`^[A-Za-z_]\w*(?:\[\w*\]){0,3}(?:\.(?:length|size\(\)|length\(\)|val))?$`)

// ParseBounds reads constraints as the site writes them: "1 <= nums.length <= 10^4", "-2^31 <= x <= 2^31 - 1",
// "n == height.length", and what it often says in words: that an array is sorted, how many nodes a tree has,
// what a text consists of. Others say nothing here.
func ParseBounds(s Signature, texts []string) (Bounds, error) {
	b := Bounds{Ranges: map[string]Range{}, Equal: map[string]string{}, Letters: map[string]string{}, Sorted: map[string]bool{}}
	for _, text := range texts {
		if b.inWords(s, text) {
			continue
		}
		parts := strings.Split(strings.NewReplacer("≤", "<=", "`", "", "*", "").Replace(text), "<=")
		if len(parts) != 3 {
			continue
		}
		low, err := bound(parts[0])
		if err != nil {
			return b, say.Errorf("%q: %w", text, err)
		}
		high, err := bound(parts[2])
		if err != nil {
			return b, say.Errorf("%q: %w", text, err)
		}
		if low > high {
			return b, say.Errorf("%q: nothing is so: %d is more than %d", text, low, high)
		}
		for name := range strings.SplitSeq(parts[1], ",") {
			name = strings.ReplaceAll(strings.TrimSpace(name), " ", "")
			if !about().MatchString(name) {
				return b, say.Errorf("%q: %q is no argument, nor its length or its items", text, name).Hint("write %s", "1 <= nums.length <= 10^4, or -10^9 <= nums[i] <= 10^9")
			}
			if !s.speaks(name) {
				return b, say.Errorf("%q: the function has no argument %q", text, base(name))
			}
			b.Ranges[plain(name)] = Range{low, high}
		}
	}
	return b, nil
}

var (
	nodesPhrase  = match.Lazy(`(?i)number of nodes.*\[\s*(\S+?)\s*,\s*(\S+?)\s*\]`)
	equalPhrase  = match.Lazy(`^\s*([\w\[\].()]+)\s*==\s*([\w\[\].()]+)\s*$`)
	sortedPhrase = match.Lazy(`(?i)^\W*(\w+)\S*\s+(?:is|are)\s+sorted`)
	lettersWords = match.Lazy(`(?i)^\W*(\w+)\S*\s+(?:consists? of|contains?|is|are)\b(.*)$`)
	quotedLetter = match.Lazy("['\"](.)['\"]")
)

// inWords takes in a constraint that is a phrase; false if it is none that is known.
func (b *Bounds) inWords(s Signature, text string) bool {
	text = strings.NewReplacer("`", "", "*", "").Replace(text)
	if m := nodesPhrase().FindStringSubmatch(text); m != nil {
		low, errLow := bound(m[1])
		high, errHigh := bound(m[2])
		if errLow == nil && errHigh == nil && low <= high {
			b.Ranges["nodes"] = Range{low, high}
		}
		return true
	}
	if m := equalPhrase().FindStringSubmatch(text); m != nil {
		x, y := plain(m[1]), plain(m[2])
		if strings.HasSuffix(x, ".length") {
			x, y = y, x
		}
		b.Equal[y] = x
		return true
	}
	if m := sortedPhrase().FindStringSubmatch(text); m != nil && s.speaks(m[1]) {
		b.Sorted[m[1]] = true
		return true
	}
	if m := lettersWords().FindStringSubmatch(text); m != nil && s.speaks(m[1]) {
		letters := ""
		for _, class := range []struct{ word, letters string }{{"lowercase", "abc"}, {"uppercase", "ABC"}, {"1-9", "123456789"}, {"digit", "0123456789"}, {"letters", "abAB"}} {
			if strings.Contains(strings.ToLower(m[2]), class.word) && (letters == "" || class.word != "letters" && class.word != "digit") {
				letters += class.letters
			}
		}
		for _, q := range quotedLetter().FindAllStringSubmatch(m[2], -1) {
			letters += q[1]
		}
		if letters != "" {
			b.Letters[m[1]] = letters
			return true
		}
	}
	return false
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
	name = regexp.MustCompile(`\[\w*\]`).ReplaceAllString(name, "[]")
	return regexp.MustCompile(`\.(?:size\(\)|length\(\))$`).ReplaceAllString(name, ".length")
}

// speaks reports whether a name is an argument's, or one that people use for what the arguments imply: a
// node's value, a number of rows, columns or nodes.
func (s Signature) speaks(name string) bool {
	for _, m := range s.methods() {
		for _, p := range m.Params {
			if p.Name == base(name) {
				return true
			}
		}
	}
	return base(name) == "Node" || len(base(name)) == 1
}

// power is a number as people write large ones: 7, 10^4, 2^31 - 1, -2^31.
var power = match.Lazy(`^(-?)(\d+)(?:\^(\d+))?(?:([+-])(\d+))?$`)

func bound(text string) (int64, error) {
	m := power().FindStringSubmatch(strings.NewReplacer(" ", "", ",", "", "_", "").Replace(text))
	if m == nil {
		return 0, say.Errorf("%q is not a number", strings.TrimSpace(text)).Hint("write 10000, 10^4 or 2^31 - 1")
	}
	n, _ := strconv.ParseFloat(m[2], 64)
	if m[3] != "" {
		exponent, _ := strconv.Atoi(m[3])
		n = math.Pow(n, float64(exponent))
	}
	if m[1] == "-" {
		n = -n
	}
	if n < math.MinInt64 || n > math.MaxInt64 {
		return 0, say.Errorf("%s is beyond 64 bits", strings.TrimSpace(text))
	}
	whole := int64(math.MaxInt64)
	if n < math.MaxInt64 {
		whole = int64(n)
	}
	if m[5] != "" {
		more, _ := strconv.ParseInt(m[5], 10, 64)
		switch {
		case m[4] == "+":
			whole += more
		case n < math.MaxInt64:
			whole -= more
		default:
			whole -= more - 1 // 2^63 - 1: the power itself has no room
		}
	}
	return whole, nil
}
