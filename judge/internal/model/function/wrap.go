package function

import (
	"cmp"
	"embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/language"
)

// File is one file of a program that holds a function.
type File struct {
	Name   string // of the copy that a compiler sees
	Text   string
	User   bool // the user's text, with the lines that it needs around it
	Beside bool // not to be named to the compiler
}

// driver/ has the drivers, and editor/ what the site's editor shows, a template for each language.
//
//go:embed driver/*.txt editor/*.txt
var texts embed.FS

// page holds the facts for a template.
type page struct {
	Signature
	All        []Method // that can be called
	Holder     string   // the class that holds the function where the language wants one
	Makes      bool     // the method is the constructor
	Var        string   // a driver's variable that holds the answer
	InPlace    string   // the parameter that is the result; "" for the returned value
	File, Text string   // the user's
}

// fill fills in a template, or a part of it. More are functions that only this language has.
func (s Signature) fill(u source, folder, part string, m Method, more template.FuncMap) string {
	t := u.target
	p := page{Signature: s, All: s.methods(), Holder: s.holder(), Makes: s.IsDesign() && m.Name == s.Class, Var: "r", File: u.name, Text: u.text}
	p.Method = m
	if s.Place >= 0 {
		p.Var, p.InPlace = fmt.Sprintf("a%d", s.Place), s.Params[s.Place].Name
	}
	words := template.FuncMap{
		"linked": func() string { return s.linked(t.language) }, "part": driverPart, "types": s.types, "has": u.has,
		"names": names, "quote": strconv.Quote, "small": small, "snake": snake,
		"id": Type.id, "kind": Type.word, "returns": Type.returned, "type": t.typ,
		"value":  func(t Type, name string) Param { return Param{name, t} },
		"name":   func(m Method) string { return t.name(s, m) },
		"head":   func(m Method) string { return t.head(s, m) },
		"nodes":  func(comment ...string) string { return t.nodes(s, u.has, comment...) },
		"from":   func() string { return u.from },
		"macros": u.macros,
		"handed": func() string { return s.handed(u) },
	}
	file := t.language + ".txt"
	var b strings.Builder
	filled := template.Must(template.New(file).Funcs(words).Funcs(more).ParseFS(texts, folder+"/"+file))
	if err := filled.ExecuteTemplate(&b, cmp.Or(part, file), p); err != nil {
		panic(err) // it is part of this program
	}
	return b.String()
}

// head is a function's head as people write it.
func (t target) head(s Signature, m Method) string {
	return s.fill(source{target: t}, "editor", "head", m, nil)
}

// driverPart is a part of a driver that not every function needs.
func driverPart(name string) string {
	text, err := texts.ReadFile("driver/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of this program
	}
	return string(text)
}

// linked is the part of a driver for lists and trees of nodes, where the signature has such.
func (s Signature) linked(name string) (text string) {
	if s.uses(ListNode) {
		text += driverPart(name + "_list")
	}
	if s.uses(TreeNode) {
		text += driverPart(name + "_tree")
	}
	return text
}

// target is a row of the table: facts about a language on the site that package language does not have. Each row is in
// its language's file, next to its functions.
type target struct {
	language string // its ID
	driver   string // the name of the driver's file

	name    func(s Signature, m Method) string            // what it calls a method
	typ     func(t Type) string                           // how it writes a type
	prepare func(s Signature, u *source) template.FuncMap // changes a user's file, and adds functions for the driver's template; nil if neither is needed
	find    func(u source) []definition                   // the functions that a source defines
	trim    func(trace string) string                     // removes the driver's frames from a crash's trace; nil if the language shows none

	class    string        // follows a class's name in its definition
	classes  bool          // a class that is asked for is a class there too
	holds    bool          // it takes no function without a class around it
	parsed   bool          // find parses the language, and finds nothing in other texts
	sized    bool          // a list has at most two lengths next to it
	includes bool          // the driver includes the user's file when it is compiled
	loads    bool          // the driver loads the user's file when it runs
	forgets  bool          // a function that is there twice is no error
	reads    match.Pattern // what shows a program, nil where that is its main function
	starts   match.Pattern // what may start what a file holds
	function match.Pattern // how a file begins that holds a lone function, nil where any may
	main     match.Pattern // a main function that would clash with the driver's; its name is a group
	mainless string        // what such a name becomes
}

// targets is the table.
var targets = []target{cpp, inC, golang, java, python, javascript, rust}

// targetOf is the row of that ID.
func targetOf(id string) (target, bool) {
	for _, t := range targets {
		if t.language == id {
			return t, true
		}
	}
	return target{}, false
}

