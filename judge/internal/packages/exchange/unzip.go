package exchange

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
)

const (
	// An archive may always unpack to this size, and otherwise to a multiple of its own size.
	freeUnpacked = 64 << 20
	maxRatio     = 200
	maxContents  = 16 << 20 // of its table of contents, which takes six times as much in memory
	maxName      = 1 << 10
	maxFolders   = 50 // around a file: each is looked up with all those above it
)

// Unzip unpacks an archive of at most this many bytes into the folder. It refuses everything harmful: names that lead
// elsewhere, links, devices, duplicate names, more files or bytes than any package has. The sizes in the archive's directory
// may be wrong, so the unpacked bytes are counted.
func Unzip(file, dir string, most int64) error {
	info, err := os.Stat(file)
	if err != nil {
		return say.Errorf("%s: %w", file, say.Cause(err))
	}
	return unpacking(info.Size(), most).unzip(file, dir)
}

// unpacking returns the budget for the contents of an archive of that size, including the archives in it.
func unpacking(size, most int64) *budget {
	return &budget{most: min(most, max(freeUnpacked, maxRatio*size))}
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
	members, err := Members(in, info.Size())
	if err != nil {
		return say.Errorf("%s: %w", file, err)
	}
	root, err := os.OpenRoot(dir) // the system itself holds every name to the folder
	if err != nil {
		return err
	}
	defer root.Close()
	for _, m := range members {
		if err := b.unpack(root, m); err != nil {
			return say.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// Member is a file or a folder of an archive.
type Member struct {
	*zip.File
	Path string // where it is unpacked, below the folder
}

// Members reads the table of contents of an archive, without what systems and editors leave in one. It refuses an archive
// with a name that leads elsewhere, a link, a device, or a password.
func Members(in io.ReaderAt, size int64) (all []Member, err error) {
	z, err := readZip(in, size)
	if err != nil {
		return nil, err
	}
	const encrypted = 1 // of the flags
	for _, f := range z.File {
		name, err := nameIn(f)
		switch kind := f.Mode() & fs.ModeType; {
		case err != nil:
			return nil, err
		case slices.ContainsFunc(strings.Split(name, "/"), ignored):
			continue
		case kind != 0 && kind != fs.ModeDir:
			return nil, say.Errorf("%s: a link or a device, not a regular file", name)
		case kind == 0 && f.Flags&encrypted != 0:
			return nil, say.Errorf("%s: is encrypted", name).Hint("pack it without a password")
		}
		all = append(all, Member{f, path.Clean(name)})
	}
	return all, nil
}

// makeFolder makes a folder with those above it, and counts them like files.
func (b *budget) makeFolder(root *os.Root, name string) error {
	if info, err := root.Stat(filepath.FromSlash(name)); err == nil && info.IsDir() {
		return nil
	}
	if err := b.makeFolder(root, path.Dir(name)); err != nil {
		return err
	}
	if err := b.add(name, 0); err != nil {
		return err
	}
	return root.Mkdir(filepath.FromSlash(name), 0o777)
}

// nameIn returns the name of a file in an archive, or why it is refused.
func nameIn(f *zip.File) (string, error) {
	name := strings.TrimSuffix(f.Name, "/")
	if text, ok := charset.FromGBK([]byte(name)); ok { // it was packed on a Chinese Windows
		name = string(text)
	}
	name = strings.ToValidUTF8(name, "\ufffd")
	if len(name) > maxName {
		return "", say.Errorf("a name of more than %d bytes", maxName)
	}
	if strings.Count(name, "/") > maxFolders {
		return "", say.Errorf("%s: in more than %d folders", name[:40]+"...", maxFolders)
	}
	if strings.ContainsFunc(name, unicode.IsControl) {
		return "", say.Errorf("%q: a name with control characters", name)
	}
	if strings.Contains(name, `\`) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", say.Errorf("%q leads out of the package", f.Name)
	}
	return name, nil
}

// unpack writes a member below the root.
func (b *budget) unpack(root *os.Root, m Member) error {
	name := m.Path
	if m.Mode().IsDir() {
		return b.makeFolder(root, name)
	}
	if err := b.makeFolder(root, path.Dir(name)); err != nil {
		return err
	}
	in, err := m.Open()
	if err != nil {
		return say.Errorf("%s: %w", name, err)
	}
	defer in.Close()
	out, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666|m.Mode().Perm()&0o111)
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
	if at := modified(m.File); !at.IsZero() {
		root.Chtimes(filepath.FromSlash(name), at, at) // not all disks keep it
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
