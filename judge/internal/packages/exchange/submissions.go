package exchange

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// folders maps names of folders to the expected verdicts of their submissions. The first six are the
// format's; people use the others.
var folders = map[string]result.Promise{
	"accepted": "AC", "wrong_answer": "WA", "time_limit_exceeded": "TLE", "run_time_error": runTimeError,
	"rejected": "WA|TLE|" + runTimeError, "brute_force": "TLE|" + runTimeError,
	"partially_accepted": "AC|WA|TLE|" + runTimeError, // some of the points
	"runtime_error":      runTimeError, "compiler_error": "CE", "compile_error": "CE",
	"memory_limit_exceeded": "MLE", "output_limit_exceeded": "OLE", "presentation_error": "PE",
}

// runTimeError lists our verdicts for the format's run-time error.
const runTimeError = "RE|MLE|OLE"

// submissions imports what lies in submissions/: each file or folder in a folder named after a verdict
// becomes a solution. One that we exported says all about itself; another is told in directives what
// its folder and submissions.yaml say.
func (w *writer) submissions(packageID string) error {
	rules, err := w.rules()
	if err != nil {
		return err
	}
	groups, err := fs.ReadDir(w.from.FS(), "submissions")
	if err != nil {
		return err
	}
	for _, group := range groups {
		if !group.IsDir() || ignored(group.Name()) {
			continue
		}
		entries, err := fs.ReadDir(w.from.FS(), path.Join("submissions", group.Name()))
		if err != nil {
			return err
		}
		for _, e := range entries {
			if ignored(e.Name()) {
				continue
			}
			if err := w.submission(packageID, group.Name(), e, rules); err != nil {
				return err
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.dropped)) {
		w.note("%s is not here: that claim was dropped from %s", id, say.List(w.dropped[id]))
	}
	return nil
}

// submission imports one submission. One that the judge cannot use is reported and left out.
func (w *writer) submission(packageID, group string, e fs.DirEntry, rules []rule) error {
	where := path.Join("submissions", group, e.Name())
	dir := filepath.Join(w.tree, "submission") // a name for it is found once it has been read
	defer os.RemoveAll(dir)
	odd := false
	spare := func(_ string, why error) error { odd = true; return w.leaveOut(where, why) }
	var err error
	if e.IsDir() {
		err = w.copyFolder(where, dir, spare)
	} else if err = w.copyFile(where, filepath.Join(dir, e.Name())); err != nil {
		err = spare(where, err)
	}
	if err != nil || odd {
		return err
	}
	if err := w.complete(dir); err != nil {
		return err
	}
	s, err := solution.Open(dir)
	if _, known := language.ByFile(e.Name()); err != nil && !e.IsDir() && !known {
		w.note("left out: %s", say.Of("%s: no language has files that end in %q", where, path.Ext(e.Name())))
		return nil
	}
	if err != nil && !e.IsDir() { // only the name says which of them starts
		main := filepath.Join(dir, "main"+path.Ext(e.Name()))
		if os.Rename(filepath.Join(dir, e.Name()), main) == nil {
			s, err = solution.Open(dir)
		}
	}
	if err != nil {
		w.note("%s was left out: %s", where, say.From(err).Map(func(text string) string {
			return strings.ReplaceAll(result.FirstLine(text), dir, where)
		}))
		return nil
	}
	text, err := os.ReadFile(s.Path)
	if err != nil {
		return err
	}
	lang, _ := language.ByID(s.Language)
	name := e.Name()
	if !e.IsDir() {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	if len(s.Problems) > 0 {
		text = w.claims(text, packageID, s, where, lang)
	} else {
		name = w.ID + "-" + name
		text = solution.Declare(text, lang, w.declarations(group, where, text, rules)...)
	}
	if err := os.WriteFile(s.Path, text, 0o666); err != nil {
		return err
	}
	return w.place(dir, name)
}

// complete adds the files that the package adds to each submission of its language, and replaces the
// constants.
func (w *writer) complete(dir string) error {
	if err := w.included(dir); err != nil || w.constants == nil {
		return err
	}
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if text, err = w.replaced(filepath.Base(file), text); err != nil {
			return err
		}
		return os.WriteFile(file, text, 0o666)
	})
}

// claims changes the directives of a submission: it claims the problem by its name here, and no missing problem.
func (w *writer) claims(text []byte, packageID string, s solution.Solution, where string, lang language.Language) []byte {
	text = solution.Retarget(text, func(id string) string {
		if id == packageID || id == w.ID {
			return w.ID
		}
		if _, err := os.Stat(filepath.Join(w.root, "problems", id)); err == nil {
			return id
		}
		if who := w.dropped[id]; slices.Contains(s.Problems, id) && !slices.Contains(who, where) {
			w.dropped[id] = append(who, where)
		}
		return ""
	})
	if !slices.Contains(s.Problems, packageID) && !slices.Contains(s.Problems, w.ID) {
		text = solution.Declare(text, lang, "problem "+w.ID)
	}
	return text
}

// place moves the folder to solutions/ under the name, or under another one if that is taken. If the
// same solution is there already, nothing is added.
func (w *writer) place(dir, name string) error {
	for i := 1; ; i++ {
		try := name
		if i > 1 {
			try = fmt.Sprintf("%s-%d", name, i)
		}
		there := filepath.Join(w.root, "solutions", try)
		if _, err := os.Lstat(there); err == nil {
			if same(dir, there) {
				return nil
			}
			continue
		}
		if slices.Contains(w.Solutions, try) {
			continue
		}
		target := filepath.Join(w.tree, "solutions", try)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		w.Solutions = append(w.Solutions, try)
		return os.Rename(dir, target)
	}
}

// same reports whether two folders hold the same files.
func same(a, b string) bool {
	contents := func(dir string) map[string]string {
		files := map[string]string{}
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				text, _ := os.ReadFile(path)
				files[strings.TrimPrefix(path, dir)] = string(text)
			}
			return nil
		})
		return files
	}
	return maps.Equal(contents(a), contents(b))
}
