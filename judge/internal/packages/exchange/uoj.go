package exchange

import (
	"cmp"
	"io/fs"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var uojKeys = match.Lazy(`(?m)^\s*(use_builtin_judger|use_builtin_checker|n_tests|submit_answer|time_limit)\s`)

// isUOJ recognises test data of UOJ by their problem.conf.
func isUOJ(dir fs.FS) bool { return uojKeys().MatchString(head(dir, "problem.conf")) }

// uoj reads test data of UOJ: problem.conf, and the files whose names it describes.
func (w *writer) uoj(name string) error {
	conf, err := w.uojConf()
	if err != nil {
		return err
	}
	for _, key := range []string{"submit_answer", "with_implementer"} {
		if conf.text(key, "off") == "on" {
			return say.Errorf("%s: %s has no place here", "problem.conf", key+" on")
		}
	}
	if conf.text("use_builtin_judger", "off") != "on" && w.there("judger.cpp") {
		return say.Errorf("%s: %s is a program that grades in a way of its own, and has no place here", "problem.conf", "judger.cpp")
	}
	d := draft{names: map[string]string{languageOf(name): name}, program: map[string]content{}, scoring: true, output: int64(conf.number("output_limit", 64))}
	if conf.text("interaction_mode", "off") == "on" {
		d.check, err = w.talks(cmp.Or(w.uojProgram("interactor"), "interactor.cpp"), d.program)
	} else {
		d.check, err = w.uojCheck(conf.text("use_builtin_checker", ""), d.program)
	}
	if err != nil {
		return err
	}
	x := &uojData{w: w, uojConf: conf}
	if d.groups, err = x.groups(); err != nil {
		return err
	}
	d.seconds, d.memory = x.widest(w)
	if std := w.uojProgram("std"); std != "" {
		d.solutions = []draftSolution{{name: "std", file: std, text: w.lies(std), promise: "AC"}}
	}
	w.noteKeys("problem.conf", "", conf)
	return w.put(d)
}

// uojConf is a problem.conf. A key that is read is gone: those that stay have no place here.
type uojConf map[string]any

// uojConf reads problem.conf: a key and its value on each line, and remarks.
func (w *writer) uojConf() (uojConf, error) {
	text, err := w.people("problem.conf", w.lies("problem.conf"))
	if err != nil {
		return nil, err
	}
	if len(text) > maxYAML {
		return nil, say.Errorf("%s: larger than %d MiB", "problem.conf", maxYAML>>20)
	}
	conf := uojConf{}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && !strings.HasPrefix(words[0], "#") {
			conf[words[0]] = words[1]
		}
	}
	return conf, nil
}

func (c uojConf) text(key, otherwise string) string {
	value := cmp.Or(textOf(c[key]), otherwise)
	delete(c, key)
	return value
}

func (c uojConf) number(key string, otherwise float64) float64 {
	if n, ok := number(c.text(key, "")); ok {
		return n
	}
	return otherwise
}

// count is a number of cases, groups or files, from 0 to more than a package may have.
func (c uojConf) count(key string, otherwise int) int {
	if n, err := strconv.Atoi(c.text(key, "")); err == nil {
		return max(0, min(n, maxFiles+1))
	}
	return otherwise
}

// uojCheckers maps the checkers that UOJ added to those of testlib.
var uojCheckers = map[string]judgeFile{
	"bcmp": {Check: "exact"}, "caseicmp": {Check: "tokens"}, "casencmp": {Check: "tokens"}, "casewcmp": {Check: "tokens"},
	"rncmp": {Check: "float", Absolute: 1.5e-5},
}

// uojCheck returns the check with the name that problem.conf gives. Without a name, the package has a checker.
func (w *writer) uojCheck(name string, program map[string]content) (judgeFile, error) {
	if own := w.uojProgram("chk"); name == "" && own != "" {
		return w.testlib(own, program), nil
	}
	for _, checkers := range []map[string]judgeFile{standardCheckers, uojCheckers} {
		if same, ok := checkers[name]; ok {
			return same, nil
		}
	}
	return judgeFile{}, say.Errorf("its checker %s is not in the package, and is none that the judge knows", cmp.Or(name, "chk.cpp"))
}

// uojProgram returns the file of a program beside the data, "" without one. Its name may end with the year of its C++.
func (w *writer) uojProgram(name string) string {
	for _, year := range []string{"", "11", "14", "17", "20"} {
		if file := name + year + ".cpp"; w.there(file) {
			return file
		}
	}
	return ""
}
