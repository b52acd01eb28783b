package terminal

import (
	"fmt"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"
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

// ShellWord quotes a word for a shell if needed. The result is safe to show: characters that are not printable are
// written in octal, as bash, zsh and ksh accept it.
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
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + s[:n])
		case !Printable(r) || r == utf8.RuneError && n == 1:
			for i := range n {
				fmt.Fprintf(&b, `\%03o`, s[i])
			}
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return "$'" + b.String() + "'"
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
