package exchange_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
	"sudokuoj/judge/internal/testkit/short"
)

// TestPackages imports whole packages and compares all messages and files with the part "want". Each file or folder at
// the top is imported, in order. A folder whose name ends in .zip becomes an archive.
func TestPackages(t *testing.T) {
	files, err := filepath.Glob("testdata/packages/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			parts, err := txtar.ParseFile(file)
			must.Succeed(t, err)
			tools := exchange.Tools{}
			if bytes.Contains(parts.Comment, []byte("programs")) {
				tools = workbench(t)
			}
			want := slices.IndexFunc(parts.Files, func(f txtar.File) bool { return f.Name == "want" })
			if want < 0 {
				want, parts.Files = len(parts.Files), append(parts.Files, txtar.File{Name: "want"})
			}
			root, from, names := t.TempDir(), t.TempDir(), []string{}
			for _, name := range unpacked(t, from, parts.Files[:want]) {
				if top, _, _ := strings.Cut(name, "/"); !slices.Contains(names, top) {
					names = append(names, top)
				}
			}
			got := ""
			for _, name := range names {
				err := exchange.All(t.Context(), root, filepath.Join(from, name), "", tools, func(r exchange.Result) {
					got += told(strings.TrimPrefix(r.From, from+"/"), r)
				})
				if err != nil {
					got += "error: " + strings.ReplaceAll(err.Error(), from+"/", "") + "\n"
				}
			}
			got = strings.ReplaceAll(got+written(contents(t, root)), root+"/", "")
			if *samples.Update {
				parts.Files[want].Data = []byte(got)
				must.Succeed(t, os.WriteFile(file, txtar.Format(parts), 0o666))
			}
			must.Equal(t, strings.Split(string(parts.Files[want].Data), "\n"), strings.Split(got, "\n"), "or -update")
		})
	}
}

// told lists the messages of an import.
func told(from string, r exchange.Result) string {
	if r.Err != nil {
		return "error: " + from + ": " + r.Err.Error() + "\n"
	}
	text := fmt.Sprintf("%s: %s, %q, cases: %d, solutions: %s\n", from, r.ID, r.Title, r.Cases, strings.Join(r.Solutions, " "))
	for _, note := range r.Notes {
		text += "  " + note.String() + "\n"
	}
	return text
}

var shown = regexp.MustCompile(`\.(md|tex|py)$`)

// written lists files, one a line: a case with its answer, YAML without its uuid, the length of programs.
func written(files map[string]string) string {
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text := files[name]
		switch base, ext := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name); {
		case ext == ".ans":
			continue
		case ext == ".in":
			fmt.Fprintf(&all, "%s: %q, %q\n", base, text, files[base+".ans"])
		case ext == ".yaml":
			said := map[string]any{}
			err := yaml.Unmarshal([]byte(text), &said)
			delete(said, "uuid")
			line, unfit := json.Marshal(said)
			fmt.Fprintf(&all, "%s: %s\n", name, line)
			if err := errors.Join(err, unfit); err != nil {
				fmt.Fprintln(&all, err)
			}
		case shown.MatchString(name):
			fmt.Fprintf(&all, "%s: %q\n", name, text)
		default:
			fmt.Fprintf(&all, "%s: %d bytes\n", name, len(text))
		}
	}
	return all.String()
}

// unpacked writes the files of a package and returns their names. A file that claims to be GB18030 is written in
// GB18030, and ^M at the end of a line is a carriage return.
func unpacked(t *testing.T, dir string, files []txtar.File) (names []string) {
	t.Helper()
	archives := map[string]map[string]string{}
	for _, f := range files {
		names = append(names, f.Name)
		text := strings.ReplaceAll(string(f.Data), "^M\n", "\r\n")
		if strings.Contains(text, "GB18030") {
			text = strings.NewReplacer("求", "\xc7\xf3", "和", "\xba\xcd", "两", "\xc1\xbd", "数", "\xca\xfd", "之", "\xd6\xae").Replace(text)
		}
		if at := strings.Index(f.Name, ".zip/"); at >= 0 {
			archive := f.Name[:at+len(".zip")]
			if archives[archive] == nil {
				archives[archive] = map[string]string{}
			}
			archives[archive][f.Name[len(archive)+1:]] = text
		} else {
			write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), text)
		}
	}
	for name, files := range archives {
		var data bytes.Buffer
		z := zip.NewWriter(&data)
		for _, file := range slices.Sorted(maps.Keys(files)) {
			w, err := z.Create(file)
			if err == nil {
				_, err = w.Write([]byte(files[file]))
			}
			must.Succeed(t, err)
		}
		must.Succeed(t, z.Close())
		write(t, filepath.Join(dir, filepath.FromSlash(name)), data.String())
	}
	return names
}

