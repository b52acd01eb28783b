package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestNeedsNothingBesideItself: a page asks for nothing, and its policy allows its own scripts and style only.
func TestNeedsNothingBesideItself(t *testing.T) {
	class, run := samples.ClassOf("someone")
	pages := pagesOf(t, class, run)
	pages["a run"] = makePage(t, page.HTML, samples.Large(3, 5), sampleExtras())
	pages["one puzzle"] = makePage(t, page.Explain, samples.Large(2, 1), sampleExtras())
	strange := regexp.MustCompile(`(?i)https?://|\ssrc=|<(img|iframe|object|embed|base)\b|@import|url\(|<[^>]*\s(on[a-z]+|style)=|javascript:`)
	for name, text := range pages {
		policy := html.UnescapeString(first(`http-equiv="Content-Security-Policy" content="(.*?)"`, text))
		if !strings.HasPrefix(policy, "default-src 'none'; script-src ") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is weak: %s", name, policy)
		}
		for _, part := range all(`(?s)<(?:script|style)>(.*?)</(?:script|style)>`, text) {
			sum := sha256.Sum256([]byte(part))
			if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, hash) {
				t.Errorf("%s: the policy %q does not allow %.60q", name, policy, part)
			}
		}
		// The name of the SVG name space is an address, but it is not requested.
		must.Equal(t, "", strange.FindString(strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")), name, "has")
	}
}

func TestSameForTheSameRun(t *testing.T) {
	one := makePage(t, page.HTML, samples.Large(4, 12), sampleExtras())
	for range 5 {
		if two := makePage(t, page.HTML, samples.Large(4, 12), sampleExtras()); one != two {
			t.Fatal("two pages of one run differ")
		}
	}
}

// TestSectionsStandAlone: a section on its own is the same as in the page, and so is the data.
func TestSectionsStandAlone(t *testing.T) {
	run, extras := samples.Large(3, 5), sampleExtras()
	run.Results[0].Score, run.Searches = samples.NestedScore(run.Results[0].Cases), []result.Search{samples.Queens("lowbit", 4, false)}
	atOnce := strings.NewReplacer(`<noscript class="later">`, "", "</noscript>", "")
	text := atOnce.Replace(makePage(t, page.HTML, run, extras))
	run.Replays = extras.Replays
	drawing := page.Draw(run, extras.Extras)
	for _, name := range []string{"verdicts", "answers", "plots", "points", "others", "stage", "figures", "search"} {
		part, err := drawing.Section(name)
		if err != nil || part == "" || !strings.Contains(text, atOnce.Replace(string(part))) {
			t.Errorf("%s alone is not what the page has: %v", name, err)
		}
	}
	failing := samples.Large(8, 5)
	failing.Results = slices.DeleteFunc(failing.Results, func(s result.Solution) bool { return s.Verdict == result.AC })
	part, err := page.Draw(failing, page.Extras{}).Section("failures")
	if err != nil || !strings.Contains(string(part), "secret/04-many") || strings.Contains(string(part), "<section") {
		t.Errorf("the failures alone: %v\n%s", err, part)
	}
	if _, err := drawing.Section("nothing"); err == nil {
		t.Error("there is a section called nothing")
	}
	if data, err := drawing.Data(); err != nil || !strings.Contains(text, `id="data">`+string(data)+"</script>") {
		t.Errorf("the data alone is not what the page has: %v", err)
	}
}

