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
	"sudokuoj/judge/internal/model/language"
)

// File is one file of a program that holds a function.
type File struct {
	Name   string // of the copy that a compiler sees
	Text   string
	User   bool // the user's text, with the lines that it needs around it
	Beside bool // not to be named to the compiler
}

//go:embed driver/*.txt
var drivers embed.FS

// driver fills in the driver template of a language for a function and the file that holds it. words are the template's
// functions that only this language has.
func (s Signature) driver(u source, words template.FuncMap) string {
	id := u.target.language
	t := template.New(id + ".txt").Funcs(template.FuncMap{
		"linked": func() string { return s.linked(id) }, "part": part, "types": s.types, "has": u.has,
		"names": names, "quote": strconv.Quote, "small": small, "snake": snake,
		"id": Type.id, "kind": Type.word, "returns": Type.returned,
		"value": func(t Type, name string) Param { return Param{name, t} },
	})
	variable := "r" // that holds the answer
	if s.Place >= 0 {
		variable = fmt.Sprintf("a%d", s.Place)
	}
	var b strings.Builder
	err := template.Must(t.Funcs(words).ParseFS(drivers, "driver/"+id+".txt")).Execute(&b, struct {
		Signature
		File, Text, Holder, Var string
	}{s, u.name, u.text, s.holder(), variable})
	if err != nil {
		panic(err) // it is part of this program
	}
	return b.String()
}

// part is a part of a driver that not every function needs.
func part(name string) string {
	text, err := drivers.ReadFile("driver/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of this program
	}
	return string(text)
}

// linked is the part of a driver for lists and trees of nodes, where the signature has such.
func (s Signature) linked(name string) (text string) {
	if s.uses(ListNode) {
		text += part(name + "_list")
	}
	if s.uses(TreeNode) {
		text += part(name + "_tree")
	}
	return text
}

// target is a row of the table: facts about a language on the site that package language does not have. Each row is in
// its language's file, next to its functions.
type target struct {
	language string // its ID
	driver   string // the name of the driver's file

	name     func(name string) string           // how it spells a function's name
	prompt   func(s Signature, m Method) string // a function's head, for people
	skeleton func(s Signature) string           // what the site's editor shows
	wrap     func(s Signature, u source) []File // what a file becomes; what starts is first
	find     func(u source) []definition        // the functions that a source defines
	trim     func(trace string) string          // removes the driver's frames from a crash's trace; nil if the language shows none

	spans    []span        // texts that are not code, besides quoted ones
	char     match.Pattern // what stands in single quotes, nil where they have no other meaning
	class    string        // follows a class's name in its definition
	classes  bool          // a class that is asked for is a class there too
	holds    bool          // it takes no function without a class around it
	parsed   bool          // find parses the language, and finds nothing in other texts
	sized    bool          // a list has at most two lengths next to it
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
}

var plainName = match.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

// open takes a user's file.
func (t target) open(path string, text []byte) source {
	u := source{target: t, name: filepath.Base(path), text: strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n")}
	u.code = t.code(u.text)
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

// Wrap puts around a user's file, which holds the function, what makes a program of it.
func (s Signature) Wrap(id, path string, text []byte) []File {
	t, _ := targetOf(id)
	return t.wrap(s, t.holding(path, text))
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
	u.code = t.code(u.text)
	return u
}

// Skeleton returns the text that the site's editor shows at first; "" for a language without a row here.
func (s Signature) Skeleton(id string) string {
	t, ok := targetOf(id)
	if !ok {
		return ""
	}
	return t.skeleton(s)
}

// holder is the class that holds the function where the language wants one.
func (s Signature) holder() string {
	if s.Class != "" {
		return s.Class
	}
	return "Solution"
}

// nodes are the definitions of the site's node types that the signature needs and, given a user's file,
// that this lacks.
func (s Signature) nodes(both string, u *source) (text string) {
	list, tree, _ := strings.Cut(both, "|")
	if s.uses(ListNode) && (u == nil || !u.has("ListNode")) {
		text += list
	}
	if s.uses(TreeNode) && (u == nil || !u.has("TreeNode")) {
		text += tree
	}
	return text
}

// commented returns the definitions of the node types as a comment, as the site shows them.
func (s Signature) commented(both, open, line, end string) string {
	text := s.nodes(both, nil)
	if text == "" {
		return ""
	}
	return open + indent(text, line) + end
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
	return joined(params, func(i int, _ Param) string { return fmt.Sprintf("a%d", i) })
}

// joined puts what make makes of each parameter into one list.
func joined(params []Param, make func(i int, p Param) string) string {
	var all []string
	for i, p := range params {
		all = append(all, make(i, p))
	}
	return strings.Join(all, ", ")
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+by)
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
func small(name string) string   { return strings.ToLower(name[:1]) + name[1:] }
func same(name string) string    { return name }

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
