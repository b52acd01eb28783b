package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// nestedGroups turns the sum into a problem with points, with a group inside another one.
func nestedGroups(t *testing.T) (root string) {
	t.Helper()
	root = sumProblem(t)
	edit(t, filepath.Join(root, "problems", "sum", "problem.yaml"), "limits:", "type: scoring\nlimits:")
	writeTree(t, filepath.Join(root, "testdata", "sum"), map[string]string{
		"secret/low/1.in": "1 2\n", "secret/low/1.ans": "3\n", "secret/low/test_group.yaml": "max_score: 30\n",
		"secret/low/deep/1.in": "2 3\n", "secret/low/deep/1.ans": "5\n", "secret/low/deep/test_group.yaml": "max_score: " +
			"30\nscore_aggregation: max\n",
		"secret/high/1.in": "1000 4\n", "secret/high/1.ans": "-1\n", "secret/high/test_group.yaml": "max_score: 70\n",
	})
	return root
}

// TestPointsOfASubmission hands in a program that fails in one of two groups. Its page shows the points of each group,
// the inner one indented, and the total.
func TestPointsOfASubmission(t *testing.T) {
	short.Skip(t)
	w := newWorld(t, nestedGroups(t), true)
	id := w.submit("", right)
	w.judged(id, "")
	page := w.get(fmt.Sprintf("/s/%d", id), "", html).body
	plain := regexp.MustCompile(`\s+`).ReplaceAllString(regexp.MustCompile(`<[^>]+>`).ReplaceAllString(page, " "), " ")
	for _, want := range []string{"secret/high WA 0/70 0/1", "secret/low AC 30/30 2/2", "secret/low/deep AC 30/30 1/1", "30/100"} {
		must.Contain(t, plain, want, "the page does not say")
	}
	must.Contain(t, page, `class="in1">secret/low/deep`, "the inner group is not set in")
	// The page of a C program that leaves an array names the line once.
	a := w.post("/submit", "", source("c",
		"#include <stdio.h>\nint row[9];\nint main(void) { int n = 0; scanf(\"%d\", &n);\n row[81 + n * 0] = 3; puts(\"no\"); }\n"))
	var made struct{ ID int64 }
	if err := json.Unmarshal([]byte(a.body), &made); a.code != 201 || err != nil {
		t.Fatalf("%d %s", a.code, a.body)
	}
	w.judged(made.ID, "")
	page = w.get(fmt.Sprintf("/s/%d", made.ID), "", html).body
	if !strings.Contains(page, "<b>sanitizer: row[81] is outside of row[9], line 4</b>") && !strings.Contains(page, "is not installed") {
		t.Error("the page does not say where")
	}
	if n := strings.Count(page, "<b>sanitizer:"); n > 1 {
		t.Errorf("the case is listed %d times", n)
	}
}

// TestForms hands in what is typed or a file: which language, name and source are kept.
func TestForms(t *testing.T) {
	w := still(t)
	most := strings.Repeat("x", 256<<10)
	for _, test := range []struct {
		name, language, source, file, text string
		want                               string // language, file and source
	}{
		{"typed", "cpp", "int x;", "", "", "cpp main.cpp int x;"},
		{"a file decides the language", "cpp", "", "a.py", "print(1)", "python a.py print(1)"},
		{"a file without a language", "cpp", "", "a.txt", "int x;", "cpp main.cpp int x;"},
		{"an empty file", "cpp", "int x;", "a.py", "", "cpp main.cpp int x;"},
		{"a file comes before what is typed", "cpp", "int x;", "a.go", "package a", "go a.go package a"},
		{"lines as a form ends them", "go", "a\r\nb\rc\n", "", "", "go main.go a\nb\rc\n"},
		{"as large as may be", "go", most, "", "", "go main.go " + most},
	} {
		a := w.upload("/submit", "tea", test.file, test.text, map[string]string{"problem": "sum", "language": test.language,
			"source": test.source})
		var made struct{ ID int64 }
		if err := json.Unmarshal([]byte(a.body), &made); err != nil || a.code != http.StatusCreated {
			t.Errorf("%s: %d %s", test.name, a.code, a.body)
			continue
		}
		sub, err := w.s.DB.Get(t.Context(), made.ID)
		if got := fmt.Sprint(sub.Language, " ", sub.File, " ", sub.Source); got != test.want || err != nil {
			t.Errorf("%s: %.80q, %v", test.name, got, err)
		}
	}
}

// TestFarTooLarge sends 40 MB as a browser does, which reads the answer when it has sent all.
func TestFarTooLarge(t *testing.T) {
	w := still(t)
	c := must.Get(net.Dial("tcp", w.listen.Addr().String()))(t)
	defer c.Close()
	fmt.Fprintf(c, "POST /submit HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer tea\r\nContent-Type: "+
		"application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n", w.listen.Addr(), 40<<20)
	for range 40 {
		if _, err := c.Write(make([]byte, 1<<20)); err != nil {
			t.Fatalf("the connection breaks: %v", err)
		}
	}
	text := must.Get(io.ReadAll(c))(t)
	must.Contain(t, string(text), "413 ", "the answer")
	must.Contain(t, string(text), "the request is larger than", "the answer")
}
