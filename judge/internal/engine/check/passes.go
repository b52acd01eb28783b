package check

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/result"
)

// nextPass is what a validator writes where the submission is to be run again: its next input.
const nextPass = "nextpass.in"

// mostOfFile is how much of a file in a feedback folder is read.
const mostOfFile = 8 << 10

// keptIn reads the beginnings of the files that a validator left in its folder. It may come from a stranger:
// whatever is no plain file is passed over.
func keptIn(folder string) map[string][]byte {
	kept := map[string][]byte{}
	for _, name := range []string{judgeMessage, judgeError, teamMessage, scoreFile, partFile} {
		if !plainFile(filepath.Join(folder, name)) {
			continue
		}
		if f, err := os.Open(filepath.Join(folder, name)); err == nil {
			kept[name], _ = io.ReadAll(io.LimitReader(f, mostOfFile))
			f.Close()
		}
	}
	return kept
}

// putBack puts a validator's folder back as it is now, for one that is run once more in this pass. The folder itself
// stays: walls are for it, not for its name.
func putBack(folder string) func() error {
	before := folder + ".before"
	err := tempfile.Remove(before)
	if err == nil {
		err = os.CopyFS(before, os.DirFS(folder))
	}
	return func() error {
		entries, unread := os.ReadDir(folder)
		if err := cmp.Or(err, unread); err != nil {
			return say.Errorf("the checker program is to be run once more, and its folder cannot be put back: %w", err)
		}
		for _, e := range entries {
			if err := tempfile.Remove(filepath.Join(folder, e.Name())); err != nil {
				return err
			}
		}
		return os.CopyFS(folder, os.DirFS(before))
	}
}

// Left opens what an interactor wrote down in its folder for another check to judge.
func Left(folder string) (*os.File, error) {
	path := filepath.Join(folder, leftFile)
	if !plainFile(path) {
		return nil, say.Errorf("the interactor accepts, and leaves no file %s for the checker", leftFile)
	}
	return os.Open(path)
}

func plainFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// NextPass takes the input of the next pass out of a validator's folder, to the path; more is false where it asks
// for none, which only one that accepts may do.
func NextPass(folder string, v result.Verdict, to string) (more bool, err error) {
	file := filepath.Join(folder, nextPass)
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case v == result.JE:
		return false, nil // that is worse
	case v != result.AC:
		return false, say.Errorf("the checker program refuses the output, and asks for another pass in %s", nextPass).
			Hint("let it do one of the two")
	case !info.Mode().IsRegular():
		return false, say.Errorf("%s is not a regular file", nextPass)
	}
	return true, os.Rename(file, to)
}