// workbench builds and runs the programs of packages.
func workbench(t *testing.T) exchange.Tools {
	t.Helper()
	short.Skip(t)
	for _, tool := range []string{"g++", "python3"} {
		must.Have(t, tool)
	}
	return exchange.Tools{Open: func() (*build.Builder, *sandbox.Sandbox, error) {
		sb := sandbox.Open(sandbox.Options{})
		builder, err := build.New(build.Options{Sandbox: sb})
		t.Cleanup(func() { builder.Close(); sb.Close() })
		return builder, sb, err
	}}
}

// sums are cases for all formats: a file with each name that one of them uses.
const sums = `-- 1.in --
1 2
-- 1.out --
3
-- 2.in --
4 5
-- 2.out --
9
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
		write(t, filepath.Join(from, filepath.FromSlash(file)), string(text))
		name := from
		if ext := filepath.Ext(file); ext == ".xml" && file != "problem.xml" {
			name = filepath.Join(from, file)
		}
		err := exchange.All(t.Context(), root, name, "", exchange.Tools{}, func(r exchange.Result) {
			if r.Err != nil {
				if text := r.Err.Error(); text == "" || strings.Contains(text, root) && !strings.Contains(text, "is there already") {
					t.Errorf("%q", text)
				}
				return
			}
			p, err := problem.Load(root, r.ID)
			must.Be(t, err == nil && len(p.Cases) != 0, "%s was imported, and cannot be read: %v", r.ID, err)
			for _, note := range r.Notes {
				must.Be(t, note.Said(), "a note that says nothing")
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
	fuzzImport(f, "problem.xml", `<problem><names><name language="english" value="one"/></names><judging input-file="a.in">
<testset name="tests"><time-limit>1000</time-limit>
<memory-limit>268435456</memory-limit><test-count>1</test-count><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual" sample="true" group="a" points="3.5" description="one"/></tests>
<groups><group name="a" points="3" points-policy="each-test">
<dependencies><dependency group="b"/></dependencies></group></groups></testset></judging>
<assets><checker name="std::rcmp6.cpp"><source path="check.cpp"/></checker>
<solutions><solution tag="main"><source path="sol.py"/></solution></solutions></assets></problem>`,
		`<problem><judging><testset name="tests"><test-count>1</test-count>
<input-path-pattern>../%d</input-path-pattern></testset></judging>
<assets><checker><source path="../../etc/passwd"/></checker></assets></problem>`,
		`<problem><names><name value="one"/></names>
<judging><testset><test-count>1</test-count>
<input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern></testset></judging>
<assets><checker name="std::wcmp.cpp"/><interactor><source path="talk.cpp"/></interactor></assets></problem>`,
		`<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]><problem><names><name value="&c;"/></names></problem>`)
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
`, "cases: [{input: 1.in, output: /dev/null, score: 1e300}]\n", "time: 1\n", "subtasks: [1, {id: 1, if: [1]}]\n",
		"subtasks: {id: 1}\nmemory: -1\n", "type: interactive\n", "checker_type: hustoj\nchecker: check.cpp\n")
}

func FuzzHydroProblem(f *testing.F) {
	fuzzImport(f, "problem.yaml", "pid: P1\nowner: 1\ntitle: one\ntag: [a, b]\n", "title: {a: b}\ntag: {c: d}\n")
}

func FuzzLuogu(f *testing.F) {
	fuzzImport(f, "config.yml", "1.in: {timeLimit: 1000, memoryLimit: 65536, score: 40, subtaskId: 0}\n2.in:\n  timeLimit: "+
		"2000\n  subtaskId: 1\n  score: one\nother: 3\n")
}

