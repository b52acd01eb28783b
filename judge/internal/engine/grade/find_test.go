package grade_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// planted writes files, by their names, and returns their folder.
func planted(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		must.Succeed(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)))
	}
	return root
}

// tree plants problems and solutions.
func tree(t *testing.T) string {
	t.Helper()
	const format, method = "problem_format_version: 2025-09\n", "class Solution:\n    def f(self, a):\n        return a\n"
	return planted(t, map[string]string{
		"problems/one/problem.yaml":    format + "name: one\n",
		"testdata/one/secret/1.in":     "",
		"testdata/one/secret/1.ans":    "",
		"testdata/one/secret/2.in":     "",
		"testdata/one/secret/2.ans":    "",
		"problems/two/problem.yaml":    format + "name: two\n",
		"testdata/two/secret/1.in":     "",
		"testdata/two/secret/1.ans":    "",
		"problems/broken/problem.yaml": "name: [\n",
		"testdata/broken/secret/1.in":  "",
		"testdata/broken/secret/1.ans": "",
		"problems/asks/problem.yaml":   format + "name: asks\n",
		"problems/asks/judge.yaml":     "function: int f(int a)\n",
		"testdata/asks/secret/1.in":    "1\n",
		"testdata/asks/secret/1.ans":   "1\n",
		"solutions/a/main.py":          "#judge:problem one\nprint(1)\n",
		"solutions/b/main.py":          "#judge:problem one two\nprint(1)\n",
		"solutions/c/main.py":          "#judge:problem gone\nprint(1)\n",
		"solutions/d/main.py":          "#judge:expect XX\n",
		"func.py":                      method,
		"loose.py":                     "print(1)\n",
		"site.cpp": "class Solution {\n\tbool ok(int a) { return a; }\npublic:\n\tvector<int> " +
			"twoSum(vector<int>& nums, int target) {}\n};\n",
	})
}

// TestFind selects from such a tree: the entries as "problem solution cases", the remarks, and the error.
func TestFind(t *testing.T) {
	type pick = grade.Wanted
	root := tree(t)
	loose, fits, site := filepath.Join(root, "loose.py"), filepath.Join(root, "func.py"), filepath.Join(root, "site.cpp")
	for _, test := range []struct {
		name               string
		wanted             pick
		names              []string
		entries, told, err string
	}{
		{"all", pick{}, nil, "one a 12, one b 12, two b 1", "broken, gone, XX", ""},
		{"a solution", pick{}, []string{"a"}, "one a 12", "", ""},
		{"of two problems", pick{}, []string{"b"}, "one b 12, two b 1", "", ""},
		{"a problem", pick{Problem: "two"}, nil, "two b 1", "gone, XX", ""},
		{"cases", pick{Cases: []string{"secret/2"}}, nil, "one a 2, one b 2", "broken, gone, XX", ""},
		{"cases of one", pick{Cases: []string{"one/secret/1"}, Problem: "one"}, []string{"a"}, "one a 1", "", ""},
		{"a file for a problem", pick{Problem: "one"}, []string{loose}, "one loose 12", "", ""},
		{"a file for none", pick{}, []string{loose}, "", "", "hint: for none of them: judge try runs it on what you type"},
		{"a function for none", pick{}, []string{site}, "", "",
			"hint: for none of them: judge new problem twosum -function 'int[] twoSum(int[] nums, int target)'; then"},
		{"a file, and a solution", pick{}, []string{loose, "a"}, "one a 12", "which problem does it solve?, broken", ""},
		{"a file that fits", pick{}, []string{"a", fits}, "asks func 1, one a 12", "", ""},
		{"a file that fits another", pick{Problem: "one"}, []string{fits}, "one func 12", "", ""},
		{"no such problem", pick{Problem: "tow"}, nil, "", "", "-problem tow: there is no such problem"},
		{"a broken problem", pick{Problem: "broken"}, nil, "", "", "broken"},
		{"no such solution", pick{}, []string{"z"}, "", "", "unknown z"},
		{"not its problem", pick{Problem: "two"}, []string{"a"}, "", "", "-problem two: none of the chosen solutions claims it"},
		{"no such case", pick{Cases: []string{"secret/9"}}, []string{"a"}, "", "", "-case secret/9: no case of that name"},
		{"one such case", pick{Cases: []string{"secret/9", "secret/1"}}, []string{"a"}, "one a 1", "", "-case secret/9: no case of that name"},
		{"a case of another problem", pick{Cases: []string{"two/secret/1"}}, []string{"a"}, "", "", "-case two/secret/1: no case of that name"},
		{"a missing problem", pick{}, []string{"c"}, "", "", "gone"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.wanted.Root = root
			entries, faults, err := test.wanted.Find(test.names, func(name string, _ []string) error { return fmt.Errorf("unknown %s", name) })
			var got []string
			for _, e := range entries {
				cases := ""
				for _, c := range e.Cases {
					cases += filepath.Base(c.Name)
				}
				got = append(got, e.Problem.ID+" "+strings.TrimSuffix(filepath.Base(e.Solution.Name), ".py")+" "+cases)
				must.Equal(t, test.names == nil, e.Unasked, e.Solution.Name, "unasked")
			}
			must.Equal(t, test.entries, strings.Join(got, ", "), "entries")
			if (faults != nil) != (test.told != "") || (err != nil) != (test.err != "") {
				t.Errorf("told %v, and %v", faults, err)
			}
			for said, want := range map[error]string{faults: test.told, err: test.err} {
				for _, word := range strings.Split(want, ", ") {
					if said != nil && !strings.Contains(said.Error(), word) {
						t.Errorf("%v, want %q in it", said, word)
					}
				}
			}
		})
	}
	p := problem.Problem{ID: "two", Cases: []problem.Case{{Name: "secret/1"}}}
	one, two := solution.Solution{Name: "a", Problems: []string{"one"}}, solution.Solution{Name: "a", Problems: []string{"two"}}
	for want, enter := range map[string]func() error{
		"problems": func() error {
			_, _, err := grade.Wanted{Root: t.TempDir()}.Find(nil, nil)
			return err
		},
		"none of the chosen solutions claims a problem that has a chosen case": func() error {
			_, _, err := grade.Enter([]problem.Problem{p}, []string{"one", "two"}, []solution.Solution{one}, "", []string{"secret/1"})
			return err
		},
		"no solutions found": func() error {
			_, _, err := grade.Enter([]problem.Problem{p}, []string{"two"}, nil, "", nil)
			return err
		},
		"none of the chosen solutions claims": func() error {
			_, _, err := grade.Enter([]problem.Problem{{ID: "two"}}, []string{"two"}, []solution.Solution{two}, "", nil)
			return err
		},
	} {
		must.Fail(t, enter(), want)
	}
}

