package exchange

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// sums are cases for all formats: a file with each name that one of them uses.
const sums = `-- 1.in --
1 2
-- 1.out --
3
-- 2.in --
4 5
-- 2.out --
9
-- testcase/1.in --
1 2
-- testcase/1.out --
3
-- tests/01 --
1 2
-- tests/01.a --
3
-- sol.py --
print(sum(map(int, input().split())))
-- check.cpp --
int main() { return 0; }
-- talk.cpp --
#include "testlib.h"
int main() { tout << 1; }
`

// fuzzImport imports a package in which one file is arbitrary. Either all of it is imported and the judge can read it,
// or nothing.
func fuzzImport(f *testing.F, file string, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
		f.Add([]byte("\ufeff" + seed))
		f.Add([]byte(strings.ReplaceAll(seed, "\n", "\r\n")))
		f.Add([]byte(strings.ReplaceAll(seed, "one", "\xd2\xbb")))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		from, root := tree(t, sums), t.TempDir()
		if err := write(filepath.Join(from, filepath.FromSlash(file)), text); err != nil {
			t.Fatal(err)
		}
		name := from
		if ext := filepath.Ext(file); ext == ".xml" && file != "problem.xml" {
			name = filepath.Join(from, file)
		}
		err := All(t.Context(), root, name, "", Tools{}, func(r Result) {
			if r.Err != nil {
				if text := r.Err.Error(); text == "" || strings.Contains(text, root) && !strings.Contains(text, "is there already") {
					t.Errorf("%q", text)
				}
				return
			}
			p, err := problem.Load(root, r.ID)
			if err != nil || len(p.Cases) == 0 {
				t.Errorf("%s was imported, and cannot be read: %v", r.ID, err)
			}
			for _, note := range r.Notes {
				if !note.Said() {
					t.Error("a note that says nothing")
				}
			}
		})
		if err != nil && err.Error() == "" {
			t.Error("an error that says nothing")
		}
		left, _ := os.ReadDir(root)
		for _, e := range left {
			if e.Name() != "problems" && e.Name() != "testdata" && e.Name() != "solutions" {
				t.Errorf("left behind: %s", e.Name())
			}
		}
	})
}

func FuzzPolygon(f *testing.F) {
	fuzzImport(f, "problem.xml", `<problem><names><name language="english" value="one"/></names><judging input-file="a.in"><testset name="tests"><time-limit>1000</time-limit>
<memory-limit>268435456</memory-limit><test-count>1</test-count><input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual" sample="true" group="a" points="3.5" description="one"/></tests>
<groups><group name="a" points="3" points-policy="each-test"><dependencies><dependency group="b"/></dependencies></group></groups></testset></judging>
<assets><checker name="std::rcmp6.cpp"><source path="check.cpp"/></checker><solutions><solution tag="main"><source path="sol.py"/></solution></solutions></assets></problem>`,
		`<problem><judging><testset name="tests"><test-count>1</test-count><input-path-pattern>../%d</input-path-pattern></testset></judging><assets><checker><source path="../../etc/passwd"/></checker></assets></problem>`,
		`<problem><names><name value="one"/></names><judging><testset><test-count>1</test-count><input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern></testset></judging>
<assets><checker name="std::wcmp.cpp"/><interactor><source path="talk.cpp"/></interactor></assets></problem>`,
		`<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]><problem><names><name value="&c;"/></names></problem>`)
}

func FuzzDMOJ(f *testing.F) {
	fuzzImport(f, "init.yml", `checker: {name: floats, args: {precision: 4}}
output_limit_length: 100
test_cases:
- {in: 1.in, out: 1.out, points: 5}
- points: 3
  dependencies: [1]
  batched: [{in: 2.in, out: 2.out}]
`, "test_cases: [{in: ../1.in, out: /etc/passwd}]\n", "archive: 1.in\n", "a: &a [1]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\ntest_cases: [*c,*c,*c,*c]\n",
		"generator: sol.py\ntest_cases: [{generator_args: 1}]\n", "checker: sorted\ntest_cases: {}\n")
}

