package page_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
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
