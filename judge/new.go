package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/skeleton"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

var newCommand = command{
	name:  "new",
	setUp: setUpNew,
}

// skeletonFlags are the flags of judge new.
type skeletonFlags struct {
	choice
	lang     string
	function string // what a new problem asks for
}

func setUpNew(fs *flag.FlagSet) action {
	f := &skeletonFlags{}
	f.registerRoot(fs)
	fs.StringVar(&f.problem, "problem", "", "")
	fs.StringVar(&f.function, "function", "", "")
	f.lang = "go"
	fs.Func("lang", "", func(word string) error {
		if !isLanguage(word) { // else it is the language of what is said
			f.lang = word
		}
		return nil
	})
	return f.run
}

func (f *skeletonFlags) run(ctx context.Context, env *environment, names []string) (int, error) {
	if len(names) != 2 || names[0] != "solution" && names[0] != "problem" {
		return cannotWork, say.Errorf("new: say judge new solution NAME -problem ID, or judge new problem ID")
	}
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	switch {
	case names[0] == "solution" && f.function != "":
		return cannotWork, say.Errorf("-function: says what a new problem asks for, as in: judge new problem twosum -function '%s'", "int[] twoSum(int[] nums, int target)")
	case names[0] == "problem" && f.function != "":
		return allExpected, newFunction(env, root, names[1], f.function)
	case names[0] == "problem":
		return allExpected, newProblem(env, root, names[1])
	}
	entry, err := newSolution(env, root, names[1], f.problem, f.lang)
	if err != nil {
		return cannotWork, err
	}
	then := screen.CommandLine(self(), []string{entry.Solution.Name}, strings.TrimSpace(screen.RootFlag(f.root)))
	if entry.Problem.Function != nil { // what the site's editor shows need not compile
		fmt.Fprintln(env.stdout, screen.Escape(env.say("next: fill in %s, and then: %s", entry.Solution.Path, then)))
		return allExpected, nil
	}
	return f.greet(ctx, env, entry, then)
}

// greet grades the skeleton, so that it is seen to work, and says what is to be written, and what to say then.
// That it is wrong is as it should be: only a judge that could not work matters here.
func (f *skeletonFlags) greet(ctx context.Context, env *environment, entry grade.Entry, then string) (int, error) {
	g, err := f.grader(env)
	if err != nil {
		return cannotWork, err
	}
	defer g.Close()
	run, err := g.Grade(ctx, []grade.Entry{entry}, grade.Options{}, func(verdict.Event) {})
	if err != nil {
		return cannotWork, err
	}
	if run.Interrupted {
		return cannotWork, errInterrupted
	}
	result := run.Results[0]
	if !result.Compile.OK {
		fmt.Fprintln(env.stdout, env.lang.Text(result.Compile.Message))
		return allExpected, nil
	}
	fmt.Fprintln(env.stdout, screen.Escape(env.say("%d of %d cases right: write answer() in %s, and then: %s", report.Sum(result).Accepted, len(result.Cases), entry.Solution.Path, then)))
	return allExpected, nil
}

func newSolution(env *environment, root, name, problemID, lang string) (entry grade.Entry, err error) {
	if name == "." || name == ".." || strings.ContainsAny(name, `/\`) {
		return entry, say.Errorf("new solution %q: the name becomes a folder under solutions/", name).Hint("give one without / or \\")
	}
	if problemID == "" {
		return entry, say.Errorf("new solution: for which problem? Say -problem ID; judge list shows them")
	}
	p, err := problem.Load(root, problemID)
	if err != nil {
		return entry, err
	}
	var ids []string
	for _, l := range language.All() {
		ids = append(ids, l.ID)
	}
	l, ok := language.ByID(lang)
	if !ok {
		return entry, say.Errorf("-lang %s: no such language%s (there are %s)", lang, match.DidYouMean(lang, ids), say.List(ids))
	}
	begun, err := skeleton.Of(l, name, p)
	if err != nil {
		return entry, err
	}
	dir := filepath.Join(root, "solutions", name)
	if there, _ := os.ReadDir(dir); len(there) > 0 { // beside another language's file ours would break both
		return entry, temp.IsThere(filepath.Join(dir, there[0].Name()))
	}
	if err := writeNew(env, map[string]string{filepath.Join(dir, begun.File): begun.Head + begun.Code}); err != nil {
		return entry, err
	}
	solution, err := solution.Open(dir)
	solution.Name = name
	return grade.Entry{Problem: p, Solution: solution, Cases: p.Cases}, err
}

func newProblem(env *environment, root, name string) error {
	id, err := newID(env, name)
	if err != nil {
		return err
	}
	dir, data := filepath.Join(root, "problems", id), filepath.Join(root, "testdata", id)
	title := strings.ToUpper(id[:1]) + id[1:]
	err = writeNew(env, map[string]string{
		filepath.Join(dir, "problem.yaml"): problemYAML(title),
		filepath.Join(dir, "judge.yaml"):   "check: tokens\n",
		filepath.Join(dir, "statement", "problem.en.md"): "# " + title + "\n\nEach line of the input holds a whole number n. Print 2n for each, one a line.\n\n" +
			"## Input\n\nAt most 100 lines, -1000 <= n <= 1000.\n\n## Output\n\nOne number a line.\n",
		filepath.Join(dir, "statement", "problem.zh.md"): "# " + title + "\n\n输入的每一行是一个整数 n。对每个 n，输出 2n。\n\n" +
			"## 输入格式\n\n不超过 100 行，每行一个整数 n，-1000 <= n <= 1000。\n\n## 输出格式\n\n对每个 n 输出一行，为一个整数。\n",
		filepath.Join(data, "sample", "1.in"):         "21\n-4\n",
		filepath.Join(data, "sample", "1.ans"):        "42\n-8\n",
		filepath.Join(data, "sample", "1.yaml"):       "description:\n  en: a positive and a negative number\n  zh: 一个正数和一个负数\n",
		filepath.Join(data, "secret", "01-zero.in"):   "0\n",
		filepath.Join(data, "secret", "01-zero.ans"):  "0\n",
		filepath.Join(data, "secret", "01-zero.yaml"): "description:\n  en: nothing doubled is nothing\n  zh: 零的两倍还是零\n",
	})
	if err == nil {
		fmt.Fprintln(env.stdout, env.say("next: judge new solution NAME -problem %s", id))
	}
	return err
}

// problemYAML is what a new problem says of itself.
func problemYAML(title string) string {
	return fmt.Sprintf("problem_format_version: 2025-09\nname:\n  en: %[1]s\n  zh: %[1]s\nuuid: %[2]s\nlimits:\n  time_limit: 1\n  memory: 256\n  output: 8\n", title, problem.NewUUID())
}

// newID is the id of a new problem that is to have this name: what a site spells two-sum is twosum here,
// which is said.
func newID(env *environment, name string) (string, error) {
	id := strings.Map(func(r rune) rune {
		if problem.ValidID(string(r)) {
			return r
		}
		return -1
	}, strings.ToLower(name))
	if id == "" {
		return "", say.Errorf("new problem %q: an id has small letters and digits only, as acwing166", name)
	}
	if id != name {
		fmt.Fprintln(env.stdout, screen.Escape(env.say("%s is called %s here: an id has small letters and digits only", name, id)))
	}
	return id, nil
}

// writeNew writes files that must not be there yet, all or none, and says which.
func writeNew(env *environment, files map[string]string) error {
	if err := temp.WriteNew(files); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintln(env.stdout, env.say("wrote %s", path))
	}
	return nil
}