func FuzzHydro(f *testing.F) {
	fuzzImport(f, "config.yaml", `time: 500ms
memory: 64m
filename: one
checker_type: testlib
checker: check.cpp
subtasks:
- {score: 30, id: 1, type: sum, cases: [{input: 1.in, output: 1.out, score: 20}, {input: 2.in, output: 2.out, score: 10}]}
- {score: 70, if: [1], type: max, time: 2s, cases: [{input: 2.in, output: 2.out}]}
`, "cases: [{input: 1.in, output: /dev/null, score: 1e300}]\n", "time: 1\n", "subtasks: [1, {id: 1, if: [1]}]\n", "subtasks: {id: 1}\nmemory: -1\n", "type: interactive\n", "checker_type: hustoj\nchecker: check.cpp\n")
}

func FuzzHydroProblem(f *testing.F) {
	fuzzImport(f, "problem.yaml", "pid: P1\nowner: 1\ntitle: one\ntag: [a, b]\n", "title: {a: b}\ntag: {c: d}\n")
}

func FuzzLuogu(f *testing.F) {
	fuzzImport(f, "config.yml", "1.in: {timeLimit: 1000, memoryLimit: 65536, score: 40, subtaskId: 0}\n2.in:\n  timeLimit: 2000\n  subtaskId: 1\n  score: one\nother: 3\n")
}

func FuzzSYZOJ(f *testing.F) {
	fuzzImport(f, "data.yml", `inputFile: '#.in'
outputFile: '#.out'
subtasks:
- {score: 30, type: sum, cases: [1, 2]}
- {score: 70, type: min, cases: ['2']}
specialJudge: {language: cpp, fileName: check.cpp}
`, "subtasks: [{score: 1e300, type: mul, cases: [../1]}]\ninputFile: '#.in'\n", "specialJudge: {fileName: /etc/passwd}\n", "subtasks: {a: b}\ninputFile: one\n", "interactor: 1\n")
}

func FuzzQDUOJ(f *testing.F) {
	fuzzImport(f, "problem.json", `{"title": "one", "description": {"format": "html", "value": "<p>a &lt; b<sup>2</sup></p><img src=x>"}, "input_description": "two",
 "test_case_score": [{"score": 40, "input_name": "1.in", "output_name": "1.out"}], "time_limit": 1000, "memory_limit": 256, "samples": [{"input": "1", "output": "2"}],
 "spj": {"language": "C++", "code": "int main(int argc, char **argv) { return 0; }"}, "rule_type": "OI", "io_mode": {"io_mode": "File IO", "input": "a.in", "output": "a.out"},
 "answers": [{"language": "Python3", "code": "print(1)"}], "tags": ["one"]}`, `{"title": "a", "test_case_score": [{"input_name": "../../1.in", "output_name": "-"}], "spj": 3}`)
}

func FuzzFPS(f *testing.F) {
	fuzzImport(f, "set.xml", `<?xml version="1.0" encoding="gb2312"?><fps version="1.2"><item><title><![CDATA[one]]></title><time_limit unit="ms">500</time_limit>
<memory_limit unit="kb">65536</memory_limit><img><src>a</src></img><description><![CDATA[<pre>x</pre>one &lt; two]]></description><sample_input>1</sample_input><sample_output>2</sample_output>
<test_input name="a">1</test_input><test_output name="a">2</test_output><spj language="C++">#include "testlib.h"</spj><solution language="C++">int main() {}</solution></item>
<item><title>one</title><test_input>1</test_input><test_output>2</test_output></item></fps>`,
		`<!DOCTYPE a [<!ENTITY b "bb">]><fps><item><title>&b;</title><test_input>`+"\x01\x02"+`</test_input><test_output/></item></fps>`)
}

// FuzzPairs pairs arbitrary names of inputs and answers: each input has one answer, which is another file, and no file
// is both.
func FuzzPairs(f *testing.F) {
	for _, names := range []string{"1.in 1.out 1.ans", "in/1.txt out/1.txt", "I.1 O.1", "input0.txt output0.txt", "test_1/input test_1/output", "01 01.a",
		"in/in.in out/out.out", "input/in1.in output/out1.out", "INPUT.TXT OUTPUT.TXT", "in in/in", ".in .a", "x/.in x/.ans"} {
		f.Add(names)
	}
	f.Fuzz(func(t *testing.T, names string) {
		files := strings.Fields(names)
		there := map[string]bool{}
		for _, name := range files {
			there[name] = true
		}
		found, alone := pairs(files)
		for _, p := range found {
			if !there[p.in] || !there[p.ans] || p.in == p.ans || p.name == "" {
				t.Errorf("%q: %+v", files, p)
			}
		}
		for _, name := range alone {
			if !there[name] {
				t.Errorf("%q is none of %q", name, files)
			}
		}
	})
}

