package function

import (
	"regexp"
	"slices"
	"strings"

	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/say"
)

// A file for a problem that asks for a function is one of two things: a program of its own, with a main,
// or one that reads standard input; or what the site takes, which gets a driver.

// ownInput is what shows a program in a language where any file can be one.
var ownInput = map[string]match.Pattern{
	"python":     match.Lazy(`\bsys\s*\.\s*stdin\b|\binput\s*\(|\bfileinput\b|\bfrom\s+sys\s+import\b[^\n]*\bstdin\b|\bopen\s*\(\s*0\b`),
	"javascript": match.Lazy(`\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*(?:0|\s+)\s*[,)]|\breadline\b`),
}

// IsProgram reports whether a source is a program of its own. Main says whether it has a main function,
// where its language has such.
func IsProgram(language, text string, main bool) bool {
	reads, ok := ownInput[language]
	if !ok {
		return main
	}
	bare := code(language, text)
	if solutionClass().MatchString(bare) && !solutionMade().MatchString(bare) {
		return false // nobody calls the class: it reads what is not there for it, and is told so when it runs
	}
	return reads().MatchString(bare)
}

var (
	solutionClass = match.Lazy(`(?m)^class\s+Solution\b`)
	solutionMade  = match.Lazy(`\bSolution\s*\(\s*\)\s*\.|=\s*(?:new\s+)?Solution\s*\(`)
)

// LooksBare reports whether a source that is not a program holds what the site takes, a class or a
// function: something that calls nothing.
func LooksBare(language, text string) bool {
	target, ok := targets[language]
	if !ok {
		return false
	}
	u := open(language, "", []byte(text))
	if u.has("Solution") || regexp.MustCompile(`\bimpl\s+Solution\b`).MatchString(u.code) {
		return true
	}
	defined := target.defined(u)
	return len(defined) == 1 && language != "python" && language != "javascript" || language == "javascript" && len(defined) == 1 && scriptSubmission().MatchString(u.code)
}

// MayStart reports whether something in a file may start what it holds, so that it may be a program after
// all: one that reads nothing, or whose main stands in a macro.
func MayStart(language, text string) bool {
	bare := code(language, text)
	if language == "python" {
		bare = solutionClass().ReplaceAllString(bare, "")
	}
	starts, ok := starters[language]
	if !ok {
		starts = mainWord
	}
	return starts().MatchString(bare)
}

var (
	mainWord = match.Lazy(`\bmain\b`)
	starters = map[string]match.Pattern{
		"python":     match.Lazy(`\bSolution\b`),
		"javascript": match.Lazy(`(?m)^(?:new\b|await\b|\(|[\w.$]+\s*\()|\bnew\s+Solution\b`),
	}
)

var scriptSubmission = match.Lazy(`^\s*(?:var|let|const)\s+\w+\s*=\s*(?:function|\()`)

// defined are the functions that a file defines.
func (t target) defined(u source) []definition {
	if t.language == "go" { // it is read by Go's own parser, comments and all
		return t.find(u.text)
	}
	return t.find(u.code)
}

// Accept says what is wrong with a file that is to hold the function, nil if nothing is. What a compiler
// will say well is left to it.
func (s Signature) Accept(language, path string, text []byte) error {
	t, ok := targets[language]
	if !ok {
		return say.Errorf("functions are not taken in this language")
	}
	for _, one := range s.types() {
		if language == "c" && one.Depth() > 2 {
			return say.Errorf("%s has no form in C: the site has none for lists of lists of lists", one)
		}
	}
	u := open(language, path, text)
	defined := t.defined(u)
	if s.IsDesign() {
		if language != "c" && language != "javascript" && !u.has(s.Class) && !regexp.MustCompile(`\btype\s+`+s.Class+`\b`).MatchString(u.code) {
			return say.Errorf("%s: no class %s, which is what the problem asks for", path, s.Class).Hint("begin with what judge new solution writes: class %s with %s", s.Class, headsOf(t, s))
		}
		return nil
	}
	for _, m := range s.methods() {
		if err := t.accept(s, m, u, path, defined); err != nil {
			return err
		}
	}
	return nil
}

