package command_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// spot is a puzzle with a single blank, so that whoever solves it is done at once.
const spot = "53467891.672195348198342567859761423426853791713924856961537284287419635345286179"

// commandsTree changes into a tree with problems and programs of a few lines.
func commandsTree(t *testing.T) {
	t.Helper()
	tree := must.Get(txtar.ParseFile("testdata/commands.txtar"))(t)
	root := t.TempDir()
	for _, dir := range []string{"problems/acwing166", "testdata/acwing166/sample"} {
		must.Succeed(t, os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join("../../../..", dir))))
	}
	t.Chdir(root)
	files := map[string]string{}
	for _, f := range tree.Files {
		files[f.Name] = string(f.Data)
	}
	files["boards/ann.c"] = files["fill.c"]
	for name, run := range map[string]result.Run{"ok.json": reported(result.AC), "bad.json": reported(result.WA),
		"part.json": reported(result.AC)} {
		if name == "part.json" {
			run.Shard = result.Shard{Index: 1, Of: 2}
		}
		var text strings.Builder
		must.Succeed(t, result.WriteRun(&text, run))
		files[name] = text.String()
	}
	must.Succeed(t, tempfile.WriteNew(files))
}

// reported is a run of one case with this verdict, where AC was expected.
func reported(v result.Verdict) result.Run {
	c := result.Case{Case: "sample/1", Number: 1, Verdict: v, Expected: result.Accepted, AsExpected: v == result.AC}
	one := result.Solution{Problem: "sum", Solution: "good", Path: "solutions/good", Language: "Python", Verdict: v,
		Expected: result.Accepted, AsExpected: v == result.AC, Cases: []result.Case{c}}
	one.Compile.OK = true
	return result.Run{Results: []result.Solution{one}}
}

// commanded is a row: what is typed, its exit code, and what it says. A want is a place, a blank and a text that must be
// there: out, err, or the name of a file. ! before the place is not there.
type commanded struct {
	typed string
	code  int
	want  []string
}

func (c commanded) try(t *testing.T, stdin string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := judge.Run(t.Context(), strings.Fields(c.typed), strings.NewReader(stdin), &out, &errs)
	must.Equal(t, c.code, code, "judge", c.typed, "exit code", &out, &errs)
	for _, want := range c.want {
		want, not := strings.CutPrefix(want, "!")
		place, text, _ := strings.Cut(want, " ")
		holds := map[string]string{"out": out.String(), "err": errs.String()}[place]
		if place != "out" && place != "err" {
			file, err := os.ReadFile(place)
			if holds = string(file); err == nil && text == "" {
				holds = "it is there"
			}
		}
		if there := strings.Contains(holds, text) && holds != ""; there == not {
			t.Errorf("judge %s: %s %q is there: %t\n%s%s", c.typed, place, text, there, &out, &errs)
		}
	}
}

