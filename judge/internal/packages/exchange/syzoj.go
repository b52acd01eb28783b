package exchange

import (
	"cmp"
	"io/fs"
	"path"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var syzojKeys = match.Lazy(`(?m)^(subtasks|inputFile|outputFile|specialJudge|interactor|userOutput):`)

// isSYZOJ recognises test data of SYZOJ, whose best known site is LibreOJ, by their data.yml or their checker.
func isSYZOJ(dir fs.FS) bool {
	return syzojKeys().MatchString(head(dir, "data.yml")) || syzojChecker(dir) != ""
}

// syzojChecker returns the checker of test data without a data.yml. Its name tells its language: spj_cpp11.cpp.
func syzojChecker(dir fs.FS) string {
	found, _ := fs.Glob(dir, "spj_*.*")
	if len(found) == 0 || !isFile(dir, found[0]) {
		return ""
	}
	return found[0]
}

// syzoj reads test data of SYZOJ, which keeps title, statement and limits elsewhere.
func (w *writer) syzoj(name string) error {
	said, err := w.yamlFile("data.yml")
	if err != nil {
		return err
	}
	if said["interactor"] != nil {
		return say.Errorf("%s: %s has no place here", "data.yml", "interactor").
			Hint("it reads the file input and writes score.txt: write it with testlib, for a problem of type interactive (docs/interactive.md)")
	}
	if said["userOutput"] != nil {
		return say.Errorf("%s: %s has no place here", "data.yml", "userOutput")
	}
	w.noteKeys("data.yml", "", said, "subtasks", "inputFile", "outputFile", "specialJudge")
	d := draft{names: map[string]string{languageOf(name): name}, program: map[string]content{}, scoring: true}
	checker := ""
	if special, ok := said["specialJudge"].(map[string]any); ok {
		checker = textOf(special["fileName"])
	} else if said == nil {
		checker = syzojChecker(w.from.FS())
	}
	if checker != "" {
		if d.check, err = w.special(path.Clean(checker), "syzoj", w.lies(path.Clean(checker)), d.program); err != nil {
			return err
		}
	}
	if d.groups, err = w.syzojGroups(said); err != nil {
		return err
	}
	return w.put(d)
}

// syzojTypes are how the points of a subtask come together. Those that multiply are 0 or 1 for most problems.
var syzojTypes = map[string]string{"sum": "sum", "min": "min", "mul": "pass-fail"}

// syzojGroups reads the cases by subtask. Without subtasks, each input with an answer gives the same points.
func (w *writer) syzojGroups(said map[string]any) (groups []draftGroup, err error) {
	subtasks, _ := said["subtasks"].([]any)
	if len(subtasks) == 0 {
		found, _, err := w.paired(".")
		g := draftGroup{name: numberedGroup(0), how: "sum", most: 100}
		for _, p := range found {
			g.cases = append(g.cases, w.pairCase(p))
		}
		return []draftGroup{g}, err
	}
	for i, v := range subtasks {
		task, _ := v.(map[string]any)
		w.noteKeys("data.yml", "subtasks: ", task, "score", "type", "cases")
		g := draftGroup{name: numberedGroup(i), how: cmp.Or(syzojTypes[textOf(task["type"])], textOf(task["type"]))}
		g.most, _ = number(task["score"])
		for _, id := range stringsOf(task["cases"]) {
			c := draftCase{name: id, in: literal(""), ans: literal("")}
			for part, key := range []string{"inputFile", "outputFile"} {
				pattern := textOf(said[key])
				if pattern == "" {
					continue
				}
				file := path.Clean(strings.Replace(pattern, "#", id, 1))
				if !w.there(file) {
					return nil, say.Errorf("%s: the file %s is not in the package", "data.yml", file)
				}
				c.give(part, w.lies(file), file)
			}
			g.cases = append(g.cases, c)
		}
		groups = append(groups, g)
	}
	return groups, nil
}
