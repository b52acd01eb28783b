package exchange

import (
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// dmojStatement is where authors keep the statement, which DMOJ itself keeps in its database.
const dmojStatement = "statement.md"

// dmoj reads the data of a problem of DMOJ: init.yml with an archive or files beside it.
func (w *writer) dmoj(name string) error {
	init, err := w.yamlFile("init.yml")
	if err != nil {
		return err
	}
	for _, key := range []string{"custom_judge", "grader", "signature_grader"} {
		if _, asked := init[key]; asked {
			return say.Errorf("%s: %s is a program that grades in a way of its own, and has no place here", "init.yml", key)
		}
	}
	cases := init["test_cases"]
	if cases == nil {
		cases = init["pretest_test_cases"]
		delete(init, "pretest_test_cases")
	}
	if slices.Equal(stringsOf(init["hints"]), []string{"unicode"}) { // every program here reads and writes UTF-8
		delete(init, "hints")
	}
	w.noteKeys("init.yml", "", init, "archive", "interactive", "test_cases", "checker", "generator", "points", "out", "binary_data", "output_limit_length", "output_prefix_length")
	x := &dmojData{w: w, files: w.from.FS(), read: w.lies, out: textOf(init["out"]), binary: init["binary_data"] == true}
	x.generator = x.generatorOf(init["generator"])
	if archive := textOf(init["archive"]); archive != "" {
		if err := x.open(archive); err != nil {
			return err
		}
	}
	d := draft{names: map[string]string{"en": name}, scoring: true}
	if w.there(dmojStatement) {
		d.statements = map[string]statement{"en": {"md", w.lies(dmojStatement)}}
	}
	if bytes, ok := number(init["output_limit_length"]); ok {
		d.output = (int64(bytes) + 1<<20 - 1) >> 20
	}
	if d.check, d.program, err = w.dmojCheck(init["checker"]); init["interactive"] != nil {
		said, _ := init["interactive"].(map[string]any)
		if err = errInteractor; textOf(said["type"]) == "testlib" {
			d.program = map[string]content{}
			d.check, err = w.talks(firstOf(stringsOf(said["files"])), d.program)
		}
	}
	if err != nil {
		return err
	}
	if d.groups, err = x.groups(cases, init); err != nil {
		return err
	}
	return w.put(d)
}
