package history

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
)

// leadsTo follows symbolic links to the file, which need not exist yet: a history is locked under one name. A file
// with several hard links is refused, since none of its names is the one.
func leadsTo(path string) (string, error) {
	file, err := filepath.Abs(path)
	for range mostSteps {
		if err != nil {
			break
		}
		var to string
		if to, err = os.Readlink(file); err != nil { // it is no link, or not there
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(file), to)
		}
		file, err = to, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return "", say.Errorf("%s: %w", path, say.Cause(err)).Hint("make the folder first, or take another file with -db")
	}
	file = filepath.Join(dir, filepath.Base(file))
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return file, nil
	case err != nil:
		return "", say.Errorf("%s: %w", path, say.Cause(err)).Hint("make it writable, or take another file with -db")
	case info.IsDir():
		return "", say.Errorf("%s: it is a folder", path).Hint("name a file in it: -db %s", filepath.Join(path, "history.db"))
	case names(file) > 1:
		return "", say.Errorf("%s: it has %d names (hard links), so two serves could open it under different names", path, names(file)).
			Hint("copy it, and remove the others")
	}
	return file, nil
}

// mostSteps is how many links a path may lead through, as on Linux.
const mostSteps = 40
