package function

import (
	"regexp"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/language"
)

// A file for a problem that asks for a function is either a whole program, which has a main or reads standard input, or
// a function as the site takes it, which gets a driver.

// IsProgram reports whether a source is a whole program.
func IsProgram(id, text string) bool {
	t, _ := targetOf(id)
	bare := Code(id, text)
	if t.reads == nil {
		lang, _ := language.ByID(id)
		return lang.Entry([]byte(bare)) == 2
	}
	if solutionClass().MatchString(bare) && !solutionMade().MatchString(bare) {
		return false // nothing calls the class; when it runs, a message says so
	}
	return t.reads().MatchString(bare) || strings.Contains(Region(text), "/dev/stdin")
}

var (
	solutionClass = match.Lazy(`(?m)^class\s+Solution\b`)
	solutionMade  = match.Lazy(`\bSolution\s*\(\s*\)\s*\.|=\s*(?:new\s+)?Solution\s*\(`)
	solutionImpl  = match.Lazy(`\bimpl\s+Solution\b`)
	mainWord      = match.Lazy(`\bmain\b`)
)

// readsInput matches code that reads something, in languages whose programs have a main. It rather matches too much.
var readsInput = match.Lazy(`(?i)stdin(?:[^t]|$)|\bcin\b|scanf|scanner|\bscan(?:ln)?\s*\(|\bf?get(?:c|s|char|line)(?:_unlocked)?\s*\(` +
	`|\bf?read(?:line|all|er|string|file|_line|_to_string|_to_end)?\s*\(|\bsystem\s*\.\s*in\b|\b(?:fre|f)?open\s*\(|istream`)

// ReadsInput reports whether a source seems to read something.
func ReadsInput(id, text string) bool {
	if t, _ := targetOf(id); t.reads != nil {
		return IsProgram(id, text)
	}
	return readsInput().MatchString(Code(id, text))
}

// Takes reports whether a file is judged as a function. A main that reads nothing only tries the function out: the
// judge leaves that main out.
func (s Signature) Takes(id, path, text string) bool {
	return !IsProgram(id, text) || s.triesOut(id, path, text)
}

func (s Signature) triesOut(id, path, text string) bool {
	return s.Missing(id, path, []byte(text)) == nil && !readsInput().MatchString(Code(id, text))
}

// Remarks explains how a file with the function is judged.
func (s Signature) Remarks(id, path, text string) (all []say.Message) {
	t, ok := targetOf(id)
	if !ok {
		return nil
	}
	if lang, _ := language.ByID(id); strings.TrimSpace(lang.Code(text)) != strings.TrimSpace(Code(id, text)) {
		all = append(all, say.Of("only what stands between the marks of LeetCode's plugin counts, as on the site"))
	}
	if IsProgram(id, text) {
		all = append(all, say.Of("its main reads no input and is left out: the judge calls %s itself", s.Callee()))
	}
	u := t.open(path, []byte(text))
	for _, m := range s.methods() {
		if first, second, twice := t.twice(u, t.named(s, m, u)); twice {
			all = append(all, say.Of("%s is there twice, on lines %d and %d: the last one counts", t.name(s, m), first, second))
		}
	}
	return all
}

// Callee names what the judge calls: a function, or the methods of a class.
func (s Signature) Callee() string {
	if s.IsDesign() {
		return s.Class
	}
	return s.Name
}

// named returns the functions of a file with the name of a method.
func (t target) named(s Signature, m Method, u source) (all []definition) {
	for _, d := range t.find(u) {
		if d.name == t.name(s, m) {
			all = append(all, d)
		}
	}
	return all
}

// LooksBare reports whether a source that is not a program holds a class or a function as the site
// takes it, which nothing calls.
func LooksBare(id, text string) bool {
	t, ok := targetOf(id)
	if !ok {
		return false
	}
	u := t.open("", []byte(text))
	return u.has("Solution") || solutionImpl().MatchString(u.code) ||
		len(t.find(u)) == 1 && (t.function == nil || t.function().MatchString(u.code))
}

// MayStart reports whether a file may be a whole program after all: one that reads nothing, or whose main is in a macro.
func MayStart(id, text string) bool {
	t, ok := targetOf(id)
	if !ok {
		t.starts = mainWord
	}
	return t.starts().MatchString(solutionClass().ReplaceAllString(Code(id, text), ""))
}

// Defines reports whether a file holds the function, and is judged as one. The site may want a class around it.
func (s Signature) Defines(id, path, text string) bool {
	return s.Takes(id, path, text) && s.Missing(id, path, []byte(text)) == nil
}

// Accept returns an error if a file does not hold the function properly. It leaves errors to the compiler that the
// compiler explains well.
func (s Signature) Accept(id, path string, text []byte) error {
	err := s.Missing(id, path, text)
	t, _ := targetOf(id)
	if err != nil || !t.holds && id != "python" || s.IsDesign() {
		return err
	}
	u, holder := t.open(path, text), "class "+s.holder()
	there := u.has(s.holder()) || id == "python" && t.bare(s, u)
	if id == "rust" {
		holder = "impl " + s.holder()
		there = regexp.MustCompile(`\bimpl\s+` + s.holder() + `\b`).MatchString(u.code)
	}
	if there {
		return nil
	}
	return say.Errorf("%s: no %s, in which the site wants %s", path, holder, t.name(s, s.methods()[0])).Hint("put it into %s", holder)
}

