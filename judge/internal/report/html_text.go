package report

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

// wording is one thing the page says, in both of its languages. Its arguments are numbered where the
// two languages want them in a different order.
type wording struct{ en, zh string }

// phrase is a wording with its arguments, to be said later.
type phrase struct {
	key  string
	args []any
}

func phrased(key string, args ...any) phrase { return phrase{key, args} }

// in is the phrase in one language. A key that does not exist is a mistake in this package.
func (p phrase) in(choose func(wording) string) string {
	t, ok := texts[p.key]
	if !ok {
		panic("report: no text " + strconv.Quote(p.key))
	}
	if len(p.args) == 0 {
		return choose(t)
	}
	return fmt.Sprintf(choose(t), p.args...)
}

// Said tells whether there is anything to say.
func (p phrase) Said() bool { return p.key != "" }

func english(t wording) string { return t.en }
func chinese(t wording) string { return t.zh }

// pageFuncs are what the templates may call. Both languages stand in the page, and the style sheet
// shows one: so the switch works without JavaScript.
var pageFuncs = template.FuncMap{
	"t":      func(key string, args ...any) template.HTML { return spans("span", phrased(key, args...)) },
	"ts":     func(key string, args ...any) template.HTML { return spans("tspan", phrased(key, args...)) },
	"p":      func(p phrase) template.HTML { return spans("span", p) },
	"attrs":  func(key string, args ...any) template.HTMLAttr { return attributes(phrased(key, args...)) },
	"pa":     attributes,
	"en":     func(key string, args ...any) string { return phrased(key, args...).in(english) },
	"pe":     func(p phrase) string { return p.in(english) },
	"dur":    screen.Duration,
	"n":      func(n int) string { return screen.Thousands(int64(n)) },
	"bytes":  screen.Size,
	"kib":    func(n int64) string { return screen.Size(n * 1024) },
	"show":   screen.Escape,
	"pts":    func(p phrase) template.HTML { return spans("tspan", p) },
	"inc":    func(i int) int { return i + 1 },
	"lines":  shownLines,
	"tr":     func(m say.Message) template.HTML { return spans("span", spoken(m)) },
	"words":  func(w say.Words) template.HTML { return spans("span", written(w)) },
	"titles": titles,
	"case":   func(name string) template.HTML { return spans("span", spoken(say.Text(name))) },
	"vt":     func(v verdict.Verdict) template.HTML { return spans("span", phrased("verdict."+string(v))) },
}

func spans(tag string, p phrase) template.HTML {
	en, zh := template.HTMLEscapeString(p.in(english)), template.HTMLEscapeString(p.in(chinese))
	return template.HTML("<" + tag + ` lang="en">` + en + "</" + tag + "><" + tag + ` lang="zh-Hans">` + zh + "</" + tag + ">")
}

// spoken is a message of another room, safe to show.
func spoken(m say.Message) phrase {
	return phrased("both", screen.Escape(say.English.Text(m)), screen.Escape(say.Chinese.Text(m)))
}

// written is what somebody wrote in one language or both, safe to show.
func written(w say.Words) phrase {
	return phrased("both", screen.Escape(w.In(say.English)), screen.Escape(w.In(say.Chinese)))
}

// titles serves what shows when the mouse rests on something: the script swaps it.
func titles(w say.Words) template.HTMLAttr {
	return template.HTMLAttr(`data-title-en="` + template.HTMLEscapeString(screen.Escape(w.In(say.English))) +
		`" data-title-zh="` + template.HTMLEscapeString(screen.Escape(w.In(say.Chinese))) + `"`)
}

// attributes serves the places that hold plain text only (option, title): the script swaps it.
func attributes(p phrase) template.HTMLAttr {
	en, zh := template.HTMLEscapeString(p.in(english)), template.HTMLEscapeString(p.in(chinese))
	return template.HTMLAttr(`data-en="` + en + `" data-zh="` + zh + `"`)
}

// showRatio writes how many times more: 1.3, 13, 1,300.
func showRatio(r float64) string {
	if r >= 100 {
		return screen.Thousands(int64(r + 0.5))
	}
	return strings.TrimSuffix(strconv.FormatFloat(r, 'f', map[bool]int{true: 0, false: 1}[r >= 10], 64), ".0")
}

// shownLines makes a text of several lines visible, and keeps its lines.
func shownLines(s string) string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = screen.Escape(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n")
}
