package problem

import (
	"os"
	"path/filepath"
	"testing"
)

// layStatements makes a problem with these files in its statement folder.
func layStatements(t *testing.T, names ...string) Problem {
	t.Helper()
	p := Problem{Dir: t.TempDir()}
	if err := os.Mkdir(filepath.Join(p.Dir, "statement"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(p.Dir, "statement", name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestStatementInTheReadersLanguage(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string
		lang  string
		want  Statement
	}{
		{"his own", []string{"problem.en.md", "problem.zh.md"}, "zh", Statement{Text: []byte("problem.zh.md"), Language: "zh"}},
		{"English before others", []string{"problem.de.md", "problem.en.md"}, "zh", Statement{Text: []byte("problem.en.md"), Language: "en"}},
		{"any", []string{"problem.sv.md"}, "zh", Statement{Text: []byte("problem.sv.md"), Language: "sv"}},
		{"the first of any", []string{"problem.de.md", "problem.sv.md"}, "zh", Statement{Text: []byte("problem.de.md"), Language: "de"}},
		{"of no language", []string{"problem.md", "notes.md"}, "en", Statement{Text: []byte("problem.md")}},
		{"Markdown before LaTeX", []string{"problem.en.tex", "problem.en.md"}, "en", Statement{Text: []byte("problem.en.md"), Language: "en"}},
		{"LaTeX where it is all there is", []string{"problem.zh-CN.tex"}, "zh", Statement{Text: []byte("problem.zh-CN.tex"), Language: "zh", TeX: true}},
		{"none", nil, "en", Statement{}},
	} {
		got, err := layStatements(t, test.files...).Statement(test.lang)
		if err != nil || string(got.Text) != string(test.want.Text) || got.Language != test.want.Language || got.TeX != test.want.TeX {
			t.Errorf("%s: got %+v, %v, want %+v", test.name, got, err, test.want)
		}
	}
	if got, err := (Problem{Dir: t.TempDir()}).Statement("en"); err != nil || got.Text != nil {
		t.Errorf("a problem without the folder: %+v, %v", got, err)
	}
}

func TestPictureIsBesideTheStatement(t *testing.T) {
	p := layStatements(t, "board.png", "problem.en.md", ".hidden.png")
	if err := os.WriteFile(filepath.Join(p.Dir, "secret.png"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(p.Dir, "secret.png"), filepath.Join(p.Dir, "statement", "link.png")); err != nil {
		t.Log(err) // some systems cannot make links
	}
	if want := filepath.Join(p.Dir, "statement", "board.png"); p.Picture("board.png") != want {
		t.Errorf("got %q, want %q", p.Picture("board.png"), want)
	}
	for _, name := range []string{"", "problem.en.md", "../secret.png", "..\\secret.png", "link.png", ".hidden.png", "absent.png", "/board.png", "https://a.b/board.png"} {
		if got := p.Picture(name); got != "" {
			t.Errorf("%q shows %s", name, got)
		}
	}
}
