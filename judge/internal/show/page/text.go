package page

import (
	"html/template"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// pageFuncs are the functions of the templates. The page holds both languages and the style sheet shows one, so that the
// switch works without JavaScript.
var pageFuncs = template.FuncMap{
	"t":      func(format string, args ...any) template.HTML { return spans("span", say.Of(format, args...)) },
	"ts":     func(format string, args ...any) template.HTML { return spans("tspan", say.Of(format, args...)) },
	"attrs":  func(format string, args ...any) template.HTMLAttr { return attributes(say.Of(format, args...)) },
	"tr":     func(m say.Message) template.HTML { return spans("span", m) },
	"trs":    func(m say.Message) template.HTML { return spans("tspan", m) },
	"tra":    attributes,
	"en":     func(m say.Message) string { return say.English.Text(m) },
	"words":  func(w say.Words) template.HTML { return bothSpans("span", inBoth(w)) },
	"both":   func(text both) template.HTML { return bothSpans("span", text) },
	"wordsa": func(w say.Words) template.HTMLAttr { return bothAttributes("", inBoth(w)) },
	"titles": titles,
	"case":   func(name string) template.HTML { return spans("span", say.Phrase(name)) },
	"vt":     func(v result.Verdict) template.HTML { return spans("span", v.Title()) },
	"dur":    terminal.Duration,
	"short":  terminal.ShortDuration,
	"n":      func(n int) string { return terminal.Thousands(int64(n)) },
	"count":  terminal.Thousands,
	"bytes":  terminal.Size,
	"kib":    func(n int64) string { return terminal.Size(n * 1024) },
	"show":   terminal.Escape,
	"points": report.OutOf,
	"dec":    func(i int) int { return i - 1 },
	"lines":  shownLines,
	"told":   indented,
	"build":  built,
}

// both is a text in English and in Chinese, safe to show.
type both [2]string

func spoken(m say.Message) both {
	return both{terminal.Escape(say.English.Line(m)), terminal.Escape(say.Chinese.Line(m))}
}

// inBoth returns a text of the user in both languages.
func inBoth(w say.Words) both {
	return both{terminal.Escape(w.In(say.English)), terminal.Escape(w.In(say.Chinese))}
}

func spans(tag string, m say.Message) template.HTML { return bothSpans(tag, spoken(m)) }

func bothSpans(tag string, text both) template.HTML {
	en, zh := template.HTMLEscapeString(text[0]), template.HTMLEscapeString(text[1])
	return template.HTML("<" + tag + ` lang="en">` + en + "</" + tag + "><" + tag + ` lang="zh-Hans">` + zh + "</" + tag + ">")
}

// attributes serves places that hold only plain text (option, title), where the script swaps the language.
func attributes(m say.Message) template.HTMLAttr { return bothAttributes("", spoken(m)) }

// titles serves the texts that appear when the mouse rests on something.
func titles(w say.Words) template.HTMLAttr { return bothAttributes("title-", inBoth(w)) }

func bothAttributes(what string, text both) template.HTMLAttr {
	return template.HTMLAttr(`data-` + what + `zh="` + template.HTMLEscapeString(text[1]) + `"`)
}

// shownLines makes a text of several lines visible, and keeps its lines.
func shownLines(s string) string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = terminal.Escape(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// indented shows what a program or a compiler said. A tab there only indents.
func indented(s string) string { return shownLines(strings.ReplaceAll(s, "\t", "    ")) }

// built shows why a program did not compile. A compiler's own text is there once, our words in both languages.
func built(m say.Message) template.HTML {
	return inEither(both{indented(clip(say.English.Text(m), 4000)), indented(clip(say.Chinese.Text(m), 4000))})
}

// inEither shows a text once if it is the same in both languages.
func inEither(text both) template.HTML {
	if text[0] == text[1] {
		return template.HTML("<span>" + template.HTMLEscapeString(text[0]) + "</span>")
	}
	return bothSpans("span", text)
}
