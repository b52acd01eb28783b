package skeleton

import (
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
)

// editors maps an editor to the file that makes it grade, try and stress the open program.
var editors = map[string]struct{ file, text string }{
	"vscode": {filepath.Join(".vscode", "tasks.json"), "text/vscode.txt"},
	"vim":    {"judge.vim", "text/vim.txt"},
}

// Editors returns the names of the known editors.
func Editors() []string { return []string{"vim", "vscode"} }

// Editor returns the files that an editor needs to start the judge, by their paths; judge is the judge's command.
func Editor(root, name, judge string) (files map[string]string, err error) {
	e, ok := editors[name]
	if !ok {
		return nil, say.Errorf("new editor %s: no such editor%s (there are %s)", name, suggest.DidYouMean(name, Editors()), say.List(slices.Clone(Editors())))
	}
	text, err := texts.ReadFile(e.text)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = template.Must(template.New(name).Delims("<<", ">>").Parse(string(text))).Execute(&b, judge)
	return map[string]string{filepath.Join(root, e.file): b.String()}, err
}
