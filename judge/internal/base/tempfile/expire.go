package tempfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// old is a file or a folder of a cache.
type old struct {
	path string
	used time.Time
	size int64
}

// Expire removes what was not used for longer than age from a cache: files and folders whose paths match a pattern, by
// the time of their last change. If more than most bytes remain, it also removes the oldest. It returns the bytes that are
// left.
func Expire(folder string, age time.Duration, most int64, patterns ...string) (left int64) {
	var all []old
	for _, pattern := range patterns {
		found, _ := fs.Glob(os.DirFS(folder), pattern)
		for _, name := range found {
			o := old{path: filepath.Join(folder, filepath.FromSlash(name))}
			if info, err := os.Stat(o.path); err == nil {
				o.used = info.ModTime()
			}
			filepath.WalkDir(o.path, func(_ string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					if info, err := d.Info(); err == nil {
						o.size += info.Size()
					}
				}
				return nil
			})
			all, left = append(all, o), left+o.size
		}
	}
	slices.SortFunc(all, func(a, b old) int { return a.used.Compare(b.used) })
	keep := left
	if left > most {
		keep = most * 3 / 4
	}
	for _, o := range all {
		if time.Since(o.used) <= age && left <= keep {
			break
		}
		Remove(o.path)
		left -= o.size
	}
	return left
}

// Daily reports whether something was not done for a day, by the file that marks it, and marks that it is done now.
func Daily(mark string) bool {
	if last, err := os.Stat(mark); err == nil && time.Since(last.ModTime()) < 24*time.Hour {
		return false
	}
	Replace(mark, nil)
	return true
}
