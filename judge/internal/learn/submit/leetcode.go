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

// leetcode makes what the site's editor takes from a file with the function: the file without its main program and
// without what only that needs, with the class around the function that the site looks for.
func leetcode(p problem.Problem, path string, source []byte, release string) (Cut, error) {
	lang, known := language.ByFile(path)
	if !known {
		return Cut{}, refused(say.Of("%s: the ending of its name says no language that LeetCode takes", path))
	}
	text := language.Region(strings.TrimPrefix(string(source), "\ufeff"))
	asked := *p.Function
	if err := lang.Missing(asked, path, source); err != nil {
		return Cut{}, refused(say.From(err))
	}
	var cut Cut
	var err error
	if lang.ID == "go" {
		cut, err = goFunction(path, text, asked, release)
	} else {
		cut, err = newCutter(lang, path, text, asked).cut()
	}
	if err != nil {
		return Cut{}, err
	}
	cut.Text = tidy(cut.Text, language.Region(string(source)) != string(source))
	cut.Function = true
	return cut, nil
}

var (
	gaps    = match.Lazy(`\n(?:[ \t]*\n){3,}`)
	emptied = match.Lazy(`(?m)^[ \t]*#[ \t]*if.*\n\s*#[ \t]*endif.*\n?`) // the condition of what was left out
)

// tidy removes our directives, and the empty lines of what was left out.
func tidy(text string, region bool) string {
	text = undirected(text)
	if region { // the plugin hands in nothing else
		text = strings.Trim(text, "\n") + "\n"
	}
	return text
}

// cutter decides which parts of a source are pasted.
type cutter struct {
	lang   language.Language
	path   string
	asked  function.Signature
	parts  []part
	source string

	entry  []string // what the site calls
	class  string   // the class around the function, "" for none
	holder string   // the name that the site wants for it, "" for none
}

func newCutter(lang language.Language, path, source string, asked function.Signature) *cutter {
	c := &cutter{lang: lang, path: path, asked: asked, source: source, parts: parts(lang, source), entry: lang.Names(asked)}
	if !asked.IsDesign() {
		c.holder = lang.HolderOf(asked)
		c.class = c.holding()
	}
	return c
}

func (c *cutter) cut() (cut Cut, err error) {
	c.given()
	c.tryingOut()
	kept := c.kept()
	if reasons := c.reading(kept); len(reasons) > 0 {
		return Cut{}, &Refused{leetcodeTitle, reasons}
	}
	for _, p := range kept {
		cut.Text += c.renamed(p)
	}
	if len(kept) < len(c.parts) {
		cut.Text = strings.TrimLeft(gaps().ReplaceAllString(emptied().ReplaceAllString(cut.Text, ""), "\n\n\n"), "\n")
		cut.Text = strings.TrimRight(cut.Text, "\n") + "\n"
		cut.Notes = c.leftOut(kept)
	}
	if c.renames() {
		cut.Notes = append(cut.Notes, say.Of("class %s is called %s, as the site wants", c.class, c.holder))
	} else if class := c.around(); class != "" {
		cut.Text = strings.TrimRight(cut.Text, "\n") + "\n\n" + class
		cut.Notes = append(cut.Notes, say.Of("%s is added, as the site wants: it calls %s", strings.TrimRight(class[:strings.IndexByte(class, '\n')], " {:"), c.entry[0]))
	}
	if err := c.lang.Accept(c.asked, c.path, []byte(cut.Text)); err != nil {
		return Cut{}, refused(say.From(err))
	}
	return cut, nil
}

// holding finds the class that holds the function, "" if none does. One with the site's name comes first.
func (c *cutter) holding() (class string) {
	if c.holder == "" {
		return ""
	}
	outside := regexp.MustCompile(`\b(\w+)\s*::\s*` + c.entry[0] + `\s*\(`)
	for _, p := range c.parts {
		in := ""
		switch {
		case p.owner != "" && p.role == called && slices.Contains(c.entry, p.names[0]):
			in = p.owner
		case isClass(p) && c.lang.Missing(c.asked, c.path, []byte(p.text)) == nil:
			in = p.names[0]
		case p.role == called && outside.MatchString(p.code): // C++: only its head is in the class
			in = outside.FindStringSubmatch(p.code)[1]
		}
		if in == c.holder {
			return in
		}
		if class == "" {
			class = in
		}
	}
	return class
}

// renames reports whether the class around the function gets the site's name. In Rust the site has a type of that name
// already.
func (c *cutter) renames() bool {
	return c.class != "" && c.class != c.holder && c.lang.ID != "rust"
}

// around is the class to add for a function that stands alone, or in another type of Rust's; "" if it needs none.
func (c *cutter) around() string {
	alone := slices.ContainsFunc(c.parts, func(p part) bool {
		return p.role == called && p.owner == "" && slices.Contains(p.names, c.entry[0])
	})
	if c.holder == "" || c.class == c.holder || c.class == "" && !alone {
		return ""
	}
	return c.lang.Around(c.asked, c.source, c.class)
}

var pythonClass = match.Lazy(`(?m)^class\s`)

func isClass(p part) bool {
	return (p.role == typed || p.role == theirs || p.role == called && pythonClass().MatchString(p.code)) && len(p.names) > 0
}

// given marks the types that the site defines for the function: they would be there twice.
func (c *cutter) given() {
	for i, p := range c.parts {
		if !isNode(p, language.Given(c.asked)) {
			continue
		}
		if p.role == typed && len(p.names) > 1 { // of C: its other name is needed
			p.text = "typedef struct " + p.names[0] + " " + p.names[1] + ";\n"
		} else {
			p.role = theirs
		}
		c.parts[i] = p
	}
}

var (
	rustNew    = match.Lazy(`\bfn\s+new\b`)
	definition = match.Lazy(`^(?:(?:pub|public|private|static|final)\s+)*(?:impl\b|typedef\b|struct\b|class\b|function\b|(?:var|let|const)\b)`)
)

// isNode reports whether a part defines one of the types. In Rust methods of the type's own may stay.
func isNode(p part, types []string) bool {
	code := rustAttributes().ReplaceAllString(strings.TrimSpace(p.code), "")
	if len(p.names) == 0 || !slices.Contains(types, p.names[0]) || !definition().MatchString(code) {
		return false
	}
	return !strings.HasPrefix(code, "impl") || rustNew().MatchString(code)
}
