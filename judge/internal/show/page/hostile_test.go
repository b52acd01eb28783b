package page

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/samples"
)

// tags lists the elements of the page. Outputs and names must not change them.
func tags(page string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`<(/?[a-zA-Z!][^\s>/]*)`).FindAllStringSubmatch(page, -1) {
		list = append(list, m[1])
	}
	return list
}

func hostilePage(t testing.TB, text string) string {
	replay := named(samples.Fewest(samples.Mild, 100), text)
	return makePage(t, HTML, samples.HostileRun(text), shown{[]result.Replay{replay}, Extras{Generated: text}})
}

func TestHTMLHostileOutputChangesNothing(t *testing.T) {
	for _, text := range samples.Hostile {
		t.Run(terminal.Escape(text), func(t *testing.T) {
			plain := "plain"
			if strings.Contains(text, "/") {
				plain = "a/b" // a case inside a group
			}
			// Coloured sources have a varying number of pieces, and next to a longer name a plot has fewer ticks.
			ticks := regexp.MustCompile(`(?s)<g class="(grid|minor|ticks[^"]*)">.*?</g>`)
			elements := func(page string) []string {
				page = ticks.ReplaceAllString(page, "")
				return slices.DeleteFunc(tags(page), func(tag string) bool {
					return slices.Contains([]string{"b", "i", "u"}, strings.TrimPrefix(tag, "/"))
				})
			}
			if diff := cmp.Diff(elements(hostilePage(t, plain)), elements(hostilePage(t, text))); diff != "" {
				t.Errorf("other elements than for a plain text:\n%s", diff)
			}
		})
	}
}

// FuzzHTMLHostileOutput: the page never contains an output or a name unescaped, and its script finds its data.
func FuzzHTMLHostileOutput(f *testing.F) {
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
		var data pageData
		if err := json.Unmarshal([]byte(between(t, page, `id="data">`, "</script>")), &data); err != nil {
			t.Errorf("the data cannot be read: %v", err)
		} else if len(data.Puzzles) != 1 {
			t.Errorf("%d puzzles in the data, want 1", len(data.Puzzles))
		}
	})
}

func named(r result.Replay, name string) result.Replay {
	r.Solution = name
	return r
}
