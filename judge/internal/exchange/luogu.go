package exchange

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/say"
)

var luoguKeys = match.Lazy(`(?m)^\s+(timeLimit|memoryLimit|subtaskId):|\{.*(timeLimit|memoryLimit|subtaskId):`)

// isLuogu knows test data for Luogu by a config.yml that says something of each input.
func isLuogu(dir fs.FS) bool { return luoguKeys().MatchString(head(dir, "config.yml")) }

// luogu reads test data as they are uploaded to Luogu: files, config.yml, and perhaps a checker.
func (w *writer) luogu(name string) error {
	config, err := w.yamlFile("config.yml")
	if err != nil {
		return err
	}
	files, err := list(w.from, ".", refuse)
	if err != nil {
		return err
	}
	found, alone := pairs(files)
	for _, in := range alone {
		w.note("%s was left out: it has no .ans or .out beside it", in)
	}
	d := draft{names: map[string]string{languageOf(name): name}, program: map[string]content{}, scoring: true, unused: alone}
	checker := slices.IndexFunc(files, func(f string) bool {
		return slices.Contains([]string{"checker.cpp", "checker.cc", "chk.cpp", "chk.cc", "spj.cpp"}, f)
	})
	if d.check.Check = "lines"; checker >= 0 {
		d.check = w.testlib(files[checker], d.program)
	}
	cases := luoguCases{w: w, tasks: map[int]*luoguTask{}, told: map[string]bool{}}
	for _, p := range found {
		cases.take(p, config[p.in], len(found))
		delete(config, p.in)
	}
	for _, key := range slices.Sorted(maps.Keys(config)) {
		w.note("%s: %s has no place here, and is left out", "config.yml", key)
	}
	d.seconds, d.memory = slowest(w, "timeLimit", cases.seconds), slowest(w, "memoryLimit", cases.memory)
	d.groups = cases.groups()
	return w.put(d)
}

// luoguCases are the cases by subtask, with the limits that they have.
type luoguCases struct {
	w       *writer
	tasks   map[int]*luoguTask
	seconds []float64
	memory  []int64
	told    map[string]bool // the keys that have no place here
}

type luoguTask struct {
	cases []draftCase
	most  []float64
}

// take reads what the configuration says of a case, of so many.
func (l *luoguCases) take(p pair, v any, of int) {
	said, _ := v.(map[string]any)
	if v == nil {
		l.w.note("config.yml: says nothing of %s", p.in)
	}
	for _, key := range slices.Sorted(maps.Keys(said)) {
		if !slices.Contains([]string{"score", "timeLimit", "memoryLimit", "subtaskId"}, key) && !l.told[key] {
			l.told[key] = true
			l.w.note("%s: %s has no place here, and is left out", "config.yml", key)
		}
	}
	worth, given := number(said["score"])
	if !given {
		worth = 100 / float64(of)
	}
	if ms, ok := number(said["timeLimit"]); ok {
		l.seconds = append(l.seconds, ms/1000)
	}
	if kib, ok := number(said["memoryLimit"]); ok {
		l.memory = append(l.memory, int64(kib)>>10)
	}
	id, _ := strconv.Atoi(textOf(said["subtaskId"]))
	task := l.tasks[id]
	if task == nil {
		task = &luoguTask{}
		l.tasks[id] = task
	}
	task.cases = append(task.cases, draftCase{name: p.name, in: l.w.lies(p.in), ans: l.w.lies(p.ans)})
	task.most = append(task.most, worth)
}

// groups are the subtasks; of what is only one, each case gives its own points.
func (l *luoguCases) groups() (groups []draftGroup) {
	if len(l.tasks) > 1 {
		l.w.note("config.yml does not say how a subtask's points come together: here each gives all or nothing")
	}
	for _, id := range slices.Sorted(maps.Keys(l.tasks)) {
		task := l.tasks[id]
		if len(l.tasks) == 1 {
			return points(task.cases, task.most)
		}
		g := draftGroup{name: fmt.Sprintf("subtask%d", id), how: "pass-fail", cases: task.cases}
		for _, worth := range task.most {
			g.most += worth
		}
		groups = append(groups, g)
	}
	return groups
}

// isVijos knows test data for Vijos by their Config.ini, a line for each case.
func isVijos(dir fs.FS) bool { return vijosConfig(dir) != "" }

func vijosConfig(dir fs.FS) string {
	for _, name := range []string{"Config.ini", "config.ini"} {
		if strings.Count(head(dir, name), "|") >= 2 {
			return name
		}
	}
	return ""
}

// vijos reads the lines of a Config.ini, each input|answer|seconds|points|KiB, and the files they name.
func (w *writer) vijos(name string) error {
	text, err := w.people("Config.ini", w.lies(vijosConfig(w.from.FS())))
	if err != nil {
		return err
	}
	files, err := list(w.from, ".", refuse)
	if err != nil {
		return err
	}
	find := func(folder, name string) string { // people wrote them on Windows: upper and lower case do not count
		for _, f := range files {
			if strings.EqualFold(f, folder+"/"+name) || strings.EqualFold(f, name) {
				return f
			}
		}
		return ""
	}
	var cases []draftCase
	var most, time []float64
	var memory []int64
	for n, line := range bytes.Split(text, []byte("\n")) {
		parts := strings.Split(strings.TrimSpace(string(line)), "|")
		if len(parts) < 2 {
			continue // the first line says how many there are
		}
		parts = append(parts, "", "", "")
		in, ans := find("input", parts[0]), find("output", parts[1])
		if in == "" || ans == "" {
			return say.Errorf("%s: the file %s is not in the package", fmt.Sprintf("Config.ini:%d", n+1), parts[min(1, len(in))])
		}
		worth, _ := number(parts[3])
		cases, most = append(cases, draftCase{name: strings.TrimSuffix(path.Base(in), path.Ext(in)), in: w.lies(in), ans: w.lies(ans)}), append(most, worth)
		time = append(time, seconds(parts[2], 1))
		if kib, ok := number(parts[4]); ok {
			memory = append(memory, int64(kib)>>10)
		}
	}
	return w.put(draft{names: map[string]string{languageOf(name): name}, check: judgeFile{Check: "lines"}, scoring: true, groups: points(cases, most),
		seconds: slowest(w, "time", time), memory: cmp.Or(slowest(w, "memory", memory), 0)})
}