// TestRefusals: what cannot be done is told before anything runs; and what else runs no program.
func TestRefusals(t *testing.T) {
	commandsTree(t)
	for _, test := range []struct{ typed, want string }{
		{"zzzzzz", "zzzzzz: no solution of that name; judge list shows them, and judge help the commands"},
		{"godo", "godo: no solution of that name\nhint: did you mean good?"},
		{"-q list", "list: no solution of that name\nhint: the command comes before all flags: judge list"},
		{"explian", "explian: no solution of that name\nhint: did you mean the command explain?"},
		{"./gone.py", "./gone.py: there is no such file or folder"},
		{`C:\Users\me\1.cpp`, `C:\Users\me\1.cpp: there is no such file or folder` + "\nhint: in WSL, C:\\Users is /mnt/c/Users"},
		{"run help", "help: no solution of that name\nhint: the command comes before all flags: judge help"},
		{"-fail-fats", "no flag -fail-fats\nhint: did you mean -fail-fast?; -h lists them"},
		{"explain -work", "no flag -work"},
		{"compare -color red", "invalid value \"red\" for flag -color\nhint: write auto, always or never"},
		{"-v -q", "-v and -q contradict each other\nhint: give one of them"},
		{"-j 0", "-j 0: must be at least 1"},
		{"-count 0", "-count 0: must be at least 1"},
		{"-shard 3/2", "invalid value \"3/2\" for flag -shard\nhint: write 2/3 for the second of three parts"},
		{"-case [", "invalid value \"[\" for flag -case\nhint: a pattern with [ needs a ]"},
		{"-isolation 6", "invalid value \"6\" for flag -isolation\nhint: the steps are 1 to 5; judge doctor explains them"},
		{"-isolation 0", "invalid value \"0\" for flag -isolation\nhint: the steps are 1 to 5; judge doctor explains them"},
		{"-isolation x", "invalid value \"x\" for flag -isolation\nhint: the steps are 1 to 5; judge doctor explains them"},
		{"-watch -json a", "-watch shows results on the screen\nhint: leave out -json, -json-events, -junit, -html and -work"},
		{"-watch -json-events a", "-watch shows results on the screen\nhint: leave out -json, -json-events, -junit, -html and -work"},
		{"-watch -root none", "-root none: it holds no folder problems/"},
		{"-watch -work", "-watch shows results on the screen\nhint: leave out -json, -json-events, -junit, -html and -work"},
		{"-json a -html a", "a is named for two reports\nhint: give each its own file"},
		{"-json a -junit a", "a is named for two reports\nhint: give each its own file"},
		{"-json - -html -", "- is named for two reports\nhint: give each its own file"},
		{"-json a -html ./a", "./a and a are the same file\nhint: give each report its own"},
		{"-json gone/a", "gone/a: cannot be written: folder "},
		{"-json-events gone/a", "open gone/a: no such file or directory"},
		{"-problem smu", "-problem smu: there is no such problem\nhint: did you mean sum?"},
		{"good -case none", "-case none: no case of that name\nhint: judge list -cases shows them"},

		{"class hw", "class: which problem? Say -problem ID (problems: acwing166 asks blank leetcode37 quick sum word)"},
		{"class -problem sum", "class: name a folder, as in: judge class homework -problem acwing166"},
		{"class hw hw sum", "hw: named twice"},
		{"class hw . sum -json a", "-html, -json and -junit take one folder\nhint: -csv has the marks of several"},
		{"class hw -problem smu,sum", "-problem smu: there is no such problem\nhint: did you mean sum?"},
		{"class hw sum -problem sum", "-problem sum: named twice"},
		{"class hw sum -people gone.csv", "gone.csv: no such file or directory"},
		{"class hw sum -people empty.csv", "empty.csv: "},
		{"class gone sum", "gone: no such file or directory"},
		{"class sum -problem word", "sum: no such file or directory"},
		{"class hw sum -until tomorrow", "-until tomorrow: \"tomorrow\" is not a time\nhint: write 2026-11-20 18:00"},
		{"class hw sum -html people.csv", "-html people.csv: name a folder: each student gets a page in it: "},
		{"class hw sum -j 0", "-j 0: must be at least 1"},
		{"class hw sum -v -q", "-v and -q contradict each other\nhint: give one of them"},
		{"class hw sum -csv gone/a", "gone/a: cannot be written: folder "},
		{"class hw sum -case none", "-case none: no case of that name\nhint: judge list -cases shows them"},

		{"compare good", "a comparison needs two solutions of the same problem: only good is entered for sum"},
		{"compare good also -budget 0s", "-budget 0s: not a positive time\nhint: give one such as 20s or 2m"},
		{"compare good also -json a -html a", "a is named for two reports\nhint: give each its own file"},
		{"compare good also -json gone/a", "gone/a: cannot be written: folder "},
		{"compare good aslo", "aslo: no solution of that name\nhint: did you mean also?"},

		{"explain good -puzzle 12", "-puzzle: line 1: 2 characters, and no board: write its cells by rows"},
		{"explain goood -puzzle " + spot, "goood: no solution of that name\nhint: did you mean good?"},
		{"explain -puzzle " + spot, "no solution here reads a board"},
		{"explain good -problem smu -puzzle " + spot, "no problem \"smu\"\nhint: did you mean sum?"},
		{"explain good -html gone/a -puzzle " + spot, "gone/a: cannot be written: folder "},
		{"explain -root hw -puzzle " + spot, "-root hw: it holds no folder problems/"},

		{"merge", "merge: name the files that judge -json wrote, as in: judge merge 1.json 2.json"},
		{"merge gone.json", "gone.json: no such file or directory"},
		{"merge 1.txt -v -q", "-v and -q contradict each other\nhint: give one of them"},

		{"new", "new: say judge new solution NAME -problem ID, judge new problem ID, judge new cases PROBLEM -with FILE, or judge new editor "},
		{"new solution", "new: say judge new solution NAME -problem ID, judge new problem ID, judge new cases PROBLEM -with FILE, " +
			"or judge new editor "},
		{"new nothing x", "new: say judge new solution NAME -problem ID, judge new problem ID, judge new cases PROBLEM -with FILE, " +
			"or judge new editor "},
		{"new cases sum", "new cases: which program knows the answers? Say -with FILE"},
		{"new cases sum -with good -gen 1001", "-gen 1001: from 0 to 1000 cases"},
		{"new cases nothing -with good", "no problem"},
		{"new solution x", "new solution: for which problem? Say -problem ID; judge list shows them"},
		{"new solution good -problem sum", "solutions/good/main.c is there already\nhint: choose another name, or remove it"},
		{"new solution x -problem sum -function f",
			"-function: says what a new problem asks for, as in: judge new problem twosum -function 'int[] twoSum(int[] nums, int target)'"},
		{"new solution x -problem sum -title T",
			"-title: says what a new problem is called, as in: judge new problem doubling -title Doubling -title 加倍"},
		{"new problem sum", "problems/sum/judge.yaml is there already\nhint: choose another name, or remove it"},
		{"new problem ..", "new problem \"..\": an id has small letters and digits only, as acwing166"},
		{"new problem f -function f", "-function: \"f\" is not a signature\nhint: write it as the site does"},
		{"new editor emacs", "new editor emacs: no such editor (there are vim, vscode)"},

		{"stress", "stress: name the program to try, as in: judge stress lowbit"},
		{"stress good -n 0", "-n 0: must be at least 1"},
		{"stress good -n -1", "-n -1: must be at least 1"},
		{"stress good -from -1", "-from -1: the first input is number 0"},
		{"stress good -time 0s", "-time 0s: not a positive time\nhint: write 30s or 5m"},
		{"stress good -time -1s", "-time -1s: not a positive time\nhint: write 30s or 5m"},
		{"stress good -fewest digits", "-fewest digits: not one of blanks and clues"},
		{"stress good -gen g -save", "-save: into which problem? Say -problem ID"},
		{"stress goood", "goood: no solution of that name\nhint: did you mean good?"},
		{"stress good word.py", "stress: the programs share no problem: say -problem ID for one that all of them can read"},
		{"stress crash.c", "stress: on which problem? "},
		{"stress word.py", "problems/word/judge.yaml: no inputs can be made up for it: add a line gen: gen.py"},
		{"stress good -root none", "-root none: it holds no folder problems/"},
		{"stress good -gen ../../gen.py -root none", "-root none: it holds no folder problems/"},

		{"submit", "submit: name one solution, as in: judge submit inplace -site leetcode"},
		{"submit good also", "submit: name one solution, as in: judge submit inplace -site leetcode"},
		{"submit two", "two: 2 files, and none is called main.py\nhint: name the one to start so; or have each file graded by " +
			"itself: judge two/*"},
		{"submit lib", "submit: lib is not one solution in one file, and a site takes only that"},
		{"submit good -site codeforces", "-site \"codeforces\": the sites are acwing, leetcode, luogu, poj"},
		{"submit good", "submit: sum is of no site that the judge knows\nhint: paste the file as it is, without its lines with judge:"},
		{"submit good -problem leetcode37 -site acwing", "-problem leetcode37: it is no problem of AcWing"},

		{"talk", "talk: say judge talk PROBLEM [CASE], or judge talk PROGRAM [CASE]"},
		{"talk a b c", "talk: say judge talk PROBLEM [CASE], or judge talk PROGRAM [CASE]"},
		{"talk sum", "sum is not interactive: there is nobody to talk with\nhint: judge try runs a program"},
		{"talk sum secret/9", "sum has no case \"secret/9\""},
		{"talk crash.c secret/1", "talk: a case is one of a problem's\nhint: say which with -problem ID"},
		{"talk crash.c -problem sum secret/1", "sum has no case \"secret/1\"\nhint: did you mean secret/2?"},
		{"talk gone.py", "gone.py: there is no such file or folder"},

		{"try", "try: say judge try PROGRAM [INPUT]; without a file the input is what you type"},
		{"try a b c", "try: say judge try PROGRAM [INPUT]; without a file the input is what you type"},
		{"try gone.py 1.txt", "gone.py: there is no such file or folder"},
		{"try crash.c gone.txt", "gone.txt: there is no such file"},
		{"try crash.c hw", "hw: there is no such file"},
		{"try two/*", "two/*: "},
		{"try crash.c 1.txt -problem smu", "no problem \"smu\"\nhint: did you mean sum?"},
		{"try crash.c 1.txt -root none", "-root none: it holds no folder problems/"},

		{"completion", "completion: for which shell? Say bash, zsh or fish"},
		{"gen -clues 0", "gen: -clues 0: ask for one or more, or leave -clues out"},
		{"doctor now", "doctor now: it takes no names"},
		{"import gone.zip", "import: gone.zip: no such file or directory"},
		{"import hw", "import: hw"},
		{"import -listen", "import: the listening is in a program of its own"},
		{"import", "import: say judge import FILE"},
		{"export smu", "export: "},
		{"export", "export: say judge export ID; judge list shows the problems"},
	} {
		commanded{test.typed, command.CannotWork, []string{"err judge: " + test.want, "!out "}}.try(t, "")
	}
	for _, test := range []commanded{
		{"stress twice.py -problem smu", command.CannotWork, []string{"err no problem \"smu\"", "!err taken for"}},
		{"import gone.zip", command.CannotWork, []string{"!err judge: import: gone.zip: no such file or directory\njudge: "}},
		{"import set", command.CannotWork, []string{"err judge: import: set/a.zip: ", "err judge: import: 1 of 1 could not be imported"}},
		{"merge ok.json -json d.json", command.AllExpected, []string{"out AC", "out wrote d.json", `d.json "verdict": "AC"`}},
		{"merge bad.json -q", command.Unexpected, []string{"out 1 result not as expected", "!out wrote"}},
		{"merge ok.json -junit -", command.AllExpected, []string{"out <testsuite", "!out wrote"}},
		{"merge part.json -q", command.CannotWork, []string{"out the one result is as expected",
			"err judge: not all is there: shard 2/2 is missing"}},
		{"merge ok.json ok.json", command.CannotWork, []string{"err judge: merge: ", "!out "}},
		{"merge bad.json gone.json", command.CannotWork, []string{"err judge: gone.json: no such file or directory", "!out "}},
		{"merge ok.json -html gone/a", command.CannotWork, []string{"err judge: gone/a: cannot be written", "!out "}},
		{"class hw -problem sum,word", command.CannotWork, []string{"out student  sum   word",
			"err judge: nothing was graded: nobody handed in a program for sum, word", "!out wrote", "!index.html "}},
		{"class nobody sum -people people.csv", command.CannotWork,
			[]string{"err judge: nothing was graded: nobody handed in a program for sum"}},
		{"new problem Pro-1 -title T", command.AllExpected, []string{"out Pro-1 is called pro1 here", "out next: ",
			"out new solution NAME -problem pro1"}},
		{"new problem fun -function int[]f(int[]a)", command.AllExpected,
			[]string{"out next: put an example into testdata/fun/sample, then: ", "out -problem fun -lang cpp", "!out is called"}},
		{"new editor vim", command.AllExpected, []string{"out next: :source it in vim, and then :make grades the file in front of you",
			"!out Ctrl-Shift-B"}},
		{"new editor vscode", command.AllExpected,
			[]string{"out next: Ctrl-Shift-B grades the file in front of you; Tasks: Run Task has the others"}},
		{"new editor vim", command.CannotWork, []string{"err judge.vim is there already", "!out next"}},
		{"completion words -- json go", command.AllExpected, []string{"out good\n"}},
		{"completion words -- -none go", command.AllExpected, []string{"out good\n"}},
		{"list", command.AllExpected, []string{"out , checked by sudoku acwing, 1 case", "out , checked by lines, 2 cases", "!out secret/2"}},
		{"list -cases", command.AllExpected, []string{"out secret/2", "out sample/01-two-puzzles"}},
		{"gen -seed 1 -solutions a.ans", command.AllExpected, []string{"!err ", "a.ans 1"}},
		{"gen", command.AllExpected, []string{"err makes these again"}},
		{"export sum", command.AllExpected, []string{"out wrote sum.zip: ", "sum.zip PK"}},
		{"completion bash", command.AllExpected, []string{"out complete "}},
		{"completion words -- g", command.AllExpected, []string{"out good\n", "out gen\n", "!out help"}},
		{"completion words -- -lang z", command.AllExpected, []string{"out zh\n", "!out good"}},
		{"completion words -- new solution x -lang p", command.AllExpected, []string{"out python\n", "!out zh"}},
		{"completion words -- -problem wo", command.AllExpected, []string{"out word\n"}},
	} {
		test.try(t, "")
	}
}