// TestHostileImports imports packages of an attacker: each is refused, or the bad part left out, quickly, and nothing
// from outside the package is imported.
func TestHostileImports(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for _, pair := range []string{"ab", "bc", "cd", "de", "ef", "fg", "gh", "hi"} {
		bomb += pair[1:] + ": &" + pair[1:] + " [" + strings.Repeat("*"+pair[:1]+",", 10) + "]\n"
	}
	polygon := func(tests, rest string) string {
		return `<problem><judging><testset name="tests">` + tests + `</testset></judging><assets><checker name="std::wcmp.cpp"/>` + rest + `</assets></problem>`
	}
	for _, test := range []struct{ name, file, text, want string }{
		{"a case outside", "init.yml", "test_cases: [{in: ../secret.in, out: 1.out}]\n", "the file ../secret.in is not in the package"},
		{"an archive outside", "init.yml", "archive: ../secret.zip\n", "the file ../secret.zip is not in the package"},
		{"a generator outside", "init.yml", "generator: ../secret.py\ntest_cases: [{generator_args: [1]}]\n", "the file ../secret.py is not in the package"},
		{"a generator without tools", "init.yml", "generator: sol.py\ntest_cases: [{generator_args: [1]}]\n", "sol.py has to be run for the test data, and cannot be here"},
		{"a YAML bomb", "init.yml", bomb + "test_cases: *i\n", "init.yml: not YAML"},
		{"a pattern outside", "problem.xml", polygon("<test-count>1</test-count><input-path-pattern>../secret.in</input-path-pattern>", ""), "neither ../secret.in nor a command"},
		{"a million tests", "problem.xml", polygon("<test-count>1000000</test-count>", ""), "more than 20000 files"},
		{"an XML bomb", "problem.xml", `<!DOCTYPE a [<!ENTITY b "` + strings.Repeat("x", 1000) + `"><!ENTITY c "` + strings.Repeat("&b;", 1000) + `">]>` + "<problem><names><name value='&c;&c;'/></names></problem>", "names no testset"},
		{"no end of elements", "problem.xml", "<problem><judging>" + strings.Repeat("<testset>", 100_000), "problem.xml: not XML"},
		{"a checker outside", "problem.xml", strings.Replace(polygon("<test-count>1</test-count>", ""), `<checker name="std::wcmp.cpp"/>`, `<checker><source path="../secret.cpp"/></checker>`, 1), "its checker ../secret.cpp is not in the package"},
		{"a case of QDUOJ outside", "problem.json", `{"title": "x", "test_case_score": [{"input_name": "../../secret.in", "output_name": "1.out"}]}`, "testcase/../../secret.in"},
		{"a case of Hydro outside", "config.yaml", "cases: [{input: ../secret.in, output: 1.out}]\n", "the file ../secret.in is not in the package"},
		{"a checker for one batch", "init.yml", "test_cases: [{points: 10, checker: identical, batched: [{in: 1.in, out: 1.out}]}]\n", "init.yml: test_cases: checker has no place here"},
		{"an FPS of empty items", "set.xml", "<fps>" + strings.Repeat("<item/>", mostElements+1) + "</fps>", "more than 200000 elements"},
		{"a JSON of many samples", "problem.json", `{"title": "x", "samples": [{}` + strings.Repeat(",{}", MaxCompanion/3) + "]}", "problem.json: larger than 16 MiB"},
		{"a JSON of too many samples", "problem.json", `{"title": "x", "test_case_score": [{}], "samples": [{}` + strings.Repeat(",{}", maxFiles) + "]}", "more than 20000 files"},
		{"a JSON of too many cases", "problem.json", `{"title": "x", "test_case_score": [{}` + strings.Repeat(",{}", maxFiles) + "]}", "more than 20000 files"},
		{"cases by patterns of their own", "init.yml", "test_cases: {input_format: x}\n", "init.yml: test_cases: input_format has no place here"},
		{"an archive without cases", "init.yml", "archive: empty.zip\n", "it has no test cases"},
		{"points as nobody gives them", "config.yaml", "subtasks: [{type: best, score: 9, cases: [{input: 1.in, output: 1.out}]}]\n", `secret/group1: points as "best" have no place here`},
		{"subtasks without cases", "config.yaml", "subtasks: [{id: 1, cases: []}]\n", "it has no test cases"},
		{"a checker of HUSTOJ in Python", "config.yaml", "checker_type: hustoj\nchecker: sol.py\n", "its checker is in sol.py: only one in C or C++ has a place here"},
		{"an interactor that is not there", "config.yaml", "type: interactive\ninteractor: gone.cpp\n", errInteractor.Error()},
		{"no FPS", "set.xml", "<problems/>", "no FPS"},
		{"an FPS of too many tests", "set.xml", "<fps><item><title>x</title>" + strings.Repeat("<test_input/><test_output/>", maxFiles) + "<sample_input/><sample_output/></item></fps>", "more than 20000 files"},
		{"an FPS whose items do not end", "set.xml", "<fps>" + strings.Repeat("<item>", 100_000), "not XML"},
	} {
		t.Run(test.name, func(t *testing.T) {
			around := tree(t, strings.ReplaceAll(sums, "-- ", "-- pk/")+"-- pk/empty.zip --\nPK\x05\x06"+strings.Repeat("\x00", 18)+"\n-- secret.in --\nsecret\n-- secret.cpp --\nsecret\n-- secret.py --\nsecret\n")
			if err := write(filepath.Join(around, "pk", test.file), []byte(test.text)); err != nil {
				t.Fatal(err)
			}
			from := filepath.Join(around, "pk")
			if test.file == "set.xml" {
				from = filepath.Join(from, test.file)
			}
			root := t.TempDir()
			var got []string
			err := All(t.Context(), root, from, "x", Tools{}, func(r Result) {
				if r.Err != nil {
					got = append(got, r.Err.Error())
				} else {
					got = append(got, notes(r.Notes))
				}
			})
			if err != nil {
				got = append(got, err.Error())
			}
			if text := strings.Join(got, "\n"); !strings.Contains(text, test.want) {
				t.Errorf("%s\nwant %q", text, test.want)
			}
			if left := contents(t, root); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestGroupsInChinese keeps groups apart whose names cannot be names of files.
func TestGroupsInChinese(t *testing.T) {
	from, root := tree(t, sums), t.TempDir()
	text := `<problem><judging><testset name="tests"><test-count>2</test-count><input-path-pattern>tests/01</input-path-pattern><answer-path-pattern>tests/01.a</answer-path-pattern>` +
		`<tests><test group="易" points="30"/><test group="难" points="70"/></tests>` +
		`<groups><group name="易"/><group name="难"><dependencies><dependency group="易"/></dependencies></group></groups>` +
		`</testset></judging><assets><checker name="std::wcmp.cpp"/></assets></problem>`
	if err := write(filepath.Join(from, "problem.xml"), []byte(text)); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(root, from, "x"); err != nil {
		t.Fatal(err)
	}
	p, err := problem.Load(root, "x")
	if err != nil || len(p.Groups) != 3 || p.Groups[0].Max != 100 {
		t.Fatalf("%+v, %v", p.Groups, err)
	}
	for _, g := range p.Groups[1:] {
		if g.Max == 70 && len(g.Requires) != 1 || g.Max != 70 && g.Max != 30 || g.Cases != 1 {
			t.Errorf("%+v", g)
		}
	}
}

// TestTwoOfOneName: if an FPS file has two tests with the same name, each keeps its own answer.
func TestTwoOfOneName(t *testing.T) {
	item := fpsItem{TestIn: []fpsText{{Name: "a", Text: "1"}, {Name: "a", Text: "2"}, {Name: "c", Text: "3"}, {Name: "d", Text: "4"}},
		TestOut: []fpsText{{Name: "a", Text: "1"}, {Name: "a", Text: "2"}, {Name: "d", Text: "4"}, {Name: "c", Text: "3"}}}
	groups, _, err := item.cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range groups[0].cases {
		in, _ := c.in()
		if ans, _ := c.ans(); string(in) != string(ans) {
			t.Errorf("%s has the answer %s", in, ans)
		}
	}
}

// TestAloneInArchive reports an input without an answer in a DMOJ archive that is searched for cases.
func TestAloneInArchive(t *testing.T) {
	from, root := tree(t, "-- init.yml --\ntest_cases: {}\n-- 1.in --\n1\n-- 1.out --\n1\n-- 2.in --\n2\n"), t.TempDir()
	imported, err := Import(root, from, "x")
	if want := "2.in was left out: it has no .ans or .out beside it"; err != nil || imported.Cases != 1 || !strings.Contains(notes(imported.Notes), want) {
		t.Errorf("%+v, %v", imported, err)
	}
}

// TestInputAsAnswer: if only a checker knows what is right, people often give the input as the answer.
func TestInputAsAnswer(t *testing.T) {
	from, root := tree(t, "-- config.yaml --\ncases:\n  - {input: 1.in, output: 1.in}\n-- 1.in --\n1 2\n"), t.TempDir()
	if _, err := Import(root, from, "x"); err != nil {
		t.Fatal(err)
	}
	for file, text := range contents(t, root) {
		if ext := filepath.Ext(file); (ext == ".in" || ext == ".ans") && text != "1 2\n" {
			t.Errorf("%s is %q", file, text)
		}
	}
}

// TestLeavesNothingOpen imports archives, alone and inside folders, and counts the open files afterwards.
func TestLeavesNothingOpen(t *testing.T) {
	open := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("only Linux shows what is open")
		}
		return len(files)
	}
	archive := makeZip(t, entry{name: "1.in", text: "1\n"}, entry{name: "1.out", text: "1\n"})
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	from := tree(t, "-- init.yml --\narchive: cases.zip\ntest_cases: {}\n")
	if err := write(filepath.Join(from, "cases.zip"), text); err != nil {
		t.Fatal(err)
	}
	before := open()
	for _, name := range []string{from, archive} {
		if imported, err := Import(t.TempDir(), name, "x"); err != nil || imported.Cases != 1 {
			t.Errorf("%+v, %v", imported, err)
		}
	}
	if after := open(); after > before {
		t.Errorf("%d files more are open", after-before)
	}
}

// TestPolygonFiles reads a complete statement, and a program in an old character set.
func TestPolygonFiles(t *testing.T) {
	from, root := tree(t, sums+"-- statements/chinese/problem.tex --\nwhole\n-- statements/chinese/tutorial.tex --\nother\n-- statements/.html/chinese/problem.tex --\ndeep\n-- Sol.java --\npublic class Sol { public static void main(String[] a) { } }\n"), t.TempDir()
	for file, text := range map[string]string{"sol.py": "# \xce\xca\xcc\xe2\nprint(sum(map(int, input().split())))\n", "problem.xml": `<problem><names><name language="english" value="one"/></names>
<judging><testset name="pretests"><test-count>1</test-count></testset><testset name="tests"><test-count>1</test-count><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern></testset></judging>
<assets><checker name="std::wcmp.cpp"/><solutions><solution tag="main"><source path="sol.py"/></solution><solution tag="main"><source path="Sol.java"/></solution></solutions></assets></problem>`} {
		if err := write(filepath.Join(from, file), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	imported, err := Import(root, from, "x")
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for file, text := range contents(t, root) {
		if strings.HasPrefix(file, "solutions/") || strings.Contains(file, "statement/") {
			all += file + ": " + text
		}
	}
	for _, want := range []string{"# 问题\n", "problem.zh.tex: whole\n", "/Sol.java: "} {
		if !strings.Contains(all, want) {
			t.Errorf("%q, want %q", all, want)
		}
	}
	if said := notes(imported.Notes); strings.Count(said, "left out: the testset") != 1 || !strings.Contains(said, `the testset "pretests"; that of the grade is "tests"`) {
		t.Errorf("notes:\n%s", said)
	}
}

// TestParts: small parts of packages, and the result of each.
func TestParts(t *testing.T) {
	float := func(absolute, relative float64) judgeFile {
		return judgeFile{Check: "float", Absolute: absolute, Relative: relative}
	}
	special := func(text string) judgeFile {
		c, err := qduojProblem{Special: json.RawMessage(text)}.check(&writer{}, map[string]content{})
		if err != nil {
			return judgeFile{Check: err.Error()}
		}
		return c
	}
	credits := func(text string) any {
		var old map[string]any
		if err := json.Unmarshal([]byte(text), &old); err != nil {
			t.Fatal(err)
		}
		return (&writer{}).credits(old)
	}
	wide := func(limits ...int64) (said []any) {
		w := &writer{}
		return append(said, widest(w, "time", limits), len(w.Notes))
	}
	answers := func(language, text string) (said []any) {
		w := &writer{}
		return append(said, len(w.answers([]code{{language, text}})), len(w.Notes))
	}
	read := func(text string) []any {
		n, given := number(text)
		return []any{n, given}
	}
	type list = map[string]any
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"floats", floats("floats", list{"precision": 3}), float(1e-3, 1e-3)},
		{"the usual precision", floats("floats", nil), float(1e-6, 1e-6)},
		{"no precision", floats("floats", list{"precision": "x"}), float(1e-6, 1e-6)},
		{"less than none", floats("floats", list{"precision": -1}), float(1e-6, 1e-6)},
		{"too much", floats("floats", list{"precision": 31}), float(1e-6, 1e-6)},
		{"floatsabs", floats("floatsabs", nil), float(1e-6, 0)},
		{"floatsrel", floats("floatsrel", nil), float(0, 1e-6)},
		{"absolute", floats("floats", list{"error_mode": "absolute"}), float(1e-6, 0)},
		{"relative", floats("floats", list{"error_mode": "relative"}), float(0, 1e-6)},
		{"no checker", special("null"), judgeFile{Check: "lines"}},
		{"an empty checker", special(`{"language": "C++", "code": ""}`), judgeFile{Check: "lines"}},
		{"what is no checker", special("3"), judgeFile{Check: "lines"}},
		{"a checker in Python", special(`{"language": "Python3", "code": "1"}`), judgeFile{Check: "its checker is in Python3: only one in C or C++ has a place here"}},
		{"C++", sourceName("C++14 (GCC)"), "Main.cpp"},
		{"C", sourceName("C"), "Main.c"},
		{"C11", sourceName("c11"), "Main.c"},
		{"C99", sourceName("C99"), "Main.c"},
		{"C#", sourceName("C#"), ""},
		{"JavaScript", sourceName("JavaScript"), "Main.js"},
		{"standard input", (&writer{}).fileName("stdin") + (&writer{}).fileName("stdout") + (&writer{}).fileName(""), ""},
		{"a file", (&writer{}).fileName("a.in"), "a.in"},
		{"this folder", baseName(".") + baseName("a/b/"), "exchangeb"},
		{"one limit", wide(2, 2), []any{int64(2), 0}},
		{"two limits", wide(1, 2), []any{int64(2), 1}},
		{"no limits", wide(), []any{int64(0), 0}},
		{"an answer", answers("C++", "int main() {}"), []any{1, 0}},
		{"an empty answer", answers("C++", " "), []any{0, 1}},
		{"an answer in no language", answers("Brainfuck", "+"), []any{0, 1}},
		{"nobody", credits("{}"), nil},
		{"a name", credits(`{"credits": "Ann"}`), "Ann"},
		{"authors", credits(`{"author": "Ann and Bob"}`), list{"authors": []string{"Ann", "Bob"}}},
		{"a list of authors", credits(`{"author": ["Ann", "Bob"]}`), list{"authors": []any{"Ann", "Bob"}}},
		{"both", credits(`{"author": "Ann", "credits": {"authors": "Carl", "cooks": "Eve"}}`), list{"authors": "Carl"}},
		{"both, a list", credits(`{"author": ["Ann"], "credits": {"authors": "Carl"}}`), list{"authors": "Carl"}},
		{"all of them", credits(`{"credits": {"authors": "Carl", "cooks": "Eve", "testers": "Dan"}}`), list{"authors": "Carl", "testers": "Dan"}},
		{"testers", credits(`{"author": "Ann", "credits": {"testers": "Carl"}}`), list{"authors": []string{"Ann"}, "testers": "Carl"}},
		{"a case's name", caseFile("a.b c/d_E-1", 0), "a-b-c-d_E-1"},
		{"letters at the edges", caseFile("azAZ09{`[@/:", 0), "azAZ09"},
		{"a name without letters", caseFile("数/..", 6), "07"},
		{"an ID", idFrom("azAZ09{`[@/:数"), "azaz09"},
		{"no ID", idFrom("数"), ""},
		{"milliseconds", seconds("500 ms", 1), 0.5},
		{"microseconds", seconds("500us", 1), 0.0005},
		{"seconds", seconds("2S", 1), 2.0},
		{"no time", seconds("soon", 1), 1.0},
		{"no number", seconds("1.2.3", 1), 1.0},
		{"gibibytes", mebibytes("1.5g", 1), int64(1536)},
		{"mebibytes", mebibytes("64 MB", 1), int64(64)},
		{"kibibytes", mebibytes("65536KiB", 1), int64(64)},
		{"bytes", mebibytes("2097152b", 1), int64(2)},
		{"a few bytes", mebibytes("1b", 9), int64(1)},
		{"a bare number", mebibytes(32, 1), int64(32)},
		{"no size", mebibytes("much", 256), int64(256)},
		{"the largest size", mebibytes("1000000000000", 256), int64(1e12)},
		{"a larger one", mebibytes("1000000000001", 256), int64(256)},
		{"no number of size", mebibytes("1.2.3", 256), int64(256)},
		{"a language", languageCode("Chinese"), "zh"},
		{"a code", languageCode("LV"), "lv"},
		{"an unknown language", languageCode("Quenya"), "en"},
		{"a source", source(list{"source": "A"}), "A"},
		{"an address", source(list{"source_url": "b"}), map[string]string{"name": "b", "url": "b"}},
		{"both of a source", source(list{"source": "A", "source_url": "b"}), map[string]string{"name": "A", "url": "b"}},
		{"a source of today", source(list{"source": list{"name": "A"}}), list{"name": "A"}},
		{"no source", source(nil), nil},
		{"a licence of old", (&writer{}).license("CC"), "cc0"},
		{"a number", read("3"), []any{3.0, true}},
		{"nothing", read("0"), []any{0.0, true}},
		{"the most", read("1e9"), []any{1e9, true}},
		{"more", read("1000000001"), []any{1.0, false}},
		{"less than nothing", read("-1"), []any{1.0, false}},
		{"not a number", read("NaN"), []any{1.0, false}},
		{"the end of a line", ended("a\r\nb"), "a\nb\n"},
		{"nothing to end", ended(""), ""},
		{"an ended line", ended("a\n"), "a\n"},
		{"a letter without that mark", texTitle([]byte(`\problemname{\"q}`)), "q\u0308"},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, test.got, test.want)
		}
	}
}

