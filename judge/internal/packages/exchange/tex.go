package exchange

import (
	"bytes"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

var (
	plainTitle = match.Lazy(`%%\s*plainproblemname:\s*(.+)`)
	texMarkup  = match.Lazy(`\\(?:textit|textbf|texttt|textsc|textrm|emph|mbox|text|mathrm|it|bf|tt|sc|rm|em)\b\s*`)
	texLetters = strings.NewReplacer(`\&`, "&", `\%`, "%", `\#`, "#", `\$`, "$", `\_`, "_", `\ `, " ",
		`\-`, "", `\,`, " ", "~", " ",
		"---", "—", "--", "–", "``", "“", "''", "”", `\ldots`, "…", `\dots`, "…",
		`\ss `, "ß", `\ss`, "ß", `\aa`, "å", `\AA`, "Å")
	texAccent = match.Lazy("\\\\(?:([\"'`^~.=])\\s*|([vc])(?:\\s+|\\b))\\{?\\\\?([A-Za-z])\\}?")
)

// accents are the marks that TeX puts on a letter, as Unicode puts them behind it.
var accents = map[string]string{`"`: "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303",
	"v": "\u030c", ".": "\u0307", "c": "\u0327", "=": "\u0304"}

// texTitle finds a problem's name in its TeX statement, "" if there is none. \problemname{\problemyamlname} only
// repeats problem.yaml.
func texTitle(text []byte) string {
	if m := plainTitle().FindSubmatch(text); m != nil {
		return oneLine(string(m[1]))
	}
	_, rest, found := bytes.Cut(text, []byte(`\problemname{`))
	if !found {
		return ""
	}
	depth, end := 1, 0
	for ; end < len(rest) && depth > 0; end++ {
		switch {
		case rest[end] == '\\':
			end++
		case rest[end] == '{':
			depth++
		case rest[end] == '}':
			depth--
		}
	}
	if depth > 0 || end > len(rest) {
		return ""
	}
	return plainTeX(string(rest[:end-1]))
}

// plainTeX is a piece of TeX without its commands, "" where one is not known.
func plainTeX(s string) string {
	s = texAccent().ReplaceAllStringFunc(s, func(found string) string {
		m := texAccent().FindStringSubmatch(found)
		letter, mark := m[3], accents[m[1]+m[2]]
		if whole, ok := composed[letter+mark]; ok {
			return whole
		}
		return letter + mark
	})
	s = texLetters.Replace(texMarkup().ReplaceAllString(s, ""))
	if strings.Contains(s, `\`) {
		return ""
	}
	return oneLine(strings.NewReplacer("{", "", "}", "", "$", "").Replace(s))
}

// composed are the letters that have their mark built in.
var composed = func() map[string]string {
	all := map[string]string{}
	for letters, mark := range map[string]string{
		"aäeëiïoöuüAÄEËIÏOÖUÜyÿ": "\u0308", "aáeéiíoóuúAÁEÉIÍOÓUÚyýYÝnńcćsśzź": "\u0301", "aàeèiìoòuùAÀEÈIÌOÒUÙ": "\u0300",
		"aâeêiîoôuûAÂEÊIÎOÔUÛ": "\u0302", "aãnñoõAÃNÑOÕ": "\u0303", "cčsšzžeěrřCČSŠZŽRŘ": "\u030c", "cçsşCÇSŞ": "\u0327", "zżZŻ": "\u0307",
	} {
		pairs := []rune(letters)
		for i := 0; i < len(pairs); i += 2 {
			all[string(pairs[i])+mark] = string(pairs[i+1])
		}
	}
	return all
}()
