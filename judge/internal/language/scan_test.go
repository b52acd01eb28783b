package language_test

import (
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
)

// Below each source stand the kinds of its bytes: word, number, text, comment.
func TestKinds(t *testing.T) {
	for _, test := range []struct{ name, id, source, want string }{
		{"a word, a literal, a comment", "go",
			`if x == "a" { // why`,
			`ww......ttt...cccccc`},
		{"the end of a line is no comment", "go",
			"//\n9",
			`cc.n`},
		{"a word inside a word is none", "go",
			`iffy := format+if_+_if+if9+Zif+Àif`,
			`...................................`},
		{"a number with its letters and dots", "go",
			`x9 + 0x1F.5e_3+10;`,
			`.....nnnnnnnnn.nn.`},
		{"a word at the very end", "go",
			`(if`,
			`.ww`},
		{"a literal over lines takes a backslash as it is", "go",
			"`a\n\\` // b",
			"ttttt.cccc"},
		{"right behind it", "go",
			"`a`9",
			`tttn`},
		{"a literal over lines that never ends", "go",
			"1 `a",
			`n.tt`},
		{"no comment inside a literal", "c",
			`s = "//"; /* a`,
			`....tttt..cccc`},
		{"a comment does not end with its first sign", "c",
			`/*/ a */ int`,
			`cccccccc.www`},
		{"a directive", "cpp",
			`#include <x>`,
			`wwwwwwww....`},
		{"a quote behind a backslash", "java",
			`'\'' + "\"" + 1`,
			`tttt...tttt...n`},
		{"a literal that is not closed ends with its line", "javascript",
			"'x\nlet b",
			`tt.www..`},
		{"also with a backslash before the end", "c",
			"\"x\\\nint",
			`ttt.www`},
		{"a backslash at the very end", "c",
			`"\`,
			`tt`},
		{"a template may go on for lines", "javascript",
			"`a\\`\nb` in",
			"ttttttt.ww"},
		{"in three quotes, two are part of the text", "python",
			`'''a'' "b''' in`,
			`tttttttttttt.ww`},
		{"a backslash before the end of a line in three quotes", "python",
			"'''\\\n''' in",
			"tttttttt.ww"},
		{"a lifetime is no character", "rust",
			`fn f<'a,'b>(x: &'a str) -> 'x'`,
			`ww.........................ttt`},
		{"a character may be a backslash and a letter, or three bytes", "rust",
			`'\n' '数' 'a`,
			`tttt.ttttt...`},
		{"other languages have no lifetimes", "c",
			`'ab' 'c`,
			`tttt.tt`},
		{"a language without such comments", "python",
			`2 // 3 /* 4 # 5`,
			`n....n....n.ccc`},
		{"nothing", "go", "", ""},
	} {
		l, _ := language.ByID(test.id)
		var got []byte
		for _, kind := range l.Kinds(test.source) {
			got = append(got, ".wntc"[kind])
		}
		must.Equal(t, test.want, string(got), test.name, test.source, got, "is wanted")
	}
}

func TestCode(t *testing.T) {
	l, _ := language.ByID("c")
	const source, want = "int a; // b\nchar *c = \"d\"; /* e\nf */ 7\n", "int a;     \nchar *c =    ;     \n     7\n"
	must.Equal(t, want, l.Code(source))
}
