package language

import (
	"slices"
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
)

// safer are functions that Visual C++ has once more with sizes of buffers, as scanf_s.
var safer = []string{"scanf", "sscanf", "fscanf", "gets", "printf", "sprintf", "strcpy", "strcat", "strncpy", "fopen", "freopen", "localtime"}

// Unknown explains what a compiler here does not know: a character that an input method or a web page has left in the
// code, or a name that only another compiler or system has. Code is the source without comments and literals, output
// what the compiler said.
func Unknown(id, code, output string) say.Message {
	for _, told := range []say.Message{fullWidth(code), pasted(id, code)} {
		if told.Said() {
			return told
		}
	}
	for _, found := range append(missingHeader().FindAllStringSubmatch(output, -1), unknownName().FindAllStringSubmatch(output, -1)...) {
		if told := foreign(found[1]); told.Said() {
			return told
		}
	}
	return say.Message{}
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
