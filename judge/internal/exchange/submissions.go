package exchange

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/verdict"
)

// folders says what a submission in a folder of that name is expected to get. The first six are the
// format's; the others are in use.
var folders = map[string]verdict.Promise{
	"accepted": "AC", "wrong_answer": "WA", "time_limit_exceeded": "TLE", "run_time_error": runTimeError,
	"rejected": "WA|TLE|" + runTimeError, "brute_force": "TLE|" + runTimeError,
	"partially_accepted": "AC|WA|TLE|" + runTimeError, // some of the points
	"runtime_error":      runTimeError, "compiler_error": "CE", "compile_error": "CE",
	"memory_limit_exceeded": "MLE", "output_limit_exceeded": "OLE", "presentation_error": "PE",
}

// runTimeError is what the format's run-time error comes to here, where more is told apart.
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

// submission imports one of them. What the judge cannot use is told and left out.
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
	if err != nil && !e.IsDir() { // which of them is started, only the name can say
		main := filepath.Join(dir, "main"+path.Ext(e.Name()))
		if os.Rename(filepath.Join(dir, e.Name()), main) == nil {
			s, err = solution.Open(dir)
		}
	}
	if err != nil {
		w.note("%s was left out: %s", where, say.From(err).Map(func(text string) string {
			return strings.ReplaceAll(verdict.FirstLine(text), dir, where)
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

// complete puts beside a submission what the package adds to each of its language, and the constants in
// their places.
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
		return os.WriteFile(file, []byte(w.constants.Replace(string(text))), 0o666)
	})
}

// claims makes a submission that has directives claim the problem as it is called here, and none that
// is not there.
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

// place moves the folder to solutions/ under the name, or under another where that is taken. One that
// is there already, just so, is not brought twice.
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
	x, y := contents(a), contents(b)
	for name, text := range x {
		if other, ok := y[name]; !ok || other != text {
			return false
		}
	}
	return len(x) == len(y)
}

// rule is what submissions.yaml says of the submissions a pattern matches.
type rule struct {
	pattern string
	cases   string // a pattern of cases, "" for all
	allowed []string
	needed  []string
}

// rules reads submissions.yaml, of which only the verdicts are used.
func (w *writer) rules() ([]rule, error) {
	text, err := w.from.ReadFile("submissions/submissions.yaml")
	if err != nil {
		return nil, nil
	}
	file, err := yamlMap(text)
	if err != nil {
		return nil, say.Errorf("submissions/submissions.yaml: %w", err)
	}
	var rules []rule
	for patterns, value := range file {
		said, _ := value.(map[string]any) // a pattern of which nothing is said
		for _, pattern := range braces(patterns) {
			rules = append(rules, rule{pattern, "", words(said["permitted"]), words(said["required"])})
			for key, value := range said {
				if inner, ok := value.(map[string]any); ok {
					rules = append(rules, rule{pattern, key, words(inner["permitted"]), words(inner["required"])})
				}
			}
		}
	}
	slices.SortFunc(rules, func(a, b rule) int { return strings.Compare(a.pattern+"\x00"+a.cases, b.pattern+"\x00"+b.cases) })
	return rules, nil
}

func words(v any) []string {
	if list := stringsOf(v); len(list) > 0 {
		return list
	}
	return nil
}

// braces lists what a pattern with alternatives, as in {a,b}.py, stands for.
func braces(pattern string) []string {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}
	}
	var alternatives []string
	depth, from := 0, open+1
	for i := open; i < len(pattern); i++ {
		switch pattern[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 1 && pattern[i] == ',' || depth == 0 {
			alternatives, from = append(alternatives, pattern[from:i]), i+1
		}
		if depth > 0 {
			continue
		}
		var all []string
		for _, one := range alternatives {
			if all = append(all, braces(pattern[:open]+one+pattern[i+1:])...); len(all) > mostPatterns {
				return []string{pattern}
			}
		}
		return all
	}
	return []string{pattern} // never closed: it stands for itself
}

// mostPatterns bounds what alternatives may multiply to.
const mostPatterns = 1000

// declarations are the directives for a submission that has none.
func (w *writer) declarations(group, where string, text []byte, rules []rule) []string {
	said := []string{"problem " + w.ID}
	whole, known := folders[group]
	if results, ok := expectedResults(text); ok {
		whole, known = results, true
	}
	relative := strings.TrimPrefix(where, "submissions/")
	var some []string
	for _, r := range rules {
		if !covers(r.pattern, relative) {
			continue
		}
		promise, ok := r.promise()
		switch {
		case r.needed == nil && r.allowed == nil:
		case r.cases == "":
			whole, known = promise, ok
		case ok:
			some = append(some, fmt.Sprintf("expect %s %s", promise, strings.Join(w.patterns(r.cases), " ")))
		}
	}
	switch {
	case !known:
		w.note("%s: what it is expected to get cannot be said here: run it, and add a judge:expect line with what is right", where)
	case whole != "AC":
		said = append(said, "expect "+string(whole))
	}
	return append(said, some...)
}

// patterns are those of cases as a directive can say them, in which a blank stands between two.
func (w *writer) patterns(cases string) (all []string) {
	for _, pattern := range braces(cases) {
		all = append(all, w.ID+"/"+strings.NewReplacer(" ", "?", "\t", "?", "[", `\[`).Replace(pattern))
	}
	return all
}

// tag is how a submission says itself what it is expected to get, for DOMjudge.
var tag = regexp.MustCompile(`@EXPECTED_RESULTS@\s*:\s*([A-Za-z_, \t-]+)`)

// results are DOMjudge's words.
var results = map[string]verdict.Promise{
	"CORRECT": "AC", "ACCEPTED": "AC", "WRONG-ANSWER": "WA", "NO-OUTPUT": "WA", "PRESENTATION-ERROR": "PE|WA",
	"TIMELIMIT": "TLE", "TIME-LIMIT-EXCEEDED": "TLE", "RUN-ERROR": runTimeError, "RUN-TIME-ERROR": runTimeError,
	"MEMORY-LIMIT": "MLE", "MEMORY-LIMIT-EXCEEDED": "MLE", "OUTPUT-LIMIT": "OLE", "OUTPUT-LIMIT-EXCEEDED": "OLE",
	"COMPILER-ERROR": "CE",
}

// expectedResults reads that tag; false if there is none that can be said here.
func expectedResults(text []byte) (verdict.Promise, bool) {
	m := tag.FindSubmatch(text)
	if m == nil {
		return "", false
	}
	var all []string
	for word := range strings.SplitSeq(string(m[1]), ",") {
		promise, ok := results[strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(word)), "_", "-")]
		if !ok {
			return "", false
		}
		all = append(all, string(promise))
	}
	promise, _, ok := verdict.ParsePromise(strings.Join(all, "|"))
	return promise, ok
}

// covers reports whether a pattern of submissions.yaml matches the submission or a folder above it.
func covers(pattern, name string) bool {
	for ; name != "."; name = path.Dir(name) {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// promise is what a rule comes to. Of a whole, some case must get what is needed and each may be right;
// of some cases, each may get what is allowed.
func (r rule) promise() (verdict.Promise, bool) {
	said := r.needed
	if len(said) == 0 || r.cases != "" && len(r.allowed) > 0 {
		said = r.allowed
	}
	for _, other := range r.allowed {
		if other != "AC" && !slices.Contains(said, other) {
			return "", false // some case must get one of these, and others another
		}
	}
	promise, _, ok := verdict.ParsePromise(strings.ReplaceAll(strings.Join(said, "|"), "RTE", runTimeError))
	return promise, ok
}
