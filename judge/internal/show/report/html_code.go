package report

import (
	"html/template"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/show/terminal"
)

// paint is the kind of a piece of source: the name of the element that shows it, 0 for plain text.
type paint byte

const (
	keyword paint = 'b'
	comment paint = 'i'
	literal paint = 'u'
)

// colourCode returns the lines of a source as HTML with its words, comments and literals marked. The language has the name
// that people use. A source in an unknown language stays plain.
func colourCode(source, name string) (lines []template.HTML) {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	paints := make([]paint, len(source))
	if l, ok := language.ByName(name); ok {
		newPainter(source, l, paints).run()
	}
	start := 0
	for line := range strings.Lines(source) {
		end := start + len(strings.TrimSuffix(line, "\n"))
		lines = append(lines, coloured(source[start:end], paints[start:end]))
		start += len(line)
	}
	return lines
}

// Colour is the first lines of a source as a page shows them: HTML, with words, comments and literals marked. The style
// sheet has colours for them in a table of the class code.
func Colour(source, language string) []template.HTML {
	return colourCode(firstLines(source, mostLines), language)
}

// coloured is one line. Each stretch is escaped by itself.
func coloured(line string, paints []paint) template.HTML {
	var b strings.Builder
	for from := 0; from < len(line); {
		to := from + 1
		for to < len(line) && paints[to] == paints[from] {
			to++
		}
		text := textEscaper.Replace(terminal.Escape(strings.ReplaceAll(line[from:to], "\t", "    ")))
		if p := paints[from]; p != 0 {
			text = "<" + string(p) + ">" + text + "</" + string(p) + ">"
		}
		b.WriteString(text)
		from = to
	}
	return template.HTML(b.String())
}

// textEscaper escapes text between elements. It leaves quotes, because they are harmless there and sources are full of
// them.
var textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// painter goes through a source once, from left to right.
type painter struct {
	source string
	paints []paint
	language.Marks
	line  string // begins a comment to the end of the line
	words map[string]bool
	at    int
}

func newPainter(source string, l language.Language, paints []paint) *painter {
	p := &painter{source: source, paints: paints, Marks: l.Marks, line: l.Comment, words: map[string]bool{}}
	for word := range strings.FieldsSeq(l.Marks.Words) {
		p.words[word] = true
	}
	return p
}

func (p *painter) run() {
	for p.at < len(p.source) {
		switch c := p.source[p.at]; {
		case p.begins(p.line):
			p.through(comment, 0, "\n")
		case p.Block[0] != "" && p.begins(p.Block[0]):
			p.through(comment, len(p.Block[0]), p.Block[1])
		case p.long():
		case strings.IndexByte(p.Quotes, c) >= 0:
			p.quoted(c)
		case '0' <= c && c <= '9':
			p.take(literal, p.span(p.at, func(c byte) bool { return isWord(c) || c == '.' }))
		case isWord(c) || c == '#':
			n := 1 + p.span(p.at+1, isWord)
			if p.words[p.source[p.at:p.at+n]] {
				p.take(keyword, n)
			} else {
				p.at += n
			}
		default:
			p.at++
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func (p *painter) begins(mark string) bool { return strings.HasPrefix(p.source[p.at:], mark) }

// span is how many bytes from there on are such.
func (p *painter) span(from int, is func(byte) bool) (n int) {
	for from+n < len(p.source) && is(p.source[from+n]) {
		n++
	}
	return n
}

// take paints the next n bytes.
func (p *painter) take(as paint, n int) {
	for i := p.at; i < p.at+n; i++ {
		p.paints[i] = as
	}
	p.at += n
}

// through paints up to and including the next end, searching after skip bytes. It does not paint line ends.
func (p *painter) through(as paint, skip int, end string) {
	n := strings.Index(p.source[p.at+skip:], end)
	switch {
	case n < 0:
		n = len(p.source) - p.at
	case end == "\n":
		n += skip
	default:
		n += skip + len(end)
	}
	p.take(as, n)
}

// long paints a literal that may go on for lines, if one begins here.
func (p *painter) long() bool {
	if p.Raw != "" && p.begins(p.Raw) {
		p.through(literal, len(p.Raw), p.Raw)
		return true
	}
	for _, mark := range p.Long {
		if p.begins(mark) {
			p.take(literal, len(mark)+p.inside(p.at+len(mark), mark, true))
			return true
		}
	}
	return false
}

// quoted paints a literal that ends with its line.
func (p *painter) quoted(quote byte) {
	if rest := p.source[p.at+1:]; quote == '\'' && p.Lifetimes && !strings.HasPrefix(rest, `\`) {
		// 'a' is a character, 'a a lifetime: the closing mark stands behind one character.
		if _, size := utf8.DecodeRuneInString(rest); !strings.HasPrefix(rest[size:], "'") {
			p.at++
			return
		}
	}
	p.take(literal, 1+p.inside(p.at+1, string(quote), false))
}

// inside is how long a literal goes on from there, its closing mark included; lines is that it may have several.
func (p *painter) inside(from int, mark string, lines bool) int {
	for i := from; i < len(p.source); i++ {
		switch {
		case strings.HasPrefix(p.source[i:], mark):
			return i + len(mark) - from
		case p.source[i] == '\n' && !lines:
			return i - from
		case p.source[i] == '\\' && i+1 < len(p.source) && (lines || p.source[i+1] != '\n'):
			i++
		}
	}
	return len(p.source) - from
}
