package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// tags lists the elements of the page. Outputs and names must not change them.
func tags(page string) []string { return all(`<(/?[a-zA-Z!][^\s>/]*)`, page) }

func hostilePage(t testing.TB, text string) string {
	replay := named(samples.Fewest(samples.Mild, 100), text)
	return makePage(t, page.HTML, samples.HostileRun(text),
		shown{[]result.Replay{replay, named(samples.Naive(samples.Mild, 100), "another.c")}, page.Extras{Generated: text}})
}

func TestHostileOutputChangesNothing(t *testing.T) {
	// Coloured sources have a varying number of pieces, and next to a longer name a plot has fewer ticks.
	ticks := regexp.MustCompile(`(?s)<g class="(grid|ticks[^"]*)">.*?</g>`)
	elements := func(page string) []string {
		return slices.DeleteFunc(tags(ticks.ReplaceAllString(page, "")), func(tag string) bool {
			return slices.Contains([]string{"b", "i", "u"}, strings.TrimPrefix(tag, "/"))
		})
	}
	for _, text := range samples.Hostile {
		plain := "plain"
		switch {
		case strings.Contains(text, "/"):
			plain = "a/b" // a case inside a group, and the path of a program
		case strings.ContainsAny(text, `.\`):
			plain = "a.b"
		}
		if diff := cmp.Diff(elements(hostilePage(t, plain)), elements(hostilePage(t, text))); diff != "" {
			t.Errorf("%q: other elements than for a plain text:\n%s", text, diff)
		}
	}
}

// FuzzHostileOutput: the page never contains an output or a name unescaped, and its script finds its data.
func FuzzHostileOutput(f *testing.F) {
	for _, text := range samples.Hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		page := hostilePage(t, text)
		for i, r := range page {
			if r != '\n' && !terminal.Printable(r) || r == utf8.RuneError {
				t.Fatalf("%q stands in the page as it was printed: %q", r, page[max(0, i-40):i+10])
			}
		}
		if n := strings.Count(strings.ToLower(page), "<script"); n != 3 {
			t.Errorf("%d script elements, want the data and two scripts", n)
		}
		if strange := regexp.MustCompile(`(?i)<(img|iframe|object|embed|base|link rel="[^i])`).FindString(page); strange != "" {
			t.Errorf("the page has %s", strange)
		}
		if data := dataOf(t, page); len(data.Puzzles) != 1 {
			t.Errorf("%d puzzles in the data, want 1", len(data.Puzzles))
		}
	})
}

var (
	// unsaid matches the parts for scripts, styles and screen readers.
	unsaid = regexp.MustCompile(`(?s)^.*?<main|<script.*?</script>|<style.*?</style>|<desc.*?</desc>|<form.*?</form>|` +
		`<span lang="zh-Hans">.*?</span>|</?span[^>]*>|</?noscript[^>]*>|</[\w-]+>|` +
		` (?:id|for|data-[\w-]+|aria-[\w-]+|role|scope|type|name|tabindex|autocomplete|viewBox)="[^"]*"`)
	begins = regexp.MustCompile(`\s*<(section|div|h\d|p|ul|li|tr|details|figure|svg|g|form|label)\b`)
)

// TestPage compares all texts and drawings of a page with a file.
func TestPage(t *testing.T) {
	run := samples.Mixed()
	run.Results[0].Source, run.Results[2].Source = "package main\n\nfunc main() {}\n", samples.Source
	run.Results[2].Cases[1].Work = &result.Work{Stopped: 1, Statements: 98765, Lines: samples.Lines(310)}
	run.Results = slices.Concat(run.Results, samples.Nested().Results, samples.Seldom().Results)
	differs := result.Solution{Problem: "differences", Solution: "differs", Verdict: result.WA, Compile: result.Compile{OK: true}}
	for i, d := range samples.Differences(t)[:12] {
		differs.Cases = append(differs.Cases, result.Case{Case: fmt.Sprint(i), Verdict: result.WA, Expected: "AC", Difference: &d})
	}
	repeated := samples.Large(3, 3).Results
	for i := range repeated {
		s := &repeated[i]
		s.Problem, s.Source = "repeated", ""
		for j := range s.Cases {
			c := &s.Cases[j]
			for n := range 9 {
				c.Samples = append(c.Samples, time.Duration(i+1)*time.Millisecond+time.Duration(n)*time.Microsecond)
			}
			c.CPU = c.Samples[4]
		}
	}
	repeated[0].Cases[0].Work, repeated[0].Cases[0].PeakKiB = nil, 0
	repeated[1].Cases[1].Samples, repeated[1].Cases[2].Work.Stopped = nil, time.Second
	repeated[2].Cases[2].Verdict, repeated[2].Cases[2].AsExpected, repeated[2].Limits.CPU = result.WA, false, time.Second
	run.Results = append(append(run.Results, differs), repeated...)
	replays := []result.Replay{samples.Fewest(samples.Mild, 200), samples.Naive(samples.Mild, 200)}
	text := makePage(t, page.HTML, run, shown{Replays: replays})
	text = strings.Join(strings.Fields(unsaid.ReplaceAllString(text, "")), " ")
	samples.Golden(t, "page.golden", bytes.TrimSpace([]byte(begins.ReplaceAllString(text, "\n<$1"))))
}

// shown is the further content of a sample page, beside its results.
type shown struct {
	Replays []result.Replay
	page.Extras
}

func sampleExtras() shown {
	return shown{
		[]result.Replay{samples.Fewest(samples.Mild, 200_000), samples.Naive(samples.Mild, 200_000)},
		page.Extras{Generated: "judge -html report.html"},
	}
}

func makePage(t testing.TB, write func(io.Writer, result.Run, page.Extras) error, run result.Run, extras shown) string {
	t.Helper()
	var b bytes.Buffer
	run.Replays = extras.Replays
	must.Succeed(t, write(&b, run, extras.Extras))
	if at := strings.Index(b.String(), "%!s(int"); at >= 0 {
		t.Errorf("a number where a text belongs: %s", b.String()[max(0, at-80):at+20])
	}
	return b.String()
}

func named(r result.Replay, name string) result.Replay {
	r.Solution = name
	return r
}

// all returns what the groups of a pattern match, one after the other.
func all(pattern, text string) (found []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1:]...)
	}
	return found
}

