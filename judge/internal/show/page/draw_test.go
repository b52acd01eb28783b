package page

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/samples"
)

// shown is the further content of a sample page, beside its results.
type shown struct {
	Replays []result.Replay
	Extras
}

func sampleExtras() shown {
	return shown{[]result.Replay{samples.Fewest(samples.Mild, 200_000), samples.Naive(samples.Mild, 200_000)}, Extras{Generated: "judge -html report.html"}}
}

func makePage(t testing.TB, write func(io.Writer, result.Run, Extras) error, run result.Run, extras shown) string {
	t.Helper()
	var b bytes.Buffer
	run.Replays = extras.Replays
	if err := write(&b, run, extras.Extras); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// between returns the text between the first occurrences of two strings.
func between(t testing.TB, s, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(s, from)
	inside, _, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Fatalf("the page has no %s...%s", from, to)
	}
	return inside
}

func TestHTMLPolicyAllowsItsOwnScriptAndStyleOnly(t *testing.T) {
	page := makePage(t, HTML, samples.Large(3, 5), sampleExtras())
	policy := between(t, page, `http-equiv="Content-Security-Policy" content="`, `"`)
	policy = strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(policy)
	hash := func(inside string) string {
		sum := sha256.Sum256([]byte(inside))
		return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	main := page[strings.LastIndex(page, "<script>"):]
	for _, want := range []string{
		"script-src" + hash(between(t, page, "<script>", "</script>")) + hash(between(t, main, "<script>", "</script>")) + ";",
		"style-src" + hash(between(t, page, "<style>", "</style>")) + ";",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy %q does not say %s", policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is weak: %s", policy)
	}
	if n := strings.Count(page, "<script"); n != 3 {
		t.Errorf("%d script elements, want the data and two scripts", n)
	}
}

