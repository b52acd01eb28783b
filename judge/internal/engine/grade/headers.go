package grade

import (
	"os"
	"path/filepath"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// CheckerSource returns the source of a problem's checker with the headers that it includes from other folders: people keep
// testlib.h in many places, but not beside each checker.
func CheckerSource(p problem.Problem) (build.Source, error) {
	s, err := solution.Open(p.Check.Program)
	if err != nil {
		return build.Source{}, say.Errorf("checker: %w", err)
	}
	src := CheckerFrom(p, s, false)
	lang, _ := language.ByID(s.Language)
	places := headerPlaces(p)
	for i := 0; i < len(src.Files); i++ { // a header may include another
		for _, name := range lang.Includes(src.Files[i].Text) {
			if name != filepath.Base(name) || slices.ContainsFunc(src.Files, func(f language.File) bool { return filepath.Base(f.Path) == name }) {
				continue
			}
			if file := find(name, places); file != "" {
				text, err := os.ReadFile(file)
				if err != nil {
					return src, err
				}
				src.Files = append(src.Files, language.File{Path: file, Text: string(text)})
				src.Flags = []string{"-I."}
			} else if name == "testlib.h" && find(name, []string{"/usr/include", "/usr/local/include"}) == "" {
				return src, say.Errorf("checker %s includes testlib.h, and it is not here", s.Path).Hint("put it into %s, or set TESTLIB to the folder that has it", p.Dir)
			}
		}
	}
	return src, nil
}

// headerPlaces lists the folders to search for the headers of a checker.
func headerPlaces(p problem.Problem) []string {
	root := filepath.Dir(filepath.Dir(p.Dir))
	places := []string{filepath.Dir(p.Check.Program), p.Dir, filepath.Join(p.Dir, "include"), filepath.Join(p.Dir, "testlib"),
		filepath.Join(root, "include"), filepath.Join(root, "problems"), root}
	if own := os.Getenv("TESTLIB"); own != "" {
		if filepath.Ext(own) == ".h" {
			own = filepath.Dir(own)
		}
		places = append(places, own)
	}
	if home, err := os.UserHomeDir(); err == nil {
		places = append(places, filepath.Join(home, "testlib"), filepath.Join(home, "include"))
	}
	return places
}

// find is the first file of that name in the folders, "" if there is none.
func find(name string, folders []string) string {
	for _, folder := range folders {
		file := filepath.Join(folder, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}
