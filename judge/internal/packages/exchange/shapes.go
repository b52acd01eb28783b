package exchange

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// shape is a package format, recognised by its files.
type shape struct {
	name string
	lies func(fs.FS) bool
	read func(*writer, string) error // the folder is open as w.from; the string is the package's own name
}

// shapes lists the known formats, the most specific first: any folder of inputs and answers is plain.
func shapes() []shape {
	return []shape{
		{"Polygon", holds("problem.xml", "<problem"), (*writer).polygon},
		{"DMOJ", holds("init.yml", ":"), (*writer).dmoj},
		{"Hydro", isHydro, (*writer).hydro},
		{"Kattis", holds("problem.yaml", ""), func(w *writer, name string) error { return w.kattis(idFrom(name)) }},
		{"QDUOJ", holds("problem.json", "{"), (*writer).qduoj},
		{"Luogu", isLuogu, (*writer).luogu},
		{"SYZOJ", isSYZOJ, (*writer).syzoj},
	}
}

// holds recognises a shape by a file at the top whose beginning matches.
func holds(name, text string) func(fs.FS) bool {
	return func(dir fs.FS) bool { return strings.Contains(head(dir, name), text) && isFile(dir, name) }
}

func isFile(dir fs.FS, name string) bool {
	info, err := fs.Stat(dir, name)
	return err == nil && info.Mode().IsRegular()
}

// head is the beginning of a file, "" where there is none.
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

// shapeOf finds the shape of a folder. Without one it is a plain folder of cases, or nothing.
func shapeOf(dir fs.FS) (shape, bool) {
	for _, s := range shapes() {
		if s.lies(dir) {
			return s, true
		}
	}
	return shape{}, false
}

// isPage recognises a message of Competitive Companion by its beginning.
func isPage(head string) bool {
	return strings.Contains(head, `"tests"`) || strings.Contains(head, `"url"`)
}

// problemsIn lists the entries of a folder that are problems; none if the folder itself is a problem.
func problemsIn(top string) []string {
	dir := os.DirFS(top)
	entries, err := fs.ReadDir(dir, ".")
	if _, is := shapeOf(dir); is || err != nil {
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
				if _, is := shapeOf(os.DirFS(inner)); is || len(problemsIn(inner)) > 0 {
					all = append(all, name)
				}
			}
		case ext == ".xml" && isFPS(head(dir, name)), ext == ".json" && isPage(head(dir, name)), ext == ".zip", ext == ".kpp":
			all = append(all, name)
		}
	}
	if cases, _ := pairs(names); len(cases) > 0 {
		return nil // they are the problem, with something beside them
	}
	return all
}
