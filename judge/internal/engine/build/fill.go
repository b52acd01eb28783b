package build

import (
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
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
	source := "./" + j.sources[0].name
	switch {
	case err == errTooLarge:
		e.Files = nil
		e.refuse(say.Of("%s: the program has more than %d MiB", source, maxProgram>>20))
		os.RemoveAll(st.out)
	case err != nil:
		return err
	case j.lang.Result == language.Source:
		e.Main = j.sources[0].name
		e.Entry = e.Main
	case j.lang.Result == language.Classes:
		e.chooseClass(mains, j.sources[0].name)
	default:
		e.Main = language.Exe
		e.Entry = e.Main
		// A Go package that is not main compiles without an error, into a library.
		if info, err := os.Stat(filepath.Join(st.out, language.Exe)); err != nil || runtime.GOOS != "windows" && info.Mode()&0o100 == 0 {
			e.refuse(say.Of("%s: it compiles, but not to a program: is it package main, with a func main?", source))
		}
	}
	return nil
}

// refuse records that the result of the compile is not a program.
func (e *entry) refuse(why say.Message) { e.Failed, e.Reason = true, &why }

// list records the files of the folder. It returns the names of the classes that can be started, by file.
func (e *entry) list(folder string) (mains map[string]string, err error) {
	mains = map[string]string{}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	room := int64(maxProgram)
	return mains, fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := tempfile.Open(root, name)
		if errors.Is(err, fs.ErrInvalid) { // a link would be followed by whoever runs it
			return say.Errorf("the compiler made %s, which is not a regular file", d.Name())
		}
		if err != nil {
			return err
		}
		defer f.Close()
		sum := &summed{}
		n, err := io.Copy(sum, io.LimitReader(f, room+1))
		if room -= n; err == nil && room < 0 {
			err = errTooLarge
		}
		if err != nil {
			return err
		}
		if class, ok := mainClass(sum.head); ok {
			mains[name] = class
		}
		e.Files = append(e.Files, entryFileInfo{name, n, sum.sum})
		return nil
	})
}

// maxProgram is the greatest total size of a program's files: they are kept, and read before each use.
const maxProgram = 64 << 20

var errTooLarge = say.Errorf("the program is too large")

// summed is a writer that computes a digest of its input and keeps the first bytes, which may be a class.
type summed struct {
	sum  uint32
	head []byte
}

const maxClass = 16 << 20

func (s *summed) Write(b []byte) (int, error) {
	s.sum = crc32.Update(s.sum, castagnoli, b)
	s.head = append(s.head, b[:min(len(b), maxClass-len(s.head))]...)
	return len(b), nil
}

// chooseClass picks the class to start: the one in the main source file, or else Main, or else the
// first. If none can be started, that is the source's fault.
func (e *entry) chooseClass(mains map[string]string, source string) {
	for _, wanted := range []string{strings.TrimSuffix(source, ".java") + ".class", "Main.class", ""} {
		for _, f := range e.Files {
			if class, ok := mains[f.Name]; ok && (wanted == "" || path.Base(f.Name) == wanted) {
				e.Main, e.Entry = f.Name, class
				return
			}
		}
	}
	e.refuse(say.Of("%s: no class has a public static void main(String[] args) to start in", "./"+source))
}
