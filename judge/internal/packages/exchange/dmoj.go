package exchange

import (
	"cmp"
	"io/fs"
	"maps"
	"math"
	"strconv"

	"sudokuoj/judge/internal/base/say"
)

// dmojStatement is where authors keep the statement, which DMOJ itself keeps in its database.
const dmojStatement = "statement.md"

// dmojProblem is a problem of DMOJ.
type dmojProblem struct {
	*draft
	files fs.FS          // those of the cases
	init  map[string]any // init.yml
	cases int
}

// dmoj reads the data of a problem of DMOJ: init.yml with an archive or files beside it.
func dmoj(dir fs.FS, name string) (*draft, error) {
	x := &dmojProblem{draft: newDraft(dir, name), files: dir}
	var err error
	if x.init, err = x.yaml("init.yml"); err != nil {
		return nil, err
	}
	for _, key := range []string{"custom_judge", "grader", "signature_grader", "generator"} {
		if x.init[key] != nil {
			return nil, unsupported("init.yml", key)
		}
	}
	cases := x.init["test_cases"]
	if cases == nil {
		cases = x.init["pretest_test_cases"]
		delete(x.init, "pretest_test_cases")
	}
	x.leaveOutKeys("init.yml", "", x.init, "archive", "interactive", "test_cases", "checker",
		"points", "out", "output_limit_length")
	x.Name, x.scoring = map[string]string{"en": name}, true
	if x.has(dmojStatement) {
		x.statement("en", "md", x.draft.file(dmojStatement))
	}
	if bytes, ok := number(x.init["output_limit_length"]); ok {
		x.limit(0, 0, int64(math.Ceil(bytes/(1<<20))))
	}
	if err := x.open(textOf(x.init["archive"])); err != nil {
		return nil, err
	}
	if err := x.checking(); err != nil {
		return nil, err
	}
	return x.draft, x.tests(cases)
}

// open takes the files from an archive of the package, if it has one.
func (x *dmojProblem) open(archive string) error {
	if archive == "" {
		return nil
	}
	dir, ok := x.dir.(*folder)
	if !ok || !x.has(archive) {
		return missing("init.yml", archive)
	}
	files, done, err := dir.archive(archive)
	if err != nil {
		return err
	}
	x.files = files
	x.close = append(x.close, done)
	return nil
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// checking takes how the cases are compared.
func (x *dmojProblem) checking() error {
	if v := x.init["interactive"]; v != nil {
		said, _ := v.(map[string]any)
		if textOf(said["type"]) != "testlib" {
			return errInteractor
		}
		return x.interactor(firstOf(stringsOf(said["files"])))
	}
	v := x.init["checker"]
	name, args := textOf(v), map[string]any{}
	if said, ok := v.(map[string]any); ok {
		name = textOf(said["name"])
		args, _ = said["args"].(map[string]any)
	}
	switch name {
	case "", "standard":
		x.check.Kind = "tokens"
	case "linecount":
		x.remark("the checker linecount gives points for each line that is right: here all must be")
		x.check.Kind = "lines"
	case "rstripped":
		x.check.Kind = "lines"
	case "identical":
		x.check.Kind = "exact"
	case "floats", "floatsabs", "floatsrel":
		x.check = floats(name, args)
	case "bridged":
		source := firstOf(stringsOf(args["files"]))
		if kind := cmp.Or(textOf(args["type"]), "default"); kind != "testlib" || !x.has(source) {
			return unsupported("init.yml", "checker: bridged, "+kind).
				Hint("only type testlib can be used, with its source in the package")
		}
		x.testlib(source)
	default:
		return unsupported("init.yml", "checker: "+name)
	}
	return nil
}

// floats makes a check of numbers that may differ a little. The precision is a number of digits.
func floats(name string, args map[string]any) comparison {
	digits, err := strconv.Atoi(cmp.Or(textOf(args["precision"]), "6"))
	if err != nil || digits < 0 || digits > 30 {
		digits = 6
	}
	tolerance, _ := strconv.ParseFloat("1e-"+strconv.Itoa(digits), 64)
	mode := cmp.Or(textOf(args["error_mode"]), "default")
	c := comparison{Kind: "float"}
	if name != "floatsrel" && mode != "relative" {
		c.Absolute = tolerance
	}
	if name != "floatsabs" && mode != "absolute" {
		c.Relative = tolerance
	}
	return c
}

// tests reads the cases: batches, which count only as a whole, and single cases with points of their own.
func (x *dmojProblem) tests(cases any) error {
	list, ok := cases.([]any)
	if !ok {
		var err error
		if list, err = x.guess(cases); err != nil {
			return err
		}
	}
	var groups []group
	var single []testCase
	flush := func() {
		for _, g := range byPoints(single) {
			g.name = ""
			groups = append(groups, g)
		}
		single = nil
	}
	batches := 0
	for i, item := range list {
		said, _ := item.(map[string]any)
		if said == nil {
			return say.Errorf("init.yml: test case %d: not a map of key: value lines", i+1)
		}
		worth, given := number(said["points"])
		if !given {
			worth, _ = number(x.init["points"])
		}
		inner, batched := said["batched"].([]any)
		if !batched {
			c, err := x.testCase(said)
			if err != nil {
				return err
			}
			c.worth = worth
			single = append(single, c)
			continue
		}
		flush()
		batches++
		g := group{id: strconv.Itoa(batches), how: "pass-fail", most: worth, requires: stringsOf(said["dependencies"])}
		var err error
		if g.cases, err = x.batch(said, inner); err != nil {
			return err
		}
		groups = append(groups, g)
	}
	flush()
	x.subtasks(groups)
	return nil
}

// batch reads the cases of a batch. What it says is true for all of them.
func (x *dmojProblem) batch(said map[string]any, inner []any) (cases []testCase, err error) {
	for _, key := range []string{"batched", "points", "dependencies"} {
		delete(said, key)
	}
	for _, item := range inner {
		own, _ := item.(map[string]any)
		whole := maps.Clone(said)
		maps.Copy(whole, own)
		c, err := x.testCase(whole)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// testCase reads one case: its input and its answer. Without an input, the program reads nothing.
func (x *dmojProblem) testCase(said map[string]any) (c testCase, err error) {
	for _, key := range []string{"checker", "batched", "generator", "generator_args"} {
		if said[key] != nil {
			return c, unsupported("init.yml", "test_cases: "+key)
		}
	}
	x.leaveOutKeys("init.yml", "test_cases: ", said, "in", "out", "points", "dependencies")
	in, out := textOf(said["in"]), cmp.Or(textOf(said["out"]), textOf(x.init["out"]))
	if c, err = x.data("init.yml", x.files, in, out); out == "" {
		x.remark("init.yml: the file %s has no answer beside it: an empty one was made", in)
	}
	x.cases++
	c.name = strconv.Itoa(x.cases)
	return c, err
}

// guess finds the cases if init.yml does not list them: all inputs with their answers.
func (x *dmojProblem) guess(v any) (all []any, err error) {
	said, _ := v.(map[string]any)
	if said["input_format"] != nil {
		return nil, unsupported("init.yml", "test_cases: input_format").Hint("list the cases one by one")
	}
	found, err := x.pairsIn(x.files, ".")
	for _, p := range found {
		all = append(all, map[string]any{"in": p.in, "out": p.ans})
	}
	if err == nil && len(all) == 0 {
		err = errNoCases
	}
	return all, err
}
