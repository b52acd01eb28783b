package submit

import (
	"regexp"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
)

// cutFunction makes what the site's editor takes from a file with the function: what is between the marks of a plugin, else
// all but the main program, and the types of nodes that the site defines itself. What would need more is refused.
func cutFunction(p problem.Problem, path string, source []byte) (Cut, error) {
	l, _ := language.ByFile(path)
	if err := l.Missing(*p.Function, path, source); err != nil {
		return Cut{}, refused(say.From(err))
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(source), "\ufeff"), "\r\n", "\n")
	c := cutter{Language: l, asked: *p.Function, path: path, text: language.Region(text)}
	c.code = l.Code(c.text)
	if reasons := c.reading(); reasons != nil {
		return Cut{}, &Refused{leetcode.Called, reasons}
	}
	cut := Cut{Function: true, Text: c.text}
	if c.text == text {
		main := c.leaveOut(c.main())
		theirs := c.theirs()
		if main {
			cut.Notes = append(cut.Notes, say.Of("left out: the main program"))
		}
		if theirs != nil {
			cut.Notes = append(cut.Notes, say.Of("left out: %s, which the site defines itself", say.List(theirs)))
		}
		cut.Text = l.Tidy(c.text)
	}
	cut.Text = strings.Trim(gaps().ReplaceAllString(undirected(cut.Text), "\n\n"), "\n") + "\n"
	holder := regexp.MustCompile(`\b` + strings.TrimSpace(l.Holder) + `\s+` + c.asked.Holder() + `\b`)
	if l.Holder != "" && !c.asked.IsDesign() && !holder.MatchString(l.Code(cut.Text)) {
		line := 1 + strings.Count(text[:c.entry(l.Bare(text))], "\n")
		return Cut{}, refused(say.Of("%s:%d: %s is in no %s, where the site looks for it", path, line, c.called(), l.Holder+c.asked.Holder()).Hint("put it into one"))
	}
	return cut, nil
}

var gaps = match.Lazy(`\n(?:[ \t]*\n){2,}`)

// cutter leaves parts out of a source.
type cutter struct {
	language.Language
	asked function.Signature
	path  string
	text  string
	code  string // text without comments and literals
}

// called is the name of the first function in the file's language.
func (c *cutter) called() string { return c.Call(c.asked, c.asked.All()[0]) }

// span is a part of a source, from the first byte to before the last.
type span struct{ from, to int }

func (c *cutter) leaveOut(all []span) bool {
	for _, s := range slices.Backward(all) {
		c.text, c.code = c.text[:s.from]+c.text[s.to:], c.code[:s.from]+c.code[s.to:]
	}
	return len(all) > 0
}

// main returns the main program. In a language that loads files, that is each statement which reads, prints, calls the
// function, or uses what such a statement has set.
func (c *cutter) main() (all []span) {
	if !c.Loaded {
		for _, at := range c.Main().FindAllStringIndex(c.code, -1) {
			all = append(all, c.around(c.definition(at[1]-1)))
		}
		return all
	}
	words := []string{`print`, `console`, `__name__`, `module`, c.asked.Holder(), c.asked.Callee()}
	parts := c.statements()
	for before := 0; before != len(words); {
		before = len(words)
		tries := regexp.MustCompile(`(?:^|[^\w.])(?:` + strings.Join(words, "|") + `)\b`)
		parts = slices.DeleteFunc(parts, func(s span) bool {
			code := strings.TrimSpace(c.code[s.from:s.to])
			reads, defines := c.ReadsInput().MatchString(code), c.Defining().MatchString(code)
			if defines && reads {
				words = append(words, defined().FindStringSubmatch(code)[1])
			}
			if defines || !reads && !tries.MatchString(code) {
				return defines
			}
			all = append(all, s)
			if set := assigned().FindStringSubmatch(code); set != nil {
				words = append(words, word().FindAllString(set[1], -1)...)
			}
			return true
		})
	}
	slices.SortFunc(all, func(a, b span) int { return a.from - b.from })
	return all
}

var (
	assigned = match.Lazy(`^(?:(?:var|let|const)\b)?([\s\w$,{}\[\]()]*)=[^=]`)
	word     = match.Lazy(`[A-Za-z_]\w*`)
	defined  = match.Lazy(`(?:\b(?:def|class|function|from|import|var|let|const)\s+\*?)?([A-Za-z_]\w*)`)
)

// around is the class around a main program, if it has nothing that is asked for, else the main program alone.
func (c *cutter) around(main span) span {
	for _, at := range topClass().FindAllStringIndex(c.code[:main.from], -1) {
		if s := c.definition(at[1]); s.to > main.to && c.Missing(c.asked, c.path, []byte(c.text[s.from:s.to])) != nil {
			return s
		}
	}
	return main
}