// source is a user's file.
type source struct {
	target target
	name   string // of its copy
	text   string
	code   string // without comments and what stands in quotes
	from   string // the type that the function is taken from, if that is not the site's
}

var plainName = match.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

// open takes a user's file.
func (t target) open(path string, text []byte) source {
	u := source{target: t, name: filepath.Base(path), text: Region(strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n"))}
	u.code = Code(t.language, u.text)
	lang, _ := language.ByID(t.language)
	if !plainName().MatchString(u.name) || strings.HasSuffix(u.name, "_test.go") || strings.HasPrefix(strings.ToLower(u.name), "judge") {
		u.name = "solution" + lang.Extension()
	}
	u.name = cmp.Or(lang.CopyName([]byte(u.code), false), u.name)
	if !strings.HasSuffix(u.text, "\n") {
		u.text += "\n"
	}
	return u
}

// has reports whether the user's file defines a class or struct of that name.
func (u source) has(class string) bool {
	return regexp.MustCompile(`\b(?:class|struct|enum)\s+` + class + u.target.class).MatchString(u.code)
}

// classBody matches the text after a class's name in most languages.
const classBody = `\b\s*(?:[{:(<]|extends|implements)`

// Wrap returns the files of a program around a user's file with the function. The file that starts comes first.
func (s Signature) Wrap(id, path string, text []byte) []File {
	t, _ := targetOf(id)
	u := t.holding(path, text)
	var more template.FuncMap
	if t.prepare != nil {
		more = t.prepare(s, &u)
	}
	files := []File{{Name: t.driver, Text: s.fill(u, "driver", "", s.Method, more), Beside: t.loads},
		{Name: u.name, Text: u.text, User: true, Beside: t.includes}}
	if nodes := t.nodes(s, u.has); nodes != "" && id == "java" {
		files = append(files, File{Name: "JudgeNodes.java", Text: nodes})
	}
	return files
}

// holding prepares a user's file with the function: a main in it does not start.
func (t target) holding(path string, text []byte) source {
	u := t.open(path, text)
	if t.main == nil {
		return u
	}
	for _, at := range slices.Backward(t.main().FindAllStringSubmatchIndex(u.code, -1)) {
		u.text = u.text[:at[2]] + t.mainless + u.text[at[3]:]
	}
	u.code = Code(t.language, u.text)
	return u
}

// Skeleton returns the text that the site's editor shows at first; "" for a language without a row here.
func (s Signature) Skeleton(id string) string {
	t, ok := targetOf(id)
	if !ok {
		return ""
	}
	return strings.TrimRight(s.fill(source{target: t}, "editor", "", s.Method, nil), "\n") + "\n"
}

// holder is the class that holds the function where the language wants one.
func (s Signature) holder() string {
	if s.Class != "" {
		return s.Class
	}
	return "Solution"
}

// nodes returns the definitions of the site's node types that the signature needs and the user's file lacks. With
// comment, they stand between its first and its last text, each line after its second.
func (t target) nodes(s Signature, has func(class string) bool, comment ...string) (text string) {
	for _, node := range []struct {
		kind Kind
		part string
	}{{ListNode, "list"}, {TreeNode, "tree"}} {
		if s.uses(node.kind) && !has(words[node.kind]) {
			text += s.fill(source{target: t}, "editor", node.part, s.Method, nil)
		}
	}
	if text == "" || len(comment) == 0 {
		return text
	}
	before := comment[1]
	return comment[0] + before + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+before) + comment[2]
}

// spelling is how a language writes types: lists, and types whose names differ from the site's.
type spelling struct {
	list  string
	names map[Kind]string
}

func (sp spelling) of(t Type) string {
	if t.IsList() {
		return fmt.Sprintf(sp.list, sp.of(*t.Elem))
	}
	if name, ok := sp.names[t.Kind]; ok {
		return name
	}
	return words[t.Kind]
}

// names are a0, a1, ...
func names(params []Param) string {
	var all []string
	for i := range params {
		all = append(all, fmt.Sprintf("a%d", i))
	}
	return strings.Join(all, ", ")
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
func small(name string) string   { return strings.ToLower(name[:1]) + name[1:] }

func asIs(_ Signature, m Method) string { return m.Name }

// snake is maxDepth as max_depth.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if 'A' <= r && r <= 'Z' {
			if i > 0 && (name[i-1] < 'A' || name[i-1] > 'Z') && name[i-1] != '_' {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