// TestFindsNothing: then the first fault is the error.
func TestFindsNothing(t *testing.T) {
	plain := map[string]string{"problems/one/problem.yaml": "", "testdata/one/secret/1.in": "", "testdata/one/secret/1.ans": ""}
	for _, step := range []struct{ want, file, text string }{
		{"XX", "solutions/a/main.py", "#judge:expect XX\n"},
		{"no solutions found", "problems/one/problem.yaml", "problem_format_version: 2025-09\nname: one\n"},
	} {
		files := maps.Clone(plain)
		files[step.file] = step.text
		entries, _, err := grade.Wanted{Root: planted(t, files)}.Find(nil, nil)
		if len(entries) > 0 || err == nil || !strings.Contains(err.Error(), step.want) {
			t.Errorf("%v, %v, want %s", entries, err, step.want)
		}
	}
}

// TestIn: the shards of a run share its cases.
func TestIn(t *testing.T) {
	e := grade.Entry{Problem: problem.Problem{ID: "p"}}
	for i := range 20 {
		e.Cases = append(e.Cases, problem.Case{Name: fmt.Sprint(i)})
	}
	few := grade.Entry{Problem: problem.Problem{ID: "q"}, Cases: e.Cases[:1]}
	seen := map[string]int{}
	for n := range 3 {
		for _, kept := range grade.In(result.Shard{Index: n + 1, Of: 3}, []grade.Entry{few, e}) {
			must.Be(t, kept.Partial && len(kept.Cases) != 0, "shard %d: %+v", n, kept)
			for _, c := range kept.Cases {
				seen[kept.Problem.ID+c.Name]++
			}
		}
	}
	must.Be(t, len(seen) == 21 && seen["q0"] == 1 && seen["p7"] == 1, "the shards hold %v", seen)
	for _, whole := range []result.Shard{{}, {Index: 1, Of: 1}} {
		if all := grade.In(whole, []grade.Entry{e}); len(all) != 1 || all[0].Partial {
			t.Errorf("no shards: %+v", all)
		}
	}
}

// TestRecogniseSeveral: a file that fits several problems is left to its author, who hears which they are.
func TestRecogniseSeveral(t *testing.T) {
	root := tree(t)
	dir := filepath.Join(root, "problems", "asksalso")
	must.Succeed(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "problems", "asks"))))
	must.Succeed(t, os.CopyFS(filepath.Join(root, "testdata", "asksalso"), os.DirFS(filepath.Join(root, "testdata", "asks"))))
	s := must.Get(solution.Open(filepath.Join(root, "func.py")))(t)
	var told []string
	all := []solution.Solution{s}
	grade.Recognise(root, all, nil, func(m say.Message) { told = append(told, m.String()) })
	if len(all[0].Problems) > 0 || len(told) != 1 || !strings.Contains(told[0], "func.py: may be for asks, asksalso") {
		t.Errorf("taken for %v, told %q", all[0].Problems, told)
	}
}
