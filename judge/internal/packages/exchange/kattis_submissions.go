package exchange

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
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

// submissions takes each file or folder in a folder named after a verdict. One that we exported says all about itself;
// another promises what its folder and submissions.yaml say.
func (k *kattisProblem) submissions() error {
	rules, err := k.rules()
	if err != nil {
		return err
	}
	k.included, _ = list(k.dir, "include", pass)
	groups, err := fs.ReadDir(k.dir, "submissions")
	if err != nil {
		return err
	}
	for _, group := range groups {
		if !group.IsDir() || ignored(group.Name()) {
			continue
		}
		entries, err := fs.ReadDir(k.dir, path.Join("submissions", group.Name()))
		if err != nil {
			return err
		}
		for _, e := range entries {
			if ignored(e.Name()) {
				continue
			}
			if err := k.submission(group.Name(), e, rules); err != nil {
				return err
			}
		}
	}
	return nil
}

// submission takes one submission. One that cannot be copied whole is left out.
func (k *kattisProblem) submission(group string, e fs.DirEntry, rules []rule) error {
	p := program{name: e.Name(), from: path.Join("submissions", group, e.Name()), folder: e.IsDir()}
	if !e.IsDir() {
		p.name = strings.TrimSuffix(p.name, path.Ext(p.name))
	}
	whole := true
	leaveOut := func(_ string, why error) error { whole = false; return k.leaveOut(p.from, why) }
	files, err := list(k.dir, p.from, leaveOut)
	for _, file := range files {
		text, err := fs.ReadFile(k.dir, file)
		if err != nil {
			return leaveOut(file, err)
		}
		if results, ok := expectedResults(text); ok {
			p.promise = results
		}
		k.add(&p, file, strings.TrimPrefix(strings.TrimPrefix(file, path.Dir(p.from)+"/"), e.Name()+"/"))
	}
	if err != nil || !whole {
		return err
	}
	k.expect(&p, group, rules)
	k.include(&p)
	k.solutions = append(k.solutions, p)
	if k.copies += len(p.files); k.copies > maxFiles {
		return tooMany()
	}
	return nil
}

// add adds a file to a program, with the constants in their places. One of the same name is replaced.
func (k *kattisProblem) add(p *program, from, to string) {
	p.files = slices.DeleteFunc(p.files, func(f draftFile) bool { return f.to == to })
	p.files = append(p.files, draftFile{to: to, from: from, text: func(*workshop) ([]byte, error) {
		text, err := fs.ReadFile(k.dir, from)
		if err != nil {
			return nil, err
		}
		return k.constants.replace(from, text)
	}})
}

// include adds the files that the package adds to each submission of a language. They replace files of the same name,
// as the format demands. One of them may be the program that calls the submission.
func (k *kattisProblem) include(p *program) {
	names := []string{"default"}
	for _, f := range p.files {
		if lang, ok := language.ByFile(f.to); ok {
			names = append(append(names, lang.Aliases...), lang.ID)
			break
		}
	}
	for _, name := range names {
		folder := path.Join("include", name) + "/"
		for _, file := range k.included {
			if to, ok := strings.CutPrefix(file, folder); ok {
				k.add(p, file, to)
			}
		}
	}
}

// rule is an entry of submissions.yaml: a pattern and the verdicts of the submissions that match it.
type rule struct {
	pattern string
	cases   string // a pattern of cases, "" for all
	allowed []string
	needed  []string
}

// rules reads submissions.yaml. Only its verdicts are used.
func (k *kattisProblem) rules() ([]rule, error) {
	const name = "submissions/submissions.yaml"
	file, err := k.yaml(name)
	if err != nil {
		return nil, err
	}
	var rules []rule
	for patterns, value := range file {
		said, _ := value.(map[string]any) // a pattern without a value
		for _, pattern := range braces(patterns) {
			rules = append(rules, rule{pattern, "", stringsOf(said["permitted"]), stringsOf(said["required"])})
			for key, value := range said {
				if inner, ok := value.(map[string]any); ok {
					rules = append(rules, rule{pattern, key, stringsOf(inner["permitted"]), stringsOf(inner["required"])})
				}
			}
		}
	}
	slices.SortFunc(rules, func(a, b rule) int { return strings.Compare(a.pattern+"\x00"+a.cases, b.pattern+"\x00"+b.cases) })
	return rules, nil
}