var topClass = match.Lazy(`(?m)^(?:public\s+|final\s+)*class\s+\w+`)

// definition is the definition whose head goes on at this place, with the comments and attributes right above it.
func (c *cutter) definition(at int) (s span) {
	s.from = strings.LastIndexByte(c.code[:at], '\n') + 1
	for s.from > 0 {
		above := strings.LastIndexByte(c.text[:s.from-1], '\n') + 1
		line, code := strings.TrimSpace(c.text[above:s.from]), strings.TrimSpace(c.code[above:s.from])
		if line == "" || code != "" && !strings.HasPrefix(code, "#[") && !strings.HasPrefix(code, "@") || strings.Contains(line, "judge:") {
			break
		}
		s.from = above
	}
	depth := 0
	for s.to = at; s.to < len(c.code); s.to++ {
		switch c.code[s.to] {
		case '{', '(':
			depth++
		case '}', ')':
			depth--
		case ';':
			if depth == 0 {
				depth--
			}
		}
		if depth < 0 || depth == 0 && c.code[s.to] == '}' {
			break
		}
	}
	s.to = min(s.to+1, len(c.code))
	rest, _, _ := strings.Cut(c.code[s.to:], "\n")
	if strings.Trim(rest, "; \t\r") == "" {
		s.to = min(s.to+len(rest)+1, len(c.code))
	}
	return s
}

// statements cuts a source at the lines that are not indented.
func (c *cutter) statements() (all []span) {
	at := 0
	for line := range strings.Lines(c.code) {
		if len(all) == 0 || strings.TrimLeft(line, " \t\r\n)]}") == line && !c.GoesOn().MatchString(line) {
			all = append(all, span{at, at})
		}
		at += len(line)
		all[len(all)-1].to = at
	}
	return all
}

// whole is the definition, or in a language that loads files the statement, at this place.
func (c *cutter) whole(at int) span {
	if !c.Loaded {
		return c.definition(at)
	}
	all := c.statements()
	return all[slices.IndexFunc(all, func(s span) bool { return s.to > at })]
}

// theirs leaves out what the site defines itself, and names it.
func (c *cutter) theirs() (names []string) {
	types := language.Given(c.asked)
	if strings.HasPrefix(c.Holder, "impl") {
		types = append(types, "Solution")
	}
	for _, name := range types {
		own := regexp.MustCompile(`(?m)^(?:pub\s+|public\s+)?(?:typedef\s+)?(?:struct|class|type|function|impl)\s+` + name + `(?:\s*[{(:;]|\s+struct\b)`)
		var all []span
		for _, at := range own.FindAllStringIndex(c.code, -1) {
			s := c.whole(at[1] - 1)
			// Methods of a node's own stay; so does the class with the function.
			head, rest := c.code[at[0]:at[1]], strings.TrimSpace(c.code[s.to:])
			if strings.HasPrefix(head, "typedef") && alias().MatchString(rest) && c.code[s.to-1] == '}' {
				s.from = at[1] - 1 // its other name stays
			}
			if !strings.HasPrefix(head, "impl") || name != "Solution" && made().MatchString(c.code[s.from:s.to]) {
				all = append(all, s)
			}
		}
		if c.leaveOut(all) {
			names = append(names, name)
		}
	}
	return names
}

var (
	made  = match.Lazy(`\bfn\s+new\b`)
	alias = match.Lazy(`^\w`)
)

// reading lists the lines of the function, or of the class around it, that read standard input.
func (c *cutter) reading() (reasons []say.Message) {
	s := c.whole(c.entry(c.code))
	n := 1 + strings.Count(c.text[:s.from], "\n")
	for line := range strings.Lines(c.code[s.from:s.to]) {
		if found := c.Input().FindString(line); found != "" {
			name, _, _ := strings.Cut(found, "(")
			reasons = append(reasons, say.Of("%s:%d: %s reads standard input, but the site calls the function with arguments", c.path, n, strings.TrimSpace(name)))
		}
		n++
	}
	return reasons
}

// entry is the place in a code where the function begins, or the class that is asked for or holds it.
func (c *cutter) entry(code string) int {
	head := regexp.MustCompile(`\b(?:class\s+` + c.asked.Holder() + `|` + c.called() + `\s*(?:=\s*(?:async\s*)?(?:function\b)?\s*)?\()`)
	if at := head.FindStringIndex(code); at != nil {
		return at[1] - 1
	}
	return 0
}
