package function

import (
	"regexp"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

// A signature may be copied from the site's editor in any language, alone or with what is around it. Here it becomes
// one in the words that Parse reads.

// heads match how the languages write the head of a function. The groups are its name, its parameters and its result.
var heads = []struct {
	pattern match.Pattern
	param   match.Pattern // the groups of a parameter are its name and its type
}{
	{match.Lazy(`(?m)^\s*(?:async\s+)?def\s+(?P<name>\w+)\s*\((?P<params>[^()]*)\)\s*(?:->\s*(?P<result>[^:\n]+))?`), typedName},
	{match.Lazy(`\bfn\s+(?P<name>\w+)\s*\((?P<params>[^()]*)\)\s*(?:->\s*(?P<result>[^{\n]+))?`), typedName},
	{match.Lazy(`\bfunction\s+(?P<name>\w+)\s*\((?P<params>[^()]*)\)\s*:\s*(?P<result>[^{\n]+)`), typedName},
	{match.Lazy(`(?m)^\s*func\s+(?:\([^()]*\)\s*)?(?P<name>\w+)\s*\((?P<params>[^()]*)\)\s*(?P<result>[^{\n]*)`),
		match.Lazy(`^(?P<name>\w+)\s+(?P<type>.+)$`)},
	{match.Lazy(`(?m)^\s*(?P<result>[A-Za-z_][\w<>\[\], :]*[\w>\]][\s*&]*)\b(?P<name>[A-Za-z_]\w*)\s*\((?P<params>[^()]*)\)\s*(?:const\b\s*)?(?:[{;]|$)`),
		match.Lazy(`^(?P<type>.+?)\s*\b(?P<name>\w+)$`)},
}

var (
	typedName = match.Lazy(`^(?P<name>\w+)\s*:\s*(?P<type>.+)$`)
	jsName    = match.Lazy(`(?:var|let|const)\s+(\w+)\s*=\s*(?:function\s*\(|\()`)
	jsParam   = match.Lazy(`@param\s*\{\s*([^}]+?)\s*\}\s*(\w+)`)
	jsResult  = match.Lazy(`@returns?\s*\{\s*([^}]+?)\s*\}`)
	remarks   = match.Lazy(`(?s)/\*.*?\*/|//[^\n]*|(?m)^\s*#[^\[\n][^\n]*`)
	keywords  = match.Lazy(`\b(?:public|private|static|final|virtual|const|inline|mut|struct|async)\b\s*:?`)
)

// fromSite is a signature of the site's editor in the words that Parse reads, "" if the text has none.
func fromSite(text string) string {
	if name := jsName().FindStringSubmatch(text); name != nil {
		var params []string
		for _, p := range jsParam().FindAllStringSubmatch(text, -1) {
			params = append(params, siteType(p[1])+" "+p[2])
		}
		result := "void"
		if said := jsResult().FindStringSubmatch(text); said != nil {
			result = siteType(said[1])
		}
		return result + " " + name[1] + "(" + strings.Join(params, ", ") + ")"
	}
	text = remarks().ReplaceAllString(text, "")
	for _, h := range heads {
		for _, found := range h.pattern().FindAllStringSubmatch(text, -1) {
			of := func(group string) string { return found[h.pattern().SubexpIndex(group)] }
			if name := of("name"); name != "__init__" && name != "new" && name != "main" {
				result, params := listsOfC(of("result"), of("params"))
				params = siteParams(params, h.param())
				if result != "" || params != "" { // in Python only the function that is asked for has types
					return siteType(result) + " " + camel(name) + "(" + params + ")"
				}
			}
		}
	}
	return ""
}

var pointer = match.Lazy(`^\s*(?:const\s+)?(?P<type>[A-Za-z][\w ]*?)\s*(?P<stars>\*+)\s*(?P<name>\w*)\s*$`)

// listsOfC writes the pointers of C as lists. The parameters with its sizes, which go, tell how deep one is:
// char** grid, int gridSize, int* gridColSize is char[][] grid. A pointer to char that is left is a text.
func listsOfC(result, params string) (of, rest string) {
	all := strings.Split(params, ",")
	sizes := map[int]bool{} // the parameters that only tell one
	list := func(text, size, columns string) string {
		m := pointer().FindStringSubmatch(text)
		if m == nil {
			return text
		}
		depth := 0
		for i, p := range all {
			words := strings.Fields(strings.ReplaceAll(p, "*", " "))
			if len(words) > 0 && (words[len(words)-1] == m[3]+size || words[len(words)-1] == m[3]+columns) {
				sizes[i] = true
				depth++
			}
		}
		kind := m[1]
		if kind == "char" && len(m[2]) > depth {
			kind = "String"
		}
		return kind + strings.Repeat("[]", depth) + " " + m[3]
	}
	result = list(result, "returnSize", "returnColumnSizes")
	var lists []string
	for _, text := range all {
		lists = append(lists, list(text, "Size", "ColSize"))
	}
	var kept []string
	for i, text := range lists {
		if !sizes[i] {
			kept = append(kept, text)
		}
	}
	return result, strings.Join(kept, ",")
}

// siteParams are parameters, each with the type before its name. In Go the last of several has the type of all.
func siteParams(text string, form *regexp.Regexp) string {
	var all []string
	parts := strings.Split(text, ",")
	for i := len(parts) - 1; i >= 0; i-- {
		part := strings.TrimSpace(keywords().ReplaceAllString(parts[i], ""))
		for strings.Count(part, "<")+strings.Count(part, "[") != strings.Count(part, ">")+strings.Count(part, "]") && i > 0 {
			i--
			part = strings.TrimSpace(parts[i]) + "," + part
		}
		switch found := form.FindStringSubmatch(part); {
		case found != nil:
			name, of := found[form.SubexpIndex("name")], found[form.SubexpIndex("type")]
			all = append([]string{siteType(of) + " " + camel(name)}, all...)
		case len(all) > 0 && name().FindString(part) == part && part != "self" && part != "this":
			of, _, _ := strings.Cut(all[0], " ")
			all = append([]string{of + " " + part}, all...)
		}
	}
	return strings.Join(all, ", ")
}

var (
	wrapped  = match.Lazy(`^(?:Optional|Option|Box|Rc|RefCell)\s*[<\[](.*)[>\]]$`)
	listed   = match.Lazy(`^(?:std::)?(?:vector|Vec|List|list|Array|IList)\s*([<\[])(.*)[>\]]$`)
	siteName = map[string]string{"i32": "int", "number": "int", "i64": "long", "int64": "long", "long long": "long", "f64": "double", "float64": "double",
		"str": "String", "byte": "char", "None": "void", "": "void", "()": "void"}
)

// siteType is a type of any language in the site's words.
func siteType(text string) string {
	text = strings.Trim(strings.TrimSpace(keywords().ReplaceAllString(text, "")), "&* ;")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "std::"), "mut ")
	if m := wrapped().FindStringSubmatch(text); m != nil {
		return siteType(m[1])
	}
	if m := listed().FindStringSubmatch(text); m != nil {
		if strings.HasPrefix(text, "List<") {
			return "List<" + siteType(m[2]) + ">"
		}
		return siteType(m[2]) + "[]"
	}
	if rest, ok := strings.CutPrefix(text, "[]"); ok {
		return siteType(rest) + "[]"
	}
	if rest, ok := strings.CutSuffix(text, "[]"); ok {
		return siteType(rest) + "[]"
	}
	if name, ok := siteName[text]; ok {
		return name
	}
	return text
}

// camel is solve_n_queens as solveNQueens.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i := 1; i < len(words); i++ {
		if words[i] != "" {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
	}
	return strings.Join(words, "")
}
