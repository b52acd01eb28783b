package lang

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/function"
)

// Functions say how a language writes the functions that LeetCode asks for, and how the judge calls them: driver.txt is
// the program around a user's file, editor.txt what the site's editor shows.
type Functions struct {
	Driver string // the name of the driver's file, "" where no functions are taken

	Call    func(s Signature, m Method) string               // what it calls a method, if not as the site does
	Type    func(t Type) string                              // how it writes a type
	Prepare func(s *Signature, u *UserFile) template.FuncMap // changes a user's file, and adds functions for driver.txt; nil if neither is needed
	Find    func(u UserFile) []Definition                    // the functions that a source defines
	Beside  string                                           // the file in which the site's types of nodes are; "" where they are the driver's

	Trim       func(trace string) string // removes the driver's frames from a crash's trace; nil if there are none
	Clean      func(said string) string  // removes what the judge has added from a compiler's text; nil if it adds nothing there
	Paragraphs bool                      // its compiler writes a paragraph about each error

	Tidy     func(text string) string // what is left of a file without what the site does not take
	Defining match.Pattern            // begins a statement that defines something, where files are loaded
	GoesOn   match.Pattern            // begins a line that goes on with the statement above

	NoClasses  bool          // a class that is asked for is no class there
	Holder     string        // how the class begins without which it takes no function: "class "; "" for none
	ClassEnd   string        // what follows a class's name in its definition, if not what does in most languages
	Sized      bool          // a list has at most two lengths next to it
	Included   bool          // the driver includes the user's file when it is compiled
	Loaded     bool          // the driver loads the user's file when it runs; a function that is there twice is no error
	Parsed     bool          // Find parses the language, and finds nothing in other texts
	ReadsInput match.Pattern // what shows a program, nil where that is its main function
	Starts     match.Pattern // what may start what a file holds; nil: a main
	Lone       match.Pattern // how a file begins that holds a lone function, nil where any may
	Clash      match.Pattern // a main function that would clash with the driver's; its name is a group
	Clashless  string        // what such a name becomes
}

// What a function is made of.
type (
	Signature = function.Signature
	Method    = function.Method
	Type      = function.Type
)

// Wrapped is one file of a program that holds a function.
type Wrapped struct {
	Name   string // of the copy that a compiler sees
	Text   string
	User   bool // the user's text, with the lines that it needs around it
	Beside bool // not to be named to the compiler
}

// UserFile is a user's file.
type UserFile struct {
	Language Language
	Name     string // of its copy
	Text     string
	Code     string // without comments and what is in quotes
}

var plainName = match.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

