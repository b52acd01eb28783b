package solution

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

// The greatest size of a submission, all files together: sites do not accept more, and we read it whole.
const (
	maxSource = 4 << 20
	maxFiles  = 1000
)

// FindAll reads every folder of root/solutions, sorted by name. It returns the valid ones even if
// others are not; the error then joins all faults.
func FindAll(root string) ([]Solution, error) {
	names, err := Names(root)
	if err != nil {
		return nil, err
	}
	var all []Solution
	var faults []error
	for _, name := range names {
		s, err := Open(filepath.Join(root, "solutions", name))
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s.Name = name
		all = append(all, s)
	}
	return all, errors.Join(faults...)
}

// Names lists the folders of root/solutions, sorted, without reading them.
func Names(root string) ([]string, error) {
	dir := filepath.Join(root, "solutions")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil && info.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Open reads a solution: any source file, or any folder that holds the sources of one program. Its
// name is the path.
func Open(path string) (Solution, error) {
	info, err := os.Lstat(filepath.Clean(path))
	if err != nil {
		return Solution{}, say.Errorf("%s: %w", path, say.Cause(err))
	}
	if info.Mode()&os.ModeSymlink != 0 {
		return Solution{}, isLink(path)
	}
	paths := []string{path}
	var lang language.Language
	if info.IsDir() {
		if lang, paths, err = gather(path); err != nil {
			return Solution{}, err
		}
	} else {
		var ok bool
		if lang, ok = language.ByFile(path); !ok {
			return Solution{}, notSource(path)
		}
	}
	var files []language.File
	total := int64(0)
	for _, file := range paths {
		text, err := readSource(file, maxSource-total)
		if err != nil {
			return Solution{}, err
		}
		total += int64(len(text))
		if info.IsDir() && lang.Ignored().Match(text) {
			continue
		}
		files = append(files, language.File{Path: file, Text: string(text)})
	}
	main := 0
	if info.IsDir() {
		if main, err = entry(lang, path, files); err != nil {
			return Solution{}, err
		}
	}
	files[0], files[main] = files[main], files[0]
	slices.SortFunc(files[1:], func(a, b language.File) int { return strings.Compare(a.Path, b.Path) })
	return Of(path, lang.ID, files...)
}

// gather finds the sources in the folder, which must be of one language, and its headers.
func gather(dir string) (lang language.Language, files []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return lang, nil, say.Errorf("%s: %w", dir, say.Cause(err))
	}
	var rest []string
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		l, ok := language.ByFile(file)
		switch {
		case !ok:
			rest = append(rest, file)
		case lang.ID != "" && l.ID != lang.ID:
			return lang, nil, say.Errorf("%s: holds both %s and %s", dir, lang.Name, l.Name).Hint("a solution has one language, so move one out%s", each(dir))
		default:
			lang, files = l, append(files, file)
		}
	}
	if lang.ID == "" {
		return lang, nil, say.Errorf("%s: holds no program", dir).Hint("add its source file, such as main.go (known are %s)", extensions())
	}
	for _, file := range rest {
		if lang.Goes(file) {
			files = append(files, file)
		}
	}
	if len(files) > maxFiles {
		return lang, nil, say.Errorf("%s: %d files: a submission has %d at most", dir, len(files), maxFiles)
	}
	return lang, files, nil
}

// entry returns the index of the file in which the program starts.
func entry(lang language.Language, dir string, files []language.File) (int, error) {
	var sure, perhaps, named []int
	sources := 0
	for i, file := range files {
		if lang.Goes(file.Path) {
			break // headers come last
		}
		sources++
		base := filepath.Base(file.Path)
		if strings.EqualFold(strings.TrimSuffix(base, filepath.Ext(base)), "main") {
			named = append(named, i)
		}
		switch lang.Entry([]byte(file.Text)) {
		case 2:
			sure = append(sure, i)
		case 1:
			perhaps = append(perhaps, i)
		}
	}
	candidates := sure
	if len(candidates) == 0 {
		candidates = perhaps
	}
	switch {
	case len(candidates) == 0 && len(files) == 1:
		return 0, nil // it may hold a function that a problem asks for
	case len(candidates) == 0:
		return 0, say.Errorf("%s: no main: no file in it has a main function for the program to start in", dir)
	case len(candidates) == 1:
		return candidates[0], nil
	case lang.Together && len(sure) > 1 && !lang.ManyMains:
		return 0, say.Errorf("%s: two mains, in %s and %s", dir, filepath.Base(files[sure[0]].Path), filepath.Base(files[sure[1]].Path)).
			Hint("a solution is one program, so move one out%s", each(dir))
	}
	// Several files could be started: the one called main is meant.
	for _, i := range named {
		if slices.Contains(candidates, i) {
			return i, nil
		}
	}
	return 0, say.Errorf("%s: %d files, and none is called main%s", dir, sources, lang.Extension()).Hint("name the one to start so%s", each(dir))
}

// each suggests another meaning of a folder that is not one program.
func each(dir string) say.Message {
	return say.Of("; or have each file graded by itself: judge %s", filepath.Join(dir, "*"))
}

// isLink refuses a link. It may come from a stranger, and through it the program could see an answer or
// a key.
func isLink(path string) error {
	return say.Errorf("%s: is a symbolic link", path).Hint("put the file itself there, or name what the link leads to")
}

// readSource reads one source file of at most this many bytes. It opens the file beneath its folder and follows no
// link.
func readSource(file string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err))
	}
	defer root.Close()
	name := filepath.Base(file)
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return nil, say.Errorf("%s: %w", file, say.Cause(err))
	case info.Mode()&os.ModeSymlink != 0:
		return nil, isLink(file)
	case !info.Mode().IsRegular():
		return nil, say.Errorf("%s: is not a regular file", file)
	case info.Size() > most:
		return nil, say.Errorf("%s: with it, the submission is larger than %d MiB: that is no source", file, maxSource>>20)
	}
	text, err := root.ReadFile(name)
	if err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err)).Hint("make it readable")
	}
	return text, nil
}

func extensions() string {
	var all []string
	for _, l := range language.All() {
		all = append(all, l.Extension())
	}
	return strings.Join(all, " ")
}
