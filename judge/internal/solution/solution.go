// Package solution finds solutions on disk and reads what they say about themselves in their
// //judge: directives. It does not compile, run or grade them.
package solution

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/verdict"
)

// Solution is one program that somebody wants graded.
type Solution struct {
	Name     string          // the folder's name under solutions/, or the path as typed
	Path     string          // its main source file
	Files    []language.File // all its source files, the main one first
	Language string          // a language.ID: "go"
	Problems []string        // the problems it claims, in its own order
	Expect   []Expectation
	Document string   // which source document it mirrors, "" for none
	Board    string   // the variable that holds the board, "" if it names none
	Env      []string // "KEY=value" for its build
	Bytes    int64    // of all source files
	Stranger bool     // it lies outside the tree, so somebody else may have written it

	problemLines []int // where Problems are claimed
}

// Expectation is one //judge:expect directive. With a pattern (matched against "problem/case"),
// every case it matches must end so; without one, the solution as a whole must: at least one case
// ends so, and no case ends otherwise than so or AC.
type Expectation struct {
	Promise verdict.Promise
	Pattern string
	Line    int
}

// What a submission may be at most, all files together: a site would not take more, and we read it whole.
const (
	maxSource = 4 << 20
	maxFiles  = 1000
)

// FindAll reads every folder of root/solutions, sorted by name. The sound ones are returned even when
// others are not; the error then joins all that is wrong.
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
		return Solution{}, say.Errorf("%s: %w", path, cause(err))
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
			return Solution{}, say.Errorf("%s: no language has files that end in %q", path, filepath.Ext(path)).Hint("known are %s", extensions())
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
		if info.IsDir() && lang.Ignores(text) {
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

// Of is a solution of files that need not lie anywhere, the main one first: code that was pasted, say.
func Of(name, lang string, files ...language.File) (Solution, error) {
	s := Solution{Name: name, Path: files[0].Path, Language: lang, Files: files}
	for _, f := range files {
		s.Bytes += int64(len(f.Text))
	}
	return s, s.readDirectives([]byte(s.Text()))
}

// Text is that of its main source file, "" where nothing was handed in.
func (s Solution) Text() string {
	if len(s.Files) == 0 {
		return ""
	}
	return s.Files[0].Text
}

// gather finds the sources in the folder, which must be of one language, and its headers.
func gather(dir string) (lang language.Language, files []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return lang, nil, say.Errorf("%s: %w", dir, cause(err))
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
		return lang, nil, say.Errorf("%s: holds no program", dir).Hint("add its source file, such as main.go (known are %s)%s", extensions(), deeper(dir))
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

// entry returns which of the files the program starts in.
func entry(lang language.Language, dir string, files []language.File) (int, error) {
	var sure, perhaps, named []int
	sources := 0
	for i, file := range files {
		if lang.Goes(file.Path) {
			continue
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
	case lang.Together() && len(sure) > 1 && !lang.ManyMains:
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

// each is what else may be meant by a folder that is not one program.
func each(dir string) say.Message {
	return say.Of("; or have each file graded by itself: judge %s", filepath.Join(dir, "*"))
}

// deeper is what else may be meant by a folder that holds folders of programs.
func deeper(dir string) say.Message {
	pattern := dir
	for range 3 {
		pattern = filepath.Join(pattern, "*")
		files, _ := filepath.Glob(filepath.Join(pattern, "*"))
		if slices.ContainsFunc(files, func(file string) bool { _, ok := language.ByFile(file); return ok }) {
			return say.Of("; or have each folder in it graded by itself: judge %s", pattern)
		}
	}
	return say.Message{}
}

// isLink refuses a link: it came with the solution, from a stranger perhaps, and a source that is read
// from elsewhere would show the program an answer, or a key.
func isLink(path string) error {
	return say.Errorf("%s: is a symbolic link", path).Hint("put the file itself there, or name what the link leads to")
}

// readSource reads one source file of so many bytes at most. It is opened beneath its folder, and no
// link is followed.
func readSource(file string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return nil, say.Errorf("%s: %w", file, cause(err))
	}
	defer root.Close()
	name := filepath.Base(file)
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return nil, say.Errorf("%s: %w", file, cause(err))
	case info.Mode()&os.ModeSymlink != 0:
		return nil, isLink(file)
	case !info.Mode().IsRegular():
		return nil, say.Errorf("%s: is no ordinary file", file)
	case info.Size() > most:
		return nil, say.Errorf("%s: with it, the submission is larger than %d MiB: that is no source", file, maxSource>>20)
	}
	text, err := root.ReadFile(name)
	if err != nil {
		return nil, say.Errorf("%s: %w", file, cause(err)).Hint("make it readable")
	}
	return text, nil
}

// ExpectationFor returns what the case must end with. With pattern true a directive names this very
// case (the last that does counts); otherwise it is what the solution as a whole is expected
// to get, AC if it says nothing, and AC is right for a single case too.
func (s Solution) ExpectationFor(problemID, caseName string) (want verdict.Promise, pattern bool) {
	want = verdict.Accepted
	for _, e := range s.Expect {
		switch {
		case e.Pattern == "" && !pattern:
			want = e.Promise
		case e.Pattern != "" && match.Case(e.Pattern, problemID, caseName):
			want, pattern = e.Promise, true
		}
	}
	return want, pattern
}

// Directive is how the solution's own language writes a directive, as in "problem acwing166".
func (s Solution) Directive(text string) string {
	lang, _ := language.ByID(s.Language)
	return lang.Comment + "judge:" + text
}

// CheckAgainst tells what the directives name that is not there, given all the problems and the names of
// their cases: an unknown problem, or a pattern that picks no case of the problems claimed. Of a problem
// without cases nothing is known, and any pattern may pick some.
func (s Solution) CheckAgainst(ids []string, cases map[string][]string) error {
	var faults []error
	for i, id := range s.Problems {
		if !slices.Contains(ids, id) {
			line := 0
			if i < len(s.problemLines) {
				line = s.problemLines[i]
			}
			faults = append(faults, s.fault(line, "judge:problem: no problem %q", id).Hint("%s", match.Perhaps(id, ids)))
		}
	}
	for _, e := range s.Expect {
		picks := e.Pattern == ""
		for _, id := range s.Problems {
			picks = picks || slices.Contains(ids, id) && cases[id] == nil || slices.ContainsFunc(cases[id], func(name string) bool { return match.Case(e.Pattern, id, name) })
		}
		if !picks {
			faults = append(faults, s.fault(e.Line, "judge:expect: %q picks no case", e.Pattern).Hint("judge list shows their names"))
		}
	}
	return errors.Join(faults...)
}

// directive is a //judge: line, after any language's sign of a comment.
var directive = match.Lazy(`^\s*(?://|#|--|/\*|\*|;|%|<!--)[ \t]*judge:([^\s:]*)[ \t]*(.*)$`)

// directiveLines is how far into a file directives are looked for.
const directiveLines = 60

// keys are the directives there are.
var keys = []string{"problem", "expect", "document", "board", "env"}

// readDirectives reads what the source says about itself. The error joins all that is wrong.
func (s *Solution) readDirectives(text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var faults []error
	line := 0
	for raw := range bytes.Lines(text) {
		if line++; line > directiveLines {
			break
		}
		m := directive().FindSubmatch(bytes.TrimRight(raw, "\r\n"))
		if m == nil {
			continue
		}
		if err := s.obey(line, string(m[1]), uncomment(string(m[2]))); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// uncomment cuts the end of a comment off a directive's value.
func uncomment(value string) string {
	value = strings.TrimSpace(value)
	for _, end := range []string{"*/", "-->"} {
		value = strings.TrimSpace(strings.TrimSuffix(value, end))
	}
	return value
}

// obey takes in one directive.
func (s *Solution) obey(line int, key, value string) error {
	words := strings.Fields(value)
	if meant := meantKey(key, value); meant != "" {
		return s.fault(line, "a directive has one colon, and no blank after it").Hint("write %s", printable(s.Directive(meant)))
	}
	if !slices.Contains(keys, key) {
		return s.fault(line, "judge:%s: unknown directive%s (there are %s)", key, match.DidYouMean(key, keys), say.List(keys))
	}
	if len(words) == 0 {
		return s.fault(line, "judge:%s: says nothing", key).Hint("%s", examples[key])
	}
	switch key {
	case "problem":
		for _, id := range words {
			if slices.Contains(s.Problems, id) {
				return s.fault(line, "judge:problem: %s is claimed twice", id).Hint("keep one")
			}
			s.Problems, s.problemLines = append(s.Problems, id), append(s.problemLines, line)
		}
	case "expect":
		return s.expect(line, words)
	case "document":
		s.Document = value
	case "board":
		if len(words) > 1 {
			return s.fault(line, "judge:board: %q is not the name of one variable", value)
		}
		s.Board = value
	case "env":
		name, _, ok := strings.Cut(value, "=")
		if !ok || !envName().MatchString(name) {
			return s.fault(line, "judge:env: %q is not KEY=value", value)
		}
		s.Env = append(s.Env, value)
	}
	return nil
}

// meantKey is the directive meant by "judge: problem a" and "judge:problem: a", "" for any other.
func meantKey(key, value string) string {
	if key != "" && !strings.HasPrefix(value, ":") {
		return ""
	}
	words := strings.Fields(key + " " + strings.TrimPrefix(value, ":"))
	if len(words) == 0 {
		return ""
	}
	words[0] = strings.TrimSuffix(words[0], ":")
	if !slices.Contains(keys, words[0]) {
		return ""
	}
	return strings.Join(words, " ")
}

var envName = match.Lazy(`^[A-Za-z_][A-Za-z0-9_]*$`)

var examples = map[string]say.Message{
	"problem":  say.Of("write %s", "judge:problem acwing166"),
	"expect":   say.Of("write %s, or %s", "judge:expect TLE", "judge:expect TLE|RE acwing166/secret/*slow*"),
	"document": say.Of("write %s", "judge:document 004"),
	"board":    say.Of("write %s", "judge:board grid"),
	"env":      say.Of("write %s", "judge:env GOAMD64=v3"),
}

// expect takes in a promise and the patterns after it; none is the solution as a whole.
func (s *Solution) expect(line int, words []string) error {
	want, unknown, ok := verdict.ParsePromise(words[0])
	if !ok {
		var known []string
		for _, v := range verdict.All {
			known = append(known, string(v))
		}
		return s.fault(line, "judge:expect: unknown verdict %q%s (there are %s)", unknown, match.DidYouMean(unknown, known), say.List(known))
	}
	if len(words) == 1 {
		for _, e := range s.Expect {
			if e.Pattern == "" {
				return s.fault(line, "judge:expect: line %d already says %s for the whole", e.Line, e.Promise).Hint("keep one, or name the cases")
			}
		}
		s.Expect = append(s.Expect, Expectation{want, "", line})
	}
	for _, pattern := range words[1:] {
		if !match.Valid(pattern) {
			return s.fault(line, "judge:expect: %q is a broken pattern", pattern).Hint("a [ wants its ]")
		}
		s.Expect = append(s.Expect, Expectation{want, pattern, line})
	}
	return nil
}

// fault tells what is wrong on a line. What it quotes is a stranger's, and will be shown on a terminal.
func (s *Solution) fault(line int, format string, args ...any) *say.Error {
	what := say.Error{What: say.Of(format, args...).Map(printable)}
	return say.Errorf("%s:%d: %w", s.Path, line, &what)
}

func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '\ufffd'
		}
		return r
	}, text)
}

func extensions() string {
	var all []string
	for _, l := range language.All() {
		all = append(all, l.Extension())
	}
	return strings.Join(all, " ")
}

// cause strips the path from a file error: ours are told with the path in front already.
func cause(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	return err
}
