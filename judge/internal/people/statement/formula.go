package statement

import (
	"html"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/match"
)

// A formula may be maxFormula bytes long, and its parts may be nested maxNested deep.
const maxFormula, maxNested = 8 << 10, 60

// formula returns a LaTeX formula of a statement as MathML. It shows an unknown command as it is written, which reads
// better than nothing.
func formula(tex string, display bool) string {
	r := texReader{rest: tex}
	content := r.row("")
	for r.rest != "" { // a brace or an \end too many
		r.next()
		content += r.row("")
	}
	attributes := ""
	if display {
		attributes = ` display="block"`
	}
	return "<math" + attributes + ` alttext="` + html.EscapeString(strings.Join(strings.Fields(tex), " ")) + `"><mrow>` + content + "</mrow></math>"
}

// texReader reads a formula from its beginning.
type texReader struct {
	rest   string
	nested int
}

// texToken is a command with its backslash, a number, a word of another script, or one character.
var texToken = match.Lazy(`(?s)^(?:\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)*|[\p{Han}\x{3000}-\x{303f}\x{ff00}-\x{ffef}]+|.)`)

// next returns the next token.
func (r *texReader) next() string {
	r.rest = strings.TrimLeft(r.rest, " \t\r\n")
	return r.take(len(texToken().FindString(r.rest)))
}

func (r *texReader) take(n int) (token string) {
	token, r.rest = r.rest[:n], r.rest[n:]
	return token
}

func (r *texReader) peek() string {
	later := *r
	return later.next()
}

// row reads up to the token end, or up to the token that closes an outer part, which is not consumed.
func (r *texReader) row(end string) string {
	var all strings.Builder
	for {
		switch token := r.peek(); token {
		case "", end, "}", "&", `\\`, `\end`:
			return all.String()
		default:
			all.WriteString(r.scripted())
		}
	}
}

// scripted reads one part with the scripts above and below it.
func (r *texReader) scripted() string {
	names := [2]string{"sub", "sup"}
	if large[r.peek()] {
		names = [2]string{"under", "over"}
	}
	base := r.part()
	var below, above string
	for {
		switch token := r.peek(); {
		case token == "_" && below == "":
			r.next()
			below = r.part()
		case token == "^" && above == "":
			r.next()
			above = r.part()
		case token == "'" && above == "":
			for r.peek() == "'" {
				r.next()
				above += "<mo>′</mo>"
			}
			above = element("mrow", above)
		default:
			name := "m"
			if below != "" {
				name += names[0]
			}
			if above != "" {
				name += names[1]
			}
			if name == "m" {
				return base
			}
			return element(name, base+below+above)
		}
	}
}

func element(name, content string) string { return "<" + name + ">" + content + "</" + name + ">" }

// part reads one part: a character, a command with its arguments, or a group in braces.
func (r *texReader) part() string {
	if r.nested++; r.nested > maxNested {
		rest := r.take(len(r.rest))
		return words(rest)
	}
	defer func() { r.nested-- }()
	token := r.next()
	switch {
	case token == "{":
		content := r.row("}")
		r.skip("}")
		return element("mrow", content)
	case token == "" || token == "}": // a part is missing
		return "<mrow></mrow>"
	case token[0] == '\\':
		return r.command(token[1:])
	}
	return character(token)
}

func (r *texReader) skip(token string) {
	if r.peek() == token {
		r.next()
	}
}

// character returns the sign for a token that is not a command.
func character(token string) string {
	c := []rune(token)[0]
	switch {
	case unicode.IsDigit(c):
		return element("mn", token)
	case cjk(c):
		return words(token)
	case unicode.IsLetter(c):
		return element("mi", token)
	}
	if markup, ok := plainSigns[token]; ok {
		return markup
	}
	return element("mo", html.EscapeString(token))
}

func words(text string) string { return element("mtext", html.EscapeString(text)) }

// command reads a command and its arguments.
func (r *texReader) command(name string) string {
	if sign, ok := operators[name]; ok {
		return element("mo", html.EscapeString(sign))
	}
	if letter, ok := letters[name]; ok {
		return element("mi", letter)
	}
	if markup, ok := forms[name]; ok {
		pieces := strings.Split(markup, "ARG")
		markup = pieces[0]
		for _, piece := range pieces[1:] {
			markup += r.part() + piece
		}
		return markup
	}
	switch name {
	case "sqrt":
		return r.root()
	case "text", "textbf", "textit", "texttt", "textrm", "mbox", "operatorname", "mathrm", "mathtt", "mathsf":
		return words(r.raw())
	case "left", "right":
		return fence(r.next())
	case "begin":
		return r.table()
	}
	return words(`\` + name)
}

func (r *texReader) root() string {
	if r.peek() != "[" {
		return element("msqrt", r.part())
	}
	r.next()
	degree := element("mrow", r.row("]"))
	r.skip("]")
	return element("mroot", r.part()+degree)
}

// raw reads the text between braces without interpreting it.
func (r *texReader) raw() string {
	if r.peek() != "{" {
		return r.next()
	}
	r.next()
	depth := 1
	for i, c := range r.rest {
		if c == '{' {
			depth++
		} else if c == '}' {
			depth--
		}
		if depth == 0 {
			text := r.take(i)
			r.next()
			return text
		}
	}
	return r.take(len(r.rest))
}

// fence is a sign that grows with the parts beside it.
func fence(token string) string {
	sign := strings.TrimPrefix(token, `\`)
	if known, ok := operators[sign]; ok {
		sign = known
	}
	if sign == "." || sign == "" {
		return ""
	}
	return `<mo fence="true" stretchy="true">` + html.EscapeString(sign) + "</mo>"
}

// table reads an environment: a matrix, or the cases of a definition.
func (r *texReader) table() string {
	name := strings.TrimSuffix(r.raw(), "*")
	if name == "array" {
		r.raw() // the alignment of the columns
	}
	var rows strings.Builder
	rows.WriteString("<mtr><mtd>")
	for ended := false; !ended; {
		rows.WriteString(r.row(""))
		switch token := r.next(); token {
		case "&":
			rows.WriteString("</mtd><mtd>")
		case `\\`:
			rows.WriteString("</mtd></mtr><mtr><mtd>")
		case `\end`:
			r.raw()
			ended = true
		case "":
			ended = true
		}
	}
	rows.WriteString("</mtd></mtr>")
	sides := sidesOf[name]
	return element("mrow", fence(sides[0])+element("mtable", rows.String())+fence(sides[1]))
}

func cjk(c rune) bool {
	return unicode.Is(unicode.Han, c) || c >= 0x3000 && c <= 0x303f || c >= 0xff00 && c <= 0xffef
}
