package exchange

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
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
		statements: w.hydroStatements(), program: map[string]content{}, scoring: true}
	if d.check, err = w.hydroCheck(config, folder, d.program); err != nil {
		return err
	}
	if base := textOf(config["filename"]); base != "" {
		d.check.InputFile, d.check.OutputFile = w.fileName(base+".in"), w.fileName(base+".out")
	}
	h := &hydroCases{w: w, folder: folder, ownLimits: ownLimits{[]float64{hydroSeconds(config["time"])}, []int64{mebibytes(config["memory"], 256)}}}
	if d.groups, err = h.groups(config); err != nil {
		return err
	}
	d.seconds, d.memory = h.widest(w)
	return w.put(d)
}

// hydroSeconds reads a time; a bare number is in milliseconds.
func hydroSeconds(v any) float64 {
	if ms, ok := number(v); ok {
		return ms / 1000
	}
	return seconds(v, 1)
}

// hydroCheck returns the check that compares as Hydro does.
func (w *writer) hydroCheck(config map[string]any, folder string, program map[string]content) (judgeFile, error) {
	w.noteKeys("config.yaml", "", config, "type", "time", "memory", "filename", "interactor", "subtasks", "cases", "checker", "checker_type", "score", "count")
	if config["multi_pass"] != nil {
		return judgeFile{}, say.Errorf("%s: %s has no place here", "config.yaml", "multi_pass")
	}
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
	case kind == "kattis":
		program[path.Base(source)] = w.lies(source)
		return judgeFile{Check: "validator", Program: path.Base(source)}, nil
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