var innermost = match.Lazy(`\{([^{}]*)\}`)

// braces lists what a pattern with alternatives, as in {a,b}.py, stands for. One with too many stands for itself.
func braces(pattern string) []string {
	all := []string{pattern}
	for i := 0; i < len(all); {
		one := all[i]
		at := innermost().FindStringSubmatchIndex(one)
		if at == nil && slices.Contains(all[:i], one) { // alternatives within others may say the same
			all = slices.Delete(all, i, i+1)
			continue
		}
		if at == nil {
			i++
			continue
		}
		var each []string
		for word := range strings.SplitSeq(one[at[2]:at[3]], ",") {
			each = append(each, one[:at[0]]+word+one[at[1]:])
		}
		if all = slices.Replace(all, i, i+1, each...); len(all) > mostPatterns {
			return []string{pattern}
		}
	}
	return all
}

// mostPatterns bounds the number of patterns that alternatives expand to.
const mostPatterns = 1000

// expect sets what a submission promises, by its folder, by its own text, or by submissions.yaml.
func (k *kattisProblem) expect(p *program, folder string, rules []rule) {
	known := false
	if p.promise == "" {
		p.promise = folders[folder]
	}
	known = p.promise != ""
	for _, r := range rules {
		if !covers(r.pattern, strings.TrimPrefix(p.from, "submissions/")) || len(r.needed)+len(r.allowed) == 0 {
			continue
		}
		promise, ok := r.promise()
		switch {
		case r.cases == "":
			p.promise, known = promise, ok
		case ok:
			p.cases = append(p.cases, expectation{braces(r.cases), promise})
		}
	}
	if !known {
		p.promise = ""
	}
}

// tag is the comment in which a submission states its expected verdict, for DOMjudge.
var tag = match.Lazy(`@EXPECTED_RESULTS@\s*:\s*([A-Za-z_, \t-]+)`)

// results are DOMjudge's words.
var results = map[string]result.Promise{
	"CORRECT": "AC", "ACCEPTED": "AC", "WRONG-ANSWER": "WA", "NO-OUTPUT": "WA", "PRESENTATION-ERROR": "PE|WA",
	"TIMELIMIT": "TLE", "TIME-LIMIT-EXCEEDED": "TLE", "RUN-ERROR": runTimeError, "RUN-TIME-ERROR": runTimeError,
	"MEMORY-LIMIT": "MLE", "MEMORY-LIMIT-EXCEEDED": "MLE", "OUTPUT-LIMIT": "OLE", "OUTPUT-LIMIT-EXCEEDED": "OLE",
	"COMPILER-ERROR": "CE",
}

// expectedResults reads that tag; false if there is none that can be said here.
func expectedResults(text []byte) (result.Promise, bool) {
	m := tag().FindSubmatch(text)
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
	promise, _, ok := result.ParsePromise(strings.Join(all, "|"))
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

// promise turns a rule into a promise. For a whole submission, some case must get a required verdict, and each case
// may be right. For some cases, each may get an allowed verdict.
func (r rule) promise() (result.Promise, bool) {
	said := r.needed
	if len(said) == 0 || r.cases != "" && len(r.allowed) > 0 {
		said = r.allowed
	}
	for _, other := range r.allowed {
		if other != "AC" && !slices.Contains(said, other) {
			return "", false // some case must get one of these, and others another
		}
	}
	promise, _, ok := result.ParsePromise(strings.ReplaceAll(strings.Join(said, "|"), "RTE", runTimeError))
	return promise, ok
}