// twice finds a function that is defined a second time in the same place, where no compiler says so: the
// first would be forgotten in silence. A class beside may have a method of that name.
func (t target) twice(u source, all []definition) (first, second int, yes bool) {
	if t.language != "python" && t.language != "javascript" {
		return 0, 0, false
	}
	seen := map[string]int{}
	lines := strings.Split(u.code, "\n")
	for _, d := range all {
		line := lines[d.line-1]
		place := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		for i := d.line - 1; i >= 0 && place != ""; i-- {
			if class := classLine().FindStringSubmatch(lines[i]); class != nil {
				place += class[1]
				break
			}
		}
		if before, ok := seen[place]; ok {
			return before, d.line, true
		}
		seen[place] = d.line
	}
	return 0, 0, false
}

var classLine = match.Lazy(`^class\s+(\w+)`)

func headsOf(t target, s Signature) string {
	var all []string
	for _, m := range s.methods() {
		all = append(all, strings.TrimSpace(t.prompt(s, m)))
	}
	return strings.Join(all, "; ")
}

// accept looks for one function in a file.
func (t target) accept(s Signature, m Method, u source, path string, defined []definition) error {
	name := t.name(m.Name)
	if len(defined) == 0 && t.language == "go" {
		return nil // it is no Go, and the compiler says so better
	}
	var right, other []definition
	var names []string
	for _, d := range defined {
		switch {
		case d.name != name:
			names = append(names, d.name)
		case d.params == t.params(m) || d.params < 0:
			right = append(right, d)
		default:
			other = append(other, d)
		}
	}
	head := strings.TrimSpace(t.prompt(s, m))
	switch {
	case len(right) > 0:
		first, second, twice := t.twice(u, right)
		if twice {
			return say.Errorf("%s:%d: %s is there twice, on line %d too", path, second, name, first).Hint("keep one")
		}
		return nil
	case len(other) > 0:
		return say.Errorf("%s:%d: %s takes %s, and the problem gives %d", path, other[0].line, name, say.Count(other[0].params, "argument"), t.params(m)).Hint("write %s", head)
	}
	slices.Sort(names)
	return say.Errorf("%s: no function %s, which is what the problem asks for%s", path, name, meant(name, names)).Hint("write %s", head)
}

// meant is which of the functions there are was probably meant to be the one that is asked for: one by
// nearly that name, or the only one.
func meant(name string, there []string) say.Message {
	if near := match.Nearest(name, there); near != "" {
		return say.Of("; there is a %s: did you mean %s?", near, name)
	}
	if len(there) == 1 {
		return say.Of("; there is only %s", there[0])
	}
	return say.Message{}
}

// params is how many parameters a method has in the language.
func (t target) params(m Method) int {
	if t.language != "c" {
		return len(m.Params)
	}
	n := 0
	for _, p := range m.Params {
		n += 1 + min(p.Type.Depth(), 2)
	}
	return n + min(m.Result.Depth(), 2)
}

// Heads are the functions as the language writes them, for people.
func (s Signature) Heads(language string) string { return headsOf(targets[language], s) }

// Blames reports whether a compiler's text speaks of the driver: then the function has another type than
// the problem asks for.
func Blames(language, said string) bool {
	name, _, _ := strings.Cut(drivers[language], ".")
	return strings.Contains(said, name)
}

// Trim takes from a crash's trace the frames that are the driver's.
func Trim(language, said string) string {
	if language != "go" {
		return said
	}
	lines := strings.SplitAfter(said, "\n")
	var kept []string
	for i := 0; i < len(lines); i++ {
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t") && strings.Contains(lines[i+1], drivers["go"]) {
			i++
			continue
		}
		kept = append(kept, lines[i])
	}
	return strings.Join(kept, "")
}
