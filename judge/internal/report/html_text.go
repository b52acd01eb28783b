package report

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

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

func say(key string, args ...any) phrase { return phrase{key, args} }

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
	"t":     func(key string, args ...any) template.HTML { return spans("span", say(key, args...)) },
	"ts":    func(key string, args ...any) template.HTML { return spans("tspan", say(key, args...)) },
	"p":     func(p phrase) template.HTML { return spans("span", p) },
	"attrs": func(key string, args ...any) template.HTMLAttr { return attributes(say(key, args...)) },
	"pa":    attributes,
	"en":    func(key string, args ...any) string { return say(key, args...).in(english) },
	"pe":    func(p phrase) string { return p.in(english) },
	"dur":   showTime,
	"n":     func(n int) string { return showCount(int64(n)) },
	"bytes": showBytes,
	"kib":   func(n int64) string { return showBytes(n * 1024) },
	"show":  shown,
	"pts":   func(p phrase) template.HTML { return spans("tspan", p) },
	"inc":   func(i int) int { return i + 1 },
	"lines": shownLines,
	"vt":    func(v verdict.Verdict) template.HTML { return spans("span", say("verdict."+string(v))) },
}

func spans(tag string, p phrase) template.HTML {
	en, zh := template.HTMLEscapeString(p.in(english)), template.HTMLEscapeString(p.in(chinese))
	return template.HTML("<" + tag + ` lang="en">` + en + "</" + tag + "><" + tag + ` lang="zh-Hans">` + zh + "</" + tag + ">")
}

// attributes serves the places that hold plain text only (option, title): the script swaps it.
func attributes(p phrase) template.HTMLAttr {
	en, zh := template.HTMLEscapeString(p.in(english)), template.HTMLEscapeString(p.in(chinese))
	return template.HTMLAttr(`data-en="` + en + `" data-zh="` + zh + `"`)
}

// showTime gives a time three significant figures and the unit that suits it.
func showTime(d time.Duration) string {
	switch {
	case d >= 100*time.Second:
		return showCount(int64(d.Seconds()+0.5)) + " s"
	case d >= time.Second:
		return figures(d.Seconds()) + " s"
	case d >= time.Millisecond:
		return figures(d.Seconds()*1e3) + " ms"
	case d > 0:
		return figures(d.Seconds()*1e6) + " µs"
	}
	return "0 ms"
}

// figures rounds to three significant figures without a power of ten: 1.23, 12.3, 123.
func figures(x float64) string {
	decimals := 2
	for limit := 9.995; x >= limit && decimals > 0; limit *= 10 {
		decimals--
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// showCount writes 1234567 as 1,234,567.
func showCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

func showBytes(n int64) string {
	switch {
	case n >= 1<<30:
		return figures(float64(n)/(1<<30)) + " GiB"
	case n >= 1<<20:
		return figures(float64(n)/(1<<20)) + " MiB"
	case n >= 1<<10:
		return figures(float64(n)/(1<<10)) + " KiB"
	}
	return strconv.FormatInt(n, 10) + " B"
}

// showRatio writes how many times more: 1.3, 13, 1,300.
func showRatio(r float64) string {
	if r >= 100 {
		return showCount(int64(r + 0.5))
	}
	return strings.TrimSuffix(strconv.FormatFloat(r, 'f', map[bool]int{true: 0, false: 1}[r >= 10], 64), ".0")
}

// shownLines makes a text of several lines visible, and keeps its lines.
func shownLines(s string) string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = shown(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n")
}
