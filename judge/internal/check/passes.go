package check

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/verdict"
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
func NextPass(folder string, v verdict.Verdict, to string) (more bool, err error) {
	file := filepath.Join(folder, nextPass)
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case v == verdict.JE:
		return false, nil // that is worse
	case v != verdict.AC:
		return false, say.Errorf("the checker program refuses the output, and asks for another pass in %s", nextPass).
			Hint("let it do one of the two")
	case !info.Mode().IsRegular():
		return false, say.Errorf("%s is not a regular file", nextPass)
	}
	return true, os.Rename(file, to)
}
