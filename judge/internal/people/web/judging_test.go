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

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestVerdicts: a stranger's promise to fail does not count, and neither does a variable that it asks for.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	w := alone(t)
	for source, want := range map[string]result.Verdict{"//judge:expect WA\n" + wrong: result.WA,
		"//judge:env GOFLAGS=-overlay=/etc/passwd\n" + right: result.AC} {
		id := w.submit("", source)
		j := w.judged(id, "").Judging
		if page := w.page(fmt.Sprintf("/s/%d", id), ""); want == result.AC {
			must.Contain(t, page, "data-auto", "whoever is alone is shown the search by itself")
		}
		passed := map[result.Verdict]int{result.AC: 3}[want]
		if j.State != history.Done || j.Verdict != want || j.Passed != passed || j.Cases != 3 || j.Judge != "test" || j.Machine == "" {
			t.Errorf("%s: %+v", source, j)
		}
	}
}

func TestEvents(t *testing.T) {
	w := alone(t)
	id := w.submit("", wrong)
	all := w.follow(id, "", "", nil)
	var cases []string
	for i, e := range all {
		switch e.name {
		case "ended":
			c := e.data["case"].(map[string]any)
			cases = append(cases, c["case"].(string))
			if e.id != fmt.Sprintf("%v.%d", e.data["judging"], len(cases)) || c["verdict"] != "WA" || c["difference"] != nil ||
				e.data["reason"] != `line 1: expected "1004", got "996"` && len(cases) == 1 {
				t.Errorf("event %d is %+v", i, e)
			}
		case "finished":
			if i != len(all)-1 || e.data["verdict"] != "WA" || e.data["title"] != "wrong answer" || e.data["state"] != "done" ||
				e.data["passed"] != 0.0 || e.data["cases"] != 3.0 {
				t.Errorf("event %d is %+v", i, e)
			}
		case "queued", "running":
		default:
			t.Errorf("event %d is %+v", i, e)
		}
	}
	must.Equal(t, fmt.Sprint(sumCases), fmt.Sprint(cases), "cases came as", cases, "samples come first")
	again := w.follow(id, "", fmt.Sprintf("%v.%d", all[len(all)-1].data["judging"], len(cases)), nil)
	must.Equal(t, 1, len(again), again)
	must.Equal(t, "finished", again[0].name, again)
	if late := w.follow(id, "", "", nil); len(late) != 4 {
		t.Errorf("who comes late gets %+v", late)
	}
	for _, odd := range []string{"x", "1.-5", "99.2", "9999999999999999999.1"} {
		if got := w.follow(id, "", odd, nil); len(got) != 4 {
			t.Errorf("after %q come %d events", odd, len(got))
		}
	}
	a := w.get(fmt.Sprintf("/s/%d/json", id), "")
	run, err := result.ReadRun(strings.NewReader(a.body))
	if err != nil || len(run.Results) != 1 {
		t.Fatalf("%v: %s", err, a.body)
	}
	if s := run.Results[0]; s.Verdict != result.WA || len(s.Cases) != 3 || s.Source != wrong || s.Limits.CPU == 0 ||
		s.Cases[1].Difference.Want != "1005" || run.Host.Step == 0 {
		t.Errorf("as JSON it is %+v", s)
	}
}

// TestGracefulEnd ends the server during a judging, which is finished first. What waits stays in the queue.
func TestGracefulEnd(t *testing.T) {
	goOn := make(chan bool)
	w := (&machines{grade: backwards(goOn)}).with(t) // one at a time
	w.s.Patient()
	first, second := w.submit("", right), w.submit("", right)
	w.follow(first, "", "", func(e event) bool { return e.name == "running" && e.data["begins"] == "secret/1" })
	opened, closed := make(chan bool, 1), make(chan bool)
	go func() {
		defer close(closed)
		w.follow(second, "", "", func(event) bool {
			select {
			case opened <- true:
			default:
			}
			return false
		})
	}()
	select {
	case <-opened:
	case <-closed:
		t.Fatal("nothing is told of what waits")
	}
	go func() {
		<-closed // a stream ends with the server, and does not wait for what is judged
		goOn <- true
	}()
	w.end()
	if j, err := w.s.DB.Current(t.Context(), first); err != nil || j.Verdict != result.AC {
		t.Errorf("what was running is %+v, %v", j, err)
	}
	if j, err := w.s.DB.Current(t.Context(), second); err != nil || j.State != history.Queued {
		t.Errorf("what waited is %+v, %v", j, err)
	}
}

func TestRejudge(t *testing.T) {
	w := alone(t)
	id := w.submit("", right)
	w.judged(id, "")
	edit(t, w.s.Root+"/testdata/sum/sample/1.ans", "1004", "1007")
	edit(t, w.s.Root+"/problems/sum/problem.yaml", "The sum", "A sum")
	must.Until(t, "the edited problem is shown", func() bool { return strings.Contains(w.page("/p/sum", ""), "A sum") })
	if a := w.post("/rejudge", "", map[string][]string{"problem": {"sum"}}); a.body != "{\"queued\":1}\n" {
		t.Fatalf("rejudge: %+v", a)
	}
	sub := w.judged(id, "")
	must.Equal(t, 2, sub.Judging.Attempt, sub.Judging)
	must.Equal(t, result.WA, sub.Judging.Verdict, sub.Judging)
	must.Equal(t, http.StatusBadRequest, w.post("/rejudge", "", nil).code, "rejudge of nothing")
	second := w.submit("", right)
	if late := w.judged(second, ""); late.Version == sub.Version {
		t.Error("a problem with other cases has the version it had before")
	}
}

func TestRunBox(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	w := alone(t)
	w.s.Patient()
	type ran struct {
		Verdict, Title, Message, Stdout, Stderr string
		Cut                                     bool
		Wall                                    float64 `json:"wall_ms"`
		PeakKiB                                 int64   `json:"peak_kib"`
	}
	run := func(text, input string) ran {
		t.Helper()
		fields := source("go", text)
		fields.Set("input", input)
		return into[ran](t, w.post("/run", "", fields))
	}
	if got := run(right, "20 22\r\n"); got.Verdict != "AC" || got.Stdout != "42\n" || got.Title != "ended by itself" ||
		got.Wall <= 0 || got.PeakKiB <= 0 {
		t.Errorf("right: %+v", got)
	}
	if got := run(wrong, "5 3"); got.Verdict != "AC" || got.Stdout != "2\n" || got.Stderr != "seen 5\n" {
		t.Errorf("nothing is said of what it prints: %+v", got)
	}
	if got := run(fails, ""); got.Verdict != "CE" || !strings.Contains(got.Message, "main.go:2") {
		t.Errorf("what does not compile: %+v", got)
	}
	must.Equal(t, "TLE", run(loops, "").Verdict, "what never ends")
	const printed = 64 << 10 // that a page shows
	const prints = "package main\nimport (\"fmt\"; \"strings\")\nfunc main() { var n int; fmt.Scan(&n); fmt.Print(\"\\xff<b>\" + " +
		"strings.Repeat(\"x\", n-4)) }\n"
	for n, cut := range map[int]bool{printed: false, printed + 1: true} {
		if got := run(prints, fmt.Sprint(n)); got.Cut != cut || len(got.Stdout) != printed+len("\uFFFD")-1 ||
			!strings.HasPrefix(got.Stdout, "\uFFFD<b>") {
			t.Errorf("what prints %d bytes: %v, %d bytes", n, got.Cut, len(got.Stdout))
		}
	}
}

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
