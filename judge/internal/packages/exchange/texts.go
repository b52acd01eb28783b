package exchange

import (
	"bytes"
	"encoding/xml"
	"html"
	"io"
	"path"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// readXML reads a text that was converted to UTF-8, whatever encoding it declares. It does not expand the text's own
// entities, so that nothing can grow.
func readXML(text []byte, into any) error { return decoder(bytes.NewReader(text)).Decode(into) }

func decoder(text io.Reader) *xml.Decoder {
	raw := xml.NewDecoder(text)
	raw.Strict, raw.Entity = false, xml.HTMLEntity
	raw.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	d := xml.NewTokenDecoder(&counted{Decoder: raw})
	d.Strict = false
	return d
}

// mostElements bounds an XML: one of a few bytes may take hundreds in memory.
const mostElements = 200_000

// counted has as many elements as an XML may have.
type counted struct {
	*xml.Decoder
	elements int
}

func (c *counted) Token() (xml.Token, error) {
	t, err := c.RawToken()
	if _, begins := t.(xml.StartElement); begins {
		if c.elements++; c.elements > mostElements {
			return nil, say.Errorf("more than %d elements", mostElements)
		}
	}
	return t, err
}

// languageCode returns the code of a language from its English name, or the name itself if it looks like a code.
func languageCode(name string) string {
	if code, ok := languageCodes[strings.ToLower(name)]; ok {
		return code
	}
	if name = idFrom(name); len(name) == 2 {
		return name
	}
	return "en"
}

var languageCodes = map[string]string{"english": "en", "chinese": "zh", "russian": "ru", "ukrainian": "uk", "spanish": "es", "portuguese": "pt",
	"french": "fr", "german": "de", "japanese": "ja", "korean": "ko", "polish": "pl", "vietnamese": "vi", "kazakh": "kk", "uzbek": "uz",
	"armenian": "hy", "azerbaijani": "az", "belarusian": "be", "bulgarian": "bg", "croatian": "hr", "czech": "cs", "dutch": "nl",
	"finnish": "fi", "georgian": "ka", "greek": "el", "hebrew": "he", "hungarian": "hu", "indonesian": "id", "italian": "it",
	"lithuanian": "lt", "persian": "fa", "romanian": "ro", "serbian": "sr", "slovak": "sk", "swedish": "sv", "turkish": "tr"}

// sheet adds a statement of the parts that many judges have, in Markdown.
func (d *draft) sheet(lang string, task, input, output, hint string) {
	heads := [...]string{"", "Input", "Output", "Hint"}
	if lang == "zh" {
		heads = [...]string{"", "输入", "输出", "提示"}
	}
	var text strings.Builder
	for i, part := range [...]string{task, input, output, hint} {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if heads[i] != "" {
			text.WriteString("## " + heads[i] + "\n\n")
		}
		text.WriteString(part + "\n\n")
	}
	if text.Len() > 0 {
		d.statement(lang, "md", literal(strings.TrimSpace(text.String())+"\n"))
	}
}

var (
	htmlCode    = match.Lazy(`(?is)<pre[^>]*>(.*?)</pre>`)
	htmlSilent  = match.Lazy(`(?is)<(script|style)\b.*?</(script|style)>|<!--.*?-->`)
	htmlPicture = match.Lazy(`(?i)<img\b[^>]*>`)
	htmlSource  = match.Lazy(`(?i)\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))`)
	htmlBreak   = match.Lazy(`(?i)<br\s*/?>|</(p|div|h[1-6]|li|tr|table|ul|ol|pre)>`)
	htmlItem    = match.Lazy(`(?i)<li\b[^>]*>`)
	htmlPower   = match.Lazy(`(?is)<sup\b[^>]*>(.*?)</sup>`)
	htmlIndex   = match.Lazy(`(?is)<sub\b[^>]*>(.*?)</sub>`)
	htmlTag     = match.Lazy(`(?s)</?[A-Za-z!][^>]*>`)
	manyLines   = match.Lazy(`\n\s*\n\s*\n+`)
)

// fromHTML converts a statement from HTML to Markdown: paragraphs, lists and code. Pictures are the names of those that
// are here, by their addresses; others are left out.
func (d *draft) fromHTML(where, text string, pictures map[string]string) string {
	if !strings.Contains(text, "<") {
		return html.UnescapeString(text)
	}
	text = htmlSilent().ReplaceAllString(text, "")
	missing := 0
	text = htmlPicture().ReplaceAllStringFunc(text, func(tag string) string {
		if m := htmlSource().FindStringSubmatch(tag); m != nil {
			if name := pictures[html.UnescapeString(m[1]+m[2]+m[3])]; name != "" {
				return "![" + strings.TrimSuffix(name, path.Ext(name)) + "](" + name + ")"
			}
		}
		missing++
		return ""
	})
	if missing > 0 {
		d.remark("%s: its pictures were left out: %d", where, missing)
	}
	text = htmlCode().ReplaceAllString(text, "\n\n```\n$1\n```\n\n")
	text = htmlPower().ReplaceAllString(text, "^$1")
	text = htmlIndex().ReplaceAllString(text, "_$1")
	text = htmlItem().ReplaceAllString(text, "\n- ")
	text = htmlBreak().ReplaceAllString(text, "\n\n")
	text = html.UnescapeString(htmlTag().ReplaceAllString(text, ""))
	return strings.TrimSpace(manyLines().ReplaceAllString(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n"))
}
