package solution

import (
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

// What people name in place of a program.

// strange are files that are no programs, by how their names end, and what to do with them.
var strange = []struct {
	endings []string
	do      say.Message
}{
	{[]string{".ipynb"}, say.Of("save the notebook as a program: File, Save and Export Notebook As, Executable Script")},
	{[]string{".md", ".txt", ".html", ".htm", ".mhtml", ".doc", ".docx", ".pdf", ".rtf"}, say.Of("copy the program out of it into a file of its own, such as my.cpp")},
	{[]string{".zip", ".rar", ".7z", ".tar", ".gz", ".tgz", ".xz"}, say.Of("unpack it, and name the program in it or its folder; judge class takes a zip of a whole class")},
	{[]string{".h", ".hpp"}, say.Of("a header is part of a program: name the folder that holds both")},
	{[]string{".exe", ".out", ".o", ".obj", ".class", ".jar", ".pyc"}, say.Of("this is a compiled program: name its source")},
	{[]string{".png", ".jpg", ".jpeg", ".heic", ".gif", ".bmp", ".webp"}, say.Of("a picture cannot be compiled: copy the program as text into a file such as my.cpp")},
}

// plain are the endings of what may be a program all the same: Windows hides that a.cpp is called a.cpp.txt.
var plain = []string{"", ".txt"}

// notSource explains a file whose name does not tell a language.
func notSource(path string) error {
	ending := strings.ToLower(filepath.Ext(path))
	if ending == "" {
		return say.Errorf("%s: the name has no ending, which tells the language", path).Hint("%s", instead(path, ending))
	}
	return say.Errorf("%s: no language has files that end in %q", path, filepath.Ext(path)).Hint("%s", instead(path, ending))
}

// instead says what to do with a file whose name has this ending.
func instead(path, ending string) say.Message {
	do := say.Of("known are %s", extensions())
	for _, kind := range strange {
		if slices.Contains(kind.endings, ending) {
			do = kind.do
		}
	}
	if slices.Contains(plain, ending) {
		if text, err := readSource(path, maxSource); err == nil {
			if lang, ok := language.Looks(string(text)); ok {
				return say.Of("it looks like %s: let its name end in %s", lang.Name, lang.Extension())
			}
		}
	}
	return do
}

// NoProgram explains why the files cannot be a program: they are empty, or no text. It is empty if they may be one.
func (s Solution) NoProgram() say.Message {
	written := func(f language.File) bool { return strings.Trim(f.Text, "\ufeff \t\r\n") != "" }
	text := s.Text()
	switch {
	case !slices.ContainsFunc(s.Files, written):
		return say.Of("%s: is empty", s.Path)
	case !strings.Contains(text, "\x00"):
		return say.Message{}
	case charset.Trouble([]byte(text)) == "UTF-16":
		return say.Of("%s is written in %s", filepath.Base(s.Path), "UTF-16").Hint("save it as UTF-8")
	}
	return say.Of("%s: is no text, so it cannot be the source of a program", s.Path)
}
