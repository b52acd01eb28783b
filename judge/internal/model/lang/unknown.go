package lang

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// Unknown explains what a compiler here does not know: a character that an input method or a web page has left in the
// code, or a name that only another compiler or system has. Code is the source without comments and literals, output
// what the compiler said; all are the languages that it may be in.
func Unknown(all []Language, l Language, code, output string) say.Message {
	for _, told := range []say.Message{framed(code), fullWidth(code), pasted(l, code), misnamed(all, l, code)} {
		if told.Said() {
			return told
		}
	}
	return l.Explain(output)
}

// misnamed tells that a file has a program of another language than its name says.
func misnamed(all []Language, l Language, code string) say.Message {
	i := slices.IndexFunc(all, func(other Language) bool { return other.ID != l.ID && other.Sign().MatchString(code) })
	if i < 0 {
		return say.Message{}
	}
	is := all[i]
	return say.Of("this is %s, and the name of the file says %s", is.Name, l.Name).Hint("let its name end in %s", is.Extension())
}

// fullWidth names the first character of an input method for Chinese that is in the code.
func fullWidth(code string) say.Message {
	at := strings.IndexFunc(code, func(r rune) bool { return narrow(r) != 0 })
	if at < 0 {
		return say.Message{}
	}
	wide := []rune(code[at:])[0]
	line := strings.Count(code[:at], "\n") + 1
	if wide == '\u3000' {
		return say.Of("line %d has a full-width blank", line).Hint("write an ordinary one")
	}
	return say.Of("line %d has a full-width %c", line, wide).Hint("write %c", narrow(wide))
}

var fence = match.Lazy("(?m)^[ \\t]*```")

// framed names what is around a program on a web page: the marks of Markdown, or the numbers of the lines.
func framed(code string) say.Message {
	if at := fence().FindStringIndex(code); at != nil {
		return say.Of("line %d is a mark of Markdown, which is no code", strings.Count(code[:at[0]], "\n")+1).Hint("delete the lines that begin with ```")
	}
	for i, line := range strings.SplitN(code, "\n", 6) {
		if i == 5 {
			return say.Of("each line begins with its number, as on a web page").Hint("copy the program without the numbers")
		}
		words := strings.Fields(line)
		if len(words) == 0 || strings.TrimRight(words[0], ".:|") != strconv.Itoa(i+1) {
			break
		}
	}
	return say.Message{}
}

// pasted names the first blank or invisible character of a web page in the code.
func pasted(l Language, code string) say.Message {
	if l.AnyBlank {
		return say.Message{}
	}
	code = strings.TrimPrefix(code, "\ufeff") // compilers know that one
	left := func(r rune) bool {
		return r > unicode.MaxASCII && unicode.In(r, unicode.Zs, unicode.Cf) && r != '\u3000'
	}
	at, n := strings.IndexFunc(code, left), 0
	if at < 0 {
		return say.Message{}
	}
	for _, r := range code {
		if left(r) {
			n++
		}
	}
	line, first := strings.Count(code[:at], "\n")+1, []rune(code[at:])[0]
	told := say.Of("line %d has a special space from a web page (U+%04X), which compilers refuse", line, first)
	switch {
	case unicode.Is(unicode.Cf, first):
		return say.Of("line %d has an invisible character, as a web page leaves it (U+%04X)", line, first).Hint("delete these %d characters", n)
	case n == 1:
		return told.Hint("write an ordinary one")
	}
	return told.Hint("replace all %d of them by ordinary blanks", n)
}

// narrow is the character that a full-width one represents, 0 for others.
func narrow(r rune) rune {
	const wide, ascii = "“”‘’、。【】《》\u3000", `""'',.[]<> `
	if unicode.In(r, unicode.Latin) { // also letters, which may be a name
		return 0
	}
	if '！' <= r && r <= '～' {
		return r - '！' + '!'
	}
	for i, from := range []rune(wide) {
		if r == from {
			return rune(ascii[i])
		}
	}
	return 0
}