// Missing is Accept, but a function may stand outside the class that the site wants around it.
func (s Signature) Missing(id, path string, text []byte) error {
	t, ok := targetOf(id)
	if !ok {
		return say.Errorf("functions are not taken in this language")
	}
	for _, one := range s.types() {
		if t.sized && one.Depth() > 2 {
			return say.Errorf("%s has no form in C: the site has none for lists of lists of lists", one)
		}
	}
	u := t.open(path, text)
	defined := t.find(u)
	if s.IsDesign() {
		return s.designed(t, u, path)
	}
	for _, m := range s.methods() {
		if err := t.accept(s, m, path, defined); err != nil {
			return err
		}
	}
	return nil
}

// designed looks for the class that the problem asks for. Where a language has no such definition, the name of what
// makes an object must be there: it may come to be in many ways.
func (s Signature) designed(t target, u source, path string) error {
	there := u.has(s.Class) || regexp.MustCompile(`\btype\s+`+s.Class+`\b`).MatchString(u.code)
	if !t.classes {
		there = regexp.MustCompile(`\b` + t.name(s, s.Methods[0]) + `\b`).MatchString(u.code)
	}
	if there {
		return nil
	}
	return say.Errorf("%s: no class %s, which is what the problem asks for", path, s.Class).Hint("begin with what judge new solution writes: class %s with %s", s.Class, headsOf(t, s))
}

// bare reports whether a function of the site stands in no class: in Python the judge calls such a function.
func (t target) bare(s Signature, u source) bool {
	lines := strings.Split(u.code, "\n")
	return slices.ContainsFunc(t.named(s, s.methods()[0], u), func(d definition) bool {
		return !strings.ContainsAny(lines[d.line-1][:1], " \t")
	})
}

// twice finds a function that is defined a second time in the same place, where that is no error: the last
// one counts. A class beside may have a method of that name.
func (t target) twice(u source, all []definition) (first, second int, yes bool) {
	if !t.forgets {
		return 0, 0, false
	}
	seen := map[string]int{}
	lines := strings.Split(u.code, "\n")
	slices.SortFunc(all, func(a, b definition) int { return a.line - b.line })
	for _, d := range all {
		line := lines[d.line-1]
		place := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		for i := d.line - 1; i >= 0 && place != ""; i-- {
			if class := classLine().FindStringSubmatch(lines[i]); class != nil {
				place += class[1]
				break
			}
		}
		if before, ok := seen[place]; ok && before != d.line { // a function expression may repeat its name
			first, second, yes = before, d.line, true
		}
		seen[place] = d.line
	}
	return first, second, yes
}

var classLine = match.Lazy(`^class\s+(\w+)`)

func headsOf(t target, s Signature) string {
	var all []string
	for _, m := range s.methods() {
		all = append(all, t.head(s, m))
	}
	return strings.Join(all, "; ")
}

// accept looks for one function in a file.
func (t target) accept(s Signature, m Method, path string, defined []definition) error {
	name, given := t.name(s, m), t.params(m)
	if len(defined) == 0 && t.parsed {
		return nil // it is no Go, and the compiler says so better
	}
	var right, other, strange []definition
	var names []string
	head := t.head(s, m)
	_, takes, _ := strings.Cut(head, "(")
	for _, d := range defined {
		switch {
		case d.name != name && d.name == "main": // nobody means that one
		case d.name != name:
			names = append(names, d.name)
		case d.nearest(given) == given && t.sized && !slices.Equal(d.pointers, pointersOf(splitParams(takes))):
			strange = append(strange, d)
		case d.nearest(given) == given:
			right = append(right, d)
		default:
			other = append(other, d)
		}
	}
	switch {
	case len(right) > 0:
		return nil
	case len(strange) > 0:
		return say.Errorf("%s:%d: %s takes arguments of other types than the problem gives", path, strange[0].line, name).Hint("write %s", head)
	case len(other) > 0:
		return say.Errorf("%s:%d: %s takes %s, and the problem gives %d", path, other[0].line, name, say.Count(other[0].nearest(given), "argument"), given).Hint("write %s", head)
	}
	slices.Sort(names)
	return say.Errorf("%s: no function %s, which is what the problem asks for%s", path, name, meant(name, names)).Hint("write %s", head)
}

// meant suggests the function that was probably meant: one with nearly the right name, or the only one.
func meant(name string, there []string) say.Message {
	if near := suggest.Nearest(name, there); near != "" {
		return say.Of("; there is a %s, which may be misspelt", near)
	}
	if len(there) == 1 {
		return say.Of("; there is only %s", there[0])
	}
	return say.Message{}
}

// params is how many parameters a method has in the language.
func (t target) params(m Method) int {
	if !t.sized {
		return len(m.Params)
	}
	n := 0
	for _, p := range m.Params {
		n += 1 + min(p.Type.Depth(), 2)
	}
	return n + min(m.Result.Depth(), 2)
}

// Heads returns the heads of the functions as the language writes them, for people.
func (s Signature) Heads(id string) string {
	t, _ := targetOf(id)
	return headsOf(t, s)
}

// Trim removes the driver's frames from a crash's trace.
func Trim(id, trace string) string {
	if t, _ := targetOf(id); t.trim != nil {
		return t.trim(trace)
	}
	return trace
}
