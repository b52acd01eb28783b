package exchange

import (
	"io/fs"
	"path"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// pair is an input and its answer.
type pair struct{ name, in, ans string }

// inputWord finds the words in a path that mark an input: 1.in, input0.txt, in/1.txt, I.1.
var inputWord = match.Lazy(`(?:^|[^A-Za-z])(inputs?|INPUTS?|Inputs?|IN|in|I)(?:$|[^A-Za-z])`)

// answerWords are the words of an answer's path that correspond to them.
var answerWords = map[string][]string{
	"in": {"ans", "out", "a", "answer"}, "input": {"output", "answer", "ans", "out", "expected"},
	"inputs": {"outputs", "answers"}, "i": {"O"},
}

// pairs finds the inputs that have an answer beside them, and those that have none, by all usual names.
func pairs(files []string) (found []pair, alone []string) {
	there := map[string]bool{}
	for _, f := range files {
		there[f] = true
	}
	for _, f := range files {
		words := wordsIn(f)
		if len(words) == 0 {
			if there[f+".a"] { // as Polygon calls them
				found = append(found, pair{f, f, f + ".a"})
			}
			continue
		}
		answer := answerOf(f, words, there)
		if answer == "" && len(words) > 1 { // a folder called in may say nothing
			answer = answerOf(f, words[len(words)-1:], there)
		}
		if answer == "" {
			if path.Ext(f) == ".in" {
				alone = append(alone, f)
			}
			continue
		}
		found = append(found, pair{nameOf(f, words), f, answer})
	}
	return found, alone
}

// wordsIn returns the places of those words in a path.
func wordsIn(file string) (words [][2]int) {
	for at := 0; at < len(file); {
		m := inputWord().FindStringSubmatchIndex(file[at:])
		if m == nil {
			break
		}
		words = append(words, [2]int{at + m[2], at + m[3]})
		at += m[3]
	}
	return words[:min(len(words), 4)]
}

// answerOf replaces the words for an input by those for an answer. The last word varies slowest, so that with two
// sets of answers every input gets one from the same set.
func answerOf(file string, words [][2]int, there map[string]bool) string {
	tries := []string{file}
	for i := len(words) - 1; i >= 0; i-- {
		from, to := words[i][0], words[i][1]
		word := file[from:to]
		var next []string
		for _, try := range tries {
			for _, other := range answerWords[strings.ToLower(word)] {
				switch {
				case word == "I":
					other = "O"
				case word == strings.ToUpper(word):
					other = strings.ToUpper(other)
				case word[0] == 'I':
					other = strings.ToUpper(other[:1]) + other[1:]
				}
				next = append(next, try[:from]+other+try[to:])
			}
		}
		tries = next
	}
	for _, try := range tries {
		if try != file && there[try] {
			return try
		}
	}
	return ""
}

// nameOf returns the path of an input without the words that mark it as one.
func nameOf(file string, words [][2]int) string {
	if base, ok := strings.CutSuffix(file, ".in"); ok && path.Base(file) != ".in" {
		return base
	}
	for i := len(words) - 1; i >= 0; i-- {
		file = file[:words[i][0]] + file[words[i][1]:]
	}
	var parts []string
	for part := range strings.SplitSeq(strings.TrimSuffix(file, ".txt"), "/") {
		if part = strings.Trim(part, "._- "); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return "1"
	}
	return strings.Join(parts, "/")
}

// pairs returns the inputs below a folder with their answers. It remarks on inputs without one.
func (d *draft) pairs(dir fs.FS, folder string) ([]pair, error) {
	files, err := list(dir, folder, refuse)
	found, alone := pairs(files)
	for _, in := range alone {
		d.told[in] = true
		d.remark("%s was left out: it has no .ans or .out beside it", in)
	}
	return found, err
}

// pairCase is a case of two files of the package.
func (d *draft) pairCase(p pair) testCase {
	return testCase{name: p.name, in: d.file(p.in), ans: d.file(p.ans), from: [2]string{p.in, p.ans}}
}

// plain reads a folder of inputs, each with its answer beside it. Those with "sample" in their path are samples.
func plain(dir fs.FS, name string) (*draft, error) {
	d := newDraft(dir, name)
	found, err := d.pairs(dir, ".")
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0 && len(d.told) > 0:
		return nil, say.Errorf("%s: no input has an answer: %s needs a .ans or .out beside it", name, sorted(d.told)[0])
	case len(found) == 0:
		return nil, say.Errorf("%s: neither a package known here nor inputs (.in) with their answers (.ans or .out)", name)
	}
	taken := map[string]string{}
	for _, p := range found {
		to := plainName(p.name)
		if first, ok := taken[strings.ToLower(to)]; ok {
			return nil, say.Errorf("%s and %s would both be the case %s", first, p.in, to).Hint("rename one of them")
		}
		taken[strings.ToLower(to)] = p.in
		c := d.pairCase(p)
		c.to = to
		d.groups = append(d.groups, group{cases: []testCase{c}})
	}
	return d, nil
}

// plainName is where a plain input goes: into secret, or into sample if its path says so.
func plainName(base string) string {
	for _, folder := range []string{"sample", "secret"} { // it may be in one already
		if _, rest, ok := strings.Cut("/"+base, "/"+folder+"/"); ok {
			return path.Join(folder, rest)
		}
	}
	if strings.Contains(strings.ToLower(base), "sample") {
		return path.Join("sample", base)
	}
	return path.Join("secret", base)
}