// first returns the first of these, or "".
func first(pattern, text string) string {
	if found := all(pattern, text); len(found) > 0 {
		return found[0]
	}
	return ""
}

// pageData is what the scripts of a page read, as far as the tests look.
type pageData struct {
	Say     map[string][2]string
	Puzzles []struct {
		Runs []struct {
			Outline [][2]int
			Pins    []struct{ Name string }
		}
	}
}

func dataOf(t testing.TB, text string) (data pageData) {
	t.Helper()
	must.Succeed(t, json.Unmarshal([]byte(first(`(?s) id="data">(.*?)</script>`, text)), &data), "the data cannot be read")
	return data
}

func pagesOf(t *testing.T, c result.Class, run result.Run) map[string]string {
	t.Helper()
	pages := map[string]string{}
	err := page.ClassPages(c, run, func(name string, write func(io.Writer) error) error {
		var b bytes.Buffer
		err := write(&b)
		must.Equal(t, "", pages[name], name, "is written twice")
		pages[name] = b.String()
		return err
	})
	must.Succeed(t, err)
	return pages
}

func TestClassPages(t *testing.T) {
	names := []string{"张三", "li", "LI", "../../etc/passwd", "index", "a b", strings.Repeat("长", 300), "con\x00\xff"}
	c, run := samples.ClassOf(names...)
	run.Replays = []result.Replay{named(samples.Fewest(samples.Mild, 1), "张三")}
	pages := pagesOf(t, c, run)
	must.Equal(t, len(names)+1, len(pages), "pages")
	for name, page := range pages {
		must.Equal(t, name == "张三.html", strings.Contains(page, `data-do="play"`), name, "plays a search")
		must.Be(t, !strings.ContainsAny(name, "/\\\x00 ") && len(name) <= 255, "a page is called %q", name)
	}
	index := html.UnescapeString(pages["index.html"])
	for _, want := range []string{
		"3 of 8 students have everything accepted", "3 / 8 名学生全部通过", `href="%E5%BC%A0%E4%B8%89.html"`, `href="LI-2.html"`,
		"secret/03-hard: row 5 has two 3s", "LI.cpp: is empty", "Who is stuck", "2 stuck",
	} {
		must.Contain(t, index, want, "the first page does not say")
	}
	if page := pages["li.html"]; !strings.Contains(page, "li: acwing166: wrong answer, 4/5 passed") ||
		strings.Contains(page, "张三") || strings.Contains(page, "Processor") {
		t.Error("li's page is not li's alone, or tells of the machine")
	}
}

// TestClassPairs: two programs that are alike are side by side, and the lines that both have are marked.
func TestClassPairs(t *testing.T) {
	c, run := samples.ClassOf("ann", "bob")
	c.Alike = []result.Alike{{Problem: "acwing166", Students: [2]string{"ann", "bob"}, Share: 83, Lines: [][2][2]int{{{2, 3}, {1, 2}}},
		Texts: [2]string{"own\nif <a>\nb\n", "if <c>\nd\nmore\n"}}}
	index := pagesOf(t, c, run)["index.html"]
	for _, want := range []string{"own\n<mark>if &lt;a&gt;</mark>\n<mark>b</mark>\n",
		"<mark>if &lt;c&gt;</mark>\n<mark>d</mark>\nmore\n", "83 in 100 tokens of the shorter one"} {
		must.Contain(t, index, want, "the page has no")
	}
}

// TestClassIndexIsHarmless: names of students create no elements.
func TestClassIndexIsHarmless(t *testing.T) {
	plain, run := samples.ClassOf("someone")
	want := tags(pagesOf(t, plain, run)["index.html"])
	for _, text := range samples.Hostile {
		c, run := samples.ClassOf(text)
		must.Equal(t, want, tags(pagesOf(t, c, run)["index.html"]), text, "- elements wanted, +")
	}
}
