package page_test

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

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
