package submit

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

// shape is how pieces look in a language.
type shape struct {
	cut       func(code string) (ends []int)
	see       func(code string) (role, []string)
	member    func(class, code string) (role, []string) // of a class that also has the main program; nil where none has
	formatted bool                                      // what is quoted may hold code: f"{cell}"
}

var shapes = map[string]shape{
	"c":          {cut: braces{marks: true, closes: cCloses}.cut, see: cSees},
	"cpp":        {cut: braces{marks: true, closes: cCloses}.cut, see: cSees},
	"java":       {cut: braces{closes: javaCloses}.cut, see: javaSees, member: javaMember},
	"rust":       {cut: braces{closes: rustCloses}.cut, see: rustSees},
	"javascript": {cut: braces{lines: true, closes: func(string) bool { return false }}.cut, see: scriptSees, formatted: true},
	"python":     {cut: indented, see: pythonSees, formatted: true},
}

var (
	cTemplate  = match.Lazy(`^\s*template\s*<[^;{()]*>`)
	cOpen      = match.Lazy(`^\s*(?:inline\s+)?(?:namespace|extern\s+"+)(?:\s|$)`)
	cType      = match.Lazy(`^(typedef\s+)?(?:class|struct|union)\s+(\w+)\b[^;{(=]*\{`)
	cAlias     = match.Lazy(`\}\s*(\w+)\s*;$`)
	cName      = match.Lazy(`(?:(\w+)(?:<[^()]*>)?\s*::\s*)?~?\b(\w+)\s*\(`)
	cOperator  = match.Lazy(`\boperator\b`)
	cAttribute = match.Lazy(`\b__attribute__\s*\(\(.*?\)\)`)
)

// assigned cuts a text before the first = that stands in no brackets.
func assigned(text string) (left string, found bool) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '=':
			if depth == 0 {
				return text[:i], true
			}
		}
	}
	return text, false
}

// cCloses: a function and a namespace end with their block, a type and a list of values with a semicolon.
func cCloses(head string) bool {
	head = strings.TrimSpace(cTemplate().ReplaceAllString(head, ""))
	_, value := assigned(head)
	return cOpen().MatchString(head) || cOperator().MatchString(head) || strings.Contains(head, "(") && !value && !cType().MatchString(head+"{")
}

func cSees(code string) (role, []string) {
	bare := strings.TrimSpace(cAttribute().ReplaceAllString(cTemplate().ReplaceAllString(code, ""), ""))
	if is := cType().FindStringSubmatch(bare); is != nil {
		alias := cAlias().FindStringSubmatch(bare)
		switch {
		case is[1] != "" && alias != nil:
			return typed, []string{is[2], alias[1]}
		case strings.HasSuffix(strings.ReplaceAll(bare, " ", ""), "};"):
			return typed, []string{is[2]}
		}
		return stays, nil // it declares variables, too
	}
	head, _, _ := strings.Cut(bare, "{")
	name := cName().FindStringSubmatch(head)
	if _, value := assigned(head); value || name == nil || strings.HasPrefix(bare, "#") || cOpen().MatchString(bare) || cOperator().MatchString(head) {
		return stays, nil
	}
	switch {
	case name[1] != "":
		return called, []string{name[1]} // a method belongs to its class
	case name[2] == "main":
		return starts, nil
	}
	return called, []string{name[2]}
}

var (
	javaType       = match.Lazy(`\b(?:class|interface|enum|record)\s+(\w+)`)
	javaAnnotation = match.Lazy(`@\w+(?:\s*\([^()]*\))?`)
	lastName       = match.Lazy(`(\w+)\s*\(`)
	fieldName      = match.Lazy(`(\w+)\s*(?:\[\s*\]\s*)*[=,;]`)
	bracketed      = match.Lazy(`\{[^{}]*\}|\([^()]*\)|<[^<>]*>`)
)

func javaCloses(head string) bool {
	_, value := assigned(javaAnnotation().ReplaceAllString(head, ""))
	return !value
}

func javaSees(code string) (role, []string) {
	if strings.HasPrefix(code, "package") {
		return theirs, nil
	}
	head, _, block := strings.Cut(code, "{")
	if is := javaType().FindStringSubmatch(head); is != nil && block {
		return typed, is[1:]
	}
	return stays, nil
}

// javaMember sees a member of a class. What the class itself or a library may call stays: a constructor, a block, a
// method that overrides another.
func javaMember(class, code string) (role, []string) {
	head, _, block := strings.Cut(javaAnnotation().ReplaceAllString(code, ""), "{")
	left, value := assigned(head)
	name := lastName().FindStringSubmatch(left)
	switch {
	case strings.Contains(code, "@Override"):
		return stays, nil
	case value || name == nil && !block:
		return variable, fieldNames(code)
	case name == nil:
		if is := javaType().FindStringSubmatch(head); is != nil {
			return typed, is[1:]
		}
		return stays, nil
	case name[1] == "main":
		return starts, nil
	case name[1] == class:
		return stays, nil
	}
	return called, name[1:]
}

