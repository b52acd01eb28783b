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
func luogu(dir *folder, name string) (*draft, error) {
	d := newDraft(dir, name)
	config, err := d.yaml("config.yml")
	if err != nil {
		return nil, err
	}
	found, err := d.pairs(".")
	if err != nil {
		return nil, err
	}
	d.scoring, d.check.Kind = true, "lines"
	for _, checker := range []string{"checker.cpp", "checker.cc", "chk.cpp", "chk.cc", "spj.cpp"} {
		if d.has(checker) {
			d.testlib(checker)
			break
		}
	}
	subtasks := map[int][]testCase{}
	for _, p := range found {
		said, _ := config[p.in].(map[string]any)
		if config[p.in] == nil {
			d.remark("config.yml: says nothing about %s", p.in)
		}
		d.leaveOutKeys("config.yml", "", said, "score", "timeLimit", "memoryLimit", "subtaskId")
		delete(config, p.in)
		c := d.pairCase(p)
		var given bool
		if c.worth, given = number(said["score"]); !given {
			c.worth = 100 / float64(len(found))
		}
		if ms, ok := number(said["timeLimit"]); ok {
			d.limit(ms/1000, 0)
		}
		if kib, ok := number(said["memoryLimit"]); ok {
			d.limit(0, int64(kib)>>10)
		}
		id, _ := strconv.Atoi(textOf(said["subtaskId"]))
		subtasks[id] = append(subtasks[id], c)
	}
	d.leaveOutKeys("config.yml", "", config)
	if len(subtasks) > 1 {
		d.remark("config.yml does not say how a subtask's points are added up: here each subtask gives all its points or none")
	}
	var groups []group
	for _, id := range slices.Sorted(maps.Keys(subtasks)) {
		groups = append(groups, group{name: fmt.Sprintf("subtask%d", id), how: "pass-fail", most: worth(subtasks[id]), cases: subtasks[id]})
		if len(subtasks) == 1 { // each case gives its own points
			groups = byPoints(subtasks[id])
		}
	}
	d.subtasks(groups)
	return d, nil
}
