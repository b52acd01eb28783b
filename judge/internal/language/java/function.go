package java

import (
	"regexp"
	"slices"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
)

var functions = lang.Functions{Driver: "JudgeDriver.java", Beside: "JudgeNodes.java", Type: lang.Type.String, Prepare: prepare,
	Find: lang.FindLikeC, Clean: withoutUsual, Tidy: tidy, Holder: "class "}

// usual is put in front of the user's first line, on the same line, so that lines keep their numbers.
const usual = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*; import java.io.*; "

// packageLine puts a file into a package, which the site does not do.
var packageLine = match.Lazy(`(?m)^[ \t]*package\s+[\w.]+\s*;`)

func prepare(s *lang.Signature, u *lang.UserFile) template.FuncMap {
	if at := packageLine().FindStringIndex(u.Code); at != nil {
		u.Text = u.Text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + u.Text[at[1]:]
	}
	u.Text = usual + u.Text
	asWritten(s, u.Code)
	return template.FuncMap{"made": made, "view": func(t lang.Type) string { return views[t.Kind] }}
}

// asWritten gives a function the lists of the user's own: what another language's signature calls a list is T[] or List<T>.
func asWritten(s *lang.Signature, code string) {
	alike := func(a, b lang.Type) bool {
		return strings.ReplaceAll(a.ID(), "_l", "_a") == strings.ReplaceAll(b.ID(), "_l", "_a")
	}
	for _, head := range regexp.MustCompile(`[\w<>\[\], ]+\b`+s.Name+`\s*\([^()]*\)`).FindAllString(code, -1) {
		own, err := function.ParseAny(strings.ReplaceAll(strings.TrimSpace(head), "final ", ""))
		if err != nil || !alike(own.Result, s.Result) ||
			!slices.EqualFunc(own.Params, s.Params, func(a, b function.Param) bool { return alike(a.Type, b.Type) }) {
			continue
		}
		s.Result, s.Params = own.Result, own.Params
		return
	}
}

// views are the buffers that hold numbers of a kind.
var views = map[function.Kind]string{function.Int: "Int", function.Long: "Long", function.Double: "Double"}

// made is a new array of n items: of new int[n][], which makes one of int[], the length is in the first pair of
// brackets.
func made(item lang.Type) string {
	base, rest, nested := strings.Cut(item.String(), "[")
	if strings.HasPrefix(base, "List<") {
		return "new List[n]"
	}
	if nested {
		rest = "[" + rest
	}
	return "new " + base + "[n]" + rest
}

// withoutUsual removes the imports before the user's first line, and moves the mark below by as much.
func withoutUsual(said string) string {
	lines := strings.Split(said, "\n")
	for i, line := range lines {
		before, rest, ok := strings.Cut(line, usual)
		if !ok {
			continue
		}
		lines[i] = before + rest
		if i+1 < len(lines) {
			lines[i+1] = strings.Replace(lines[i+1], strings.Repeat(" ", len(usual)), "", 1)
		}
	}
	return strings.Join(lines, "\n")
}

func tidy(text string) string { return packageLine().ReplaceAllString(text, "") }
