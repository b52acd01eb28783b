package exchange

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

var (
	hydroKeys      = match.Lazy(`(?m)^(title|pid|owner|nSubmit):`)
	kattisKeys     = match.Lazy(`(?m)^(name:|.*problem_format_version:)`)
	hydroConfig    = match.Lazy(`(?m)^(subtasks|cases|checker_type|checker|time|memory|type|filename|score):`)
	hydroStatement = match.Lazy(`^problem(?:_([a-z]{2})(?:_[A-Za-z]+)?)?\.md$`)
)

var hydroConfigs = []string{"testdata/config.yaml", "testdata/config.yml", "config.yaml", "config.yml"}

// isHydro recognises an export of Hydro by its problem.yaml, and Hydro's test data by their config.yaml.
func isHydro(dir fs.FS) bool {
	if about := head(dir, "problem.yaml"); about != "" {
		return hydroKeys().MatchString(about) && !kattisKeys().MatchString(about)
	}
	return slices.ContainsFunc(hydroConfigs, func(name string) bool { return hydroConfig().MatchString(head(dir, name)) })
}

// hydroProblem is a problem of Hydro.
type hydroProblem struct {
	*draft
	folder string // of the test data
}

// hydro reads a problem as Hydro exports it, or only its test data.
func hydro(dir *folder, name string) (*draft, error) {
	h := &hydroProblem{draft: newDraft(dir, name), folder: "."}
	about, err := h.yaml("problem.yaml")
	if err != nil {
		return nil, err
	}
	if info, err := fs.Stat(dir, "testdata"); err == nil && info.IsDir() {
		h.folder = "testdata"
	}
	var config map[string]any
	if at := slices.IndexFunc(hydroConfigs, h.has); at >= 0 {
		h.folder = path.Dir(hydroConfigs[at])
		if config, err = h.yaml(hydroConfigs[at]); err != nil {
			return nil, err
		}
	}
	if title := textOf(about["title"]); title != "" {
		h.names = map[string]string{languageOf(title): title}
	}
	h.about["keywords"], h.scoring = stringsOf(about["tag"]), true
	h.from(textOf(about["source"]), "")
	h.statements()
	if base := textOf(config["filename"]); base != "" {
		h.paths(base+".in", base+".out")
	}
	if err := h.checking(config); err != nil {
		return nil, err
	}
	h.limit(hydroSeconds(config["time"]), mebibytes(config["memory"], 256))
	return h.draft, h.tests(config)
}

// hydroSeconds reads a time; a bare number is in milliseconds.
func hydroSeconds(v any) float64 {
	if ms, ok := number(v); ok {
		return ms / 1000
	}
	return seconds(v, 1)
}

// statements takes the statements by language; one that names none is in Chinese.
func (h *hydroProblem) statements() {
	entries, _ := fs.ReadDir(h.dir, ".")
	taken := map[string]bool{}
	for _, e := range slices.Backward(entries) { // problem_zh.md counts more than problem.md
		m := hydroStatement().FindStringSubmatch(e.Name())
		if m == nil || taken[cmp.Or(m[1], "zh")] {
			continue
		}
		taken[cmp.Or(m[1], "zh")] = true
		h.statement(cmp.Or(m[1], "zh"), "md", h.file(e.Name()))
	}
}

// checking takes the check that compares as Hydro does.
func (h *hydroProblem) checking(config map[string]any) error {
	h.leaveOutKeys("config.yaml", "", config, "type", "time", "memory", "filename", "interactor",
		"subtasks", "cases", "checker", "checker_type", "score", "count")
	if config["multi_pass"] != nil {
		return unsupported("config.yaml", "multi_pass")
	}
	switch kind := textOf(config["type"]); kind {
	case "interactive":
		return h.interactor(path.Join(h.folder, fileIn(config["interactor"])))
	case "", "default", "fileio":
	default:
		return unsupported("config.yaml", "type: "+kind)
	}
	kind, file := textOf(config["checker_type"]), fileIn(config["checker"])
	source := path.Join(h.folder, file)
	switch {
	case kind == "" || kind == "default":
		h.check.Kind = "lines"
	case kind == "strict":
		h.check.Kind = "exact"
	case kind == "testlib" && !h.has(source):
		return h.checker(file, file)
	case !h.has(source):
		return noChecker(cmp.Or(file, kind))
	case kind == "testlib":
		h.testlib(source)
	case specialArguments[kind] != "":
		return h.special(path.Base(source), kind, h.file(source))
	case kind == "kattis":
		h.check.Kind, h.check.Program = "validator", h.beside(path.Base(source), h.file(source))
	default:
		return unsupported("config.yaml", "checker_type: "+kind)
	}
	return nil
}

