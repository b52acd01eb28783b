package skeleton

import (
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// editors are the files that make an editor grade, try and stress what is in front of its user.
var editors = map[string]struct{ file, text string }{
	"vscode": {filepath.Join(".vscode", "tasks.json"), "text/vscode.txt"},
	"vim":    {"judge.vim", "text/vim.txt"},
}

// Editors are the names of those that are known.
func Editors() []string { return []string{"vim", "vscode"} }

// Editor is what an editor needs to start the judge, by its path; judge is the command that does.
func Editor(root, name, judge string) (files map[string]string, err error) {
	e, ok := editors[name]
	if !ok {
		return nil, say.Errorf("new editor %s: no such editor%s (there are %s)", name, match.DidYouMean(name, Editors()), say.List(slices.Clone(Editors())))
	}
	text, err := texts.ReadFile(e.text)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = template.Must(template.New(name).Delims("<<", ">>").Parse(string(text))).Execute(&b, judge)
	return map[string]string{filepath.Join(root, e.file): b.String()}, err
}
