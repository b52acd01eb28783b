package exchange

import (
	"cmp"
	"io/fs"
	"strings"

	"sudokuoj/judge/internal/base/match"
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

// syzojTypes are how the points of a subtask are added up. Those that multiply are 0 or 1 for most problems.
var syzojTypes = map[string]string{"sum": "sum", "min": "min", "mul": "pass-fail"}

// syzoj reads test data of SYZOJ, which keeps title, statement and limits elsewhere.
func syzoj(dir fs.FS, name string) (*draft, error) {
	d := newDraft(dir, name)
	said, err := d.yaml("data.yml")
	switch {
	case err != nil:
		return nil, err
	case said["interactor"] != nil:
		return nil, unsupported("data.yml", "interactor").
			Hint("it reads the file input and writes score.txt: write it with testlib, for a problem of type interactive (docs/interactive.md)")
	case said["userOutput"] != nil:
		return nil, unsupported("data.yml", "userOutput")
	}
	d.leaveOutKeys("data.yml", "", said, "subtasks", "inputFile", "outputFile", "specialJudge")
	d.scoring, d.check.Kind = true, "lines"
	checker := ""
	if special, ok := said["specialJudge"].(map[string]any); ok {
		checker = textOf(special["fileName"])
	} else if said == nil {
		checker = syzojChecker(dir)
	}
	if checker != "" && !d.has(checker) {
		return nil, missing("data.yml", checker)
	}
	if checker != "" {
		if err := d.special(checker, "syzoj", d.file(checker)); err != nil {
			return nil, err
		}
	}
	subtasks := mapsIn(said["subtasks"])
	if len(subtasks) == 0 { // each input with an answer gives the same points
		found, err := d.pairs(".")
		g := group{name: numberedGroup(0), how: "sum", most: 100}
		for _, p := range found {
			g.cases = append(g.cases, d.pairCase(p))
		}
		d.groups = []group{g}
		return d, err
	}
	var groups []group
	for _, task := range subtasks {
		d.leaveOutKeys("data.yml", "subtasks: ", task, "score", "type", "cases")
		g := group{how: cmp.Or(syzojTypes[textOf(task["type"])], textOf(task["type"]))}
		g.most, _ = number(task["score"])
		for _, id := range stringsOf(task["cases"]) {
			file := func(key string) string { return strings.Replace(textOf(said[key]), "#", id, 1) }
			c, err := d.data("data.yml", dir, file("inputFile"), file("outputFile"))
			if err != nil {
				return nil, err
			}
			c.name = id
			g.cases = append(g.cases, c)
		}
		groups = append(groups, g)
	}
	d.subtasks(groups)
	return d, nil
}
