package build

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/temp"
)

// fill describes what the compiler put into the stage; where the source itself is what runs, that is
// put there first.
func (e *entry) fill(j job, st stage) error {
	if j.lang.Interpreted() {
		if err := j.sources.writeTo(st.out); err != nil {
			return err
		}
	}
	mains := map[string]string{} // file name to the class that can be started
	root, err := os.OpenRoot(st.out)
	if err != nil {
		return err
	}
	defer root.Close()
	room := int64(maxProgram)
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := temp.Open(root, name)
		if errors.Is(err, fs.ErrInvalid) { // a link would be followed by whoever runs it
			return say.Errorf("the compiler made %s, which is no ordinary file", d.Name())
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
	switch {
	case err == errTooLarge:
		e.Files, e.Failed, e.Output = nil, true, fmt.Sprintf("./%s: the program has more than %d MiB\n", j.sources[0].name, maxProgram>>20)
		os.RemoveAll(st.out)
	case err != nil:
		return err
	case j.lang.Interpreted():
		e.Main = j.sources[0].name
		e.Entry = e.Main
	case j.lang.ID == "java":
		e.chooseClass(mains, j.sources[0].name)
	default:
		e.Main = language.Exe
		e.Entry = e.Main
		// A Go package that is not main compiles well, into a library.
		if info, err := os.Stat(filepath.Join(st.out, language.Exe)); err != nil || runtime.GOOS != "windows" && info.Mode()&0o100 == 0 {
			e.Failed, e.Output = true, "./"+j.sources[0].name+": it compiles, but into no program: is it package main, with a func main?\n"
		}
	}
	return nil
}

// maxProgram is what the files of a program may have together: it is kept, and read before each use.
const maxProgram = 64 << 20

var errTooLarge = say.Errorf("the program is too large")

// summed is a writer that keeps a sum of what it is given, and the first of it: what may be a class.
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
	e.Failed, e.Output = true, "./"+source+": no class has a public static void main(String[] args) to start in\n"
}

// mainClass reads a Java class file and, if it has a public static main method that takes the
// arguments, returns the class's name as java wants it. What is no class file has none.
func mainClass(data []byte) (name string, ok bool) {
	defer func() {
		if recover() != nil { // an index past the end: the file is cut off, or no class
			name, ok = "", false
		}
	}()
	be := binary.BigEndian
	if be.Uint32(data) != 0xcafebabe {
		return "", false
	}
	at := 8 // after the version
	u2 := func() int { at += 2; return int(be.Uint16(data[at-2:])) }
	texts, classes := map[int]string{}, map[int]int{} // of the constant pool
	for i, n := 1, u2(); i < n; i++ {
		tag := data[at]
		at++
		switch tag {
		case 1:
			length := u2()
			texts[i] = string(data[at : at+length])
			at += length
		case 7:
			classes[i] = u2()
		case 8, 16, 19, 20:
			at += 2
		case 15:
			at += 3
		case 3, 4, 9, 10, 11, 12, 17, 18:
			at += 4
		case 5, 6: // these take two places
			at += 8
			i++
		default:
			return "", false
		}
	}
	u2() // access
	class := texts[classes[u2()]]
	u2() // superclass
	interfaces := u2()
	at += 2 * interfaces
	// Fields and methods have one shape: access, name, type, attributes.
	member := func() (access int, name, descriptor string) {
		access, name, descriptor = u2(), texts[u2()], texts[u2()]
		for range u2() {
			u2()
			length := int(be.Uint32(data[at:]))
			at += 4 + length
		}
		return access, name, descriptor
	}
	for range u2() {
		member()
	}
	const publicStatic = 0x0001 | 0x0008
	for range u2() {
		access, name, descriptor := member()
		if name == "main" && descriptor == "([Ljava/lang/String;)V" && access&publicStatic == publicStatic {
			return strings.ReplaceAll(class, "/", "."), true
		}
	}
	return "", false
}