// TestCommands: what comes of a command where programs are run.
func TestCommands(t *testing.T) {
	must.Have(t, "gcc")
	short.Skip(t)
	commandsTree(t)
	for _, test := range []struct {
		stdin string
		commanded
	}{
		{"", commanded{"good", command.AllExpected, []string{"out good", "out AC", "!out wrote", "!err "}}},
		{"", commanded{"good capped -json a.json -html a.html -q", command.Unexpected, []string{"out 1 result not as expected",
			"out wrote a.html, a.json", "a.html <html", `a.json "verdict": "WA"`, `a.json "lines"`}}},
		{"", commanded{"good -json b.json -junit b.xml -isolation 4", command.AllExpected, []string{"out wrote b.json, b.xml",
			`!b.json "lines"`, "b.xml <testsuite", "!b.html "}}},
		{"", commanded{"good -json - -isolation 1", command.AllExpected, []string{`out "verdict": "AC"`, "!out wrote", "!out good AC"}}},
		{"", commanded{"good -json - -work -json-events c.txt", command.AllExpected, []string{`out "lines"`, "!out statements executed",
			`c.txt "event"`}}},
		{"", commanded{"fill.c -problem blank -work -json -", command.AllExpected, []string{`out "replays"`}}},
		{"", commanded{"fill.c -problem blank -html i.html", command.AllExpected, []string{`i.html "steps":`}}},
		{"", commanded{"good -work", command.AllExpected, []string{"out statements executed"}}},
		{"", commanded{"good capped -case sample/*", command.AllExpected, []string{"out sample/1", "!out secret/2"}}},
		{"", commanded{"class hw sum -people people.csv -html pages -csv e.csv -q", command.Unexpected,
			[]string{"out not on the list people.csv: eve", "out wrote pages, e.csv", "pages/index.html <html", "e.csv Ann,1,AC"}}},
		{"", commanded{"class boards blank -html watched -json d.json -until 2001-01-01", command.AllExpected,
			[]string{"out late by", `d.json "lines"`, `d.json "replays"`}}},
		{"", commanded{"class boards blank -json -", command.AllExpected, []string{`!out "lines"`, "!out late by"}}},
		{"", commanded{"class hw sum -json - -people people.csv", command.Unexpected, []string{`out "verdict": "AC"`,
			"!out not on the list", `!out "lines"`}}},
		{"", commanded{"compare good also -budget 1ms -case secret/* -html f.html -json f.json -work", command.AllExpected,
			[]string{"out also", "!out ± 0.0 %", "out wrote f.html", "out statements executed", "f.html <html", `f.json "samples_ms"`}}},
		{"", commanded{"compare good also capped -budget 1ms -case secret/* -json - -html f.html", command.Unexpected,
			[]string{"!out wrote", "!out more rounds", `out "samples_ms"`}}},
		{"", commanded{"compare good also -budget 1ms -case secret/* -html - -work", command.AllExpected,
			[]string{"!out statements executed", "!out \nwrote ", "out <html"}}},
		{"", commanded{"explain ./fill.c -html g.html -puzzle " + spot, command.AllExpected, []string{"out fill.c", "!out ./fill.c",
			"out wrote g.html", "g.html <html"}}},
		{"", commanded{"explain fill.c -html - -puzzle " + spot, command.AllExpected, []string{"out <html", "!out \nwrote ",
			"!out one solution, difficulty"}}},
		{"", commanded{"explain good -html h.html -puzzle " + spot, command.Unexpected, []string{"out ! good cannot be given the puzzle",
			"!out wrote", "!h.html "}}},
		{"", commanded{"explain good -html - -puzzle " + spot, command.Unexpected, []string{"err ! good cannot be given the puzzle", "!out "}}},
		{"", commanded{"stress good capped -seed 5 -n 1 -save", command.Unexpected, []string{"out ✗ capped · sum: WA wrong answer",
			"out what good printed is assumed correct", "out stress good capped -problem sum -seed 5 -from ",
			"out saved as testdata/sum/secret/03-stress-capped.in", "!out interrupted", "testdata/sum/secret/03-stress-capped.in " +
				"8", "testdata/sum/secret/03-stress-capped.yaml found by judge stress: "}}},
		{"", commanded{"stress good also -seed 5 -n 3", command.AllExpected, []string{"out ✓ good, also: no failure in 3 inputs of seed 5",
			"!out skipped"}}},
		{"", commanded{"stress capped -seed 5 -n 1", command.Unexpected, []string{"out what also printed is assumed correct"}}},
		{"", commanded{"stress capped -problem sum -gen problems/sum/gen.c -seed 5 -n 1", command.Unexpected,
			[]string{"out what also printed is assumed correct", "out stress also capped -problem sum -gen problems/sum/gen.c -seed 5"}}},
		{"", commanded{"stress crash.c -gen problems/sum/gen.c -n 1 -seed 5", command.Unexpected,
			[]string{"out crash.c · gen.c: RE runtime error", "!out -problem", "out stress crash.c -gen problems/sum/gen.c -seed 5 -from 0 -n 1"}}},
		{"", commanded{"stress also -gen problems/sum/gen.c -n 2 -seed 5", command.AllExpected,
			[]string{"out – also: ended normally on 2 inputs of seed 5; its answers were not checked",
				"out stress also -gen problems/sum/gen.c -brute FILE"}}},
		{"1 2", commanded{"try good", command.AllExpected, []string{"out 3", "err [ended by itself; CPU ", "!err type the input"}}},
		{"", commanded{"try crash.c 1.txt -problem sum", command.Unexpected, []string{"out before", "err [runtime error: exit status 3; CPU "}}},
		{"", commanded{"try endless.c 1.txt -problem quick", command.Unexpected,
			[]string{"err time limit exceeded: used up its 0.2 s of CPU time"}}},
		{"", commanded{"endless.c -problem quick -json -", command.Unexpected, []string{"out skipped: 3 cases were out of time before"}}},
		{"", commanded{"endless.c -problem quick -json - -all", command.Unexpected, []string{"!out skipped"}}},
		{"", commanded{"try broken.c 1.txt", command.Unexpected, []string{"err broken.c:1:25", "!err ended"}}},
		{"", commanded{"submit unmarked.c -site acwing -no-copy", command.AllExpected,
			[]string{"out int fits", "err 1 of 1 cases accepted here", "!err as its directive says", "!err \n  \n"}}},
		{"5", commanded{"talk asks", command.AllExpected, []string{"out say 5", "err [accepted: well done]", "!err pass"}}},
		{"6", commanded{"talk asks secret/1", command.AllExpected, []string{"err [accepted]"}}},
		{"7", commanded{"talk asks", command.CannotWork, []string{"err judge: judge error: the interactor output_validator gave no verdict"}}},
		{"8", commanded{"talk asks", command.Unexpected, []string{"err [wrong answer: the interactor refuses it, and says nothing]"}}},
		{"9", commanded{"talk asks", command.AllExpected, []string{"err [pass 2]", "err [accepted]"}}},
		{"1 2", commanded{"talk good", command.AllExpected, []string{"out 3", "err [ended by itself; CPU ", "!err you are the other side"}}},
		{"1 2", commanded{"talk good sample/1 -problem sum", command.AllExpected, []string{"out 3"}}},
		{"1 2", commanded{"talk crash.c", command.Unexpected, []string{"out before"}}},
		{"", commanded{"new solution mine -problem sum -lang c", command.AllExpected, []string{"out wrote solutions/mine/main.c",
			"out 0 of 3 cases right: write answer() in solutions/mine/main.c, and then: ", "out  mine\n"}}},
	} {
		test.try(t, test.stdin)
	}
	// Where there are no problems, a generator is enough.
	gen := must.Get(filepath.Abs("problems/sum/gen.c"))(t)
	t.Chdir("solutions/capped")
	commanded{"stress main.c -gen " + gen + " -seed 5 -n 2", command.AllExpected,
		[]string{"out – main.c: ended normally on 2 inputs of seed 5"}}.try(t, "")
	commanded{"try main.c ../../1.txt", command.AllExpected, []string{"out 9"}}.try(t, "")
}

