package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// functionRun holds the fields of a run's JSON that these tests read.
type functionRun struct {
	Results []struct {
		Problem, Solution, Language, Verdict string
		AsExpected                           bool `json:"as_expected"`
		Compile                              struct{ Message string }
		Cases                                []struct {
			Case, Verdict, Message, Stdout, Stderr string
			AsExpected                             bool    `json:"as_expected"`
			Driver                                 float64 `json:"driver_ms"`
		}
	}
}

// runFunctions grades files against the problems of testdata/functions.
func runFunctions(t *testing.T, args ...string) (got functionRun, stderr string) {
	t.Helper()
	short.Skip(t)
	var out, errs bytes.Buffer
	judge.Run(context.Background(), append([]string{"-root", "testdata/functions", "-json", "-"}, args...), strings.NewReader(""), &out, &errs)
	must.Succeed(t, json.Unmarshal(out.Bytes(), &got), &out, &errs)
	return got, errs.String()
}

// pasted lists the files to grade. Those in Go have no package clause, so they are kept as .txt files, which Go's tools
// ignore, and copied.
func pasted(t *testing.T) (files []string) {
	t.Helper()
	found, err := filepath.Glob("testdata/functions/solutions/*")
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	dir := t.TempDir()
	for _, path := range found {
		if name, ok := strings.CutSuffix(path, ".txt"); ok {
			text := must.Get(os.ReadFile(path))(t)
			path = filepath.Join(dir, filepath.Base(name))
			must.Succeed(t, os.WriteFile(path, text, 0o644))
		}
		files = append(files, path)
	}
	return files
}

// TestFunctions grades files as they are pasted into LeetCode: well-known problems, and in each language functions that
// are right, wrong, throw, print or never end. The directives of each file say what it must get.
func TestFunctions(t *testing.T) {
	t.Parallel()
	files := pasted(t)
	got, stderr := runFunctions(t, files...)
	must.Equal(t, len(files), len(got.Results), "files graded, there are", stderr)
	for _, s := range got.Results {
		if s.Verdict == "SK" {
			t.Logf("%s: %s", s.Solution, s.Compile.Message)
			continue
		}
		for _, c := range s.Cases {
			if !c.AsExpected {
				t.Errorf("%s %s: %s %s %s%s", s.Solution, c.Case, c.Verdict, c.Message, s.Compile.Message, c.Stderr)
			}
			switch c.Case {
			case "secret/prints":
				must.Contain(t, c.Stdout, "9", s.Solution, "what it printed is shown as")
			case "secret/throws":
				name := filepath.Base(s.Solution)
				crash := s.Language == "C" || s.Language == "C++" // C and C++ do not know the line
				if !crash && !strings.Contains(c.Stderr, name+":") && !strings.Contains(c.Stderr, name+`", line`) {
					t.Errorf("%s: the crash does not name its line: %s", s.Solution, c.Stderr)
				}
				if strings.Contains(strings.ToLower(strings.ReplaceAll(c.Stderr, "_", "")), "judgedriver") {
					t.Errorf("%s: the crash shows the driver: %s", s.Solution, c.Stderr)
				}
			}
		}
		if !s.AsExpected {
			t.Errorf("%s: not as expected as a whole: %s %s", s.Solution, s.Verdict, s.Compile.Message)
		}
	}
}

