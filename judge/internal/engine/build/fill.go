package build

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/language"
)

// fill describes the files that the compiler wrote into the stage. If the source itself is what runs, fill copies it
// there first.
func (e *entry) fill(j job, st stage) error {
	if j.lang.Result == language.Source {
		if err := j.sources.writeTo(st.out); err != nil {
			return err
		}
	}
	mains, err := e.list(st.out)
	source := "./" + j.sources[0].Name
	switch {
	case err == errTooLarge:
		e.refuse(say.Of("%s: the program has more than %d MiB", source, maxProgram>>20))
		return os.RemoveAll(st.out)
	case err != nil:
		return err
	case j.lang.Result == language.Source:
		e.Main, e.Entry = j.sources[0].Name, j.sources[0].Name
	case j.lang.Result == language.Classes:
		if !slices.ContainsFunc(j.sources, func(f Made) bool { return j.lang.Entry([]byte(f.Text)) == 2 }) {
			mains = nil // a main method that is not static
		}
		e.chooseClass(mains, j.sources[0].Name)
	default:
		e.Main, e.Entry = language.Exe, language.Exe
	}
	info, err := os.Stat(filepath.Join(st.out, filepath.FromSlash(e.Main)))
	if err == nil {
		e.Size = info.Size()
	}
	// A Go package that is not main compiles without an error, into a library.
	if e.Main == language.Exe && (err != nil || runtime.GOOS != "windows" && info.Mode()&0o100 == 0) {
		e.refuse(say.Of("%s: it compiles, but not to a program: is it package main, with a func main?", source))
	}
	return nil
}

// refuse records that the result of the compile is not a program.
func (e *entry) refuse(why say.Message) { e.Failed, e.Reason = true, &why }

// list counts the bytes of the folder's files. It returns the names of the class files that have a main method.
func (e *entry) list(folder string) (mains []string, err error) {
	return mains, eachFile(folder, func(name string, f *os.File) error {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if e.bytes += info.Size(); e.bytes > maxProgram {
			return errTooLarge
		}
		if path.Ext(name) != ".class" {
			return nil
		}
		text, err := io.ReadAll(f)
		// The names and types that a class uses are in it as they are.
		if bytes.Contains(text, []byte("\x00\x04main")) && bytes.Contains(text, []byte("([Ljava/lang/String;)V")) {
			mains = append(mains, name)
		}
		return err
	})
}

// eachFile opens the files of a folder that a program wrote, one after the other. A link is an error: it could lead
// anywhere.
func eachFile(folder string, do func(name string, f *os.File) error) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := tempfile.Open(root, name)
		if errors.Is(err, fs.ErrInvalid) {
			return say.Errorf("the compiler made %s, which is not a regular file", d.Name())
		}
		if err != nil {
			return err
		}
		defer f.Close()
		return do(name, f)
	})
}

// maxProgram is the greatest total size of a program's files.
const maxProgram = 64 << 20

var errTooLarge = say.Errorf("the program is too large")

// chooseClass picks the class to start: the one in the main source file, or else Main, or else the
// first. If none can be started, that is the source's fault.
func (e *entry) chooseClass(mains []string, source string) {
	for _, wanted := range []string{strings.TrimSuffix(source, ".java") + ".class", "Main.class", ""} {
		for _, name := range mains {
			if wanted == "" || path.Base(name) == wanted {
				e.Main, e.Entry = name, strings.ReplaceAll(strings.TrimSuffix(name, ".class"), "/", ".")
				return
			}
		}
	}
	e.refuse(say.Of("%s: no class has a public static void main(String[] args) to start in", "./"+source))
}