func TestOddRuns(t *testing.T) {
	bare := result.Solution{Problem: "p", Solution: "s", Verdict: result.CE, Expected: "AC",
		Compile: result.Compile{Message: say.Text("main.go:3: no")}}
	skipped := samples.Large(1, 1)
	skipped.Results[0].Cases[0] = result.Case{Case: "one", Verdict: result.SK, Expected: "AC", AsExpected: true}
	for name, run := range map[string]result.Run{
		"nothing judged": {}, "interrupted": {Interrupted: true}, "not compiled": {Results: []result.Solution{bare}},
		"one case": samples.Large(1, 1), "skipped": skipped,
	} {
		text := makePage(t, page.HTML, run, shown{})
		must.Be(t, strings.HasSuffix(strings.TrimSpace(text), "</html>"), "%s: the page does not end", name)
		must.Equal(t, "", regexp.MustCompile(`NaN|\+?Inf\b|%!`).FindString(text), name, "the page has")
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

// TestSizes: a page stays small, is made soon, and says what it leaves out.
func TestSizes(t *testing.T) {
	run, extras := hugeRun()
	huge := makePage(t, page.HTML, run, extras)
	for _, want := range []string{
		"more rows were left out", "more failures of this solution were left out", "more lines were left out", "steps kept",
	} {
		must.Contain(t, huge, want, "the page does not say")
	}
	start := time.Now()
	usual := makePage(t, page.HTML, samples.Large(8, 60), sampleExtras())
	must.Be(t, time.Since(start) < time.Minute, "8 solutions on 60 cases take %v", time.Since(start)) // others use the machine, too
	many := makePage(t, page.HTML, samples.Large(40, 60), sampleExtras())
	for text, most := range map[string]int{huge: 3_000_000, usual: 1_000_000, many: 1_500_000} {
		must.Be(t, len(text) < most, "%d bytes, want fewer than %d", len(text), most)
	}
}

// TestHeadline: the headline is the widest gap, unless something failed for another reason than time.
func TestHeadline(t *testing.T) {
	const gap, fine, run = "On acwing166 secret/0", "2 solutions, 24 runs: all as expected.", "1 of 24 runs did not"
	tle, wa := []result.Verdict{result.TLE}, []result.Verdict{result.WA}
	for _, test := range []struct {
		name, second         string
		verdicts             []result.Verdict // of the first cases
		extras               page.Extras
		headline, lead, more string
	}{
		{name: "all is well", headline: gap, lead: fine},
		{name: "the command for more",
			extras: page.Extras{Spell: func(t report.Todo) string {
				return "judge " + strings.Join(t.Solutions,
					" ")
			}}, headline: gap, lead: fine, more: "judge lowbit naive"},
		{name: "ours is slow", verdicts: tle, headline: run, lead: gap},
		{name: "one's own is slow", second: "my.cpp", verdicts: tle, headline: "On secret/01-easy your program was still running after"},
		{name: "one's own is right", second: "my.cpp",
			headline: "Your program is right on every case that counts; its slowest takes ", lead: "The slowest case of lowbit takes "},
		{name: "one's own is wrong", second: "my.cpp", verdicts: wa, headline: "On secret/01-easy your program prints a wrong answer."},
		{name: "by its path", second: "/home/me/my.cpp", verdicts: wa, headline: "On secret/01-easy your program prints a wrong answer."},
		{name: "a folder", second: "./mine", verdicts: wa, headline: "On secret/01-easy your program prints a wrong answer."},
		{name: "ours is wrong", verdicts: wa, headline: run, lead: gap},
		{name: "compared without a difference", extras: page.Extras{Compared: map[string]page.Told{}}, headline: fine},
		{name: "a student's", extras: page.Extras{Student: "li"}, headline: "li: acwing166: "},
	} {
		run := samples.Large(2, 12)
		s := &run.Results[1]
		if test.second != "" {
			s.Solution = test.second
		}
		for i, v := range test.verdicts {
			s.Cases[i].Verdict, s.Cases[i].AsExpected = v, false
		}
		s.Conclude("")
		text := makePage(t, page.HTML, run, shown{Extras: test.extras})
		for pattern, want := range map[string]string{
			`<h1><span lang="en">(.*?)</span>`: test.headline, `<p class="lead"><span lang="en">(.*?)</span>`: test.lead,
			`<span class="raw command">(.*?)</span>`: test.more,
		} {
			if got := first(pattern, text); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
				t.Errorf("%s: want %q, got %q", test.name, want, got)
			}
		}
	}
}

// TestOrder: a page begins with the stage, if there is anything to show on it. The page of a student shows a few failures
// in full.
func TestOrder(t *testing.T) {
	const many, watched = "verdicts answers plots", true
	ac, wa, tle := []result.Verdict{result.AC}, []result.Verdict{result.WA}, []result.Verdict{result.TLE}
	five := []result.Verdict{result.WA, result.RE, result.WA, result.RE, result.WA}
	for _, test := range []struct {
		name, student string
		watched       bool
		verdicts      []result.Verdict
		want          string
		details, left int
	}{
		{"right", "", !watched, ac, many, 0, 0},
		{"wrong", "", !watched, wa, "stage verdicts answers", 1, 0},
		{"wrong in many ways", "", !watched, five, "stage verdicts answers", 5, 0},
		{"slow", "", !watched, tle, "stage " + many, 1, 0},
		{"a student's", "li", !watched, ac, "verdicts answers", 0, 0},
		{"a student's in many ways", "li", !watched, five, "stage verdicts answers", 3, 2},
		{"a student's, slow and watched", "li", watched, tle, "stage verdicts answers", 1, 0},
		{"a student's, wrong and watched", "li", watched, wa, "stage verdicts answers", 1, 0},
	} {
		s := result.Solution{Problem: "p", Solution: "my.cpp", Expected: "AC", Compile: result.Compile{OK: true}}
		for i, v := range test.verdicts {
			one := result.Case{Case: fmt.Sprint(i), Verdict: v, Expected: "AC", AsExpected: v == result.AC, Exit: i}
			s.Cases = append(s.Cases, one)
		}
		s.Conclude("")
		extras := shown{Extras: page.Extras{Student: test.student}}
		if test.watched {
			extras.Replays = []result.Replay{named(samples.Naive(samples.Mild, 100), "my.cpp")}
		}
		text := makePage(t, page.HTML, result.Run{Results: []result.Solution{s}}, extras)
		if got := strings.Join(all(`<section[^>]* id="(\w+)"`, text), " "); strings.TrimPrefix(got, "top ") != test.want && got != test.want {
			t.Errorf("%s: the page has %s, want %s", test.name, got, test.want)
		}
		said := test.left == 0 || strings.Contains(text, fmt.Sprint(test.left, " more failures of this solution were left out"))
		if n := strings.Count(text, `<article class="detail"`); n != test.details || !said {
			t.Errorf("%s: %d failures in full, want %d and %d more", test.name, n, test.details, test.left)
		}
	}
	explained := makePage(t, page.Explain, samples.Large(2, 1), sampleExtras())
	if got := strings.Join(all(`<section[^>]* id="(\w+)"`, explained), " "); got != "top stage" {
		t.Errorf("one puzzle: the page has %s", got)
	}
}

// TestReasons: below the ribbons is why the search of the first board took so long.
func TestReasons(t *testing.T) {
	watched := func(puzzle, text string, placed int) result.Replay {
		return result.Replay{Solution: text, Puzzle: puzzle, Size: 9, Problem: "of", Case: text, Placed: placed,
			Reason: &result.Reason{Sentence: say.Text(text)}}
	}
	a, b, c := watched(samples.Mild, "first", 1), watched(samples.Mild, "second", 2), watched("1"+samples.Mild[1:], "third", 9)
	for want, replays := range map[string][]result.Replay{"second": {a, b}, "third": {c, b}} {
		text := makePage(t, page.HTML, samples.Large(2, 3), shown{Replays: replays})
		must.Equal(t, want, strings.Join(all(`<p class="because"><span lang="en">(\w+)<`, text), " "))
	}
}

// TestHistories: a pin is where the kept steps reach it, and an outline is there of what is not kept.
func TestHistories(t *testing.T) {
	run := samples.Large(2, 3)
	cut, whole := samples.Naive(samples.Mild, 2), samples.Fewest(samples.Mild, 200_000)
	cut.Outline, whole.Outline = [][2]int{{1, 2}}, [][2]int{{1, 2}}
	for steps, want := range map[int]string{-1: "end", 0: "lost end", 1: "lost end", 2: "end", 3: "end"} {
		if cut.Reason = new(result.Reason); steps >= 0 {
			cut.Reason.First = &result.Moment{Steps: steps, Text: say.Text("x")}
		}
		both := dataOf(t, makePage(t, page.HTML, run, shown{Replays: []result.Replay{cut, whole}})).Puzzles[0].Runs
		var names []string
		for _, p := range both[0].Pins {
			if p.Name != "deepest" {
				names = append(names, p.Name)
			}
		}
		must.Equal(t, want, strings.Join(names, " "), "after", steps, "steps")
		if len(both[0].Outline) != 1 || len(both[1].Outline) != 0 {
			t.Errorf("outlines of %v and %v, want one of what is not kept", both[0].Outline, both[1].Outline)
		}
	}
}

// TestOwnProgramIsShown: the user's own program is on the large board, and the best of the others beside it.
func TestOwnProgramIsShown(t *testing.T) {
	run := samples.Large(3, 3)
	run.Results[2].Solution = "my.cpp"
	naive := samples.Naive(samples.Mild, 1000)
	extras := shown{Replays: []result.Replay{naive, named(samples.Fewest(samples.Mild, 1000), "lowbit"), named(naive, "my.cpp")}}
	extras.Replays[0].Placed, extras.Replays[0].Total = 90_000, 180_000
	names := all(`class="(?:raw )?name">(.*?)</span>`, makePage(t, page.HTML, run, extras))
	must.Equal(t, "my.cpp lowbit", strings.Join(names, " "), "on the stage are")
}

// TestFirstPictureComesFirst: the first paint needs no script, and little of the page is before it.
func TestFirstPictureComesFirst(t *testing.T) {
	early, later, _ := strings.Cut(makePage(t, page.HTML, samples.Large(8, 60), sampleExtras()), `<noscript class="later">`)
	_, early, _ = strings.Cut(early, "</style>")
	if boards := strings.Count(early, `<svg class="board"`); boards < 2 || len(early) > 60_000 {
		t.Errorf("%d boards within the first %d bytes", boards, len(early))
	}
	must.Equal(t, "glance verdicts answers plots", strings.Join(all(`<section id="(\w+)"`, later), " "), "put off are")
}

// TestSources: the first of the lines that ran most often is the hottest, if any ran. A source that two solutions share is
// shown once. Statements of two languages are not compared.
func TestSources(t *testing.T) {
	ran := func(language string, lines ...int64) result.Solution {
		return result.Solution{Problem: "p", Solution: language, Language: language, Source: "a\nb\nc\n",
			Compile: result.Compile{OK: true}, Cases: []result.Case{
				{Case: "a", Verdict: result.AC, Work: &result.Work{Statements: slices.Max(lines), Lines: lines}}}}
	}
	silent, stopped := ran("Go", 1), ran("Go", 1, 2, 1)
	silent.Source, stopped.Cases[0].Work.Stopped = "", 5*time.Second
	for _, test := range []struct {
		name           string
		run            []result.Solution
		hottest        string
		panels, tables int
	}{
		{"the first", []result.Solution{ran("Go", 0, 5, 5)}, "hottest: line 2, 5 times 执行最多的一行：第 2 行，5 次", 1, 1},
		{"the last", []result.Solution{ran("Go", 0, 5, 6)}, "hottest: line 3, 6 times 执行最多的一行：第 3 行，6 次", 1, 1},
		{"in words", []result.Solution{ran("Go", 0, 28_744_849)}, "hottest: line 2, 28.7 million times 执行最多的一行：第 2 行，2874 万次", 1, 1},
		{"stopped", []result.Solution{stopped}, "hottest: line 2, 50 % of all 执行最多的一行：第 2 行，占 50 %", 1, 1},
		{"none ran", []result.Solution{ran("Go", 0, 0, 0)}, "", 1, 1},
		{"no source", []result.Solution{silent}, "", 0, 0},
		{"the same source", []result.Solution{ran("Go", 0, 1, 0), ran("Go", 0, 1, 0)}, "", 2, 2},
	} {
		text := makePage(t, page.HTML, result.Run{Results: test.run}, shown{})
		_, text, _ = strings.Cut(text, `id="stage"`)
		text, _, _ = strings.Cut(text, "</section>")
		hottest := strings.Join(all(`class="hottest soft"><span lang="en">(.*?)</span><span lang="zh-Hans">(.*?)</span>`, text), " ")
		if len(test.run) == 1 && hottest != test.hottest {
			t.Errorf("%s: the hottest is %q, want %q", test.name, hottest, test.hottest)
		}
		panels, tables := strings.Count(text, `<div class="pane"`), strings.Count(text, "<td>b\n")
		if panels != test.panels || tables != test.tables {
			t.Errorf("%s: %d panels with %d sources, want %d with %d", test.name, panels, tables, test.panels, test.tables)
		}
		if strings.Contains(text, "<td>2<td>b\n") { // it depends on the machine
			t.Errorf("%s: a number of what was stopped is shown", test.name)
		}
	}
}

// TestPlots: every plot has a title, a description and a sentence. What was not counted has no scale.
func TestPlots(t *testing.T) {
	run := samples.Large(3, 8)
	plots := all(`(?s)(<figure class="plot".*?</figure>)`, makePage(t, page.HTML, run, sampleExtras()))
	if len(plots) != 2 {
		t.Fatalf("%d plots, want time and memory", len(plots))
	}
	for _, p := range plots {
		id := first(`id="(.*?)"`, p)
		for _, want := range []string{"<h4 id=", "<title data-zh=", "<desc data-zh=", `<figcaption><span lang="en">`, `role="img"`} {
			must.Contain(t, p, want, id, "has no")
		}
	}
	for solutions, want := range map[int]int{1: 1, 8: 8, 9: 6, 40: 6} {
		plot := first(`(?s)(<figure class="plot" id="plot-p0-time".*?</figure>)`, makePage(t, page.HTML, samples.Large(solutions, 3), shown{}))
		colours := all(`class="s (c\d)"`, plot)
		slices.Sort(colours)
		if len(slices.Compact(slices.Clone(colours))) != want || len(colours) != want {
			t.Errorf("of %d solutions %v are in colour, want %d", solutions, colours, want)
		}
	}
	for _, s := range run.Results {
		for i := range s.Cases {
			s.Cases[i].Work = nil
		}
	}
	text := makePage(t, page.HTML, run, shown{})
	must.Be(t, strings.Contains(text, `class="code uncounted"`), "there is a scale of work that nobody counted")
}

// TestRepeatedRuns: the page says whether the solutions took turns, and then begins with what that has told.
func TestRepeatedRuns(t *testing.T) {
	run := samples.Large(3, 1)
	for i := range run.Results {
		c := &run.Results[i].Cases[0]
		c.CPU, c.Verdict = time.Duration(i+1)*time.Millisecond, result.AC
		c.Samples = slices.Repeat([]time.Duration{c.CPU}, 9)
	}
	told := say.Of("%s is %s faster than %s on %s", "lowbit", "2 x", "naive", "a case")
	turns := page.Extras{Compared: map[string]page.Told{"acwing166": {Overall: []say.Message{told}}}}
	for inTurn, extras := range map[bool]shown{false: {sampleExtras().Replays, page.Extras{}}, true: {sampleExtras().Replays, turns}} {
		text := makePage(t, page.HTML, run, extras)
		for want, present := range map[string]bool{
			"Times as long as the quickest": true, "were taken in a row": !inTurn,
			`<h1><span lang="en">` + told.String(): inTurn, `<li><span lang="en">` + told.String(): inTurn,
		} {
			must.Equal(t, present, strings.Contains(text, want), "in turn", inTurn, want, "is on the page", !present)
		}
		must.Equal(t, inTurn, strings.Index(text, `id="plots"`) < strings.Index(text, `id="stage"`), "the page begins with the times")
		must.Contain(t, text[:strings.Index(text, `class="later"`)], `id="stage"`) // what comes later moves nothing that is seen
	}
}

// TestBeyondOnThePage: cases beyond the site are marked, and the reason is given in both languages.
func TestBeyondOnThePage(t *testing.T) {
	text := makePage(t, page.HTML, result.Run{Results: []result.Solution{samples.Beyond("one.cpp", result.OLE)}}, shown{})
	for _, want := range []string{
		`<tr class="beyond">`, "the site always ends with `end`", "原站总以 end 结束", "1/1, beyond 1/3",
	} {
		must.Contain(t, text, want, "does not say")
	}
}

// TestNoFolderOfTheAuthor: a report is made to be sent, so it names a program and not the folder that it was in.
func TestNoFolderOfTheAuthor(t *testing.T) {
	const mine = "/home/li/my.cpp"
	run := samples.Large(2, 3)
	run.Results[1].Solution, run.Results[1].Path = mine, mine
	replay := samples.Fewest(samples.Mild, 100)
	replay.Solution = mine
	sentence := say.Of("%s of the digits that %s placed", "9", mine)
	replay.Reason = &result.Reason{Sentence: sentence, Lacks: result.LacksNoDigit, Placed: 9}
	text := makePage(t, page.HTML, run, shown{Replays: []result.Replay{replay}})
	if at := strings.Index(text, "/home/li"); at >= 0 {
		t.Errorf("the page names the folder: %q", text[max(0, at-100):at+20])
	}
	must.Contain(t, text, `<b class="raw">my.cpp</b>`, "the page does not name the program")
}

// TestScriptsSayWhatTheyAreGiven: a page holds every sentence that its scripts say, in both languages, with the same words
// to replace, and no other.
func TestScriptsSayWhatTheyAreGiven(t *testing.T) {
	said := dataOf(t, makePage(t, page.HTML, samples.Large(1, 1), shown{})).Say
	names, err := fs.Glob(page.Files(), "*.js")
	if err != nil || len(names) < 5 {
		t.Fatalf("%v %v", names, err)
	}
	scripts := ""
	for _, name := range names {
		text := must.Get(fs.ReadFile(page.Files(), name))(t)
		scripts += string(text)
	}
	for _, name := range all(`\bsaid\("(\w+)"`, scripts) {
		must.Be(t, said[name][0] != "", "a script says %q, which is not there", name)
	}
	for name, text := range said {
		must.Contain(t, scripts, `"`+name+`"`, name, "is never said")
		must.Be(t, text[0] != text[1], "%q has no Chinese", text[0])
		for _, braces := range all(`(\{\w+\})`, text[1]) {
			must.Contain(t, text[0], braces, name, "has no", "in English")
		}
	}
}
