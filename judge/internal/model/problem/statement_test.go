package problem_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

// layStatements makes a problem with these files in its statement folder.
func layStatements(t *testing.T, names ...string) Problem {
	t.Helper()
	p := Problem{Dir: t.TempDir()}
	must.Succeed(t, os.Mkdir(filepath.Join(p.Dir, "statement"), 0o755))
	for _, name := range names {
		must.Succeed(t, os.WriteFile(filepath.Join(p.Dir, "statement", name), []byte(name), 0o644))
	}
	return p
}

func TestStatementInTheReadersLanguage(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string
		lang  string
		want  string // the file, its language, and whether it is TeX
	}{
		{"his own", []string{"problem.en.md", "problem.zh.md"}, "zh", "problem.zh.md zh"},
		{"English before others", []string{"problem.de.md", "problem.en.md"}, "zh", "problem.en.md en"},
		{"any", []string{"problem.sv.md"}, "zh", "problem.sv.md sv"},
		{"the first of any", []string{"problem.de.md", "problem.sv.md"}, "zh", "problem.de.md de"},
		{"of no language", []string{"problem.md", "notes.md"}, "en", "problem.md"},
		{"Markdown before LaTeX", []string{"problem.en.tex", "problem.en.md"}, "en", "problem.en.md en"},
		{"LaTeX where it is all there is", []string{"problem.zh-CN.tex"}, "zh", "problem.zh-CN.tex zh TeX"},
		{"none", nil, "en", ""},
	} {
		got, err := layStatements(t, test.files...).Statement(test.lang)
		said := string(got.Text) + " " + got.Language + map[bool]string{true: " TeX"}[got.TeX]
		must.Succeed(t, err, test.name, said)
		must.Equal(t, test.want, strings.TrimSpace(said), test.name, said)
	}
	if got, err := (Problem{Dir: t.TempDir()}).Statement("en"); err != nil || got.Text != nil {
		t.Errorf("a problem without the folder: %+v, %v", got, err)
	}
}

func TestPictureIsBesideTheStatement(t *testing.T) {
	p := layStatements(t, "board.png", "problem.en.md", ".hidden.png")
	must.Succeed(t, os.WriteFile(filepath.Join(p.Dir, "secret.png"), nil, 0o644))
	if err := os.Symlink(filepath.Join(p.Dir, "secret.png"), filepath.Join(p.Dir, "statement", "link.png")); err != nil {
		t.Log(err) // some systems cannot make links
	}
	must.Equal(t, filepath.Join(p.Dir, "statement", "board.png"), p.Picture("board.png"))
	for _, name := range []string{"", "problem.en.md", "../secret.png", "..\\secret.png", "link.png", ".hidden.png", "absent.png",
		"/board.png", "https://a.b/board.png"} {
		must.Equal(t, "", p.Picture(name), name, "shows")
	}
}
