package exchange

import (
	"cmp"
	"maps"
	"math"
	"strconv"

	"sudokuoj/judge/internal/base/say"
)

// dmojProblem is a problem of DMOJ.
type dmojProblem struct {
	*draft
	data  *folder        // the files of the cases: an archive, or the package
	init  map[string]any // init.yml
	cases int
}

// dmoj reads the data of a problem of DMOJ: init.yml with an archive or files beside it. DMOJ itself keeps the statement
// in its database; authors keep it in statement.md.
func dmoj(dir *folder, name string) (_ *draft, err error) {
	x := &dmojProblem{draft: newDraft(dir, name), data: dir}
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
	if x.scoring = true; x.has("statement.md") {
		x.statement("en", "md", x.file("statement.md"))
	}
	if bytes, ok := number(x.init["output_limit_length"]); ok {
		x.limit(0, 0, int64(math.Ceil(bytes/(1<<20))))
	}
	if archive := textOf(x.init["archive"]); archive != "" {
		if x.data, err = x.archive(archive); err != nil {
			return nil, err
		}
	}
	if err := x.checking(); err != nil {
		return nil, err
	}
	return x.draft, x.tests(cases)
}

// archive opens an archive of the package.
func (x *dmojProblem) archive(name string) (*folder, error) {
	if !x.has(name) {
		return nil, missing("init.yml", name)
	}
	files, done, err := x.dir.archive(name)
	if err != nil {
		return nil, err
	}
	x.close = append(x.close, done)
	return files, nil
}

// firstOf is the first of a list of words, "" if there is none.
func firstOf(list any) string {
	return append(stringsOf(list), "")[0]
}

// checking takes how the cases are compared.
func (x *dmojProblem) checking() error {
	if v := x.init["interactive"]; v != nil {
		said, _ := v.(map[string]any)
		if textOf(said["type"]) != "testlib" {
			return errInteractor
		}
		return x.interactor(firstOf(said["files"]))
	}
	checker := mapIn(x.init, "checker")
	name, args := cmp.Or(textOf(x.init["checker"]), textOf(checker["name"])), mapIn(checker, "args")
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
		source := firstOf(args["files"])
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
	digits, err := strconv.Atoi(textOf(args["precision"]))
	if err != nil || digits < 0 || digits > 30 {
		digits = 6
	}
	tolerance, _ := strconv.ParseFloat("1e-"+strconv.Itoa(digits), 64)
	c, mode := within(tolerance, tolerance), textOf(args["error_mode"])
	if name == "floatsrel" || mode == "relative" {
		c.Absolute = 0
	}
	if name == "floatsabs" || mode == "absolute" {
		c.Relative = 0
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
		batches++
		g := group{id: strconv.Itoa(batches), how: "pass-fail", most: worth, requires: stringsOf(said["dependencies"])}
		for _, key := range []string{"batched", "points", "dependencies"} {
			delete(said, key)
		}
		for _, item := range inner { // what the batch says is true for each
			own, _ := item.(map[string]any)
			whole := maps.Clone(said)
			maps.Copy(whole, own)
			c, err := x.testCase(whole)
			if err != nil {
				return err
			}
			g.cases = append(g.cases, c)
		}
		groups, single = append(append(groups, byPoints(single)...), g), nil
	}
	x.subtasks(append(groups, byPoints(single)...))
	return nil
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
	if c, err = x.pair("init.yml", x.data, in, out); out == "" {
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
	found, err := x.pairs(x.data, ".")
	for _, p := range found {
		all = append(all, map[string]any{"in": p.in, "out": p.ans})
	}
	return all, err
}
