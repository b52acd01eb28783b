package exchange

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/language"
)

// includeNames are what the format calls the languages that it writes otherwise than we do.
var includeNames = map[string][]string{"python": {"python3", "python2", "python"}, "javascript": {"javascript", "js", "nodejs"}, "cpp": {"cpp", "c++"}}

// included copies the files that the package adds to every submission of a language into its folder,
// over what is there, as the format wants it. One of them may be the program that calls the submission.
func (w *writer) included(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	folders := []string{"default"}
	for _, e := range entries {
		if lang, ok := language.ByFile(e.Name()); ok {
			folders = append(folders, lang.ID)
			folders = append(folders, includeNames[lang.ID]...)
			break
		}
	}
	for _, name := range folders {
		from := path.Join("include", name)
		if info, err := fs.Stat(w.from.FS(), from); err != nil || !info.IsDir() {
			continue
		}
		extra, err := list(w.from, from, w.leaveOut)
		if err != nil {
			return err
		}
		for _, file := range extra {
			if err := w.copyFile(file, filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(file, from+"/")))); err != nil {
				return err
			}
		}
	}
	return nil
}
