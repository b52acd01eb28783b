package report

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

func sampleExtras() Extras {
	return Extras{
		Replays:     []verdict.Replay{recordFewest(mildPuzzle, 200_000), recordNaive(mildPuzzle, 200_000)},
		ReplayTitle: "acwing166 sample/01",
		Generated:   "judge -html report.html",
	}
}

func makePage(t testing.TB, write func(io.Writer, verdict.Run, Extras) error, run verdict.Run, extras Extras) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, run, extras); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// between is what stands between two strings, the first time they occur.
func between(t *testing.T, s, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(s, from)
	inside, _, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Fatalf("the page has no %s...%s", from, to)
	}
	return inside
}

func TestHTMLPolicyAllowsItsOwnScriptAndStyleOnly(t *testing.T) {
	page := makePage(t, HTML, sampleRun(3, 5), sampleExtras())
	policy := between(t, page, `http-equiv="Content-Security-Policy" content="`, `"`)
	policy = strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(policy)
	for what, inside := range map[string]string{
		"script-src": between(t, page, "<script>", "</script>"),
		"style-src":  between(t, page, "<style>", "</style>"),
	} {
		sum := sha256.Sum256([]byte(inside))
		if want := what + " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want+";") {
			t.Errorf("the policy %q does not say %s", policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is weak: %s", policy)
	}
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("%d script elements, want the data and the script", n)
	}
}

func TestHTMLNeedsNothingBesideItself(t *testing.T) {
	page := makePage(t, HTML, sampleRun(3, 5), sampleExtras())
	// The name of the SVG name space is an address that nobody visits.
	page = strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")
	for _, pattern := range []string{`https?://`, `(?i)\ssrc=`, `(?i)<(img|iframe|object|embed|base)\b`, `(?i)@import`, `url\(`, `(?i)<[^>]*\son[a-z]+=`, `(?i)<[^>]*\sstyle=`, `javascript:`} {
		if found := regexp.MustCompile(pattern).FindString(page); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
}

// hostile is what a program may print, or be called, to take over the page.
var hostile = []string{
	`</script><img src=x onerror=alert(1)>`,
	`<script>alert(1)</script>`,
	`"><svg onload=alert(1)>`,
	"\x1b[31mred\x1b[0m\x07",
	"\xff\xfe\x80broken",
	"a\u202Eb\u2066c\u200Bd",
	`{{.Policy}} ${alert(1)} <!-- --> ]]>`,
	"</title></style></textarea></svg></table>",
}

func hostileRun(text string) verdict.Run {
	run := sampleRun(2, 3)
	run.Host = verdict.Host{OS: text, Arch: text, CPUs: 1, CPU: text, Go: text, Isolation: text, MemoryMethod: text}
	s := &run.Results[0]
	s.Problem, s.Title, s.Solution, s.Path, s.Language, s.Source, s.Document = text, text, text, text, "Go", text+"\n"+text, text
	s.Compile.Message = text
	for i := range s.Cases {
		c := &s.Cases[i]
		c.Case, c.Description, c.Message, c.Stderr, c.Input, c.Signal = text+fmt.Sprint(i), text, text, text, text, text
		c.Verdict, c.AsExpected = verdict.WA, false
		c.Difference = &verdict.Difference{Line: 1, Column: 1, Want: text, Got: text + "!", Text: text, Puzzle: text}
		c.Work.Calls = map[string]int64{text: 1}
	}
	return run
}

// tags lists the page's elements, which must be the same whatever was printed.
func tags(page string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`<(/?[a-zA-Z!][^\s>/]*)`).FindAllStringSubmatch(page, -1) {
		list = append(list, m[1])
	}
	return list
}

