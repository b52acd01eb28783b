package submit

import (
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/language"
)

// A text to paste is made of whole pieces of its source: definitions, and statements outside of all functions. They
// are told apart by their looks, not by a grammar. What looks like nothing known stays in the text.

// part is a piece of a source, with the comments above it.
type part struct {
	text  string
	code  string // text without comments, and with quotes in place of all that is quoted
	line  int    // where it begins, from 1
	role  role
	names []string // what it defines
	owner string   // the class around it, in Java
	words map[string]bool
}

// role says when a piece belongs to the text to paste.
type role int

const (
	stays    role = iota // always: imports, macros, whatever is not understood
	called               // if its name is mentioned: a function
	typed                // likewise: a type
	variable             // likewise: the statement that gives a variable its value
	runs                 // a statement, if it serves something that is pasted
	starts               // never: it is the main program
	theirs               // never: the site has its own
)

// mask returns a source without its comments, and with quotes in place of what is quoted: no bracket and no end of a
// line in there counts. Spoken still has what is quoted.
func mask(lang language.Language, source string) (code, spoken string) {
	masked, said := []byte(source), []byte(source)
	for i, kind := range lang.Kinds(source) {
		switch {
		case kind == language.Literal:
			masked[i] = '"'
		case kind == language.Comment && masked[i] != '\n':
			masked[i], said[i] = ' ', ' '
		}
	}
	return string(masked), string(said)
}

var word = match.Lazy(`[A-Za-z_$][\w$]*`)

// parts takes a source apart. All parts together are the source.
func parts(lang language.Language, source string) (all []part) {
	sh := shapes[lang.ID]
	code, spoken := mask(lang, source)
	if !sh.formatted {
		spoken = code
	}
	take := func(from, to int, owner string, role role, names []string) {
		p := part{text: source[from:to], code: code[from:to], line: 1 + strings.Count(source[:from], "\n"),
			role: role, names: names, owner: owner, words: map[string]bool{}}
		for _, w := range word().FindAllString(spoken[from:to], -1) {
			p.words[w] = true
		}
		all = append(all, p)
	}
	from := 0
	for _, to := range sh.cut(code) {
		role, names := sh.see(strings.TrimSpace(code[from:to]))
		open := strings.IndexByte(code[from:to], '{')
		if sh.member == nil || role != typed || open < 0 || lang.Entry([]byte(code[from:to])) < 2 {
			take(from, to, "", role, names)
			from = to
			continue
		}
		// In a class with a main, each member counts for itself.
		body, end, class := lineEnd(code, from+open+1), from+strings.LastIndexByte(code[from:to], '}'), names[0]
		take(from, body, "", typed, names)
		at := body
		for _, size := range sh.cut(code[body:end]) {
			role, names := sh.member(class, strings.TrimSpace(code[at:body+size]))
			take(at, body+size, class, role, names)
			at = body + size
		}
		take(at, to, class, stays, nil)
		from = to
	}
	return all
}

// braces cuts a source where its brackets close.
type braces struct {
	marks  bool                   // lines that begin with # stand alone
	lines  bool                   // a statement may end with its line
	closes func(head string) bool // what begins so ends with its block
}

func (b braces) cut(code string) (ends []int) {
	from, open, depth := 0, 0, 0
	end := func(at int) int {
		at = lineEnd(code, at)
		ends, from = append(ends, at), at
		return at - 1
	}
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '#':
			if b.marks && strings.TrimSpace(code[strings.LastIndexByte(code[:i], '\n')+1:i]) == "" {
				blank := strings.TrimSpace(code[from:i]) == ""
				i += marked(code[i:])
				if depth == 0 && blank {
					i = end(i)
				}
			}
		case '(', '[', '{':
			if depth == 0 {
				open = i
			}
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
			if c == '}' && depth == 0 && b.closes(code[from:open]) {
				i = end(i + 1)
			}
		case ';':
			if depth == 0 {
				i = end(i + 1)
			}
		case '\n':
			if b.lines && depth == 0 && finished(code[from:i], code[i:]) {
				i = end(i)
			}
		}
	}
	if from < len(code) {
		ends = append(ends, len(code))
	}
	return ends
}

// lineEnd is where the next line begins, if nothing else is on this one, and otherwise the place itself.
func lineEnd(code string, at int) int {
	if rest, _, _ := strings.Cut(code[at:], "\n"); strings.TrimSpace(rest) == "" {
		return min(at+len(rest)+1, len(code))
	}
	return at
}

// marked is how long a line for the preprocessor is, with the lines that it goes on for, without the last line's end.
func marked(code string) (n int) {
	for line := range strings.Lines(code) {
		n += len(line)
		if !strings.HasSuffix(strings.TrimRight(line, "\r\n"), `\`) {
			return n - (len(line) - len(strings.TrimRight(line, "\n")))
		}
	}
	return n
}

var (
	goesOn    = match.Lazy(`(?:[=+\-*/%&|^<>?:,.!~]|\b(?:else|do|extends|new|typeof|return|in|of))\s*$`)
	blockless = match.Lazy(`^(?:if|for|while)\b[^{]*\)$`)
	continues = match.Lazy(`^\s*(?:[.?:*/%&|^<>=,)\]}]|[+-][^+-]|\b(?:else|catch|finally|instanceof|in)\b)`)
)

// finished reports whether a statement of JavaScript ends with its line.
func finished(statement, rest string) bool {
	s := strings.TrimSpace(statement)
	if s == "" || (goesOn().MatchString(s) && !strings.HasSuffix(s, "++") && !strings.HasSuffix(s, "--")) || continues().MatchString(rest) {
		return false
	}
	if blockless().MatchString(s) {
		return false
	}
	next := strings.TrimSpace(rest)
	return !(strings.HasPrefix(next, "{") && strings.HasSuffix(s, ")")) && // if (x), and its block on the next line
		!(strings.HasPrefix(next, "(") && !strings.HasSuffix(s, "}"))
}

var pythonGoesOn = match.Lazy(`^(?:else|elif|except|finally)\b`)

// indented cuts a source in Python before the comments of each line that begins a statement outside of all blocks.
func indented(code string) (ends []int) {
	at, depth, gap := 0, 0, 0
	begun, decorated, joined := false, false, false // joined: the line before ends with a backslash
	for line := range strings.Lines(code) {
		bare := strings.TrimSpace(line)
		if bare != "" && depth == 0 && !joined && line[0] != ' ' && line[0] != '\t' {
			if begun && !decorated && !pythonGoesOn().MatchString(line) {
				ends = append(ends, gap)
			}
			begun, decorated = true, bare[0] == '@'
		}
		depth = max(depth+strings.Count(line, "(")+strings.Count(line, "[")+strings.Count(line, "{")-
			strings.Count(line, ")")-strings.Count(line, "]")-strings.Count(line, "}"), 0)
		joined = strings.HasSuffix(bare, `\`)
		at += len(line)
		if bare != "" {
			gap = at
		}
	}
	return append(ends, len(code))
}
