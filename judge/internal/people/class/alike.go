package class

import (
	"bytes"
	"cmp"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Programs are compared token by token, by winnowing (Schleimer, Wilkerson, Aiken: Local Algorithms for Document
// Fingerprinting, 2003). So what was renamed, moved or split is found. Where programs agree is told, not why.
const (
	leastTokens = 40     // two programs of this length are not equal by chance
	gram        = 24     // tokens in a row that are no idiom
	window      = 8      // of as many grams in a row one is kept
	leastAlike  = 80     // tokens that two programs must share
	leastShare  = 70     // in 100 of the smaller one
	mostTokens  = 20_000 // what comes after them is not compared
	mostPairs   = 3      // that are told of a program
	leastPrints = 4      // that make a pair worth a closer look
)

var tokenPattern = match.Lazy(`[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_.]*|\S`)

// token is a word or a sign of a program. All names are the same word, so that renaming makes no difference.
type token struct {
	word, name string // name is how the program spells it; "" for words that are no names
	line       int
}

// tokens returns the words and signs of a program without comments and string literals.
func tokens(s solution.Solution) (all []token) {
	lang, _ := language.ByID(s.Language)
	keywords := strings.Fields(lang.Words)
	line := 0
	for _, f := range s.Files {
		for text := range strings.Lines(lang.Bare(f.Text)) {
			line++
			for _, word := range tokenPattern().FindAllString(text, -1) {
				first := word[0]
				isName := first >= 0x80 || first == '_' || first == '$' || first|0x20 >= 'a' && first|0x20 <= 'z'
				one := token{word: word, line: line}
				if isName && !slices.Contains(keywords, word) {
					one.word, one.name = "#", word
				}
				if all = append(all, one); len(all) == mostTokens {
					return all
				}
			}
		}
	}
	return all
}

// text is a program to compare.
type text struct {
	student int
	lang    string
	tokens  []token
	prints  map[uint64][]int // where the grams are that were kept, by their hash
	given   []byte           // 1 for each token that much of the class has
}

// fingerprints keeps the least hash of each window.
func fingerprints(tokens []token) map[uint64][]int {
	var hashes []uint64
	for i := 0; i+gram <= len(tokens); i++ {
		h := fnv.New64a()
		for _, t := range tokens[i : i+gram] {
			h.Write([]byte(t.word + "\x00"))
		}
		hashes = append(hashes, h.Sum64())
	}
	kept, last := map[uint64][]int{}, -1
	for i := 0; i+window <= len(hashes); i++ {
		least := i
		for j := i; j < i+window; j++ {
			if hashes[j] <= hashes[least] {
				least = j
			}
		}
		if least != last {
			kept[hashes[least]] = append(kept[hashes[least]], least)
			last = least
		}
	}
	return kept
}

// compare notes whose programs for a problem are the same byte for byte, the same but for names, comments and blanks,
// or in large part the same.
func (c *Class) compare(problem int) {
	prints := make([]Print, len(c.Students))
	var texts []text
	for i, s := range c.Students {
		if s.Work[problem].Without != nil {
			continue
		}
		program := s.Work[problem].Solution
		all := tokens(program)
		if prints[i] = printOf(program, all); len(all) >= leastTokens {
			texts = append(texts, text{i, program.Language, all, fingerprints(all), make([]byte, len(all))})
		}
	}
	same := map[[2]int]bool{}
	for _, group := range SameOf(prints) {
		for _, i := range group.Places {
			var others []string
			for _, j := range group.Places {
				if same[[2]int{i, j}] = true; i != j {
					others = append(others, c.Students[j].Label)
				}
			}
			how := say.Of("the same as %s, except for names, comments and blanks", some(others))
			if group.Exact {
				how = say.Of("the same as %s, byte for byte", some(others))
			}
			c.note(i, problem, how)
		}
	}
	c.partly(texts, problem, same)
}

// partly notes programs that share large parts, which most of the class does not have.
func (c *Class) partly(texts []text, problem int, same map[[2]int]bool) {
	holders := map[uint64][]int{} // of texts
	for i, t := range texts {
		for h := range t.prints {
			holders[h] = append(holders[h], i)
		}
	}
	shared := map[[2]int]int{}
	for h, all := range holders {
		if len(all) > max(4, len(texts)/4) { // what so many have was given to them, or is an idiom
			for _, i := range all {
				for _, at := range texts[i].prints[h] {
					copy(texts[i].given[at:], bytes.Repeat([]byte{1}, gram))
				}
				delete(texts[i].prints, h)
			}
			continue
		}
		for n, i := range all {
			for _, j := range all[n+1:] {
				shared[[2]int{i, j}]++
			}
		}
	}
	var pairs []result.Alike
	for pair, n := range shared {
		a, b := texts[pair[0]], texts[pair[1]]
		if n < leastPrints || a.lang != b.lang || same[[2]int{a.student, b.student}] {
			continue
		}
		if p := alike(a, b); p.Share >= leastShare {
			p.Problem = c.Problems[problem]
			p.Students = [2]string{c.Students[a.student].Label, c.Students[b.student].Label}
			p.Texts = [2]string{whole(c.Students[a.student].Work[problem].Solution), whole(c.Students[b.student].Work[problem].Solution)}
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(a, b result.Alike) int {
		return cmp.Or(b.Share-a.Share, cmp.Compare(a.Students[0]+"\x00"+a.Students[1], b.Students[0]+"\x00"+b.Students[1]))
	})
	told := map[string]int{}
	for _, p := range pairs {
		for side, label := range p.Students {
			if told[label]++; told[label] > mostPairs {
				continue
			}
			i := slices.IndexFunc(c.Students, func(s Student) bool { return s.Label == label })
			c.note(i, problem, say.Of("%d in 100 tokens of the shorter program are also in that of %s: %s", p.Share, p.Students[1-side], p.Where(side)))
		}
	}
	c.Alike = append(c.Alike, pairs...)
}

// whole is the text of all files of a program.
func whole(s solution.Solution) (text string) {
	for _, f := range s.Files {
		text += strings.TrimSuffix(f.Text, "\n") + "\n"
	}
	return text
}

// alike finds the runs of tokens that two programs share. A token is counted once; the work has a bound.
func alike(a, b text) (p result.Alike) {
	covered, taken, budget := slices.Clone(a.given), slices.Clone(b.given), 20*(len(a.tokens)+len(b.tokens))
	own := min(bytes.Count(covered, []byte{0}), bytes.Count(taken, []byte{0}))
	count := 0
	for _, h := range slices.SortedFunc(maps.Keys(a.prints), func(x, y uint64) int { return a.prints[x][0] - a.prints[y][0] }) {
		for _, i := range a.prints[h] {
			for _, j := range b.prints[h] {
				if covered[i]+taken[j] > 0 || budget < 0 {
					continue
				}
				from, to := 0, 0
				for from < min(i, j) && covered[i-from-1]+taken[j-from-1] == 0 && a.tokens[i-from-1].word == b.tokens[j-from-1].word {
					from++
				}
				for to < min(len(covered)-i, len(taken)-j) && covered[i+to]+taken[j+to] == 0 && a.tokens[i+to].word == b.tokens[j+to].word {
					to++
				}
				if budget -= from + to; from+to < gram {
					continue
				}
				for k := -from; k < to; k++ {
					covered[i+k], taken[j+k] = 1, 1
				}
				count += from + to
				p.Lines = append(p.Lines, [2][2]int{{a.tokens[i-from].line, a.tokens[i+to-1].line}, {b.tokens[j-from].line, b.tokens[j+to-1].line}})
			}
		}
	}
	slices.SortFunc(p.Lines, func(x, y [2][2]int) int { return x[0][0] - y[0][0] })
	if count >= leastAlike {
		p.Share = count * 100 / own
	}
	return p
}

func (c *Class) note(student, problem int, what say.Message) {
	if len(c.Problems) > 1 {
		what = say.Of("%v: %s", c.Problems[problem], what)
	}
	c.Students[student].Notes = append(c.Students[student].Notes, what)
}
