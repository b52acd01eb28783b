package exchange

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"sudokuoj/judge/internal/base/say"
)

// What a package may hold. The largest known have some thousand files and some hundred megabytes.
const (
	maxFiles = 20_000
	maxFile  = 512 << 20
	maxTotal = 2 << 30
	maxText  = 8 << 20   // of what is read whole, such as a source or a statement
	maxYAML  = 512 << 10 // its values take a hundred times as much in memory
	allYAML  = 8 << 20   // of a package
)

// budget counts the files and bytes that were read from a package.
type budget struct {
	mu    sync.Mutex // cases are read side by side
	files int
	bytes int64
	yaml  int64 // bytes of the YAML files
	most  int64 // bytes; 0 is maxTotal
}

func (b *budget) total() int64 { return min(cmp.Or(b.most, maxTotal), maxTotal) }

// add counts one more file of that size.
func (b *budget) add(name string, size int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.files++
	b.bytes += size
	isYAML := path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"
	if isYAML {
		b.yaml += size
	}
	switch {
	case size > maxFile:
		return say.Errorf("%s: larger than %d MiB", name, maxFile>>20)
	case isYAML && size > maxYAML:
		return say.Errorf("%s: larger than %d KiB, too large for a YAML file of a problem", name, maxYAML>>10)
	case b.yaml > allYAML:
		return say.Errorf("%s: with it, the YAML files are larger than %d MiB", name, allYAML>>20)
	case b.files > maxFiles:
		return tooMany()
	case b.bytes > b.total():
		return say.Errorf("more than %d MiB in all", b.total()>>20)
	}
	return nil
}

func tooMany() error { return say.Errorf("more than %d files", maxFiles) }

// folder is the files of a package. It counts what is read and remembers it, so that the rest can be named.
type folder struct {
	fs.FS          // links lead nowhere else
	reads budget   // of everything that is read from it
	used  sync.Map // the names of the files that were read
}

// openFolder opens a package's folder on the disk.
func openFolder(dir string) (f *folder, close func() error, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	return &folder{FS: root.FS()}, root.Close, nil
}

// Stat does not open the file, which may be a pipe.
func (f *folder) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// ReadFile reads a file that is not large.
func (f *folder) ReadFile(name string) ([]byte, error) {
	in, err := f.read(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readText(name, in)
}

// readText reads a file that is not large.
func readText(name string, in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if len(text) > maxText {
		return nil, say.Errorf("%s: larger than %d MiB", name, maxText>>20)
	}
	return text, err
}

// read opens a file, which may be a link to another in the package.
func (f *folder) read(name string) (fs.File, error) {
	info, err := fs.Stat(f.FS, name)
	if err != nil {
		return nil, say.Errorf("%s: %w", name, say.Cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, say.Errorf("%s: not a regular file", name)
	}
	if err := f.reads.add(name, info.Size()); err != nil {
		return nil, err
	}
	f.used.Store(name, true)
	return f.FS.Open(name)
}

// unread lists the files that nobody read, by the folder at the top.
func (f *folder) unread(except map[string]bool) (byFolder map[string][]string) {
	byFolder = map[string][]string{}
	files, _ := list(f, ".", pass)
	for _, name := range files {
		if _, used := f.used.Load(name); !used && !except[name] {
			top, _, _ := strings.Cut(name, "/")
			byFolder[top] = append(byFolder[top], name)
		}
	}
	return byFolder
}

// readZip reads the table of contents of an archive.
func readZip(in io.ReaderAt, size int64) (*zip.Reader, error) {
	contents := &bounded{in, maxContents}
	z, err := zip.NewReader(contents, size)
	switch {
	case errors.Is(err, errContents):
		return nil, errContents
	case err != nil:
		return nil, say.Errorf("%w", say.Cause(err)).Hint("is it a zip, and all of it here?")
	case len(z.File) > maxFiles:
		return nil, tooMany()
	}
	contents.left = math.MaxInt64
	return z, nil
}

var errContents = say.Errorf("its table of contents is larger than %d MiB", maxContents>>20)

// bounded is a reader with a limit.
type bounded struct {
	io.ReaderAt
	left int64
}

func (b *bounded) ReadAt(p []byte, at int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errContents
	}
	return b.ReaderAt.ReadAt(p, at)
}

// isFile reports whether there is an ordinary file of that name.
func isFile(dir fs.FS, name string) bool {
	info, err := fs.Stat(dir, name)
	return err == nil && info.Mode().IsRegular()
}

// head is the beginning of a file, "" if there is none.
func head(dir fs.FS, name string) string {
	if !isFile(dir, name) {
		return ""
	}
	f, err := dir.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	text := make([]byte, 4096)
	n, _ := f.Read(text)
	return string(text[:n])
}

// pass is for list: it passes over what cannot be copied.
func pass(string, error) error { return nil }

// refuse is for list: it ends the import, since verdicts depend on the file.
func refuse(_ string, why error) error { return why }

// list returns the files below a folder of the package, sorted, without ignored ones; a folder that is not there has
// none. What cannot be copied is given to unusable, whose error ends the list: a link to a folder, for example, could
// lead in a circle.
func list(dir fs.FS, under string, unusable func(name string, why error) error) ([]string, error) {
	var files []string
	err := fs.WalkDir(dir, under, func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == under:
			return err
		case err != nil:
			return unusable(name, say.Errorf("%s: %w", name, say.Cause(err)))
		case name != under && ignored(d.Name()):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case strings.ContainsFunc(name, unicode.IsControl):
			if err := unusable(name, say.Errorf("%q: a name with control characters", name)); err != nil || !d.IsDir() {
				return err
			}
			return fs.SkipDir
		case d.IsDir() && strings.Count(name, "/") > maxFolders: // each is looked up with all those above it
			return say.Errorf("%s: in more than %d folders", name[:40]+"...", maxFolders)
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			info, err := fs.Stat(dir, name)
			if err != nil {
				return unusable(name, say.Errorf("%s: a link that leads out of the package, or nowhere", name).
					Hint("put the file itself there"))
			}
			if info.IsDir() {
				return unusable(name, say.Errorf("%s: a link to a folder", name).Hint("put the folder itself there"))
			}
		}
		files = append(files, name)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	slices.Sort(files)
	return files, err
}

// ignored reports whether a file does not belong to the package: the format ignores names that begin with a dot, and
// archivers add files of their own.
func ignored(name string) bool {
	return strings.HasPrefix(name, ".") && name != timeLimitFile || name == "__MACOSX"
}

// readBounded reads a file that must not be larger than the bound.
func readBounded(file string, bound int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, bound+1))
	if err == nil && int64(len(data)) > bound {
		err = say.Errorf("%s: larger than %d MiB", file, bound>>20)
	}
	return data, err
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
