package problem_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

const scored = `
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
type: scoring
-- problems/p/statement/problem.en.md --
P
`

// TestGroups: a group may require the samples and other groups, but not itself, nor a group around it or inside it.
func TestGroups(t *testing.T) {
	home := must.Get(os.Getwd())(t)
	samples.Told(t, "groups.txtar", func(_, said string) (told string) {
		cases, groups, _ := strings.Cut(said, "\n")
		text := scored
		for _, name := range strings.Fields(cases) {
			text += "-- testdata/p/" + name + ".in --\n1\n-- testdata/p/" + name + ".ans --\n1\n"
		}
		for line := range strings.Lines(groups) {
			group, yaml, _ := strings.Cut(line, ": ")
			text += "-- testdata/p/" + group + "/test_group.yaml --\n" + yaml
		}
		t.Chdir(tree(t, text))
		defer t.Chdir(home)
		p, err := Load(".", "p")
		if err != nil {
			return err.Error() + "\n"
		}
		for _, g := range p.Groups {
			most := fmt.Sprint(g.Max)
			if g.Unbounded {
				most = "unbounded"
			}
			told += fmt.Sprintln(g.Group, g.Cases, g.How, most)
		}
		for _, w := range p.Warnings {
			told += w.String() + "\n"
		}
		return told
	})
}

func TestParseComparison(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "{false false false 0 0 []}"},
		{"case_sensitive space_change_sensitive", "{true true false 0 0 []}"},
		{"float_tolerance 1e-6", "{false false true 1e-06 1e-06 []}"},
		{"float_relative_tolerance 0.5 float_absolute_tolerance 2", "{false false true 2 0.5 []}"},
		{"float_tolerance 1e9", "{false false true 1e+09 1e+09 []}"},
		{"other 3", "{false false false 0 0 [other 3]}"},
		{"float_tolerance", "output_validator_args: float_tolerance says no number"},
		{"float_tolerance -1", "output_validator_args: float_tolerance: \"-1\" is not a tolerance\nhint: write 1e-6"},
		{"float_tolerance 1e10", "output_validator_args: float_tolerance: \"1e10\" is not a tolerance\nhint: write 1e-6"},
		{"float_tolerance x", "output_validator_args: float_tolerance: \"x\" is not a tolerance\nhint: write 1e-6"},
	} {
		c, err := ParseComparison(strings.Fields(tt.args))
		got := fmt.Sprint(c)
		if err != nil {
			got = err.Error()
		}
		must.Equal(t, tt.want, got, tt.args)
	}
}

// TestSiteNamedIn: the name of a site with any number is that of one of its problems.
func TestSiteNamedIn(t *testing.T) {
	for _, test := range []struct {
		id, title string
		text      string
		want      bool
	}{
		{"acwing166", "", "acwing167", true},
		{"acwing166", "", "AcWing_0167 (2)", true},
		{"acwing166", "", "acwing", false},
		{"acwing166", "", "167", false},
		{"acwing166", "", "myacwing167", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "Luogu-P1785", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "p1", false},
		{"twosum", "", "twosum", false},
	} {
		p := Problem{ID: test.id, Names: map[string]string{"en": test.title}}
		must.Equal(t, test.want, p.SiteNamedIn(test.text), test.id, test.text)
	}
}

func TestNamedIn(t *testing.T) {
	for _, test := range []struct {
		id, title string
		text      string
		want      bool
	}{
		{"leetcode36", "", "leetcode36", true},
		{"leetcode36", "", "LeetCode_036_Zhang", true},
		{"leetcode36", "", "work/leetcode/0036.有效的数独", true},
		{"leetcode36", "", "leetcode365", false},
		{"leetcode36", "", "leetcode 3 6", false},
		{"leetcode36", "", "myleetcode36", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "洛谷题解：Luogu-P1784", true},
		{"luogup1784", "数独（洛谷 P1784）", "洛谷P1784数独", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "p1784", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "https://www.luogu.com.cn/problem/P1784#submit", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "1784", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "P17840", false},
		{"poj2676", "Sudoku (POJ 2676)", "POJ/2676", true},
		{"poj2676", "Sudoku (POJ 2676)", "2676", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "luogu1784", true},
		{"poj2676", "Sudoku (POJ 2676)", "P42/main", true},
		{"poj2676", "Sudoku (POJ 2676)", "site42", true},
		{"poj2676", "Sudoku (POJ 2676)", "site 43", false},
		{"twosum", "Two Sum (Easy)", "easy", false},
		{"twosum", "Two Sum (2024)", "2024", false},
	} {
		p := Problem{ID: test.id, Names: map[string]string{"en": test.title}, Also: []string{"Site P42"}}
		must.Equal(t, test.want, p.NamedIn(test.text), test.id, test.title, test.text)
	}
}

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
