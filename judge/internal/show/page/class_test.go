package page_test

import (
	"bytes"
	"html"
	"io"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

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
		if strings.ContainsAny(name, "/\\\x00 ") || len(name) > 255 {
			t.Errorf("a page is called %q", name)
		}
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
