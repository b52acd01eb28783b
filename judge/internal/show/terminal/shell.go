package terminal

import (
	"fmt"
	"runtime"
	"strings"
	"unicode"
)

// RootFlag returns the flag -root with a blank after it; "" if it was not given.
func RootFlag(root string) string {
	if root == "" {
		return ""
	}
	return "-root=" + ShellWord(root) + " "
}

// CommandLine writes a command for a shell. Names come first, as people type them, unless one of them looks like a
// flag.
func CommandLine(command string, names []string, flags string) string {
	var words []string
	dashes := false
	for _, name := range names {
		words = append(words, ShellWord(name))
		dashes = dashes || strings.HasPrefix(name, "-")
	}
	if dashes {
		return command + " " + flags + " -- " + strings.Join(words, " ")
	}
	return strings.TrimRight(command+" "+strings.Join(words, " ")+" "+flags, " ")
}

// ShellWord quotes a word for a shell if needed. The result is safe to show: a word with characters that are not printable
// is written in octal, as bash, zsh and ksh accept it.
func ShellWord(s string) string {
	if runtime.GOOS == "windows" {
		return windowsWord(s)
	}
	if bare(s, "./_-+,:@") {
		return s
	}
	if Escape(s) == s {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	quoted := "$'"
	for _, c := range []byte(s) {
		if one := string(rune(c)); bare(one, " ./_-+,:@") {
			quoted += one
		} else {
			quoted += fmt.Sprintf(`\%03o`, c)
		}
	}
	return quoted + "'"
}

// windowsWord quotes a word as both cmd and PowerShell take it. No file there has a " in its name.
func windowsWord(s string) string {
	if s = Escape(s); bare(s, `./_-+:\`) {
		return s
	}
	return `"` + s + `"`
}

// bare reports whether a word consists of ASCII letters, digits and these characters: no shell changes them.
func bare(s, others string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(others, r)
	}) < 0
}
