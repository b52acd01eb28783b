package exchange

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"sudokuoj/judge/internal/base/match"
)

var luoguKeys = match.Lazy(`(?m)^\s+(timeLimit|memoryLimit|subtaskId):|\{.*(timeLimit|memoryLimit|subtaskId):`)

// isLuogu recognises test data for Luogu by a config.yml with settings for each input.
func isLuogu(dir fs.FS) bool { return luoguKeys().MatchString(head(dir, "config.yml")) }

// luogu reads test data as people upload them to Luogu: files, config.yml, and perhaps a checker.
func (w *writer) luogu(name string) error {
	config, err := w.yamlFile("config.yml")
	if err != nil {
		return err
	}
	found, _, err := w.paired(".")
	if err != nil {
		return err
	}
	d := draft{names: map[string]string{languageOf(name): name}, program: map[string]content{}, scoring: true}
	d.check.Check = "lines"
	for _, checker := range []string{"checker.cpp", "checker.cc", "chk.cpp", "chk.cc", "spj.cpp"} {
		if w.there(checker) {
			d.check = w.testlib(checker, d.program)
			break
		}
	}
	cases := luoguCases{w: w, tasks: map[int][]draftCase{}}
	for _, p := range found {
		cases.take(p, config[p.in], len(found))
		delete(config, p.in)
	}
	w.noteKeys("config.yml", "", config)
	d.seconds, d.memory = cases.widest(w)
	d.groups = cases.groups()
	return w.put(d)
}

// luoguCases are the cases by subtask, with the limits that they have.
type luoguCases struct {
	w     *writer
	tasks map[int][]draftCase
	ownLimits
}

// take reads the configuration of one case; of is the number of cases.
func (l *luoguCases) take(p pair, v any, of int) {
	said, _ := v.(map[string]any)
	if v == nil {
		l.w.note("config.yml: says nothing of %s", p.in)
	}
	l.w.noteKeys("config.yml", "", said, "score", "timeLimit", "memoryLimit", "subtaskId")
	c := l.w.pairCase(p)
	var given bool
	if c.worth, given = number(said["score"]); !given {
		c.worth = 100 / float64(of)
	}
	if ms, ok := number(said["timeLimit"]); ok {
		l.seconds = append(l.seconds, ms/1000)
	}
	if kib, ok := number(said["memoryLimit"]); ok {
		l.memory = append(l.memory, int64(kib)>>10)
	}
	id, _ := strconv.Atoi(textOf(said["subtaskId"]))
	l.tasks[id] = append(l.tasks[id], c)
}

// groups returns the subtasks. If there is only one, each case gets its own points.
func (l *luoguCases) groups() (groups []draftGroup) {
	if len(l.tasks) > 1 {
		l.w.note("config.yml does not say how a subtask's points come together: here each gives all or nothing")
	}
	for _, id := range slices.Sorted(maps.Keys(l.tasks)) {
		task := l.tasks[id]
		if len(l.tasks) == 1 {
			return points(task)
		}
		groups = append(groups, draftGroup{name: fmt.Sprintf("subtask%d", id), how: "pass-fail", most: worth(task), cases: task})
	}
	return groups
}
