package skeleton

import (
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
)

// editors maps an editor to the files that make it grade, try, stress and debug the open program.
var editors = map[string]map[string]string{
	"vscode": {".vscode/tasks.json": "text/vscode.txt", ".vscode/launch.json": "text/launch.txt"},
	"vim":    {"judge.vim": "text/vim.txt"},
}

// Editors returns the names of the known editors.
func Editors() []string { return []string{"vim", "vscode"} }

// Editor returns the files that an editor needs to start the judge, by their paths; judge is the judge's command.
func Editor(root, name, judge string) (files map[string]string, err error) {
	e, ok := editors[name]
	if !ok {
		return nil, say.Errorf("new editor %s: no such editor%s (there are %s)", name, suggest.DidYouMean(name, Editors()), say.List(slices.Clone(Editors())))
	}
	files = map[string]string{}
	for file, name := range e {
		text, err := texts.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files[filepath.Join(root, filepath.FromSlash(file))] = strings.ReplaceAll(string(text), "<<.>>", judge)
	}
	return files, nil
}