func TestHTMLNeedsNothingBesideItself(t *testing.T) {
	page := makePage(t, HTML, samples.Large(3, 5), sampleExtras())
	// The name of the SVG name space is an address, but it is not requested.
	page = strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")
	for _, pattern := range []string{`https?://`, `(?i)\ssrc=`, `(?i)<(img|iframe|object|embed|base)\b`, `(?i)@import`, `url\(`, `(?i)<[^>]*\son[a-z]+=`, `(?i)<[^>]*\sstyle=`, `javascript:`} {
		if found := regexp.MustCompile(pattern).FindString(page); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
}

func TestHTMLIsTheSameForTheSameRun(t *testing.T) {
	one := makePage(t, HTML, samples.Large(4, 12), sampleExtras())
	for range 5 {
		if two := makePage(t, HTML, samples.Large(4, 12), sampleExtras()); one != two {
			t.Fatal("two pages of one run differ")
		}
	}
}

func TestHTMLShowsTheRun(t *testing.T) {
	page := html.UnescapeString(makePage(t, HTML, samples.Large(8, 60), sampleExtras()))
	for what, want := range map[string]int{
		`<td data-n=`:               8 * 60,
		`<details class="solution"`: 8,
		`<figure class="plot"`:      4,
		`<svg class="drawing`:       4,
		`<details class="panel"`:    8,
	} {
		if n := strings.Count(page, what); n != want {
			t.Errorf("%s stands there %d times, want %d", what, n, want)
		}
	}
	for _, want := range []string{"row 1 has two 8s", "secret/08-hard", "no contention noticed", "未发现干扰", "namespaces + Landlock", `\x1b[31mpanic`, "5 of 480 runs"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func TestExplainHasReplayAndSourceOnly(t *testing.T) {
	page := makePage(t, Explain, samples.Large(2, 1), sampleExtras())
	for want, present := range map[string]bool{`id="replay"`: true, `id="source"`: true, `id="verdicts"`: false, `id="plots"`: false, `href="#plots"`: false} {
		if strings.Contains(page, want) != present {
			t.Errorf("%s: present is %t, want %t", want, !present, present)
		}
	}
}

// A section on its own is the same as in the page, and its scripts are modules that load by themselves.
func TestSectionsStandAlone(t *testing.T) {
	run, extras := samples.Large(3, 5), sampleExtras()
	run.Results[0].Score, run.Searches = samples.NestedScore(run.Results[0].Cases), []result.Search{samples.Queens("lowbit", 4, false)}
	atOnce := strings.NewReplacer(`<noscript class="later">`, "", "</noscript>", "")
	page := atOnce.Replace(makePage(t, HTML, run, extras))
	run.Replays = extras.Replays
	for name := range sections {
		part, err := Draw(run, extras.Extras).Section(name)
		if err != nil {
			t.Fatal(err)
		}
		if name != "failures" && (part == "" || !strings.Contains(page, atOnce.Replace(string(part)))) {
			t.Errorf("%s alone is not what the page has", name)
		}
	}
	failing := samples.Large(8, 5)
	failing.Results = slices.DeleteFunc(failing.Results, func(s result.Solution) bool { return s.Verdict == result.AC })
	if part, err := Draw(failing, Extras{}).Section("failures"); err != nil || !strings.Contains(string(part), "secret/04-many") || strings.Contains(string(part), "<section") {
		t.Errorf("the failures alone: %v\n%s", err, part)
	}
	if _, err := Draw(run, extras.Extras).Section("nothing"); err == nil {
		t.Error("there is a section called nothing")
	}
	data, err := Draw(run, extras.Extras).Data()
	if err != nil || !strings.Contains(page, `id="data">`+string(data)+"</script>") {
		t.Errorf("the data alone is not what the page has: %v", err)
	}
	declared := map[string]string{}
	names, err := fs.Glob(Files(), "*.js")
	if err != nil || len(names) < 5 {
		t.Fatalf("%v %v", names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)`).FindAllStringSubmatch(string(text), -1) {
			if other := declared[m[1]]; other != "" {
				t.Errorf("%s means one thing in %s and another in %s", m[1], other, name)
			}
			declared[m[1]] = name
		}
		for _, m := range importLine().FindAllStringSubmatch(string(text), -1) {
			if _, err := fs.Stat(Files(), m[1]); err != nil {
				t.Errorf("%s imports %s: %v", name, m[1], err)
			}
		}
		if strings.Contains(string(text), "getElementById") && name != "main.js" && name != "switches.js" {
			t.Errorf("%s looks for an element by its name", name)
		}
	}
	if strings.Contains(joined("main.js"), "import {") || strings.Contains(joined("main.js"), "\nexport ") {
		t.Error("the joined script is still in modules")
	}
}

func TestHTMLOfOddRuns(t *testing.T) {
	bare := result.Solution{Problem: "p", Solution: "s", Verdict: result.CE, Expected: "AC", Compile: result.Compile{Message: say.Text("main.go:3: no")}}
	skipped := samples.Large(1, 1)
	skipped.Results[0].Cases[0] = result.Case{Case: "one", Verdict: result.SK, Expected: "AC", AsExpected: true}
	for name, run := range map[string]result.Run{
		"nothing judged": {}, "interrupted": {Interrupted: true}, "not compiled": {Results: []result.Solution{bare}},
		"one case": samples.Large(1, 1), "skipped": skipped,
	} {
		t.Run(name, func(t *testing.T) {
			page := makePage(t, HTML, run, shown{})
			if !strings.HasSuffix(strings.TrimSpace(page), "</html>") {
				t.Error("the page does not end")
			}
			if bad := regexp.MustCompile(`NaN|\+?Inf\b|%!`).FindString(page); bad != "" {
				t.Errorf("the page has %s", bad)
			}
		})
	}
}

// hugeRun is more than any page can hold.
func hugeRun() (result.Run, shown) {
	run := samples.Large(30, 200)
	for i := range run.Results {
		s := &run.Results[i]
		s.Source = fmt.Sprint(i) + strings.Repeat("x := 1 // a long, long line of code that says very little\n", 1100)
		for k := range s.Cases {
			c := &s.Cases[k]
			c.Verdict, c.AsExpected = result.WA, false
			if k < 25 { // several solutions have more failures together than a page explains
				c.Exit = k
				c.Difference = &result.Difference{Line: 1, Want: "w<&>", Got: strings.Repeat("\x1b\xff", 1000)}
				c.Stderr, c.Input = strings.Repeat("\x00", 4000), strings.Repeat("\u202e", 1000)
			}
		}
	}
	noise := result.Replay{Puzzle: samples.Mild, Size: 9, Total: 3_000_000}
	state := uint32(1)
	for range 20_000 {
		state = state*1664525 + 1013904223
		noise.Steps = append(noise.Steps, result.Step{Cell: int(state>>8) % 81, Value: int(state>>20) % 10})
	}
	var extras shown
	for i := range 8 {
		extras.Replays = append(extras.Replays, named(noise, fmt.Sprint("noise", i)))
	}
	return run, extras
}

func TestHTMLStaysSmallAndSaysWhatIsMissing(t *testing.T) {
	run, extras := hugeRun()
	page := makePage(t, HTML, run, extras)
	if len(page) >= MaxHTML {
		t.Errorf("%d bytes, want fewer than %d", len(page), MaxHTML)
	}
	for _, want := range []string{"more rows were left out", "more failures of this solution were left out", "more lines were left out", "first "} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func TestReplayIsPackedWithoutLoss(t *testing.T) {
	replay := samples.Naive(samples.Mild, 200_000)
	steps, packed := packSteps(replay.Steps, 1<<20)
	if len(steps) != len(replay.Steps) {
		t.Fatalf("%d of %d steps kept, though there is room", len(steps), len(replay.Steps))
	}
	raw, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, result.StepBytes(replay.Steps)) {
		t.Error("what is unpacked is not what was packed")
	}
	cut, packed := packSteps(replay.Steps, 500)
	if len(packed) > 500 || len(cut) == 0 || len(cut) >= len(steps) {
		t.Errorf("cut to %d steps in %d bytes, want some steps in 500", len(cut), len(packed))
	}
}

func TestDifferenceBoards(t *testing.T) {
	boards := differenceBoards(&result.Difference{Want: samples.MildSolved, Got: samples.WrongMild, Puzzle: samples.Mild})
	if len(boards) != 2 {
		t.Fatalf("%d boards, want the wanted and the printed", len(boards))
	}
	if diff := cmp.Diff([]boardMark{{20, 0}, {20, 10}}, boards[1].Marks); diff != "" {
		t.Errorf("cells with a tint, the ones that differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]boardMark{{20, 0}, {50, 0}}, boards[1].Rings); diff != "" {
		t.Errorf("cells with a frame, the two 8s (-want +got):\n%s", diff)
	}
	if boards[0].Text != "534678912 / 672195348 / 198342567 / 859761423 / 426853791 / 713924856 / 961537284 / 287419635 / 345286179" {
		t.Errorf("the board in words: %s", boards[0].Text)
	}
	alone := differenceBoards(&result.Difference{Got: samples.WrongMild, Puzzle: samples.Mild})
	if len(alone) != 2 || len(alone[1].Rings) != 2 {
		t.Errorf("without a wanted board the clashing cells should be framed: %+v", alone)
	}
	if lines := differenceBoards(&result.Difference{Want: "1 solution", Got: "2 solutions"}); lines != nil {
		t.Error("lines that are no boards are drawn as boards")
	}
}

func TestMarkDifference(t *testing.T) {
	for _, c := range []struct{ name, want, got, marked, printed string }{
		{"one word", "there are 2 solutions", "there are 3 solutions", "2", "3"},
		{"nothing printed", "abc", "", "", ""},
		{"never inside a character", "数独", "数狭", "独", "狭"},
		{"repeats", "aaa", "aaaa", "", "a"},
	} {
		w, g := markDifference(result.Difference{Want: c.want, Got: c.got})
		if marked(w) != c.marked || marked(g) != c.printed {
			t.Errorf("%s: %q and %q are marked, want %q and %q", c.name, marked(w), marked(g), c.marked, c.printed)
		}
	}
}

func marked(line []piece) string {
	s := ""
	for _, p := range line {
		if p.Marked {
			s += p.Text
		}
	}
	return s
}

func TestHTMLIsMadeWithinASecond(t *testing.T) {
	run, extras := samples.Large(8, 60), sampleExtras()
	least := time.Hour
	for range 50 { // other tests use the machine, too
		start := time.Now()
		makePage(t, HTML, run, extras)
		if least = min(least, time.Since(start)); least <= time.Second {
			return
		}
	}
	t.Errorf("8 solutions on 60 cases take %v, want less than a second", least)
}

func BenchmarkHTML(b *testing.B) {
	run, extras := samples.Large(8, 60), sampleExtras()
	for b.Loop() {
		makePage(b, HTML, run, extras)
	}
}
