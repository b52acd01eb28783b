package check

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/result"
)

// nextPass is the file for the input of the next pass. A validator writes it to make the submission run again.
const nextPass = "nextpass.in"

// Left opens the file that an interactor left in its folder for the checker.
func Left(folder string) (*os.File, error) {
	f, err := tempfile.OpenPlain(filepath.Join(folder, leftFile))
	if err != nil {
		return nil, say.Errorf("the interactor accepts, and leaves no file %s for the checker", leftFile)
	}
	return f, nil
}

// NextPass moves the input of the next pass out of a validator's folder, to the path. more is false if there is none.
// Only a validator that accepts may ask for another pass.
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
	err = os.Rename(file, to)
	return err == nil, err
}