// TestClaims: a submission claims the problem by its new ID, and other problems only if they exist here.
func TestClaims(t *testing.T) {
	root := tree(t, "-- problems/here/problem.yaml --\n")
	python, _ := language.ByID("python")
	for _, test := range []struct{ text, want, dropped string }{
		{"#judge:problem old\n", "#judge:problem new\n", ""},
		{"#judge:problem new\n", "#judge:problem new\n", ""},
		{"#judge:problem old here\n", "#judge:problem new here\n", ""},
		{"#judge:problem old far\n#judge:expect WA far/x\n", "#judge:problem new\n", "far"},
		{"#judge:problem here\nprint(1)\n", "#judge:problem new\n#judge:problem here\nprint(1)\n", ""},
	} {
		w := &writer{Imported: Imported{ID: "new"}, root: root, dropped: map[string][]string{}}
		s, err := solution.Of("a.py", "python", language.File{Path: "a.py", Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		got := string(w.claims([]byte(test.text), "old", s, "submissions/a", python))
		if got != test.want || len(w.dropped["far"]) != len(test.dropped)/3 {
			t.Errorf("%q: %q, dropped %v", test.text, got, w.dropped)
		}
	}
}

// TestSame compares folders by their files.
func TestSame(t *testing.T) {
	one := tree(t, "-- a --\n1\n-- b/c --\n2\n")
	for text, want := range map[string]bool{"-- a --\n1\n-- b/c --\n2\n": true, "-- a --\n1\n": false, "-- a --\n1\n-- b/c --\n3\n": false, "-- a --\n1\n-- b/c --\n2\n-- d --\n": false} {
		two := tree(t, text)
		if os.Mkdir(filepath.Join(two, "empty"), 0o700) != nil || same(one, two) != want || same(two, one) != want {
			t.Errorf("%q: the same %v", text, !want)
		}
	}
}

// TestEdges: the longest time limit, the shortest title that gives an ID, and the most elements of an XML.
func TestEdges(t *testing.T) {
	root, from := t.TempDir(), tree(t, sums+"-- config.yaml --\ntime: 3600s\n-- set.xml --\n<fps><item><title>AB</title><test_input>1</test_input><test_output>1</test_output></item>"+
		"<item><title>C</title><test_input>1</test_input><test_output>1</test_output></item></fps>\n")
	if _, err := Import(root, from, "long"); err != nil {
		t.Fatal(err)
	}
	if p, err := problem.Load(root, "long"); err != nil || p.Limits.Time != time.Hour {
		t.Errorf("a limit of %s, %v", p.Limits.Time, err)
	}
	ids := ""
	err := All(t.Context(), root, filepath.Join(from, "set.xml"), "", Tools{}, func(r Result) { ids += r.ID + " " })
	if err != nil || ids != "ab set2 " {
		t.Errorf("imported as %s: %v", ids, err)
	}
	c := &counted{Decoder: xml.NewDecoder(strings.NewReader("<a><b>")), elements: mostElements - 1}
	_, last := c.Token()
	if _, more := c.Token(); last != nil || more == nil {
		t.Errorf("the last element: %v, and one more: %v", last, more)
	}
	all := tree(t, "-- a.xml --\n<x/>\n-- b.xml --\n<fps/>\n-- c.json --\n{}\n-- d.json --\n{\"tests\": 1}\n-- e.zip --\n-- f.kpp --\n-- .g.zip --\n")
	if got := strings.Join(problemsIn(all), " "); got != "b.xml d.json e.zip f.kpp" {
		t.Errorf("problems in a folder: %s", got)
	}
	for tests, fits := range map[int]bool{maxFiles - 1: true, maxFiles: false} {
		item := fpsItem{SampleIn: []string{"1"}, SampleOut: []string{"1"}, TestIn: make([]fpsText, tests), TestOut: make([]fpsText, tests)}
		if _, _, err := item.cases(); (err == nil) != fits {
			t.Errorf("%d tests and a sample: %v", tests, err)
		}
	}
	contest := tree(t, "-- a/problem.yaml --\n-- b/problem.yaml --\n-- contest.yaml.in --\n")
	if got := strings.Join(problemsIn(contest), " "); got != "a b" {
		t.Errorf("problems beside an input that is none: %s", got)
	}
	if got := problemsIn(tree(t, "-- a/problem.yaml --\n-- 1.in --\n-- 1.out --\n")); got != nil {
		t.Errorf("problems beside cases: %s", got)
	}
}

// TestHydroScores: subtasks without a score, or with none to speak of, share what the others leave of 100.
func TestHydroScores(t *testing.T) {
	for _, test := range []struct{ scores, want []any }{
		{[]any{30, 70}, []any{30.0, 70.0}},
		{[]any{nil, 40, nil}, []any{30.0, 40.0, 30.0}},
		{[]any{0, 40}, []any{60.0, 40.0}},
		{[]any{-5, nil}, []any{50.0, 50.0}},
		{[]any{nil, 120}, []any{0.0, 120.0}},
	} {
		var subtasks, got []any
		for _, score := range test.scores {
			subtasks = append(subtasks, map[string]any{"score": score, "cases": []any{map[string]any{}}})
		}
		groups, err := new(hydroCases).groups(map[string]any{"subtasks": subtasks})
		for _, g := range groups {
			got = append(got, g.most)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v: want %v, got %v, %v", test.scores, test.want, got, err)
		}
	}
}
