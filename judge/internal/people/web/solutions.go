package web

import (
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/statement"
)

// tree is the solutions of the tree, as they are on disk. A solution that cannot be read is left out.
type tree struct {
	all   []solution.Solution
	ideas map[string]idea // by name
	mu    sync.Mutex
	of    map[string]*oursFor // by problem and version
}

// oursFor are the tree's solutions of a problem.
type oursFor struct {
	lines  int                 // of code of the shortest that passes; 0 without any
	beside []solution.Solution // those that can be beside a submission, the usual one first
	whole  bool                // they solve the cases beyond the site, too
}

// tree returns the solutions.
func (s *Server) tree() *tree {
	folder := filepath.Join(s.Root, "solutions")
	return s.solutions.get(func() *tree {
		t := &tree{ideas: map[string]idea{}, of: map[string]*oursFor{}}
		t.all, _ = solution.FindAll(s.Root)
		for _, one := range t.all {
			t.ideas[one.Name] = ideaOf(filepath.Join(folder, one.Name))
		}
		for _, one := range t.all { // a twin in another language has the same idea
			if name, ok := strings.CutSuffix(one.Name, "-"+one.Language); ok {
				twin := t.ideas[one.Name]
				twin.Beside, twin.Text = t.ideas[name].Beside, t.ideas[name].Text
				t.ideas[one.Name] = twin
			}
		}
		return t
	}, folder)
}

// oursFor looks at all solutions once, until they or the problem are read again.
func (s *Server) oursFor(p *cachedProblem) *oursFor {
	t, key := s.tree(), p.ID+" "+p.Version
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of[key] == nil {
		t.of[key] = t.find(p)
	}
	return t.of[key]
}

// find finds them. Beside a submission is a solution that solves all cases, if there is one.
func (t *tree) find(p *cachedProblem) *oursFor {
	found, whole := &oursFor{}, []solution.Solution(nil)
	for _, one := range t.all {
		if !slices.Contains(one.Problems, p.ID) || !solves(one, p, false) {
			continue
		}
		if found.beside = append(found.beside, one); solves(one, p, true) {
			whole = append(whole, one)
		}
		if lines := linesOf(one.Files[0].Text); found.lines == 0 || lines < found.lines {
			found.lines = lines
		}
	}
	if found.whole = len(whole) > 0; found.whole {
		found.beside = whole
	}
	rank := func(one solution.Solution) int {
		switch {
		case t.ideas[one.Name].Beside == "usual":
			return 0
		case one.Document != "":
			return 1
		}
		return 2
	}
	slices.SortStableFunc(found.beside, func(a, b solution.Solution) int { return rank(a) - rank(b) })
	return found
}

// linesOf counts the lines of code in a source.
func linesOf(source string) (n int) {
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

// solves reports whether a solution promises to solve a problem; with beyond, also the cases beyond the site.
func solves(one solution.Solution, p *cachedProblem, beyond bool) bool {
	return !slices.ContainsFunc(p.Cases, func(c problem.Case) bool {
		want, _ := one.ExpectationFor(p.ID, c.Name)
		return !want.Allows(result.AC) && (beyond || !result.Beyond(c.Name))
	})
}

// idea is what the file idea.yaml beside a solution says about it. Solutions without one are shown without an idea.
type idea struct {
	Beside         string // "usual": it is beside a submission unless the reader chooses another
	Rung           string // the rung of the ladder that it shows
	Sentence, Text struct{ En, Zh string }
}

// sentences returns the sentence in each language, as plain text.
func (i idea) sentences() map[say.Language]string {
	return map[say.Language]string{say.English: strings.ReplaceAll(i.Sentence.En, "`", ""), say.Chinese: strings.ReplaceAll(i.Sentence.Zh, "`", "")}
}

// ideaOf reads it.
func ideaOf(dir string) (found idea) {
	text, err := os.ReadFile(filepath.Join(dir, "idea.yaml"))
	if err == nil {
		yaml.Load(text, &found) // a test of the solutions finds what is wrong in it
	}
	return found
}

// idea returns what is said about a solution, in the reader's language.
func (s *Server) idea(lang say.Language, name string) template.HTML {
	one := s.tree().ideas[name]
	return statement.HTML([]byte(map[say.Language]string{say.English: one.Text.En, say.Chinese: one.Text.Zh}[lang]), func(string) string { return "" })
}