// TestFunctionMistakes grades typical mistakes of beginners; each message must name the mistake.
func TestFunctionMistakes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, file, source, want string }{
		{"another name", "a.py", "class Solution:\n    def two_sum(self, nums, target):\n        return []\n",
			"no function twoSum, which is what the problem asks for; there is a two_sum, which may be misspelt\nhint: write def " +
				"twoSum(self, nums: List[int], target: int) -> List[int]:"},
		{"another name in Rust", "a.rs",
			"impl Solution {\n    pub fn twoSum(nums: Vec<i32>, target: i32) -> Vec<i32> { vec![] }\n}\n", "there is a twoSum, which " +
				"may be misspelt\nhint: write pub fn two_sum("},
		{"fewer arguments", "b.go", "\nfunc twoSum(nums []int) []int { return nums }\n",
			"b.go:2: twoSum takes 1 argument, and the problem gives 2\nhint: write func twoSum(nums []int, target int) []int"},
		{"no lengths in C", "b.c", "int* twoSum(int* nums, int target) { return nums; }\n", "twoSum takes 2 arguments, and the problem gives 4"},
		{"Python 2", "c.py", "class Solution:\n    def twoSum(self, nums, target):\n        print nums\n",
			"this is Python 2, and the judge runs Python 3"},
		{"no class", "c.java", "class TwoSum {\n    public int[] twoSum(int[] nums, int target) { return nums; }\n}\n",
			"c.java: no class Solution, in which the site wants twoSum\nhint: put it into class Solution"},
		{"no impl", "c.rs", "pub fn two_sum(nums: Vec<i32>, target: i32) -> Vec<i32> { nums }\n",
			"c.rs: no impl Solution, in which the site wants two_sum\nhint: put it into impl Solution"},
		{"its first line in Java", "d.java", "class Solution { public int[] twoSum(int[] nums, int target) { return nums }\n}\n",
			"d.java:1: error: ';' expected\nclass Solution {"},
		{"another type in Rust", "d.rs",
			"impl Solution {\n    pub fn two_sum(nums: Vec<i32>, target: i64) -> Vec<i32> { nums }\n}\n", "mismatched types: expected " +
				"`i64`, found `i32`\nthe judge calls it"},
		{"another type", "d.go", "func twoSum(nums []int, target int) bool { return true }\n",
			"the judge calls it as the problem asks for it: func twoSum(nums []int, target int) []int"},
		{"its own mistake", "e.cpp", "class Solution {\npublic:\n    vector<int> twoSum(vector<int>& nums, int target) {\n        " +
			"retrun {};\n    }\n};\n", "e.cpp:4:9: error:"},
		{"its own mistake in Go", "e.go", "func twoSum(nums []int, target int) []int {\n\tx := 3\n\treturn nums\n}\n",
			"e.go:2:2: declared and not used: x"},
		{"its own mistake in Python", "e.py", "class Solution:\n    def twoSum(self, nums, target):\n        return (\n", `e.py", line 3`},
	}
	dir := t.TempDir()
	var files []string
	for _, test := range tests {
		path := filepath.Join(dir, test.file)
		must.Succeed(t, os.WriteFile(path, []byte(test.source), 0o644))
		files = append(files, path)
	}
	got, stderr := runFunctions(t, append([]string{"-problem", "twosum", "-case", "sample/1"}, files...)...)
	if len(got.Results) != len(tests) {
		t.Fatalf("%d graded: %s", len(got.Results), stderr)
	}
	told := map[string]string{}
	for _, s := range got.Results {
		if strings.Contains(strings.ReplaceAll(strings.ToLower(s.Compile.Message), "_", ""), "judgedriver") ||
			strings.Contains(s.Compile.Message, "java.util.*") {
			t.Errorf("%s: shows a line that the judge added: %s", s.Solution, s.Compile.Message)
		}
		told[s.Solution] = s.Verdict + ": " + s.Compile.Message
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := told[filepath.Join(dir, test.file)]
			if strings.HasPrefix(got, "SK: ") {
				t.Skip(got)
			}
			if !strings.HasPrefix(got, "CE: ") || !strings.Contains(got, test.want) {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
}

// TestMainLeftIn: a function with a main that tries it out is judged as a function, with a remark. If the main reads
// input, the file is a program.
func TestMainLeftIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const twoSum = "package main\n\nimport \"fmt\"\n\nfunc twoSum(nums []int, target int) []int { return nil }\n\nfunc main() {\n\tn := 9\n"
	for file, test := range map[string]struct {
		source string
		told   bool
	}{
		"other.cpp": {"#include <cstdio>\nint main() { puts(\"1\"); }\n", false},
		"tries.go":  {twoSum + "\tfmt.Println(twoSum([]int{2, 7}, n)) // no Scan\n}\n", true},
		"reads.go":  {twoSum + "\tfmt.Scan(&n)\n\tfmt.Println(twoSum([]int{2, 7}, n))\n}\n", false},
	} {
		path := filepath.Join(dir, file)
		must.Succeed(t, os.WriteFile(path, []byte(test.source), 0o644))
		got, stderr := runFunctions(t, "-problem", "twosum", "-case", "sample/1", path)
		if len(got.Results) != 1 {
			t.Fatalf("%s: %s", file, stderr)
		}
		s := got.Results[0]
		if s.Verdict == "SK" {
			t.Logf("%s: not tried: %s", file, s.Compile.Message)
			continue
		}
		if told := strings.Contains(s.Compile.Message,
			"its main reads no input and is left out: the judge calls twoSum itself"); s.Verdict == "AC" || told != test.told {
			t.Errorf("%s: %s %s", file, s.Verdict, s.Compile.Message)
		}
		must.Equal(t, test.told, s.Cases[0].Driver > 0, file, "judged as a function")
	}
}

// TestBareClass submits a bare class to a problem that wants a program.
func TestBareClass(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.py")
	must.Succeed(t, os.WriteFile(path, []byte("class Solution:\n    def sum(self, a, b):\n        return a + b\n"), 0o644))
	var out, errs bytes.Buffer
	judge.Run(context.Background(), []string{"-root", "testdata/misbehaving", "-problem", "aplusb", path}, strings.NewReader(""), &out, &errs)
	want := "holds a function, or a class Solution, and no program: aplusb wants one that reads its input"
	must.Contain(t, strings.Join(strings.Fields(out.String()), " "), want, &out, &errs)
}
