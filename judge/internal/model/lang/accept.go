package lang

import (
	"regexp"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
)

// A file for a problem that asks for a function is either a whole program, which has a main or reads standard input, or
// a function as the site takes it, which gets a driver.

// IsProgram reports whether a source is a whole program.
func (l Language) IsProgram(text string) bool {
	bare := l.Bare(text)
	if l.ReadsInput == nil {
		return l.Entry([]byte(bare)) == 2
	}
	if solutionClass().MatchString(bare) && !solutionMade().MatchString(bare) {
		return false // nothing calls the class; when it runs, a message says so
	}
	return l.ReadsInput().MatchString(bare) || strings.Contains(Region(text), "/dev/stdin")
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

// SeemsToRead reports whether a source seems to read something.
func (l Language) SeemsToRead(text string) bool {
	if l.ReadsInput != nil {
		return l.IsProgram(text)
	}
	return readsInput().MatchString(l.Bare(text))
}

// Takes reports whether a file is judged as a function. A main that reads nothing only tries the function out: the
// judge leaves that main out.
func (l Language) Takes(s Signature, path, text string) bool {
	return !l.IsProgram(text) || l.Missing(s, path, []byte(text)) == nil && !readsInput().MatchString(l.Bare(text))
}

// Remarks explains how a file with the function is judged.
func (l Language) Remarks(s Signature, path, text string) (all []say.Message) {
	if l.Driver == "" {
		return nil
	}
	if strings.TrimSpace(l.Code(text)) != strings.TrimSpace(l.Bare(text)) {
		all = append(all, say.Of("only what stands between the marks of LeetCode's plugin counts, as on the site"))
	}
	if l.IsProgram(text) {
		all = append(all, say.Of("its main reads no input and is left out: the judge calls %s itself", s.Callee()))
	}
	u := l.open(path, []byte(text))
	for _, m := range s.All() {
		if first, second, twice := l.twice(u, l.named(s, m, u)); twice {
			all = append(all, say.Of("%s is there twice, on lines %d and %d: the last one counts", l.Call(s, m), first, second))
		}
	}
	return all
}

// named returns the functions of a file with the name of a method.
func (l Language) named(s Signature, m Method, u UserFile) (all []Definition) {
	for _, d := range l.Find(u) {
		if d.Name == l.Call(s, m) {
			all = append(all, d)
		}
	}
	return all
}

// LooksBare reports whether a source that is not a program holds a class or a function as the site
// takes it, which nothing calls.
func (l Language) LooksBare(text string) bool {
	if l.Driver == "" {
		return false
	}
	u := l.open("", []byte(text))
	return u.Has("Solution") || solutionImpl().MatchString(u.Code) ||
		len(l.Find(u)) == 1 && l.Lone().MatchString(u.Code)
}

// MayStart reports whether a file may be a whole program after all: one that reads nothing, or whose main is in a macro.
func (l Language) MayStart(text string) bool {
	return l.Starts().MatchString(solutionClass().ReplaceAllString(l.Bare(text), ""))
}

// Defines reports whether a file holds the function, and is judged as one. The site may want a class around it.
func (l Language) Defines(s Signature, path, text string) bool {
	return l.Takes(s, path, text) && l.Missing(s, path, []byte(text)) == nil
}

// Accept returns an error if a file does not hold the function properly. It leaves errors to the compiler that the
// compiler explains well.
func (l Language) Accept(s Signature, path string, text []byte) error {
	err := l.Missing(s, path, text)
	if err != nil || l.Holder == "" || s.IsDesign() {
		return err
	}
	u, holder := l.open(path, text), l.Holder+s.Holder()
	there := l.Holder == "class " && u.Has(s.Holder()) || l.Loaded && l.bare(s, u)
	if there || regexp.MustCompile(`\b`+strings.Replace(holder, " ", `\s+`, 1)+`\b`).MatchString(u.Code) {
		return nil
	}
	return say.Errorf("%s: no %s, in which the site wants %s", path, holder, l.Call(s, s.All()[0])).Hint("put it into %s", holder)
}

// Missing is Accept, but a function may be outside the class that the site wants around it.
func (l Language) Missing(s Signature, path string, text []byte) error {
	if l.Driver == "" {
		return say.Errorf("functions are not taken in this language").Hint("write a whole program, or the function in another language")
	}
	for _, one := range s.Types() {
		if l.Sized && one.Depth() > 2 {
			return say.Errorf("%s has no form in C: the site has none for lists of lists of lists", one)
		}
	}
	u := l.open(path, text)
	if s.IsDesign() {
		return l.designed(s, u, path)
	}
	defined := l.Find(u)
	for _, m := range s.All() {
		if err := l.accept(s, m, path, defined); err != nil {
			return err
		}
	}
	return nil
}

// designed looks for the class that the problem asks for. Where a language has no such definition, the name of what
// makes an object must be there: it may come to be in many ways.
func (l Language) designed(s Signature, u UserFile, path string) error {
	there := u.Has(s.Class) || regexp.MustCompile(`\btype\s+`+s.Class+`\b`).MatchString(u.Code)
	if l.NoClasses {
		there = regexp.MustCompile(`\b` + l.Call(s, s.Methods[0]) + `\b`).MatchString(u.Code)
	}
	if there {
		return nil
	}
	return say.Errorf("%s: no class %s, which is what the problem asks for", path, s.Class).Hint("begin with what judge new solution writes: class %s with %s", s.Class, l.Heads(s))
}

// bare reports whether a function of the site is in no class: in Python the judge calls such a function.
func (l Language) bare(s Signature, u UserFile) bool {
	lines := strings.Split(u.Code, "\n")
	return slices.ContainsFunc(l.named(s, s.All()[0], u), func(d Definition) bool {
		return !strings.ContainsAny(lines[d.Line-1][:1], " \t")
	})
}

// twice finds a function that is defined a second time in the same place, where that is no error: the last
// one counts. A class beside may have a method of that name.
func (l Language) twice(u UserFile, all []Definition) (first, second int, yes bool) {
	if !l.Loaded {
		return 0, 0, false
	}
	seen := map[string]int{} // by how far it is indented
	lines := strings.Split(u.Code, "\n")
	slices.SortFunc(all, func(a, b Definition) int { return a.Line - b.Line })
	for _, d := range all {
		line := lines[d.Line-1]
		place := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		before, ok := seen[place]
		if ok && before != d.Line && !classLine().MatchString(strings.Join(lines[before:d.Line], "\n")) { // a function expression may repeat its name
			first, second, yes = before, d.Line, true
		}
		seen[place] = d.Line
	}
	return first, second, yes
}

var classLine = match.Lazy(`(?m)^class\s`)

// accept looks for one function in a file.
func (l Language) accept(s Signature, m Method, path string, defined []Definition) error {
	name, given := l.Call(s, m), l.params(m)
	if len(defined) == 0 && l.Parsed {
		return nil // it is no Go, and the compiler says so better
	}
	var right, other, strange []Definition
	var names []string
	head := l.head(s, m)
	_, takes, _ := strings.Cut(head, "(")
	for _, d := range defined {
		switch {
		case d.Name != name && d.Name == "main": // nobody means that one
		case d.Name != name:
			names = append(names, d.Name)
		case d.nearest(given) == given && l.Sized && !slices.Equal(d.Pointers, pointersOf(SplitParams(takes))):
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
		return say.Errorf("%s:%d: %s takes arguments of other types than the problem gives", path, strange[0].Line, name).Hint("write %s", head)
	case len(other) > 0:
		return say.Errorf("%s:%d: %s takes %s, and the problem gives %d", path, other[0].Line, name, say.Count(other[0].nearest(given), "argument"), given).Hint("write %s", head)
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
func (l Language) params(m Method) int {
	if !l.Sized {
		return len(m.Params)
	}
	n := 0
	for _, p := range m.Params {
		n += 1 + min(p.Type.Depth(), 2)
	}
	return n + min(m.Result.Depth(), 2)
}