// fieldNames are the variables that a line declares, and perhaps names from its values.
func fieldNames(code string) (all []string) {
	for bracketed().MatchString(code) {
		code = bracketed().ReplaceAllString(code, "")
	}
	for _, m := range fieldName().FindAllStringSubmatch(code, -1) {
		all = append(all, m[1])
	}
	return all
}

var (
	rustAttributes = match.Lazy(`^(?:#!?\[[^\]]*\]\s*)+`)
	rustOpen       = match.Lazy(`^(?:pub(?:\([^)]*\))?\s+)?(?:use|const\s+\w+\s*:|static|type|let)\b`)
	rustFunction   = match.Lazy(`^(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+)*fn\s+(\w+)`)
	rustType       = match.Lazy(`^(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union)\s+(\w+)`)
	rustImpl       = match.Lazy(`^(?:unsafe\s+)?impl\b\s*(?:<[^{]*?>\s*)?(?:[^{]*?\bfor\s+)?(\w+)`)
)

func rustCloses(head string) bool {
	return !rustOpen().MatchString(rustAttributes().ReplaceAllString(strings.TrimSpace(head), ""))
}

func rustSees(code string) (role, []string) {
	bare := rustAttributes().ReplaceAllString(code, "")
	if is := rustFunction().FindStringSubmatch(bare); is != nil {
		if is[1] == "main" {
			return starts, nil
		}
		return called, is[1:]
	}
	if strings.Contains(code[:len(code)-len(bare)], "(test)") {
		return theirs, nil // tests: the site builds none
	}
	if is := rustType().FindStringSubmatch(bare); is != nil {
		if is[1] == "Solution" {
			return theirs, is[1:]
		}
		return typed, is[1:]
	}
	if is := rustImpl().FindStringSubmatch(bare); is != nil {
		return typed, is[1:]
	}
	return stays, nil
}

var (
	scriptNamed  = match.Lazy(`^(?:async\s+)?(?:function\s*\*?|class)\s+([\w$]+)`)
	scriptValue  = match.Lazy(`^(?:(?:var|let|const)\s+)?([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|class\b|\([^()]*\)\s*=>|[\w$]+\s*=>)`)
	scriptMethod = match.Lazy(`^([\w$]+)\.[\w$.]+\s*=[^=]`)
	scriptDecl   = match.Lazy(`^(?:var|let|const)\s+`)
	scriptSet    = match.Lazy(`^([\w$]+)\s*=[^=>]`)
)

func scriptSees(code string) (role, []string) {
	for _, pattern := range []match.Pattern{scriptNamed, scriptValue} {
		if is := pattern().FindStringSubmatch(code); is != nil {
			return called, is[1:]
		}
	}
	if is := scriptMethod().FindStringSubmatch(code); is != nil && is[1] != "module" && is[1] != "exports" {
		return variable, is[1:]
	}
	if is := scriptSet().FindStringSubmatch(code); is != nil {
		return variable, is[1:]
	}
	if at := scriptDecl().FindString(code); at != "" {
		left, _ := assigned(code[len(at):])
		return variable, slices.Concat(word().FindAllString(left, -1), fieldNames(code[len(at):]))
	}
	return runs, nil
}

var (
	pythonNamed  = match.Lazy(`(?m)^(?:async\s+)?(?:def|class)\s+(\w+)`)
	pythonImport = match.Lazy(`^(?:import|from)\b`)
	pythonMain   = match.Lazy(`^if\s+\(?\s*(?:__name__\b|"+\s*==\s*__name__)`)
	pythonSet    = match.Lazy(`^\(?\s*[A-Za-z_]\w*\s*(?:,\s*[A-Za-z_]\w*\s*)*,?\s*\)?\s*(?::[^=]*)?=[^=]`)
)

func pythonSees(code string) (role, []string) {
	switch {
	case pythonMain().MatchString(code):
		return starts, nil
	case pythonImport().MatchString(code):
		return stays, nil
	case code != "" && (code[0] == '@' || pythonNamed().FindStringIndex(code) != nil && pythonNamed().FindStringIndex(code)[0] == 0):
		return called, pythonNamed().FindStringSubmatch(code)[1:]
	case pythonSet().MatchString(code):
		var all []string
		for rest := code; ; {
			left, value := assigned(rest)
			target, _, _ := strings.Cut(left, ":")
			if !value || !targets().MatchString(target) {
				return variable, all
			}
			all = append(all, word().FindAllString(target, -1)...)
			rest = rest[len(left)+1:]
		}
	}
	return runs, nil
}

// targets matches what may stand before a sign that sets names.
var targets = match.Lazy(`^[\s\w,()]*$`)
