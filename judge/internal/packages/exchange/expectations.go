package exchange

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// rule is an entry of submissions.yaml: a pattern and the verdicts of the submissions that match it.
type rule struct {
	pattern string
	cases   string // a pattern of cases, "" for all
	allowed []string
	needed  []string
}

// rules reads submissions.yaml. Only its verdicts are used.
func (w *writer) rules() ([]rule, error) {
	const name = "submissions/submissions.yaml"
	if !w.there(name) {
		return nil, nil
	}
	text, err := w.read.file(w.from, name)
	if err != nil {
		return nil, err
	}
	file, err := yamlMap(text)
	if err != nil {
		return nil, say.Errorf("%s: %w", name, err)
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
		case len(r.needed)+len(r.allowed) == 0:
		case r.cases == "":
			whole, known = promise, ok
		case ok:
			some = append(some, fmt.Sprintf("expect %s %s", promise, strings.Join(w.patterns(r.cases), " ")))
		}
	}
	switch {
	case !known:
		w.note("%s: its expected verdict cannot be written here: run it, and add a judge:expect line with the right one", where)
	case whole != "AC":
		said = append(said, "expect "+string(whole))
	}
	return append(said, some...)
}

// patterns returns the patterns of cases as a directive writes them: a blank separates two.
func (w *writer) patterns(cases string) (all []string) {
	for _, pattern := range braces(cases) {
		all = append(all, w.ID+"/"+strings.NewReplacer(" ", "?", "\t", "?", "[", `\[`).Replace(pattern))
	}
	return all
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
