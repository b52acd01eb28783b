package record

import (
	"errors"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestRewriter rewrites a program with scripts: only the user's file is replaced.
func TestRewriter(t *testing.T) {
	short.Skip(t)
	box := sandbox.Open(sandbox.Options{})
	defer box.Close()
	b, err := build.New(build.Options{Sandbox: box, CacheDir: t.TempDir()})
	must.Succeed(t, err)
	defer b.Close()
	const writes = "import sys\nfor name, text in (('Rewritten', 'print(%r)' % sys.argv[2]), ('table', 'names')): open(sys.argv[1] + '/' + name, 'w').write(text)\n"
	explain := func(error) error { return say.Errorf("explained") }
	for _, test := range []struct {
		name, script, path string
		want               Kind
		explain            func(error) error
		text, err          string
	}{
		{"the first file", writes, "a.py", Board, explain, "print('board') print(2)", ""},
		{"the second one", writes, "b.py", Board, nil, "print(1) print('board')", ""},
		{"for line counts", writes, "a.py", Lines, nil, "print('lines') print(2)", ""},
		{"no file of its own", writes, "c.py", Board, nil, "", "c.py is not among its own files"},
		{"it fails", "raise SystemExit('no good')\n", "a.py", Board, nil, "", "no good"},
		{"it fails, and that is explained", "raise SystemExit('no good')\n", "a.py", Board, explain, "", "explained"},
		{"it writes nothing", "pass\n", "a.py", Board, explain, "", "the rewriter of Python made nothing"},
	} {
		w := Rewriter{Name: "Python", Table: "table", Explain: test.explain,
			With: func(text, mode string) build.Transform {
				return build.Transform{Language: "python", Files: []language.File{{Path: "w.py", Text: test.script}},
					Args: func(tools language.Toolchain, _, out string) []string {
						return []string{tools.Runner, "./w.py", out, mode}
					}}
			},
			Put: func(made []build.Made, i int, text, table string) []build.Made {
				made[i].Text = text
				return made
			}}
		src := build.Source{Language: "python", Name: "a", Files: []language.File{{Path: "a.py", Text: "print(1)"}, {Path: "b.py",
			Text: "print(2)"}}}
		sources, err := w.Sources(t.Context(), b, solution.Solution{Path: test.path, Language: "python"}, src, test.want)
		if _, missing := errors.AsType[*build.Missing](err); missing {
			t.Skip(err)
		}
		var texts []string
		for _, s := range sources {
			for _, m := range s.Made {
				texts = append(texts, m.Text)
			}
		}
		if got := strings.Join(texts, " "); got != test.text || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(),
			test.err) {
			t.Errorf("%s: %q, %v, want %q, %s", test.name, got, err, test.text, test.err)
		}
	}
}
