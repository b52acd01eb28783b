package function

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"sudokuoj/judge/internal/match"
)

// Code is code, for others.
func Code(language, text string) string { return code(language, text) }

// code is a source with blanks for its comments and for what stands in quotes; its lines stay where they
// are. It need not be exact: what it is asked for is which names are defined.
func code(language, text string) string {
	b := []byte(text)
	blank := func(from, to int) {
		for i := from; i < min(to, len(b)); i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	until := func(from int, end string) int {
		if i := strings.Index(text[from:], end); i >= 0 {
			return from + i + len(end)
		}
		return len(text)
	}
	comment := "//"
	if language == "python" {
		comment = "#"
	}
	for i := 0; i < len(text); {
		rest, from := text[i:], i
		switch {
		case strings.HasPrefix(rest, comment):
			i = until(i, "\n")
		case language != "python" && strings.HasPrefix(rest, "/*"):
			i = until(i+2, "*/")
		case language == "python" && (strings.HasPrefix(rest, `"""`) || strings.HasPrefix(rest, "'''")):
			i = until(i+3, rest[:3])
		case rest[0] == '`' && (language == "go" || language == "javascript"):
			i = until(i+1, "`")
		case rest[0] == '\'' && language == "rust" && !rustChar().MatchString(rest):
			i++ // a lifetime
			continue
		case rest[0] == '"' || rest[0] == '\'':
			i = quoteEnd(text, i)
		default:
			i++
			continue
		}
		blank(from, i)
	}
	return string(b)
}

var rustChar = match.Lazy(`^'(?:[^'\\\n]|\\[^\n]{1,10}?)'`)

// quoteEnd is where a text in quotes ends that begins at i, at the end of its line at the latest.
func quoteEnd(text string, i int) int {
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case text[i]:
			return j + 1
		case '\n':
			return j
		}
	}
	return len(text)
}

// definition is a function that a source defines.
type definition struct {
	name   string
	line   int
	params int // how many it has, without self; -1: any number
}

// matches makes definitions of what a pattern finds: its first group is the name, and the parameters follow
// the match.
func matches(code string, pattern match.Pattern, count func(params []string) int, body match.Pattern) (all []definition) {
	for _, at := range pattern().FindAllStringSubmatchIndex(code, -1) {
		name, params := code[at[2]:at[3]], code[at[1]:]
		end := closing(params)
		if end < 0 || body != nil && !body().MatchString(params[end+1:]) || notNames[name] {
			continue
		}
		all = append(all, definition{name, 1 + strings.Count(code[:at[2]], "\n"), count(splitParams(params[:end]))})
	}
	return all
}

var notNames = map[string]bool{"if": true, "for": true, "while": true, "switch": true, "catch": true, "return": true, "function": true, "sizeof": true, "synchronized": true}

// closing is where the parenthesis closes that was opened before the text.
func closing(text string) int {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// splitParams splits at the commas that stand in no brackets.
func splitParams(text string) (all []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				all = append(all, text[from:i])
				from = i + 1
			}
		}
	}
	if strings.TrimSpace(text[from:]) != "" {
		all = append(all, text[from:])
	}
	return all
}

var (
	cFunction      = match.Lazy(`(?m)[\w>\]&*]\s*[\s&*]\s*([A-Za-z_]\w*)\s*\(`)
	cBody          = match.Lazy(`^\s*(?:const|noexcept|override|final|throws\s+[\w.,\s]+|\s)*\{`)
	pythonFunction = match.Lazy(`(?m)^[ \t]*(?:async\s+)?def\s+(\w+)\s*\(`)
	scriptFunction = match.Lazy(`(?m)(?:^|[;\s])(?:(?:var|let|const)\s+)?([A-Za-z_$][\w$]*)\s*=\s*(?:async\s+)?(?:function\b\s*\*?\s*[\w$]*\s*)?\(`)
	scriptNamed    = match.Lazy(`(?m)(?:^|[;\s}])function\s*\*?\s*([A-Za-z_$][\w$]*)\s*\(`)
	scriptArrow    = match.Lazy(`(?m)(?:var|let|const)\s+([A-Za-z_$][\w$]*)\s*=\s*[\w$]+\s*=>`)
	scriptBody     = match.Lazy(`^\s*(?:=>|\{)`)
	rustFunction   = match.Lazy(`\bfn\s+(\w+)\s*(?:<[^(]*>)?\s*\(`)
)

func findC(code string) []definition {
	return matches(code, cFunction, func(params []string) int {
		if len(params) == 1 && strings.TrimSpace(params[0]) == "void" {
			return 0
		}
		return len(params)
	}, cBody)
}

func findPython(code string) []definition {
	return matches(code, pythonFunction, func(params []string) int {
		n := 0
		for i, p := range params {
			p = strings.TrimSpace(p)
			switch {
			case strings.HasPrefix(p, "*"):
				return -1
			case i == 0 && (p == "self" || p == "cls") || strings.Contains(p, "="):
			default:
				n++
			}
		}
		return n
	}, nil)
}

func findJavaScript(code string) []definition {
	count := func(params []string) int {
		for _, p := range params {
			if strings.Contains(p, "...") {
				return -1
			}
		}
		return len(params)
	}
	all := append(matches(code, scriptFunction, count, scriptBody), matches(code, scriptNamed, count, nil)...)
	for _, at := range scriptArrow().FindAllStringSubmatchIndex(code, -1) {
		all = append(all, definition{code[at[2]:at[3]], 1 + strings.Count(code[:at[2]], "\n"), 1})
	}
	return all
}

func findRust(code string) []definition {
	return matches(code, rustFunction, func(params []string) int {
		if len(params) > 0 && strings.HasSuffix(strings.TrimSpace(params[0]), "self") {
			return len(params) - 1
		}
		return len(params)
	}, nil)
}

// findGo reads the source itself, which need not have a package clause. What is no Go has no functions.
func findGo(text string) (all []definition) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		fset = token.NewFileSet()
		if file, err = parser.ParseFile(fset, "", "package main;"+text, parser.SkipObjectResolution); err != nil {
			return nil
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			all = append(all, definition{f.Name.Name, fset.Position(f.Pos()).Line, f.Type.Params.NumFields()})
		}
	}
	return all
}