func TestHTMLHostileOutputChangesNothing(t *testing.T) {
	write := func(text string) string {
		replay := named(recordFewest(mildPuzzle, 100), text)
		return makePage(t, HTML, hostileRun(text), Extras{Replays: []verdict.Replay{replay}, ReplayTitle: text, Generated: text})
	}
	for _, text := range hostile {
		t.Run(Escape(text), func(t *testing.T) {
			page := write(text)
			plain := "plain"
			if strings.Contains(text, "/") {
				plain = "a/b" // a case in a group
			}
			tame := tags(write(plain))
			// Pieces of coloured source differ from text to text.
			coloured := func(list []string) []string {
				var rest []string
				for _, tag := range list {
					if tag != "i" && tag != "/i" {
						rest = append(rest, tag)
					}
				}
				return rest
			}
			if diff := cmp.Diff(coloured(tame), coloured(tags(page))); diff != "" {
				t.Errorf("other elements than for a plain text:\n%s", diff)
			}
			for i, r := range page {
				if r != '\n' && (r < ' ' || r == 0x7f || r == 0x202e || r == 0x2066 || r == 0x200b || r == 0xfffd) {
					t.Fatalf("U+%04X at byte %d stands there as it was printed: %q", r, i, page[max(0, i-40):i+10])
				}
			}
			var data pageData
			if err := json.Unmarshal([]byte(between(t, page, `id="data">`, "</script>")), &data); err != nil {
				t.Errorf("the data cannot be read: %v", err)
			} else if len(data.Puzzles) != 1 {
				t.Errorf("%d puzzles in the data, want 1", len(data.Puzzles))
			}
		})
	}
}

func named(r verdict.Replay, name string) verdict.Replay {
	r.Solution = name
	return r
}

func TestHTMLIsTheSameForTheSameRun(t *testing.T) {
	one := makePage(t, HTML, sampleRun(4, 12), sampleExtras())
	for range 5 {
		if two := makePage(t, HTML, sampleRun(4, 12), sampleExtras()); one != two {
			t.Fatal("two pages of one run differ")
		}
	}
}

