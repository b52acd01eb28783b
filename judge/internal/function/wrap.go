package function

import (
	"embed"
	"path/filepath"
	"regexp"
	"strings"

	"sudokuoj/judge/internal/match"
)

// File is one file of a program that holds a function.
type File struct {
	Name   string // of the copy that a compiler sees
	Text   string
	User   bool // it is the user's own text, with what it takes around it
	Beside bool // not to be named to the compiler
}

//go:embed driver/*.txt
var runtimes embed.FS

// runtime is the part of a driver that is the same for every function.
func runtime(name string) string {
	text, err := runtimes.ReadFile("driver/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of this program
	}
	return string(text)
}

// target is a language as the site has it.
type target struct {
	wrap     func(s Signature, u source) []File // what a file becomes; what starts is first
	skeleton func(s Signature) string           // what the site's editor shows
	name     func(name string) string           // how it spells a function's name
	prompt   func(s Signature, m Method) string // a function's head, for people
	find     func(code string) []definition     // the functions that a source defines
	language string                             // its ID
}

var targets = map[string]target{
	"cpp": cpp, "c": inC, "go": golang, "java": java, "python": python, "javascript": javascript, "rust": rust,
}

// drivers are the names of the drivers' files.
var drivers = map[string]string{"cpp": "judge_driver.cpp", "c": "judge_driver.c", "go": "judge_driver.go", "java": "JudgeDriver.java",
	"python": "judge_driver.py", "javascript": "judge_driver.js", "rust": "judge_driver.rs"}

// source is a user's file.
type source struct {
	language string
	name     string // of its copy
	text     string
	code     string // without comments and what stands in quotes
}

var plainName = match.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

var extensions = map[string]string{"cpp": ".cpp", "c": ".c", "go": ".go", "java": ".java", "python": ".py", "javascript": ".js", "rust": ".rs"}

// open takes a user's file.
func open(language, path string, text []byte) source {
	u := source{language: language, name: filepath.Base(path), text: strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n")}
	u.code = code(language, u.text)
	if !plainName().MatchString(u.name) || strings.HasSuffix(u.name, "_test.go") || strings.HasPrefix(strings.ToLower(u.name), "judge") {
		u.name = "solution" + extensions[language]
	}
	if m := publicClass().FindStringSubmatch(u.code); language == "java" && m != nil {
		u.name = m[1] + ".java" // javac insists
	}
	if !strings.HasSuffix(u.text, "\n") {
		u.text += "\n"
	}
	return u
}

var publicClass = match.Lazy(`(?m)^\s*public\s+(?:final\s+|abstract\s+)*class\s+(\w+)`)

// has reports whether the user's file defines a class or struct of that name.
func (u source) has(class string) bool {
	after := `\b\s*(?:[{:(<]|extends|implements)`
	if u.language == "rust" {
		after = `\b\s*[{(<;]`
	}
	return regexp.MustCompile(`\b(?:class|struct|enum)\s+` + class + after).MatchString(u.code)
}

// Wrap puts around a user's file, which holds the function, what makes a program of it.
func (s Signature) Wrap(language, path string, text []byte) []File {
	return targets[language].wrap(s, open(language, path, text))
}

// Skeleton is what the site's editor shows before anything is written.
func (s Signature) Skeleton(language string) string { return targets[language].skeleton(s) }

// holder is the class that holds the function where the language wants one.
func (s Signature) holder() string {
	if s.Class != "" {
		return s.Class
	}
	return "Solution"
}

// joined puts what make makes of each parameter into one list.
func joined(params []Param, make func(i int, p Param) string) string {
	var all []string
	for i, p := range params {
		all = append(all, make(i, p))
	}
	return strings.Join(all, ", ")
}

// fill replaces names in a text, given in pairs.
func fill(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

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
