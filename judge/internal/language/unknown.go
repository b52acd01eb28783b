package language

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var (
	missingHeader = match.Lazy(`error: '?([\w./+]+\.h)(?:: No such file|' file not found)`)
	// unknownName matches errors of gcc, clang and the linker. gcc's warnings also name functions that it finds later.
	unknownName = match.Lazy("(?:error: (?:unknown type name |implicit declaration of function |use of undeclared identifier |call to undeclared (?:library )?function )?" +
		"|undefined reference to )[‘'`]([\\w:]+)[’']")
	inHeader = match.Lazy(`[‘']([\w:]+)[’'] is defined in header [‘'](<\w+>)[’']`) // gcc's note
)

// safer are functions that Visual C++ has once more with sizes of buffers, as scanf_s.
var safer = []string{"scanf", "sscanf", "fscanf", "gets", "printf", "sprintf", "strcpy", "strcat", "strncpy", "fopen", "freopen", "localtime"}

// Unknown explains what a compiler here does not know: a character that an input method or a web page has left in the
// code, or a name that only another compiler or system has. Code is the source without comments and literals, output
// what the compiler said.
func Unknown(id, code, output string) say.Message {
	for _, told := range []say.Message{framed(code), fullWidth(code), pasted(id, code), misnamed(id, code), misplaced(output)} {
		if told.Said() {
			return told
		}
	}
	for _, found := range append(missingHeader().FindAllStringSubmatch(output, -1), unknownName().FindAllStringSubmatch(output, -1)...) {
		if told := foreign(found[1]); told.Said() {
			return told
		}
	}
	if found := inHeader().FindStringSubmatch(output); found != nil {
		return say.Of("%s is in %s: only old compilers included that by themselves", found[1], found[2]).Hint("write #include %s", found[2])
	}
	return say.Message{}
}

// signs are what only the programs of a language have.
var signs = []struct {
	id   string
	sign match.Pattern
}{
	{"cpp", match.Lazy(`\busing\s+namespace\s+std\b|#\s*include\s*<(?:iostream|vector|string|algorithm|map|queue|bits/stdc\+\+\.h)>`)},
	{"java", match.Lazy(`\bpublic\s+static\s+void\s+main\b`)},
	{"python", match.Lazy(`(?m)^\s*def\s+\w+\s*\(.*\)\s*(?:->.*)?:\s*$`)},
	{"go", match.Lazy(`(?m)^package\s+main\s*$`)},
	{"rust", match.Lazy(`\bfn\s+main\s*\(\s*\)`)},
}

// Looks returns the language in which a text is written, by what only the programs of that have.
func Looks(code string) (Language, bool) {
	for _, s := range signs {
		if s.sign().MatchString(code) {
			return ByID(s.id)
		}
	}
	return Language{}, false
}

// misnamed tells that a file has a program of another language than its name says.
func misnamed(id, code string) say.Message {
	for _, s := range signs {
		if s.id != id && s.sign().MatchString(code) {
			is, _ := ByID(s.id)
			return say.Of("this is %s, and the name of the file says %s", is.Name, NameOf(id)).Hint("let its name end in %s", is.Extension())
		}
	}
	return say.Message{}
}

var (
	publicClass = match.Lazy(`class (\w+) is public, should be declared in a file named`)
	mixedTabs   = match.Lazy(`TabError: inconsistent use of tabs`)
	noMain      = match.Lazy("undefined reference to [`'‘]main['’]")
	pastEnd     = match.Lazy(`EOFError: EOF when reading a line|java\.util\.NoSuchElementException`)
)

// misplaced explains what a compiler says of a file's form.
func misplaced(output string) say.Message {
	if class := publicClass().FindStringSubmatch(output); class != nil {
		return say.Of("only one class of a file may be public").Hint("write class %s without public", class[1])
	}
	if mixedTabs().MatchString(output) {
		return say.Of("the lines are indented with tabs and with blanks").Hint("use four blanks everywhere")
	}
	if noMain().MatchString(output) {
		return say.Of("the program has no function main").Hint("write int main(), and see whether it is misspelt")
	}
	return say.Message{}
}

// PastEnd explains a crash of a program that reads more than there is.
func PastEnd(stderr string) say.Message {
	if !pastEnd().MatchString(stderr) {
		return say.Message{}
	}
	return say.Of("it reads on where the input has ended").Hint("see how the input ends, and stop there")
}

// foreign explains a name that students bring along from elsewhere.
func foreign(name string) say.Message {
	switch name {
	case "uthash.h":
		return say.Of("uthash.h is not part of C").Hint("apt install uthash-dev; a function for LeetCode needs no #include of it")
	case "bits/stdc++.h":
		return say.Of("bits/stdc++.h belongs to g++, and here is another compiler").Hint("install g++, or include the headers that you use")
	case "stdafx.h", "pch.h":
		return say.Of("%s is a file of Visual Studio", name).Hint("delete this line")
	case "iostream.h", "fstream.h", "iomanip.h":
		return say.Of("%s is from before the first standard of C++", name).Hint("write #include <%s>, and using namespace std; below", strings.TrimSuffix(name, ".h"))
	case "conio.h", "windows.h", "Windows.h", "graphics.h", "getch", "_getch", "getche", "kbhit", "_kbhit", "Sleep":
		return say.Of("%s exists on Windows only; this judge and the sites run Linux", name).Hint("leave it out: nobody presses a key there, and nobody watches the screen")
	case "__int64":
		return say.Of("%s exists in Visual C++ only", name).Hint("write long long")
	case "gets":
		return say.Of("C and C++ no longer have gets").Hint("write fgets(s, sizeof s, stdin), or read words with cin >> s")
	case "itoa", "_itoa":
		return say.Of("%s is not part of C", name).Hint(`write sprintf(s, "%%d", n)`)
	case "::main":
		return say.Of("main has to return int").Hint("write int main()")
	}
	if plain, ok := strings.CutSuffix(name, "_s"); ok && slices.Contains(safer, plain) {
		return say.Of("%s exists in Visual C++ only", name).Hint("write %s, without the sizes of the buffers", plain)
	}
	return say.Message{}
}

// fullWidth names the first character of an input method for Chinese that stands in the code.
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

// framed names what stands around a program on a web page: the marks of Markdown, or the numbers of the lines.
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
func pasted(id, code string) say.Message {
	if id == "javascript" { // takes them for blanks
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
	told := say.Of("line %d has a blank as in a web page (U+%04X), which is none for a compiler", line, first)
	switch {
	case unicode.Is(unicode.Cf, first):
		return say.Of("line %d has an invisible character, as a web page leaves it (U+%04X)", line, first).Hint("delete these %d characters", n)
	case n == 1:
		return told.Hint("write an ordinary one")
	}
	return told.Hint("replace all %d of them by ordinary blanks", n)
}

// narrow is the character that a full-width one stands for, 0 for others.
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
