package exchange

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// pair is an input and its answer.
type pair struct{ name, in, ans string }

// The words in a path that mark an input or an answer: 1.in, input0.txt, in/1.txt. Of several answers the first word
// counts.
var (
	inputWords  = []string{"in", "input", "inputs", "I"}
	answerWords = []string{"ans", "answer", "answers", "output", "outputs", "out", "expected", "a", "O"}
	word        = match.Lazy(`[A-Za-z]+`)
)

// marked is a path with a star for each of these words; the last says what the file is.
func marked(file string) (path string, input bool, answer int) {
	at := 0
	for _, place := range word().FindAllStringIndex(file, -1) {
		text := file[place[0]:place[1]]
		if len(text) > 1 {
			text = strings.ToLower(text)
		}
		in, ans := slices.Contains(inputWords, text), slices.Index(answerWords, text)
		if in || ans >= 0 && (text != "a" || strings.HasSuffix(file, ".a")) {
			path, at, input, answer = path+file[at:place[0]]+"*", place[1], in, ans
		}
	}
	return path + file[at:], input, answer
}

// pairs finds the inputs that have an answer beside them, and those that have none, by all usual names.
func pairs(files []string) (found []pair, alone []string) {
	type choice struct {
		file string
		word int
	}
	answers, there := map[string]choice{}, map[string]bool{}
	for _, f := range files {
		there[f] = true
		path, input, at := marked(f)
		if best, ok := answers[path]; path != f && !input && (!ok || at < best.word) {
			answers[path] = choice{f, at}
		}
	}
	for _, f := range files {
		path, input, _ := marked(f)
		answer := answers[path].file
		if path == f && there[f+".a"] { // as Polygon calls them
			input, answer = true, f+".a"
		}
		switch {
		case input && answer != "":
			found = append(found, pair{nameOf(f, path), f, answer})
		case input && strings.HasSuffix(f, ".in"):
			alone = append(alone, f)
		}
	}
	return found, alone
}

// nameOf returns the path of an input without the words that mark it as one.
func nameOf(file, marked string) string {
	if base, ok := strings.CutSuffix(file, ".in"); ok && path.Base(file) != ".in" {
		return base
	}
	var parts []string
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(marked, "*", ""), ".txt"), "/") {
		if part = strings.Trim(part, "._- "); part != "" {
			parts = append(parts, part)
		}
	}
	return cmp.Or(strings.Join(parts, "/"), "1")
}

// pairs returns the inputs below a folder with their answers. It remarks on inputs without one.
func (d *draft) pairs(folder string) ([]pair, error) {
	files, err := list(d.dir, folder, refuse)
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
func plain(dir *folder, name string) (*draft, error) {
	d := newDraft(dir, name)
	found, err := d.pairs(".")
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
