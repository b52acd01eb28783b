package exchange

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var hydroKeys = match.Lazy(`(?m)^(title|pid|owner|nSubmit):`)
var hydroConfig = match.Lazy(`(?m)^(subtasks|cases|checker_type|checker|time|memory|type|filename|score):`)

// isHydro recognises an export of Hydro by its problem.yaml, and Hydro's test data by their config.yaml.
func isHydro(dir fs.FS) bool {
	about := head(dir, "problem.yaml")
	if about != "" {
		return hydroKeys().MatchString(about) && !strings.Contains(about, "problem_format_version:") && !strings.HasPrefix(about, "name:") && !strings.Contains(about, "\nname:")
	}
	return slices.ContainsFunc(hydroConfigs, func(name string) bool { return hydroConfig().MatchString(head(dir, name)) })
}

var hydroConfigs = []string{"testdata/config.yaml", "testdata/config.yml", "config.yaml", "config.yml"}

// hydro reads a problem as Hydro exports it, or only its test data.
func (w *writer) hydro(name string) error {
	about, err := w.yamlFile("problem.yaml")
	if err != nil {
		return err
	}
	config, folder := map[string]any{}, "."
	if info, err := w.from.Stat("testdata"); err == nil && info.IsDir() {
		folder = "testdata"
	}
	for _, file := range hydroConfigs {
		if w.there(file) {
			folder = path.Dir(file)
			if config, err = w.yamlFile(file); err != nil {
				return err
			}
			break
		}
	}
	title := cmp.Or(textOf(about["title"]), name)
	d := draft{names: map[string]string{languageOf(title): title}, source: textOf(about["source"]), keywords: stringsOf(about["tag"]),
		statements: w.hydroStatements(), program: map[string]content{}}
	if d.check, err = w.hydroCheck(config, folder, d.program); err != nil {
		return err
	}
	if base := textOf(config["filename"]); base != "" {
		d.check.InputFile, d.check.OutputFile = w.fileName(base+".in"), w.fileName(base+".out")
	}
	h := &hydroCases{w: w, folder: folder, ownLimits: ownLimits{[]float64{seconds(config["time"], 1)}, []int64{mebibytes(config["memory"], 256)}}}
	if d.groups, d.scoring, err = h.groups(config); err != nil {
		return err
	}
	d.seconds, d.memory = h.widest(w)
	return w.put(d)
}

// hydroCheck returns the check that compares as Hydro does.
func (w *writer) hydroCheck(config map[string]any, folder string, program map[string]content) (judgeFile, error) {
	w.noteKeys("config.yaml", "", config, "type", "time", "memory", "filename", "interactor", "subtasks", "cases", "checker", "checker_type", "score", "count")
	switch kind := textOf(config["type"]); kind {
	case "interactive":
		return w.talks(path.Join(folder, fileIn(config["interactor"])), program)
	case "", "default", "fileio":
	default:
		return judgeFile{}, say.Errorf("%s: %s has no place here", "config.yaml", "type: "+kind)
	}
	kind, file := textOf(config["checker_type"]), fileIn(config["checker"])
	source := path.Join(folder, file)
	same, known := standardCheckers[file]
	switch {
	case kind == "testlib" && known && !w.there(source):
		return same, nil
	case kind == "" || kind == "default":
		return judgeFile{Check: "lines"}, nil
	case kind == "strict":
		return judgeFile{Check: "exact"}, nil
	case !w.there(source):
		return judgeFile{}, say.Errorf("its checker %s is not in the package, and is none that the judge knows", cmp.Or(file, kind))
	case kind == "testlib":
		return w.testlib(source, program), nil
	case specialKinds[kind].check != "":
		return w.special(path.Base(source), kind, w.lies(source), program)
	}
	return judgeFile{}, say.Errorf("%s: %s has no place here", "config.yaml", "checker_type: "+kind)
}

// fileIn returns the name of a source, which stands alone or beside its language.
func fileIn(v any) string {
	if said, ok := v.(map[string]any); ok {
		v = said["file"]
	}
	return textOf(v)
}

// hydroCases are the cases of a config.yaml, with the limits that they have.
type hydroCases struct {
	w      *writer
	folder string
	ownLimits
}

// groups reads the cases by subtask, or by their points, or in the order of the files.
func (h *hydroCases) groups(config map[string]any) (groups []draftGroup, scoring bool, err error) {
	if subtasks, ok := config["subtasks"].([]any); ok && len(subtasks) > 0 {
		names := map[string]string{}
		for i, v := range subtasks {
			said, _ := v.(map[string]any)
			names[cmp.Or(textOf(said["id"]), strconv.Itoa(i+1))] = numberedGroup(i)
		}
		for i, v := range subtasks {
			said, _ := v.(map[string]any)
			g := draftGroup{name: numberedGroup(i), how: cmp.Or(textOf(said["type"]), "min")}
			g.most, _ = number(said["score"])
			for _, id := range stringsOf(said["if"]) {
				if names[id] != "" {
					g.requires = append(g.requires, names[id])
				}
			}
			h.limits(said)
			if g.cases, err = h.cases(said["cases"], said["score"]); err != nil {
				return nil, false, err
			}
			if g.how == "sum" {
				groups = append(groups, g.split()...)
			} else {
				groups = append(groups, g)
			}
		}
		return groups, true, nil
	}
	if config["cases"] != nil {
		cases, err := h.cases(config["cases"], nil)
		return points(cases), true, err
	}
	found, _, err := h.w.paired(h.folder)
	var g draftGroup
	for _, p := range found {
		p.name = strings.TrimPrefix(p.name, h.folder+"/")
		g.cases = append(g.cases, h.w.pairCase(p))
	}
	return []draftGroup{g}, false, err
}

func (h *hydroCases) limits(said map[string]any) {
	if said["time"] != nil {
		h.seconds = append(h.seconds, seconds(said["time"], 1))
	}
	if said["memory"] != nil {
		h.memory = append(h.memory, mebibytes(said["memory"], 256))
	}
}

// cases reads a list of cases, each with its input, its answer and its points: an equal share of the whole if it
// names none.
func (h *hydroCases) cases(v, whole any) (cases []draftCase, err error) {
	items, _ := v.([]any)
	share, known := number(whole)
	if !known {
		share = 100
	}
	for i, item := range items {
		said, _ := item.(map[string]any)
		in, out := textOf(said["input"]), textOf(said["output"])
		c := draftCase{name: cmp.Or(strings.TrimSuffix(in, path.Ext(in)), strconv.Itoa(i+1)), in: literal(""), ans: literal("")}
		for part, file := range []string{in, out} {
			if file == "" || file == "/dev/null" {
				continue
			}
			if !h.w.there(path.Join(h.folder, file)) {
				return nil, say.Errorf("%s: the file %s is not in the package", "config.yaml", file)
			}
			*[]*content{&c.in, &c.ans}[part] = h.w.lies(path.Join(h.folder, file))
		}
		h.limits(said)
		var given bool
		if c.worth, given = number(said["score"]); !given {
			c.worth = share / float64(len(items))
		}
		cases = append(cases, c)
	}
	return cases, nil
}
