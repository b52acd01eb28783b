package web_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/testkit/must"
)

// TestLadder: ideas are told only after a problem is solved. Then the program's record is looked at, and ours is timed.
func TestLadder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", true)
	const idea, next = "the cell with the fewest digits", "<b>hidden</b>"
	row := func() string {
		_, page, _ := strings.Cut(w.page("/", ""), `href="/p/acwing166"`)
		page, _, _ = strings.Cut(page, "</tr>")
		return page
	}
	if page := w.page("/", ""); strings.Contains(page, idea) || strings.Contains(row(), `class="rungs"`) {
		t.Error("an idea is told to somebody who solved nothing")
	}
	text := must.Get(os.ReadFile("../../../../solutions/inplace/main.go"))(t)
	fields := source("go", string(text))
	fields.Set("problem", "acwing166")
	if a := w.post("/submit", "", fields); a.code != 201 {
		t.Fatal(a.body)
	}
	w.judged(1, "")
	var now string
	until(t, func() bool {
		now = row()
		return strings.Contains(now, `class="rungs"`) && strings.Contains(now, "lowbit</small>")
	})
	var lit []string
	for _, m := range regexp.MustCompile(`<li class="lit"[^>]*>([^<]*)<`).FindAllStringSubmatch(now, -1) {
		lit = append(lit, m[1])
	}
	if diff := cmp.Diff([]string{"checks", "looks ahead", "fewest first"}, lit); diff != "" || !strings.Contains(now, next) {
		t.Errorf("- want, + got:\n%s\n%s", diff, now)
	}
}
