package exchange

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
)

// What a package may hold. The largest known have some thousand files and some hundred megabytes.
const (
	maxFiles = 20_000
	maxFile  = 512 << 20
	maxTotal = 2 << 30
	maxYAML  = 1 << 20 // it is taken apart in memory, and takes six times as much there
	maxName  = 1 << 10 // each of its letters could be a folder

	// An archive may always unpack to this size, and otherwise to a multiple of its own size.
	freeUnpacked = 64 << 20
	maxRatio     = 200
	maxContents  = 16 << 20 // of its table of contents, which takes six times as much in memory
)

// budget counts the files and bytes that were read from a package.
type budget struct {
	mu    sync.Mutex // cases are read side by side
	files int
	bytes int64
	most  int64           // bytes; 0 is maxTotal
	names map[string]bool // of the files that were read
}

func (b *budget) total() int64 { return min(cmp.Or(b.most, maxTotal), maxTotal) }

// add counts one more file of that size.
func (b *budget) add(name string, size int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.files++
	b.bytes += size
	switch {
	case size > maxFile:
		return say.Errorf("%s: larger than %d MiB", name, maxFile>>20)
	case size > maxYAML && (path.Ext(name) == ".yaml" || path.Ext(name) == ".yml"):
		return say.Errorf("%s: larger than %d MiB, too large for a YAML file of a problem", name, maxYAML>>20)
	case b.files > maxFiles:
		return say.Errorf("more than %d files", maxFiles)
	case b.bytes > b.total():
		return say.Errorf("more than %d MiB in all", b.total()>>20)
	}
	return nil
}

// seen notes that a file is used.
func (b *budget) seen(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.names == nil {
		b.names = map[string]bool{}
	}
	b.names[name] = true
}

