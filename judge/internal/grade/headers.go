package grade

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
)

// included matches the headers that a C or C++ source asks for.
var included = regexp.MustCompile(`(?m)^\s*#\s*include\s*["<]([^">\n]+)[">]`)

// checkerSource is a checker program with the headers that it includes from elsewhere: testlib.h is kept
// in many places, and never beside each checker.
func checkerSource(p problem.Problem, s solution.Solution) (build.Source, error) {
	source := Source(s)
	source.Time, source.Memory = p.Limits.CompileTime, p.Limits.CompileMemory
	if s.Language != "c" && s.Language != "cpp" {
		return source, nil
	}
	places := headerPlaces(p)
	for i := 0; i < len(source.Files); i++ { // a header may include another
		text, err := os.ReadFile(source.Files[i])
		if err != nil {
			return source, err
		}
		for _, m := range included.FindAllSubmatch(text, -1) {
			name := string(m[1])
			if name != filepath.Base(name) || slices.ContainsFunc(source.Files, func(file string) bool { return filepath.Base(file) == name }) {
				continue
			}
			if file := find(name, places); file != "" {
				source.Files = append(source.Files, file)
				source.Flags = []string{"-I."}
			} else if name == "testlib.h" && find(name, []string{"/usr/include", "/usr/local/include"}) == "" {
				return source, say.Errorf("checker %s includes testlib.h, and it is not here", s.Path).Hint("put it into %s, or set TESTLIB to the folder that has it", p.Dir)
			}
		}
	}
	return source, nil
}

// headerPlaces are the folders in which the headers of a checker are looked for.
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