func FuzzFPS(f *testing.F) {
	fuzzImport(f, "set.xml", `<?xml version="1.0" encoding="gb2312"?><fps version="1.2">
<item><title><![CDATA[one]]></title><time_limit unit="ms">500</time_limit>
<memory_limit unit="kb">65536</memory_limit><img><src>a</src></img>
<description><![CDATA[<pre>x</pre>one &lt; two]]></description><sample_input>1</sample_input><sample_output>2</sample_output>
<test_input name="a">1</test_input><test_output name="a">2</test_output>
<spj language="C++">#include "testlib.h"</spj><solution language="C++">int main() {}</solution></item>
<item><title>one</title><test_input>1</test_input><test_output>2</test_output></item></fps>`,
		`<!DOCTYPE a [<!ENTITY b "bb">]><fps><item><title>&b;</title><test_input>`+"\x01\x02"+`</test_input><test_output/></item></fps>`)
}

// TestFewNotes: a package that deserves a note for each of its files does not fill the screen with them.
func TestFewNotes(t *testing.T) {
	from := tree(t, sums)
	for i := range 50 {
		write(t, filepath.Join(from, fmt.Sprint("alone", i, ".in")), "1\n")
	}
	imported, err := one(t.TempDir(), from, "sums")
	if n := len(imported.Notes); err != nil || n > 42 || !strings.Contains(notes(imported.Notes), "more notes") {
		t.Errorf("%d notes: %s, %v", n, notes(imported.Notes), err)
	}
	const cases = "\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	long := strings.Repeat("l", 400_000)
	imported, err = one(t.TempDir(), tree(t, "-- problem.yaml --\nname: X\nlicense: "+long+cases), "x")
	if told := notes(imported.Notes); err != nil || len(told) > 5000 || !strings.Contains(told, "lll...") {
		t.Errorf("%d bytes of notes: %.2000s, %v", len(told), told, err)
	}
	_, err = one(t.TempDir(), tree(t, "-- problem.yaml --\nproblem_format_version: "+long+cases), "x")
	if told := err.Error(); len(told) > 5000 || !strings.Contains(told, "lll...") {
		t.Errorf("an error of %d bytes: %.2000s", len(told), told)
	}
}

// TestHostileImports imports what an attacker made large: it is refused, and quickly. The golden hostile.txtar has what
// is small.
func TestHostileImports(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for _, pair := range []string{"ab", "bc", "cd", "de", "ef", "fg", "gh", "hi"} {
		bomb += pair[1:] + ": &" + pair[1:] + " [" + strings.Repeat("*"+pair[:1]+",", 10) + "]\n"
	}
	for _, test := range []struct{ name, file, text, want string }{
		{"a YAML bomb", "config.yaml", bomb + "cases: *i\n", "config.yaml: not YAML"},
		{"a map of many keys", "problem.yaml", strings.Repeat("k: 1\n", 6000), "a map of more than 5000 keys"},
		{"a list of many words", "config.yaml", "checker: [" + strings.Repeat("a,", 30_000) + "]\n", "a list of more than 20000 words"},
		{"a text of many words", "config.yaml", "checker: " + strings.Repeat("a ", 30_000) + "\n", "a list of more than 20000 words"},
		{"an XML bomb", "problem.xml", `<!DOCTYPE a [<!ENTITY b "` + strings.Repeat("x",
			1000) + `"><!ENTITY c "` + strings.Repeat("&b;", 1000) + `">]>` +
			"<problem><names><name value='&c;&c;'/></names></problem>", "names no testset"},
		{"no end of elements", "problem.xml", "<problem><judging>" + strings.Repeat("<testset>", 100_000), "problem.xml: not XML"},
		{"an FPS of empty items", "set.xml", "<fps>" + strings.Repeat("<item/>", 200_001) + "</fps>", "more than 200000 elements"},
		{"an FPS of too many tests", "set.xml", "<fps><item><title>x</title>" + strings.Repeat("<test_input/><test_output/>",
			maxFiles) + "<sample_input/><sample_output/></item></fps>", "more than 20000 files"},
		{"an FPS whose items do not end", "set.xml", "<fps>" + strings.Repeat("<item>", 100_000), "not XML"},
	} {
		t.Run(test.name, func(t *testing.T) {
			from := tree(t, sums)
			write(t, filepath.Join(from, test.file), test.text)
			if test.file == "set.xml" {
				from = filepath.Join(from, test.file)
			}
			refused(t, from, "x", test.want)
		})
	}
}