// file reads one file of the package, which may be a link to another inside it.
func (b *budget) file(root *os.Root, name string) ([]byte, error) {
	info, err := root.Stat(filepath.FromSlash(name))
	if err != nil {
		return nil, say.Errorf("%s: %w", name, say.Cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, say.Errorf("%s: not a regular file", name)
	}
	if err := b.add(name, info.Size()); err != nil {
		return nil, err
	}
	b.seen(name)
	return root.ReadFile(filepath.FromSlash(name))
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

// odd is called for a file that cannot be copied as it is. Its error, if any, ends the import.
type odd func(name string, why error) error

// refuse ends the import: verdicts depend on the file.
func refuse(_ string, why error) error { return why }

// leaveOut is for the rest: statements, generators, validators of inputs.
func (w *writer) leaveOut(_ string, why error) error {
	w.note("left out: %s", why)
	return nil
}

// list returns the files below dir, with slashes, sorted, without ignored ones; a missing dir has no
// files. A link to a folder is odd: it could lead in a circle.
func list(root *os.Root, dir string, odd odd) ([]string, error) {
	var files []string
	err := fs.WalkDir(root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == dir:
			return err
		case err != nil:
			return odd(name, say.Errorf("%s: %w", name, say.Cause(err)))
		case name != dir && ignored(d.Name()):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case strings.ContainsFunc(name, unicode.IsControl):
			if err := odd(name, say.Errorf("%q: a name with control characters", name)); err != nil || !d.IsDir() {
				return err
			}
			return fs.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			info, err := root.Stat(filepath.FromSlash(name))
			if err != nil {
				return odd(name, say.Errorf("%s: a link that leads out of the package, or nowhere", name).Hint("put the file itself there"))
			}
			if info.IsDir() {
				return odd(name, say.Errorf("%s: a link to a folder", name).Hint("put the folder itself there"))
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

// copyFile copies one file of the package.
func (w *writer) copyFile(from, to string) error {
	text, err := w.read.file(w.from, from)
	if err != nil {
		return err
	}
	if err := write(to, text); err != nil {
		return err
	}
	if info, err := w.from.Stat(filepath.FromSlash(from)); err == nil && info.Mode()&0o111 != 0 {
		return os.Chmod(to, 0o777) // build and run scripts of a validator
	}
	return nil
}

// copyFolder copies everything below a folder of the package.
func (w *writer) copyFolder(from, to string, odd odd) error {
	files, err := list(w.from, from, odd)
	if err != nil {
		return err
	}
	for _, file := range files {
		err := w.copyFile(file, filepath.Join(to, filepath.FromSlash(strings.TrimPrefix(file, from+"/"))))
		if err != nil {
			err = odd(file, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Unzip unpacks an archive of at most this many bytes into the folder. It refuses everything harmful: names that lead
// elsewhere, devices, duplicate names, more files or bytes than any package has. The sizes in the archive's directory
// may be wrong, so the unpacked bytes are counted. Links are kept: readers of the folder do not follow them out of it.
func Unzip(file, dir string, most int64) error {
	b, err := unpacking(file, most)
	if err != nil {
		return err
	}
	return b.unzip(file, dir)
}

// unpacking returns the budget for the contents of an archive, including the archives in it.
func unpacking(file string, most int64) (*budget, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	return &budget{most: min(most, max(freeUnpacked, maxRatio*info.Size()))}, nil
}

// unzip is Unzip within the rest of the budget.
func (b *budget) unzip(file, dir string) error {
	in, err := os.Open(file)
	if err != nil {
		return say.Errorf("%s: %w", file, say.Cause(err))
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	contents := &bounded{in, maxContents}
	z, err := zip.NewReader(contents, info.Size())
	if errors.Is(err, errContents) {
		return say.Errorf("%s: %w", file, errContents)
	}
	if err != nil {
		return say.Errorf("%s: %w", file, say.Cause(err)).Hint("is it a zip, and all of it here?")
	}
	contents.left = math.MaxInt64
	if len(z.File) > maxFiles {
		return say.Errorf("%s: more than %d files", file, maxFiles)
	}
	root, err := os.OpenRoot(dir) // the system itself holds every name to the folder
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range z.File {
		if err := unzipOne(root, f, b); err != nil {
			return say.Errorf("%s: %w", file, err)
		}
	}
	return nil
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

// folder makes a folder with those above it, and counts them like files.
func (b *budget) folder(root *os.Root, name string) error {
	if info, err := root.Stat(filepath.FromSlash(name)); err == nil && info.IsDir() {
		return nil
	}
	if err := b.folder(root, path.Dir(name)); err != nil {
		return err
	}
	if err := b.add(name, 0); err != nil {
		return err
	}
	return root.Mkdir(filepath.FromSlash(name), 0o777)
}

func unzipOne(root *os.Root, f *zip.File, b *budget) error {
	name := strings.TrimSuffix(f.Name, "/")
	if text, ok := charset.FromGBK([]byte(name)); ok { // it was packed on a Chinese Windows
		name = string(text)
	}
	if len(name) > maxName {
		return say.Errorf("a name of more than %d bytes", maxName)
	}
	if strings.ContainsFunc(name, unicode.IsControl) {
		return say.Errorf("%q: a name with control characters", name)
	}
	if strings.Contains(name, `\`) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return say.Errorf("%q leads out of the package", f.Name)
	}
	if slices.ContainsFunc(strings.Split(name, "/"), ignored) {
		return nil
	}
	mode := f.Mode()
	if mode.IsDir() {
		return b.folder(root, path.Clean(name))
	}
	if mode&fs.ModeType&^fs.ModeSymlink != 0 {
		return say.Errorf("%s: a device, not a regular file", name)
	}
	if err := b.folder(root, path.Dir(name)); err != nil {
		return err
	}
	const encrypted = 1 // of the flags
	if f.Flags&encrypted != 0 {
		return say.Errorf("%s: is encrypted", name).Hint("pack it without a password")
	}
	in, err := f.Open()
	if err != nil {
		return say.Errorf("%s: %w", name, err)
	}
	defer in.Close()
	if mode&fs.ModeSymlink != 0 {
		return unzipLink(root, name, in, b)
	}
	out, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666|mode.Perm()&0o111)
	if errors.Is(err, fs.ErrExist) {
		return say.Errorf("%s: twice in the archive", name)
	}
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(in, min(maxFile, b.total()-b.bytes)+1))
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return say.Errorf("%s: %w", name, err)
	}
	if at := modified(f); !at.IsZero() {
		root.Chtimes(filepath.FromSlash(name), at, at) // who needs it may find another
	}
	return b.add(name, n)
}

// modified is the time of a file in an archive. The oldest kind of time names no zone, and means that of the people.
func modified(f *zip.File) time.Time {
	if len(f.Extra) > 0 || f.Modified.Year() < 1981 { // 1980 is no time
		return f.Modified
	}
	t := f.Modified
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.Local)
}

// longLink is the length of the longest link that Linux has.
const longLink = 4095

func unzipLink(root *os.Root, name string, in io.Reader, b *budget) error {
	target, err := io.ReadAll(io.LimitReader(in, longLink+1))
	if err == nil && len(target) > longLink {
		err = say.Errorf("a link of more than %d bytes", longLink)
	}
	if err == nil {
		if err := b.add(name, int64(len(target))); err != nil {
			return err
		}
		err = root.Symlink(string(target), filepath.FromSlash(name))
	}
	if errors.Is(err, fs.ErrExist) {
		return say.Errorf("%s: twice in the archive", name)
	}
	if err != nil {
		return say.Errorf("%s: %w", name, say.Cause(err))
	}
	return nil
}