// TestInterrupted: who calls a command off gets what there is.
func TestInterrupted(t *testing.T) {
	must.Have(t, "gcc")
	short.Skip(t)
	commandsTree(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for typed, want := range map[string]string{
		"class boards blank -html pages": "student", "good -work -html a.html": "interrupted: these are the results that were " +
			"ready", "submit unmarked.c -site acwing": "",
		"new solution mine -problem sum -lang c": "wrote solutions/mine/main.c", "stress good also -n 5": "", "try good " +
			"1.txt": "", "compare good also": "", "explain fill.c -puzzle " + spot: "",
	} {
		var out, errs bytes.Buffer
		if code := judge.Run(ctx, strings.Fields(typed), nil, &out, &errs); code != command.CannotWork || !strings.Contains(errs.String(),
			"judge: interrupted") || !strings.Contains(out.String(), want) || want == "" && out.Len() > 0 {
			t.Errorf("judge %s: exit code %d\n%s%s", typed, code, &out, &errs)
		}
	}
}

// elsewhere is this machine, called another one.
type elsewhere struct{}

func (elsewhere) Flags(fs *flag.FlagSet) { fs.Bool("far", false, "") }

func (elsewhere) Open(w command.Wanted) (command.Grader, error) {
	g, err := grade.Open(sandbox.Options{MaxStep: w.Step}, build.Options{Warn: w.Warn})
	return struct{ command.Grader }{g}, err
}

// TestElsewhere: what other machines graded is counted and watched here.
func TestElsewhere(t *testing.T) {
	must.Have(t, "gcc")
	short.Skip(t)
	commandsTree(t)
	p := command.Program{Name: "judge", Commands: []command.Command{command.RunElsewhere(elsewhere{})}, Default: "run"}
	var out, errs bytes.Buffer
	if code := p.Run(t.Context(), strings.Fields("fill.c -problem blank -far -work -json -"), nil, &out,
		&errs); code != command.AllExpected || !strings.Contains(out.String(), `"lines"`) || !strings.Contains(out.String(), `"replays"`) {
		t.Errorf("exit code %d\n%s%s", code, &out, &errs)
	}
}

// unequal is a machine on which each program takes a hundred times as long as the one before. It may be called off in
// the middle.
type unequal struct{ halfway func() }

func (unequal) Flags(*flag.FlagSet)                           {}
func (u unequal) Open(command.Wanted) (command.Grader, error) { return u, nil }
func (unequal) Close() error                                  { return nil }
func (u unequal) Grade(_ context.Context, entries []grade.Entry, _ grade.Options, _ func(result.Event)) (run result.Run, err error) {
	u.halfway()
	for i, e := range entries {
		c := result.Case{Case: e.Cases[0].Name, Verdict: result.AC, AsExpected: true, CPU: time.Duration(1+100*i) * time.Millisecond}
		run.Results = append(run.Results, result.Solution{Problem: e.Problem.ID, Solution: e.Solution.Name, Language: "c",
			Verdict: result.AC, AsExpected: true, Cases: []result.Case{c}})
	}
	return run, nil
}

// TestGap: how programs differ is told at the end of a whole run.
func TestGap(t *testing.T) {
	commandsTree(t)
	ctx, stop := context.WithCancel(t.Context())
	for _, test := range []struct {
		halfway func()
		code    int
		told    bool
	}{{func() {}, command.AllExpected, true}, {stop, command.CannotWork, false}} {
		p := command.Program{Name: "judge", Commands: []command.Command{command.RunElsewhere(unequal{test.halfway})}, Default: "run"}
		var out, errs bytes.Buffer
		if code := p.Run(ctx, strings.Fields("good also -problem sum"), nil, &out, &errs); code != test.code ||
			strings.Contains(out.String(), "see why: ") != test.told {
			t.Errorf("exit code %d\n%s%s", code, &out, &errs)
		}
	}
}