// open takes a user's file.
func (l Language) open(path string, text []byte) UserFile {
	u := UserFile{Language: l, Name: filepath.Base(path), Text: Region(strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n"))}
	u.Code = l.Code(u.Text)
	if !plainName().MatchString(u.Name) || strings.HasSuffix(u.Name, "_test.go") || strings.HasPrefix(strings.ToLower(u.Name), "judge") {
		u.Name = "solution" + l.Extension()
	}
	u.Name = cmp.Or(l.CopyName([]byte(u.Code), false), u.Name)
	if !strings.HasSuffix(u.Text, "\n") {
		u.Text += "\n"
	}
	return u
}

// classEnd matches the text after a class's name in most languages.
const classEnd = `\b\s*(?:[{:(<]|extends|implements)`

// Has reports whether the user's file defines a class or struct of that name.
func (u UserFile) Has(class string) bool {
	return regexp.MustCompile(`\b(?:class|struct|enum)\s+` + class + cmp.Or(u.Language.ClassEnd, classEnd)).MatchString(u.Code)
}

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

// fill fills in driver.txt, editor.txt or a part of it. More are functions that only this language has.
func (l Language) fill(s Signature, u UserFile, file, part string, m Method, more template.FuncMap) string {
	p := page{Signature: s, All: s.All(), Holder: s.Holder(), Makes: s.IsDesign() && m.Name == s.Class, Var: "r", File: u.Name, Text: u.Text}
	p.Method = m
	if s.Place >= 0 {
		p.Var, p.InPlace = fmt.Sprintf("a%d", s.Place), s.Params[s.Place].Name
	}
	words := template.FuncMap{
		"uses": func(kind string) bool {
			return slices.ContainsFunc(s.Types(), func(t Type) bool { return t.Word() == kind })
		},
		"types": s.Types, "has": u.Has, "names": names, "quote": strconv.Quote, "small": Small, "snake": Snake,
		"id": Type.ID, "kind": Type.Word, "returns": Type.Returned, "type": l.Type, "macros": u.macros,
		"value": func(t Type, name string) function.Param { return function.Param{Name: name, Type: t} },
		"name":  func(m Method) string { return l.Call(s, m) },
		"head":  func(m Method) string { return l.head(s, m) },
		"nodes": func(comment ...string) string { return l.Nodes(s, u.Has, comment...) },
	}
	var b strings.Builder
	filled := template.Must(template.New(file).Funcs(words).Funcs(more).ParseFS(l.Texts, file))
	if err := filled.ExecuteTemplate(&b, cmp.Or(part, file), p); err != nil {
		panic(err) // it is part of this program
	}
	return b.String()
}

// head is a function's head as people write it.
func (l Language) head(s Signature, m Method) string {
	return l.fill(s, UserFile{Language: l}, "editor.txt", "head", m, nil)
}

// Heads returns the heads of the functions as the language writes them, for people.
func (l Language) Heads(s Signature) string {
	var all []string
	for _, m := range s.All() {
		all = append(all, l.head(s, m))
	}
	return strings.Join(all, "; ")
}

// Skeleton returns the text that the site's editor shows at first; "" for a language without functions.
func (l Language) Skeleton(s Signature) string {
	if l.Driver == "" {
		return ""
	}
	return strings.TrimRight(l.fill(s, UserFile{Language: l}, "editor.txt", "", s.Method, nil), "\n") + "\n"
}

// Wrap returns the files of a program around a user's file with the function. The file that starts comes first.
func (l Language) Wrap(s Signature, path string, text []byte) []Wrapped {
	u := l.open(path, text)
	for _, at := range slices.Backward(l.Clash().FindAllStringSubmatchIndex(u.Code, -1)) { // a main in it does not start
		u.Text = u.Text[:at[2]] + l.Clashless + u.Text[at[3]:]
	}
	u.Code = l.Code(u.Text)
	more := l.Prepare(&s, &u)
	files := []Wrapped{{Name: l.Driver, Text: l.fill(s, u, "driver.txt", "", s.Method, more), Beside: l.Loaded},
		{Name: u.Name, Text: u.Text, User: true, Beside: l.Included}}
	if nodes := l.Nodes(s, u.Has); nodes != "" && l.Beside != "" {
		files = append(files, Wrapped{Name: l.Beside, Text: nodes})
	}
	return files
}

// Nodes returns the definitions of the site's node types that the signature needs and the user's file lacks. With
// comment, they are between its first and its last text, each line after its second.
func (l Language) Nodes(s Signature, has func(class string) bool, comment ...string) (text string) {
	for _, node := range []struct {
		kind function.Kind
		part string
	}{{function.ListNode, "list"}, {function.TreeNode, "tree"}} {
		if s.Uses(node.kind) && !has(node.kind.String()) {
			text += l.fill(s, UserFile{Language: l}, "editor.txt", node.part, s.Method, nil)
		}
	}
	if text == "" || len(comment) == 0 {
		return text
	}
	before := comment[1]
	return comment[0] + before + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+before) + comment[2]
}

// Spelling is how a language writes types: lists, and types whose names differ from the site's.
type Spelling struct {
	List  string
	Names map[function.Kind]string
}

// Of is a type in that spelling.
func (sp Spelling) Of(t Type) string {
	if t.IsList() {
		return fmt.Sprintf(sp.List, sp.Of(*t.Elem))
	}
	if name, ok := sp.Names[t.Kind]; ok {
		return name
	}
	return t.Kind.String()
}

// Described lets a driver that loads the user's file read the types: 'int', ['int'].
func Described(*Signature, *UserFile) template.FuncMap { return template.FuncMap{"type": described} }

func described(t Type) string {
	if t.IsList() {
		return "[" + described(*t.Elem) + "]"
	}
	return "'" + strings.ToLower(cmp.Or(t.Kind.String(), "void")) + "'"
}

var (
	macroName  = match.Lazy(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)`)
	headerName = match.Lazy(`^(?:bool|true|false|NULL)$`) // macros of the headers, in C
)

// macros are those of a user's file which would change the driver below it: get(x, y), or int for long long.
func (u UserFile) macros() (names []string) {
	for _, found := range macroName().FindAllStringSubmatch(u.Code, -1) {
		if u.Language.ID != "c" || !headerName().MatchString(found[1]) {
			names = append(names, found[1])
		}
	}
	return names
}

// names are a0, a1, ...
func names(params []function.Param) string {
	var all []string
	for i := range params {
		all = append(all, fmt.Sprintf("a%d", i))
	}
	return strings.Join(all, ", ")
}

// Capital is a name with a capital first, and Small with a small letter.
func Capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// Small is a name with a small letter first.
func Small(name string) string { return strings.ToLower(name[:1]) + name[1:] }

var newWord = match.Lazy(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)

// Snake is maxDepth as max_depth, solveNQueens as solve_n_queens, and isValidBST as is_valid_bst.
func Snake(name string) string {
	for next := ""; next != name; { // one letter may end a word and begin the next
		name, next = newWord().ReplaceAllString(name, "${1}${3}_${2}${4}"), name
	}
	return strings.ToLower(name)
}
