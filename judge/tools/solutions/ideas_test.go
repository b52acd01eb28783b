package solutions_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/testkit/must"
)

// TestIdeas: each solution has an idea.yaml, from which pages take its idea. Both READMEs say the same, word for word.
func TestIdeas(t *testing.T) {
	type words struct{ En, Zh string }
	readmes := words{}
	for file, into := range map[string]*string{"README.md": &readmes.En, "README.zh-CN.md": &readmes.Zh} {
		text := must.Get(os.ReadFile(home + file))(t)
		*into = string(text)
	}
	row := func(readme, name string) string {
		m := regexp.MustCompile(`(?m)^\| \[` + name + `\]\([^)]*\) \|[^|]*\|([^|]*)\|`).FindStringSubmatch(readme)
		return strings.TrimSpace(slices.Concat(m, []string{"", ""})[1])
	}
	mains, err := filepath.Glob(home + "*/main.*")
	if err != nil || len(mains) < 10 {
		t.Fatal(mains, err)
	}
	special := map[string]int{}
	for _, main := range mains {
		name := filepath.Base(filepath.Dir(main))
		text, err := os.ReadFile(filepath.Join(home, name, "idea.yaml"))
		var idea struct {
			Beside, Rung   string
			Sentence, Text words
		}
		if err == nil {
			err = yaml.Load(text, &idea, yaml.WithKnownFields())
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := (words{row(readmes.En, name), row(readmes.Zh, name)}); idea.Sentence != want {
			t.Errorf("%s: the sentences are %q, and in the READMEs %q", name, idea.Sentence, want)
		}
		if !strings.Contains(readmes.En, idea.Text.En) || !strings.Contains(readmes.Zh, idea.Text.Zh) {
			t.Errorf("%s: the READMEs do not have its text", name)
		}
		if !slices.Contains([]string{"", "checks", "blanks", "fewest", "places"}, idea.Rung) {
			t.Errorf("%s: the ladder has no rung %q", name, idea.Rung)
		}
		special[idea.Beside]++
	}
	must.Be(t, special["usual"] == 1 && len(special) == 2, "beside a submission: %v", special)
}
