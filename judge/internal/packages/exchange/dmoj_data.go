package exchange

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// dmojData knows where the files of the cases are, and the generator for the others.
type dmojData struct {
	w         *writer
	files     fs.FS
	read      func(string) content
	generator string
	out       string // the answer of a case that names none
	binary    bool   // every byte counts
	numbers   int
}

// open takes the files from an archive of the package.
func (x *dmojData) open(archive string) error {
	if !x.w.there(archive) {
		return say.Errorf("%s: the file %s is not in the package", "init.yml", archive)
	}
	root, err := x.w.archive(archive)
	if err != nil {
		return err
	}
	x.files, x.read = root.FS(), func(name string) content {
		return func() ([]byte, error) { return x.w.read.file(root, name) }
	}
	return nil
}

// generatorOf returns the source of a generator, "" without one, and remembers its flags.
func (x *dmojData) generatorOf(v any) string {
	said, ok := v.(map[string]any)
	if !ok {
		return textOf(v)
	}
	source := cmp.Or(textOf(said["source"]), firstOf(stringsOf(said["source"])))
	for _, flag := range stringsOf(said["flags"]) {
		if !compilerFlag().MatchString(flag) {
			x.w.note("init.yml: generator: the flag %s is left out", flag)
			continue
		}
		if x.w.flags == nil {
			x.w.flags = map[string][]string{}
		}
		if !slices.Contains(x.w.flags[source], flag) {
			x.w.flags[source] = append(x.w.flags[source], flag)
		}
	}
	return source
}

// compilerFlag matches the flags that change what a program does, not which files the compiler reads or writes.
var compilerFlag = match.Lazy(`^-(D\w+(=\w*)?|O[0-3s]?|std=[a-z0-9+]+)$`)

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// groups reads the cases: batches, which count only as a whole, and single cases with points of their own.
func (x *dmojData) groups(cases any, inherited map[string]any) (groups []draftGroup, err error) {
	list, ok := cases.([]any)
	if !ok {
		if list, err = x.guess(cases); err != nil {
			return nil, err
		}
	}
	var single []draftCase
	flush := func() {
		for _, g := range points(single) {
			g.name = numberedGroup(len(groups))
			groups = append(groups, g)
		}
		single = nil
	}
	var batches []string // the names of groups, by the number of their batch
	for i, item := range list {
		said, _ := item.(map[string]any)
		if said == nil {
			return nil, say.Errorf("init.yml: test case %d: not a map of key: value lines", i+1)
		}
		worth := pointsOf(said, inherited)
		inner, batched := said["batched"].([]any)
		if !batched {
			c, err := x.testCase(said)
			if err != nil {
				return nil, err
			}
			c.worth = worth
			single = append(single, c)
			continue
		}
		flush()
		g := draftGroup{name: numberedGroup(len(groups)), most: worth, how: "pass-fail"}
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
			whole := maps.Clone(said) // what a batch says holds for its cases
			maps.Copy(whole, own)
			c, err := x.testCase(whole)
			if err != nil {
				return nil, err
			}
			g.cases = append(g.cases, c)
		}
		groups, batches = append(groups, g), append(batches, g.name)
	}
	flush()
	return groups, nil
}

// pointsOf returns the points of a case: its own, or those of the whole, or one.
func pointsOf(said, inherited map[string]any) float64 {
	for _, m := range []map[string]any{said, inherited} {
		if v, ok := number(m["points"]); ok {
			return v
		}
	}
	return 1
}

// testCase reads one case: its files, or the generator with its arguments. The generator writes the answer to its
// standard error.
func (x *dmojData) testCase(said map[string]any) (c draftCase, err error) {
	x.numbers++
	c.name, c.binary = strconv.Itoa(x.numbers), x.binary
	if own, asked := said["binary_data"].(bool); asked {
		c.binary = own
	}
	for _, key := range []string{"checker", "batched"} {
		if _, asked := said[key]; asked {
			return c, say.Errorf("%s: %s has no place here", "init.yml", "test_cases: "+key)
		}
	}
	x.w.noteKeys("init.yml", "test_cases: ", said, "in", "out", "points", "binary_data", "generator_args", "generator_in", "generator", "output_prefix_length", "dependencies")
	in, out, seed := textOf(said["in"]), cmp.Or(textOf(said["out"]), x.out), textOf(said["generator_in"])
	for _, file := range []string{in, out, seed} {
		if file != "" && !isFile(x.files, path.Clean(file)) {
			return c, say.Errorf("%s: the file %s is not in the package", "init.yml", file)
		}
	}
	generator := cmp.Or(x.generatorOf(said["generator"]), x.generator)
	switch {
	case in != "":
		c.in = x.read(path.Clean(in))
	case generator != "" && x.w.there(generator):
		var stdin content
		if seed != "" {
			stdin = x.read(path.Clean(seed))
		}
		c.in, c.ans = x.w.makes(generator, pythonArgs(said["generator_args"]), stdin)
	case generator != "":
		return c, say.Errorf("%s: the file %s is not in the package", "init.yml", generator)
	default:
		c.in = literal("") // as there, the program reads nothing
	}
	if out != "" {
		c.ans = x.read(path.Clean(out))
	}
	if c.ans == nil {
		c.ans = literal("")
		x.w.note("init.yml: the file %s has no answer beside it: an empty one was made", in)
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
func (x *dmojData) guess(v any) (all []any, err error) {
	said, _ := v.(map[string]any)
	if said["input_format"] != nil {
		return nil, say.Errorf("%s: %s has no place here", "init.yml", "test_cases: input_format").Hint("list the cases one by one")
	}
	files, err := listFS(x.files)
	if err != nil {
		return nil, err
	}
	found, alone := pairs(files)
	for _, in := range alone {
		x.w.read.seen(in)
		x.w.note("%s was left out: it has no .ans or .out beside it", in)
	}
	for _, p := range found {
		all = append(all, map[string]any{"in": p.in, "out": p.ans})
	}
	if len(all) == 0 {
		return nil, errNoCases
	}
	return all, nil
}
