package web_test

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestInsight: when a search was watched, its page tells what one look more would have spared, and shows nothing of ours.
func TestInsight(t *testing.T) {
	text := map[string]string{}
	for _, file := range []string{"problems/acwing166/problem.yaml", "problems/acwing166/judge.yaml", "solutions/naive/main.go",
		"solutions/lowbit/main.go"} {
		read := must.Get(os.ReadFile("../../../../" + file))(t)
		text[file] = string(read)
	}
	text["testdata/acwing166/secret/1.in"] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nend\n"
	text["testdata/acwing166/secret/1.ans"] = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"
	root := t.TempDir()
	writeTree(t, root, text)
	w := newWorld(t, root, true)
	w.post("/submit", "", url.Values{"problem": {"acwing166"}, "language": {"go"}, "source": {text["solutions/naive/main.go"]}})
	if sub := w.judged(1, ""); sub.Judging.Verdict != "AC" {
		t.Fatalf("it is %s", sub.Judging.Verdict)
	}
	page := func() (section string) {
		_, section, _ = strings.Cut(w.page("/s/1", ""), `<section id="insight"`)
		section, _, _ = strings.Cut(section, "</section>")
		return section
	}
	must.Equal(t, "", page(), "before it is watched")
	w.post("/s/1/watch", "", nil)
	after := page()
	for _, want := range []string{"Of the 4,208 digits that", "leaves 516; asking for places, too: 121."} {
		must.Contain(t, after, want, "the page does not say")
	}
	if strings.Contains(after, "lowbit") {
		t.Error("our solution is among the searches of the user")
	}
}
