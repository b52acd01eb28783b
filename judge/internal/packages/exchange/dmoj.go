package exchange

import (
	"cmp"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// dmojStatement is where authors keep the statement, which DMOJ itself keeps in its database.
const dmojStatement = "statement.md"

// dmojProblem is a problem of DMOJ.
type dmojProblem struct {
	*draft
	files     fs.FS          // those of the cases
	init      map[string]any // init.yml
	generator command        // of the cases without an input
	cases     int
}

// dmoj reads the data of a problem of DMOJ: init.yml with an archive or files beside it.
func dmoj(dir fs.FS, name string) (*draft, error) {
	x := &dmojProblem{draft: newDraft(dir, name), files: dir}
	var err error
	if x.init, err = x.yaml("init.yml"); err != nil {
		return nil, err
	}
	for _, key := range []string{"custom_judge", "grader", "signature_grader"} {
		if x.init[key] != nil {
			return nil, unsupported("init.yml", key)
		}
	}
	cases := x.init["test_cases"]
	if cases == nil {
		cases = x.init["pretest_test_cases"]
		delete(x.init, "pretest_test_cases")
	}
	if slices.Equal(stringsOf(x.init["hints"]), []string{"unicode"}) { // every program here reads and writes UTF-8
		delete(x.init, "hints")
	}
	x.leaveOutKeys("init.yml", "", x.init, "archive", "interactive", "test_cases", "checker", "generator",
		"points", "out", "binary_data", "output_limit_length", "output_prefix_length")
	x.Name, x.scoring = map[string]string{"en": name}, true
	x.generator = x.generatorOf(x.init["generator"])
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

// caseText is a file of a case.
func (x *dmojProblem) caseText(name string) content {
	return func(*workshop) ([]byte, error) { return fs.ReadFile(x.files, name) }
}

// generatorOf returns a generator with its flags.
func (x *dmojProblem) generatorOf(v any) command {
	c := command{dir: x.dir, source: textOf(v)}
	said, ok := v.(map[string]any)
	if !ok {
		return c
	}
	c.source = cmp.Or(textOf(said["source"]), firstOf(stringsOf(said["source"])))
	for _, flag := range stringsOf(said["flags"]) {
		if compilerFlag().MatchString(flag) {
			c.flags = append(c.flags, flag)
		} else if name := "flag " + flag; !x.told[name] {
			x.told[name] = true
			x.remark("init.yml: generator: the flag %s is left out", flag)
		}
	}
	return c
}

// compilerFlag matches the flags that change what a program does, not which files the compiler reads or writes.
var compilerFlag = match.Lazy(`^-(D\w+(=\w*)?|O[0-3s]?|std=[a-z0-9+]+)$`)

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
	case "sorted", "unordered":
		x.inAnyOrder(cmp.Or(textOf(args["split_on"]), map[string]string{"sorted": "lines"}[name], "whitespace"))
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
	var single []testCase
	flush := func() {
		for _, g := range byPoints(single) {
			g.name = numberedGroup(len(x.groups))
			x.groups = append(x.groups, g)
		}
		single = nil
	}
	var batches []string // the names of groups, by the number of their batch
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
		g, err := x.batch(said, inner, batches)
		if err != nil {
			return err
		}
		g.most = worth
		x.groups, batches = append(x.groups, g), append(batches, g.name)
	}
	flush()
	return nil
}

// batch reads the cases of a batch, which may depend on earlier ones.
func (x *dmojProblem) batch(said map[string]any, inner []any, batches []string) (group, error) {
	g := group{name: numberedGroup(len(x.groups)), how: "pass-fail"}
	for _, n := range stringsOf(said["dependencies"]) {
		if at, err := strconv.Atoi(n); err == nil && at >= 1 && at <= len(batches) {
			g.requires = append(g.requires, batches[at-1])
		}
	}
	for _, key := range []string{"batched", "points", "dependencies"} {
		delete(said, key)
	}
	for _, item := range inner {
		own, _ := item.(map[string]any)
		whole := maps.Clone(said) // what a batch says is true for its cases
		maps.Copy(whole, own)
		c, err := x.testCase(whole)
		if err != nil {
			return g, err
		}
		g.cases = append(g.cases, c)
	}
	return g, nil
}

// testCase reads one case: its files, or the generator with its arguments.
func (x *dmojProblem) testCase(said map[string]any) (c testCase, err error) {
	x.cases++
	c.name, c.binary = strconv.Itoa(x.cases), x.init["binary_data"] == true
	if own, given := said["binary_data"].(bool); given {
		c.binary = own
	}
	for _, key := range []string{"checker", "batched"} {
		if said[key] != nil {
			return c, unsupported("init.yml", "test_cases: "+key)
		}
	}
	x.leaveOutKeys("init.yml", "test_cases: ", said, "in", "out", "points", "binary_data",
		"generator_args", "generator_in", "generator", "output_prefix_length", "dependencies")
	file := func(key string, otherwise any) (content, error) {
		name := cmp.Or(textOf(said[key]), textOf(otherwise))
		if name == "" {
			return nil, nil
		}
		if name = path.Clean(name); !isFile(x.files, name) {
			return nil, missing("init.yml", name)
		}
		return x.caseText(name), nil
	}
	if c.in, err = file("in", nil); err != nil {
		return c, err
	}
	answer, err := file("out", x.init["out"])
	if err != nil {
		return c, err
	}
	generator := x.generatorOf(said["generator"])
	if generator.source == "" {
		generator = x.generator
	}
	if generator.stdin, err = file("generator_in", nil); err != nil {
		return c, err
	}
	switch {
	case c.in != nil:
	case generator.source == "":
		c.in = literal("") // as there, the program reads nothing
	case !x.has(generator.source):
		return c, missing("init.yml", generator.source)
	default:
		generator.args = pythonArgs(said["generator_args"])
		c.in, c.ans = both(generator)
	}
	if answer != nil {
		c.ans = answer
	}
	if c.ans == nil {
		c.ans = literal("")
		x.remark("init.yml: the file %s has no answer beside it: an empty one was made", textOf(said["in"]))
	}
	return c, nil
}

// pythonArgs returns arguments as Python would write them.
func pythonArgs(v any) []string {
	list, _ := v.([]any)
	var args []string
	for _, arg := range list {
		switch arg {
		case true:
			args = append(args, "True")
		case false:
			args = append(args, "False")
		default:
			args = append(args, textOf(arg))
		}
	}
	return args
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
