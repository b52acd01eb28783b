package function

import (
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
)

var java = target{language: "java", driver: "JudgeDriver.java", name: asIs, typ: Type.String, prepare: javaPrepare, find: findC,
	class: classBody, classes: true, holds: true, starts: mainWord}

// javaUsual is put in front of the user's first line, on the same line, so that lines keep their numbers.
const javaUsual = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*; import java.io.*; "

// packageLine puts a file into a package, which the site does not do.
var packageLine = match.Lazy(`(?m)^[ \t]*package\s+[\w.]+\s*;`)

func javaPrepare(_ Signature, u *source) template.FuncMap {
	if at := packageLine().FindStringIndex(u.code); at != nil {
		u.text = u.text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + u.text[at[1]:]
	}
	u.text = javaUsual + u.text
	return template.FuncMap{"made": javaMade, "view": func(t Type) string { return javaViews[t.Kind] }}
}

// javaViews are the buffers that hold numbers of a kind.
var javaViews = map[Kind]string{Int: "Int", Long: "Long", Double: "Double"}

// javaMade is a new array of n items: of new int[n][], which makes one of int[], the length stands in the
// first pair of brackets.
func javaMade(item Type) string {
	base, rest, nested := strings.Cut(item.String(), "[")
	if strings.HasPrefix(base, "List<") {
		return "new List[n]"
	}
	if nested {
		rest = "[" + rest
	}
	return "new " + base + "[n]" + rest
}
