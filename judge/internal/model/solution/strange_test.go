package solution_test

import (
	"os"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/language"
	. "sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// TestNotSource: whatever a student names in place of a program, the message says what to do.
func TestNotSource(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.ipynb", `{"source": ["def f(a):\n"]}`, "Save and Export Notebook As"},
		{"a.md", "# Sudoku\n", "copy the program out of it"},
		{"a.md", "```cpp\n#include <iostream>\n```\n", "copy the program out of it"},
		{"a.zip", "PK\x03\x04", "unpack it"},
		{"a.h", "int n;\n", "name the folder that holds both"},
		{"a.EXE", "MZ", "this is a compiled program: name its source"},
		{"a.jpg", "\xff\xd8", "a picture"},
		{"a.pas", "begin end.", "known are .go .c .cpp"},
		{"a.cpp.txt", "#include <iostream>\nint main() {}\n", "it looks like C++: let its name end in .cpp"},
		{"a", "def f(a):\n    pass\n",
			"the name has no ending, which tells the language\nhint: it looks like Python: let its name end in .py"},
		{"b", "", "the name has no ending, which tells the language\nhint: known are .go"},
	} {
		path := filepath.Join(t.TempDir(), test.name)
		must.Succeed(t, os.WriteFile(path, []byte(test.text), 0o666))
		must.Fail(t, must.Err(Open(path)), test.want, test.name)
	}
}

func TestNoProgram(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a program", "int main() {}", ""},
		{"an empty file", "", "my/a.cpp: is empty"},
		{"a mark and blanks", "\ufeff \r\n", "my/a.cpp: is empty"},
		{"UTF-16", "\xff\xfei\x00n\x00t\x00", "a.cpp is written in UTF-16\nhint: save it as UTF-8"},
		{"a picture", "\x89PNG\x00\x00", "my/a.cpp: is no text, so it cannot be the source of a program"},
		{"GBK", "// \xca\xfd", ""},
	} {
		s := Solution{Path: "my/a.cpp", Files: []language.File{{Path: "my/a.cpp", Text: test.text}}}
		must.Equal(t, test.want, s.NoProgram().String(), test.name)
	}
}
