package c

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var (
	missingHeader = match.Lazy(`error: '?([\w./+]+\.h)(?:: No such file|' file not found)`)
	// unknownName matches errors of gcc, clang and the linker. gcc's warnings also name functions that it finds later.
	unknownName = match.Lazy("(?:error: (?:unknown type name |implicit declaration of function |use of undeclared identifier |call to undeclared (?:library )?function )?" +
		"|undefined reference to )[‘'`]([\\w:]+)[’']")
	noMain   = match.Lazy("undefined reference to [`'‘]main['’]")
	inHeader = match.Lazy(`[‘']([\w:]+)[’'] is defined in header [‘'](<\w+>)[’']`) // gcc's note
)

// safer are functions that Visual C++ has once more with sizes of buffers, as scanf_s.
var safer = []string{"scanf", "sscanf", "fscanf", "gets", "printf", "sprintf", "strcpy", "strcat", "strncpy", "fopen", "freopen", "localtime"}

// Explain explains what a compiler of C or C++ says, where only another compiler or system has a name.
func Explain(output string) say.Message {
	if noMain().MatchString(output) {
		return say.Of("the program has no function main").Hint("write int main(), and see whether it is misspelt")
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
