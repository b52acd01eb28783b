package exchange

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/language"
)

// included copies the files that the package adds to every submission of a language into the submission's folder.
// They replace files of the same name, as the format demands. One of them may be the program that calls the
// submission.
func (w *writer) included(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	folders := []string{"default"}
	for _, e := range entries {
		if lang, ok := language.ByFile(e.Name()); ok {
			folders = append(append(folders, lang.Aliases...), lang.ID)
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
