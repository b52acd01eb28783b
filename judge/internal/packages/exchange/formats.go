package exchange

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// format is a package format, recognised by its files.
type format struct {
	name string
	is   func(fs.FS) bool
	read source
}

// source reads the files of a package into a draft; name is the package's own.
type source func(dir *folder, name string) (*draft, error)

// formats lists the known formats, the most specific first.
func formats() []format {
	return []format{
		{"Polygon", begins("problem.xml", "<problem"), polygon},
		{"Hydro", isHydro, hydro},
		{"Kattis", begins("problem.yaml", ""), kattis},
		{"Luogu", isLuogu, luogu},
	}
}

// begins recognises a format by a file at the top with some text at its beginning.
func begins(name, text string) func(fs.FS) bool {
	return func(dir fs.FS) bool { return isFile(dir, name) && strings.Contains(head(dir, name), text) }
}

// formatOf finds the format of a folder: if it is no other, a plain folder of cases.
func formatOf(dir fs.FS) format {
	for _, f := range formats() {
		if f.is(dir) {
			return f
		}
	}
	return format{read: plain}
}

func isPackage(dir fs.FS) bool { return formatOf(dir).name != "" }

// isPage recognises a message of Competitive Companion by its beginning.
func isPage(head string) bool {
	return strings.Contains(head, `"tests"`) || strings.Contains(head, `"url"`)
}

// problemsIn lists the entries of a folder that are problems; none if the folder itself is a problem.
func problemsIn(top string) []string {
	dir := os.DirFS(top)
	entries, err := fs.ReadDir(dir, ".")
	if err != nil || isPackage(dir) {
		return nil
	}
	var all, names []string
	for _, e := range entries {
		name := e.Name()
		names = append(names, name)
		switch ext := strings.ToLower(filepath.Ext(name)); {
		case ignored(name):
		case e.IsDir():
			if inner, err := packageTop(filepath.Join(top, name)); err == nil {
				if isPackage(os.DirFS(inner)) || len(problemsIn(inner)) > 0 {
					all = append(all, name)
				}
			}
		case ext == ".zip", ext == ".kpp", ext == ".xml" && isFPS(head(dir, name)), ext == ".json" && isPage(head(dir, name)):
			all = append(all, name)
		}
	}
	if cases, _ := pairs(names); len(cases) > 0 {
		return nil // they are the problem, with something beside them
	}
	return all
}
