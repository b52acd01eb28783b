package solution

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/language"
)

// Pick finds the solutions with these names: a folder or a pattern under solutions/, or a path. If a name is both, the
// one under solutions/ counts; write ./name for the other. Faults lists solutions that cannot be read. The error is
// about names without a meaning, each explained by unknown.
func Pick(root string, names []string, unknown func(name string, known []string) error) (picked []Solution, faults, err error) {
	known, err := Names(root)
	if err != nil {
		return nil, nil, err
	}
	var unread, lost []error
	seen := map[string]bool{}
	add := func(path, name string) {
		if seen[path] {
			return
		}
		seen[path] = true
		s, err := Open(path)
		if err != nil {
			unread = append(unread, err)
			return
		}
		if name != "" {
			s.Name = name
		}
		s.Stranger = name == "" && outside(root, path)
		picked = append(picked, s)
	}
	for _, name := range names {
		found := false
		for _, k := range known {
			if ok, _ := path.Match(name, k); ok || name == k {
				add(filepath.Join(root, "solutions", k), k)
				found = true
			}
		}
		if found {
			continue
		}
		if _, err := os.Stat(name); err == nil {
			add(filepath.Clean(name), "")
			continue
		}
		if matches := sources(name); len(matches) > 0 {
			for _, path := range matches {
				add(path, "")
			}
			continue
		}
		lost = append(lost, unknown(name, known))
	}
	return picked, errors.Join(unread...), errors.Join(lost...)
}

// sources are the folders and programs that a pattern of paths picks: the shells of Windows hand it over as it is.
func sources(pattern string) []string {
	paths, _ := filepath.Glob(pattern)
	return slices.DeleteFunc(paths, func(path string) bool {
		info, err := os.Stat(path)
		_, known := language.ByFile(path)
		return err != nil || !info.IsDir() && !known
	})
}

// outside reports whether a path is outside a folder. In doubt it does.
func outside(folder, path string) bool {
	for _, p := range []*string{&folder, &path} {
		real, err := filepath.EvalSymlinks(*p)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return true
		}
		*p = real
	}
	rel, err := filepath.Rel(folder, path)
	return err != nil || !filepath.IsLocal(rel)
}
