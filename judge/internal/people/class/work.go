package class

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// What one student may hand in.
const (
	maxFiles = 2000
	maxBytes = 64 << 20 // unpacked
)

// readWork reads a student's submission and finds the program for each problem.
func readWork(file string, problems []problem.Problem) []grade.Entry {
	t, done, why := openTree(file)
	defer done()
	if why.Said() {
		return withoutAll(len(problems), result.CE, why)
	}
	var all []grade.Entry
	found := false
	for _, p := range problems {
		w := t.work(p, len(problems) == 1)
		found = found || w.Without == nil || w.Without.Verdict != result.SK
		all = append(all, w)
	}
	if !found && len(t.files) > 0 {
		return withoutAll(len(problems), result.SK, say.Of("no file or folder has the name of a problem: %s", some(t.files)))
	}
	return all
}

func withoutAll(problems int, v result.Verdict, why say.Message) (all []grade.Entry) {
	for range problems {
		all = append(all, grade.Entry{Without: &grade.Without{Verdict: v, Why: why}})
	}
	return all
}

// tree is a student's submission on disk, perhaps unpacked.
type tree struct {
	top   string   // the folder
	shown string   // and its name in messages
	files []string // below it, with slashes
}

// walk lists the files, links too, but follows none.
func (t *tree) walk() (why say.Message) {
	err := filepath.WalkDir(t.top, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != t.top && litter(d.Name()) && d.IsDir():
			return fs.SkipDir
		case d.IsDir() || litter(d.Name()):
			return nil
		}
		name, err := filepath.Rel(t.top, file)
		if t.files = append(t.files, filepath.ToSlash(name)); len(t.files) > maxFiles {
			return fs.SkipAll
		}
		return err
	})
	switch {
	case len(t.files) > maxFiles:
		return say.Of("%s: more than %d files", t.shown, maxFiles)
	case err != nil:
		return t.called(say.From(err))
	}
	return why
}

// called returns a message with the names that the student knows, without advice for the teacher's shell.
func (t *tree) called(m say.Message) say.Message {
	m.Remedy = nil
	return m.Map(func(text string) string {
		if rest, ok := strings.CutPrefix(text, t.top); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
			return strings.TrimPrefix(t.shown+filepath.ToSlash(rest), "/")
		}
		return text
	})
}

// work returns the program for a problem; only means that there is no other problem.
func (t *tree) work(p problem.Problem, only bool) grade.Entry {
	place, v, why := t.choose(p, only)
	if !why.Said() {
		s, err := solution.Open(filepath.Join(t.top, filepath.FromSlash(place)))
		if err != nil {
			v, why = result.CE, t.reason(place, err)
		} else if no := s.NoProgram(); no.Said() {
			v, why = result.CE, no
		}
		if !why.Said() {
			for i := range s.Files {
				s.Files[i].Path = path.Join(t.shown, t.below(s.Files[i].Path))
			}
			s.Path = s.Files[0].Path
			return grade.Entry{Solution: s}
		}
	}
	return grade.Entry{Solution: solution.Solution{Path: cmp.Or(t.shown, place)}, Without: &grade.Without{Verdict: v, Why: t.called(why)}}
}

// below is a file's name as the student has it.
func (t *tree) below(file string) string {
	name, err := filepath.Rel(t.top, file)
	if err != nil {
		return filepath.Base(file)
	}
	return filepath.ToSlash(name)
}

// reason explains why a place holds no program. For a folder without one it lists the files.
func (t *tree) reason(place string, err error) say.Message {
	if slices.Contains(t.files, place) || slices.ContainsFunc(t.files, isSource) {
		return say.First(err)
	}
	return say.Of("%s: no program among %s", path.Join(t.shown, place), some(t.files))
}

func some(names []string) say.Message {
	const most = 3
	if len(names) > most {
		return say.Of("%s and %d more", say.List(names[:most]), len(names)-most)
	}
	return say.List(names)
}

// choose finds the program for a problem: the one named like the problem, else one that claims it in a directive,
// else the whole submission if there is only one problem, or one that defines the function that is asked for.
func (t *tree) choose(p problem.Problem, only bool) (place string, v result.Verdict, why say.Message) {
	if len(t.files) == 0 {
		return "", result.SK, say.Of("%s: an empty folder", t.shown)
	}
	claims := func(s solution.Solution) bool { return slices.Contains(s.Problems, p.ID) }
	defines := func(s solution.Solution) bool {
		return !only && p.Function != nil && s.Lang().Defines(*p.Function, s.Path, s.Text())
	}
	for _, finds := range []func() []string{
		func() []string { return t.namedLike(p) }, func() []string { return t.holding(claims) }, func() []string { return t.holding(defines) },
	} {
		found := finds()
		if len(found) > 1 {
			return "", result.CE, say.Of("%s: which is meant for %s: %s?", t.shown, p.ID, some(found))
		}
		if len(found) == 1 {
			return found[0], "", why
		}
	}
	if !only {
		return "", result.SK, say.Of("nothing for %s among %s", p.ID, some(t.files))
	}
	if t.shown == "" {
		return t.files[0], "", why
	}
	place = t.deepest()
	within := func(name string) bool { return isSource(name) && path.Dir(name) == path.Clean(place) }
	if slices.ContainsFunc(t.files, isSource) && !slices.ContainsFunc(t.files, within) {
		return "", result.CE, say.Of("%s: which is meant: %s?", t.shown, some(t.files))
	}
	return place, "", why
}

// namedLike returns the files and folders named like a problem that are or hold sources; those nearest to the top count.
func (t *tree) namedLike(p problem.Problem) (found []string) {
	depth := maxFiles
	for _, file := range t.files {
		parts := strings.Split(strings.TrimSuffix(file, path.Ext(file)), "/")
		at := slices.IndexFunc(parts, func(part string) bool { return isNamed(part, p) })
		if at < 0 || at > depth || !isSource(file) {
			continue
		}
		if at < depth {
			found, depth = nil, at
		}
		place := file
		if at < len(parts)-1 {
			place = path.Join(parts[:at+1]...)
		}
		if !slices.Contains(found, place) {
			found = append(found, place)
		}
	}
	return found
}

// isNamed reports whether a file or folder is named after a problem.
func isNamed(name string, p problem.Problem) bool { return folded(name) == p.ID || p.NamedIn(name) }

// maxAsked is how many sources are read for what is in them.
const maxAsked = 50

// holding are the files with such a program.
func (t *tree) holding(such func(solution.Solution) bool) (found []string) {
	asked := 0
	for _, file := range t.files {
		if !isSource(file) || asked == maxAsked {
			continue
		}
		asked++
		if s, err := solution.Open(filepath.Join(t.top, filepath.FromSlash(file))); err == nil && such(s) {
			found = append(found, file)
		}
	}
	return found
}

// deepest returns the folder that holds the sources. It goes down from the top as long as a folder holds just one
// subfolder.
func (t *tree) deepest() string {
	sources := slices.DeleteFunc(slices.Clone(t.files), func(name string) bool { return !isSource(name) })
	if len(sources) == 0 {
		return ""
	}
	at := path.Dir(sources[0])
	for _, file := range sources {
		for dir := path.Dir(file); at != "." && dir != at && !strings.HasPrefix(dir, at+"/"); {
			at = path.Dir(at)
		}
	}
	return at
}
