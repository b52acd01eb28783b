package page

import (
	"html/template"
	"strings"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/show/terminal"
)

// elements are the names of the elements around pieces of source; plain text has none.
var elements = map[language.Kind]string{language.Keyword: "b", language.Comment: "i", language.Literal: "u", language.Number: "u"}

// colourCode returns the lines of a source as HTML with its words, comments and literals marked. The language has the name
// that people use. A source in an unknown language stays plain.
func colourCode(source, name string) (lines []template.HTML) {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	kinds := make([]language.Kind, len(source))
	if l, ok := language.ByName(name); ok {
		kinds = l.Kinds(source)
	}
	start := 0
	for line := range strings.Lines(source) {
		end := start + len(strings.TrimSuffix(line, "\n"))
		lines = append(lines, coloured(source[start:end], kinds[start:end]))
		start += len(line)
	}
	return lines
}

// Colour returns the first lines of a source as a page shows them: HTML, with words, comments and literals marked. The
// style sheet colours them in a table of the class code.
func Colour(source, language string) []template.HTML {
	return colourCode(firstLines(source, mostLines), language)
}

// coloured returns one line as HTML. It escapes each stretch by itself.
func coloured(line string, kinds []language.Kind) template.HTML {
	var b strings.Builder
	for from := 0; from < len(line); {
		to, element := from+1, elements[kinds[from]]
		for to < len(line) && elements[kinds[to]] == element {
			to++
		}
		text := textEscaper.Replace(terminal.Escape(strings.ReplaceAll(line[from:to], "\t", "    ")))
		if element != "" {
			text = "<" + element + ">" + text + "</" + element + ">"
		}
		b.WriteString(text)
		from = to
	}
	return template.HTML(b.String())
}

// textEscaper escapes text between elements. It leaves quotes, because they are harmless there and frequent in sources.
var textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