// fileIn returns the name of a source, which is alone or beside its language.
func fileIn(v any) string {
	if said, ok := v.(map[string]any); ok {
		v = said["file"]
	}
	return textOf(v)
}

// tests reads the cases by their points or by subtask. If none are listed, the names of the files tell the subtasks.
func (h *hydroProblem) tests(config map[string]any) error {
	if config["cases"] != nil {
		cases, err := h.cases(config["cases"], 100)
		h.draft.subtasks(byPoints(cases))
		return err
	}
	subtasks := mapsIn(config["subtasks"])
	if !slices.ContainsFunc(subtasks, func(said map[string]any) bool { return said["cases"] != nil }) {
		var err error
		if subtasks, err = h.byName(subtasks); err != nil {
			return err
		}
	}
	return h.subtasks(subtasks)
}

// subtaskInName finds the number of a subtask in the name of a case: the first of two numbers, as in data2-13.in.
var subtaskInName = match.Lazy(`([0-9]+)[-_][0-9]+$`)

// byName adds all inputs with answers to the subtasks that their names tell.
func (h *hydroProblem) byName(subtasks []map[string]any) ([]map[string]any, error) {
	found, err := h.pairs(h.folder)
	byID := map[string]map[string]any{}
	for i, said := range subtasks {
		byID[subtaskID(said, i)] = said
	}
	for _, p := range found {
		in, ans := strings.TrimPrefix(p.in, h.folder+"/"), strings.TrimPrefix(p.ans, h.folder+"/")
		id, how := "1", "sum"
		if m := subtaskInName().FindStringSubmatch(strings.TrimSuffix(in, path.Ext(in))); m != nil {
			id, how = cmp.Or(strings.TrimLeft(m[1], "0"), "0"), "min"
		}
		if byID[id] == nil {
			byID[id] = map[string]any{"id": id, "type": how}
			subtasks = append(subtasks, byID[id])
		}
		list, _ := byID[id]["cases"].([]any)
		byID[id]["cases"] = append(list, map[string]any{"input": in, "output": ans})
	}
	return subtasks, err
}

func subtaskID(said map[string]any, i int) string {
	return cmp.Or(textOf(said["id"]), strconv.Itoa(i+1))
}

// subtasks reads the subtasks. Those without a score share the rest of 100 points.
func (h *hydroProblem) subtasks(subtasks []map[string]any) (err error) {
	rest, unscored := 100.0, 0.0
	var groups []group
	for i, said := range subtasks {
		g := group{id: subtaskID(said, i), how: cmp.Or(textOf(said["type"]), "min"), requires: stringsOf(said["if"])}
		if score, ok := number(said["score"]); ok && score > 0 {
			g.most = score
			rest -= score
		} else {
			unscored++
		}
		groups = append(groups, g)
	}
	for i, said := range subtasks {
		g := &groups[i]
		if g.most == 0 {
			g.most = max(rest, 0) / unscored
		}
		h.ownLimits(said)
		if g.cases, err = h.cases(said["cases"], g.most); err != nil {
			return err
		}
	}
	h.draft.subtasks(groups)
	return nil
}

// ownLimits reads the limits of a subtask or of a case.
func (h *hydroProblem) ownLimits(said map[string]any) {
	if said["time"] != nil {
		h.limit(hydroSeconds(said["time"]), 0)
	}
	if said["memory"] != nil {
		h.limit(0, mebibytes(said["memory"], 256))
	}
}

// cases reads a list of cases, each with its input, its answer and its points: an equal share of the whole if it
// names none.
func (h *hydroProblem) cases(v any, whole float64) (cases []testCase, err error) {
	items := mapsIn(v)
	for i, said := range items {
		var files [2]string
		for part, key := range []string{"input", "output"} {
			if name := textOf(said[key]); name != "" && name != "/dev/null" {
				files[part] = path.Join(h.folder, name)
			}
		}
		c, err := h.pair("config.yaml", files[0], files[1])
		if err != nil {
			return nil, err
		}
		c.name = cmp.Or(strings.TrimPrefix(strings.TrimSuffix(files[0], path.Ext(files[0])), h.folder+"/"), strconv.Itoa(i+1))
		h.ownLimits(said)
		var given bool
		if c.worth, given = number(said["score"]); !given {
			c.worth = whole / float64(len(items))
		}
		cases = append(cases, c)
	}
	return cases, nil
}