func TestHTMLShowsTheRun(t *testing.T) {
	page := html.UnescapeString(makePage(t, HTML, sampleRun(8, 60), sampleExtras()))
	for what, want := range map[string]int{
		`<td data-n=`:               8 * 60,
		`<details class="solution"`: 8,
		`<figure class="plot"`:      4,
		`<svg class="drawing`:       8, // a wide and a narrow one each
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

func TestHTMLEveryPlotHasTitleDescriptionSentenceAndTable(t *testing.T) {
	page := makePage(t, HTML, sampleRun(3, 8), sampleExtras())
	plots := regexp.MustCompile(`(?s)<figure class="plot".*?</figure>`).FindAllString(page, -1)
	if len(plots) != 4 {
		t.Fatalf("%d plots, want time, cactus, work and memory", len(plots))
	}
	for _, p := range plots {
		id := between(t, p, `id="`, `"`)
		for _, want := range []string{"<h4>", "<title data-en=", "<desc data-en=", `<figcaption><span lang="en">`, `<table class="values">`, `role="img"`} {
			if !strings.Contains(p, want) {
				t.Errorf("%s has no %s", id, want)
			}
		}
		if rows := strings.Count(p, "<tr>"); rows < 4 {
			t.Errorf("the table of %s has %d rows", id, rows)
		}
	}
}

func TestHTMLWorkPlotOnlyWhereWorkWasCounted(t *testing.T) {
	run := sampleRun(2, 4)
	for _, s := range run.Results {
		for i := range s.Cases {
			s.Cases[i].Work = nil
		}
	}
	page := makePage(t, HTML, run, Extras{})
	if strings.Contains(page, `-work"`) {
		t.Error("there is a plot of work that nobody counted")
	}
	if !strings.Contains(page, "run with -work") {
		t.Error("the sources do not say how to get counts")
	}
}

func TestExplainHasReplayAndSourceOnly(t *testing.T) {
	page := makePage(t, Explain, sampleRun(2, 1), sampleExtras())
	for want, present := range map[string]bool{`id="replay"`: true, `id="source"`: true, `id="verdicts"`: false, `id="plots"`: false, `href="#plots"`: false} {
		if strings.Contains(page, want) != present {
			t.Errorf("%s: present is %t, want %t", want, !present, present)
		}
	}
}

func TestHTMLOfOddRuns(t *testing.T) {
	bare := verdict.Solution{Problem: "p", Solution: "s", Verdict: verdict.CE, Expected: verdict.AC, Compile: verdict.Compile{Message: "main.go:3: no"}}
	skipped := sampleRun(1, 1)
	skipped.Results[0].Cases[0] = verdict.Case{Case: "one", Verdict: verdict.SK, Expected: verdict.AC, AsExpected: true}
	for name, run := range map[string]verdict.Run{
		"nothing judged": {}, "interrupted": {Interrupted: true}, "not compiled": {Results: []verdict.Solution{bare}},
		"one case": sampleRun(1, 1), "skipped": skipped,
	} {
		t.Run(name, func(t *testing.T) {
			page := makePage(t, HTML, run, Extras{})
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
func hugeRun() (verdict.Run, Extras) {
	run := sampleRun(30, 200)
	for i := range run.Results {
		s := &run.Results[i]
		s.Source = strings.Repeat("x := 1 // a long, long line of code that says very little\n", 1100)
		for k := range s.Cases {
			c := &s.Cases[k]
			c.Verdict, c.AsExpected = verdict.WA, false
			c.Difference = &verdict.Difference{Line: 1, Want: strings.Repeat("w<&>", 500), Got: strings.Repeat("\x1b\xff", 1000)}
			c.Stderr, c.Input = strings.Repeat("\x00", 4000), strings.Repeat("\u202e", 1000)
		}
	}
	noise := verdict.Replay{Puzzle: mildPuzzle, Size: 9, Total: 3_000_000}
	state := uint32(1)
	for range 200_000 {
		state = state*1664525 + 1013904223
		noise.Steps = append(noise.Steps, verdict.Step{Cell: int(state>>8) % 81, Value: int(state>>20) % 10})
	}
	var extras Extras
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
	replay := recordNaive(mildPuzzle, 200_000)
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
	if !bytes.Equal(data, stepBytes(replay.Steps)) {
		t.Error("what is unpacked is not what was packed")
	}
	cut, packed := packSteps(replay.Steps, 500)
	if len(packed) > 500 || len(cut) == 0 || len(cut) >= len(steps) {
		t.Errorf("cut to %d steps in %d bytes, want some steps in 500", len(cut), len(packed))
	}
}

func TestDifferenceBoards(t *testing.T) {
	boards := differenceBoards(&verdict.Difference{Want: mildSolved, Got: wrongMild, Puzzle: mildPuzzle})
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
	alone := differenceBoards(&verdict.Difference{Got: wrongMild, Puzzle: mildPuzzle})
	if len(alone) != 2 || len(alone[1].Rings) != 2 {
		t.Errorf("without a wanted board the clashing cells should be framed: %+v", alone)
	}
	if lines := differenceBoards(&verdict.Difference{Want: "1 solution", Got: "2 solutions"}); lines != nil {
		t.Error("lines that are no boards are drawn as boards")
	}
}

func TestMarkDifference(t *testing.T) {
	for _, c := range []struct{ name, want, got, marked, printed string }{
		{"one word", "there are 2 solutions", "there are 3 solutions", "2", "3"},
		{"nothing printed", "abc", "", "abc", ""},
		{"never inside a character", "数独", "数狭", "独", "狭"},
		{"repeats", "aaa", "aaaa", "", "a"},
	} {
		w, g := markDifference(c.want, c.got)
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

func TestSearchNodes(t *testing.T) {
	run := sampleRun(1, 1)
	search := searchFunctions(run.Results[0])
	if diff := cmp.Diff(map[string]bool{"search": true}, search); diff != "" {
		t.Errorf("recursive functions (-want +got):\n%s", diff)
	}
	mutual := verdict.Solution{Language: "Go", Source: "package main\ntype s struct{}\nfunc (x s) a(){ x.b() }\nfunc (x s) b(){ x.a() }\nfunc c(){ d() }\nfunc d(){}\n"}
	if diff := cmp.Diff(map[string]bool{"a": true, "b": true}, searchFunctions(mutual)); diff != "" {
		t.Errorf("functions that call each other (-want +got):\n%s", diff)
	}
	helped := verdict.Solution{Language: "Go", Source: "package main\nfunc search(){ assign(); search() }\nfunc assign(){ drop() }\nfunc drop(){ assign() }\n"}
	if diff := cmp.Diff(map[string]bool{"search": true}, searchFunctions(helped)); diff != "" {
		t.Errorf("a search whose helpers recurse too (-want +got):\n%s", diff)
	}
	literal := verdict.Solution{Language: "Go", Source: "package main\nfunc solve(){ var dfs func(int) bool\ndfs = func(i int) bool { return dfs(i+1) }\ndfs(0) }\n"}
	if diff := cmp.Diff(map[string]bool{"dfs": true}, searchFunctions(literal)); diff != "" {
		t.Errorf("a function in a variable (-want +got):\n%s", diff)
	}
	if n, found := searchNodes(map[string]bool{"a": true}, &verdict.Work{Calls: map[string]int64{"s.a": 7, "s.z": 9}}); n != 7 || !found {
		t.Errorf("a method counts %d (%t), want 7", n, found)
	}
}

func TestEveryTextIsThereInBothLanguagesAndUsed(t *testing.T) {
	var templates, sources strings.Builder
	files, _ := pageFiles.ReadDir("page")
	for _, f := range files {
		templates.WriteString(embedded("page/" + f.Name()))
	}
	code, _ := filepath.Glob("html*.go")
	for _, name := range code {
		if strings.HasSuffix(name, "_test.go") || name == "html_wording.go" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(text)
	}
	said := regexp.MustCompile(`(?:\{\{-? ?(?:t|ts|attrs|en) |\bsay\()"([^"]+)"`).FindAllStringSubmatch(templates.String()+sources.String(), -1)
	for _, m := range regexp.MustCompile(`\bsaid\("(\w+)"`).FindAllStringSubmatch(templates.String(), -1) {
		said = append(said, []string{"", "js." + m[1]})
	}
	for _, m := range said {
		if _, ok := texts[m[1]]; !ok && m[1] != "verdict." {
			t.Errorf("the page wants %q, which is not there", m[1])
		}
	}
	han := regexp.MustCompile(`\p{Han}`)
	verb := regexp.MustCompile(`%(\[\d+\])?[sd]|\{\w+\}`)
	for key, w := range texts {
		name, ofScript := strings.CutPrefix(key, "js.")
		inScript := ofScript && strings.Contains(templates.String(), `"`+name+`"`)
		if !inScript && !strings.HasPrefix(key, "verdict.") && !strings.Contains(templates.String()+sources.String(), `"`+key+`"`) {
			t.Errorf("%s is never said", key)
		}
		if w.en == "" || w.zh == "" {
			t.Errorf("%s lacks a language: %+v", key, w)
		}
		if key != "name" && key != "both" && !han.MatchString(w.zh) {
			t.Errorf("%s is not Chinese: %s", key, w.zh)
		}
		if han.MatchString(w.en) {
			t.Errorf("%s is not English: %s", key, w.en)
		}
		if en, zh := len(verb.FindAllString(w.en, -1)), len(verb.FindAllString(w.zh, -1)); en != zh && !strings.HasPrefix(key, "js.") {
			t.Errorf("%s has %d arguments in English and %d in Chinese", key, en, zh)
		}
		if regexp.MustCompile(`\p{Han}[,;:()]`).MatchString(w.zh) {
			t.Errorf("%s mixes half-width punctuation into Chinese: %s", key, w.zh)
		}
	}
}

func TestSentencesOfTheRulesAreTranslated(t *testing.T) {
	puzzle, _ := sudoku.ParseAny(mildPuzzle)
	for name, change := range map[string]func([]int){
		"a row": func(c []int) { c[2] = 8 }, "a column": func(c []int) { c[2], c[3] = c[3], c[2] }, "a box": func(c []int) { c[2], c[11] = c[11], c[20] },
		"a clue": func(c []int) { c[0] = 1 }, "a blank clue": func(c []int) { c[0] = 0 }, "a blank": func(c []int) { c[2] = 0 },
	} {
		b, _ := sudoku.ParseAny(mildSolved)
		change(b.Cells)
		sentence := b.Explain(puzzle)
		zh := translate(sentence).in(chinese)
		if sentence == "" || !strings.HasPrefix(zh, "第") && !strings.HasPrefix(zh, "题面") || strings.Contains(zh, "two") {
			t.Errorf("%s: %q is %q in Chinese", name, sentence, zh)
		}
	}
	for _, c := range []struct{ en, zh string }{
		{`expected "12", got "\x1b"`, `应为 "12"，实为 "\x1b"`},
		{"step 2 of 5: namespaces, rlimits", "第 2 级，共 5 级：namespaces, rlimits"},
		{"used up its 0.5 s of CPU time", "用完了 0.5 秒 CPU 时间"},
		{"extra line 3", "多出第 3 行"},
		{"the checker's own <words>", "the checker's own <words>"},
	} {
		if zh := translate(c.en).in(chinese); zh != c.zh {
			t.Errorf("%q is %q in Chinese, want %q", c.en, zh, c.zh)
		}
	}
}

// TestColoursCanBeRead holds every colour of text to the contrast that WCAG asks for (4.5 to 1), on
// light and dark ground alike.
func TestColoursCanBeRead(t *testing.T) {
	colours := map[string][2]string{}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(embedded("page/style.css"), -1) {
		colours[m[1]] = [2]string{m[2], m[3]}
	}
	pairs := [][2]string{{"ink", "paper"}, {"ink", "card"}, {"ink", "hush"}, {"soft", "paper"}, {"soft", "card"}, {"soft", "hush"}, {"accent", "paper"}, {"accent", "card"},
		{"ok", "ok-bg"}, {"bad", "bad-bg"}, {"slow", "slow-bg"}, {"odd", "odd-bg"}, {"ink", "ok-bg"}, {"ink", "bad-bg"}, {"ink", "heat"}, {"bad", "card"}, {"ok", "card"}, {"slow", "paper"}}
	for i := range 8 {
		pairs = append(pairs, [2]string{fmt.Sprint("c", i), "card"})
	}
	for _, p := range pairs {
		for i, scheme := range []string{"light", "dark"} {
			text, ground := colours[p[0]][i], colours[p[1]][i]
			if text == "" || ground == "" {
				t.Fatalf("no colour %s or %s", p[0], p[1])
			}
			want := 4.5
			if p[1] == "heat" {
				want = 3 // the page never uses it at full strength
			}
			if c := contrast(t, text, ground); c < want {
				t.Errorf("%s: %s on %s has a contrast of %.1f, want %.1f", scheme, p[0], p[1], c, want)
			}
		}
	}
}

// contrast is the ratio of two colours' relative luminances as WCAG 2 defines it.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(hex string) float64 {
		var rgb [3]uint8
		if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v := float64(rgb[i]) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestTicksAreRoundAndFew(t *testing.T) {
	for _, c := range []struct {
		name string
		axis axis
		most int
		want []float64
	}{
		{"decades", axis{Log: true, Lo: 0.5, Hi: 2000}, 8, []float64{1, 10, 100, 1000}},
		{"less than a decade", axis{Log: true, Lo: 1.5, Hi: 9}, 8, []float64{2, 5}},
		{"many decades", axis{Log: true, Lo: 1, Hi: 1e9}, 5, []float64{1, 1e2, 1e4, 1e6, 1e8}},
		{"from nought", axis{Lo: 0, Hi: 61}, 8, []float64{0, 10, 20, 30, 40, 50, 60}},
		{"whole numbers", axis{Lo: 0, Hi: 3, Whole: true}, 8, []float64{0, 1, 2, 3}},
	} {
		if diff := cmp.Diff(c.want, c.axis.ticks(c.most)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestLabelsDoNotCoverEachOther(t *testing.T) {
	for name, ys := range map[string][]float64{"all alike": {50, 50, 50, 50}, "at the foot": {299, 300, 298}, "at the top": {0, 1, 2}, "apart": {10, 100, 200}} {
		var wishes []wish
		for _, y := range ys {
			wishes = append(wishes, wish{y: y, placed: y})
		}
		spread(wishes, 0, 300)
		for i, w := range wishes {
			if w.placed < 0 || w.placed > 300 || i > 0 && w.placed-wishes[i-1].placed < lineHigh {
				t.Errorf("%s: label %d stands at %v among %v", name, i, w.placed, wishes)
			}
			if name == "apart" && w.placed != w.y {
				t.Errorf("label %d was moved from %v to %v without need", i, w.y, w.placed)
			}
		}
	}
}

func TestMarksStandWithinTheirPlot(t *testing.T) {
	for _, p := range drawPlots("p0", sampleRun(8, 60).Results, budget{cells: 8000, points: 1500}) {
		for _, d := range p.Drawings {
			if len(d.Marks) == 0 {
				t.Errorf("%s %s has no marks", p.ID, d.Class)
			}
			for _, m := range d.Marks {
				if m.X < d.Left || m.X > d.Right || m.Y < d.Top || m.Y > d.Bottom {
					t.Fatalf("%s %s: %q stands at %v, %v outside its plot", p.ID, d.Class, m.Tip, m.X, m.Y)
				}
			}
			for i := 1; i < len(d.YTicks); i++ {
				if gap := math.Abs(float64(d.YTicks[i].At - d.YTicks[i-1].At)); gap < 14 {
					t.Errorf("%s %s: ticks %q and %q stand %v apart", p.ID, d.Class, d.YTicks[i-1].Label, d.YTicks[i].Label, gap)
				}
			}
		}
	}
}

func TestRangesOfRepeatedRunsAreDrawn(t *testing.T) {
	run := sampleRun(1, 2)
	run.Results[0].Cases[0].Samples = []time.Duration{3 * time.Millisecond, time.Millisecond, 2 * time.Millisecond}
	run.Results[0].Cases[0].CPU = 2 * time.Millisecond
	page := makePage(t, HTML, run, Extras{})
	if n := strings.Count(page, `class="range"`); n != 2 {
		t.Errorf("%d ranges, want one in the wide and one in the narrow drawing", n)
	}
	if !strings.Contains(page, "2.00 ms (1.00 ms – 3.00 ms)") {
		t.Error("the range is not told in words")
	}
}

func TestHTMLIsMadeWithinASecond(t *testing.T) {
	run, extras := sampleRun(8, 60), sampleExtras()
	least := time.Hour
	for range 5 { // the least of a few, since others use the machine too
		start := time.Now()
		makePage(t, HTML, run, extras)
		least = min(least, time.Since(start))
	}
	if least > time.Second {
		t.Errorf("8 solutions on 60 cases take %v, want less than a second", least)
	}
}

func BenchmarkHTML(b *testing.B) {
	run, extras := sampleRun(8, 60), sampleExtras()
	for b.Loop() {
		makePage(b, HTML, run, extras)
	}
}
