package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// site is the web judge of a fleet, used as browsers do.
type site struct {
	*process
	base string
}

// pages starts a web judge on the fleet.
func (h *house) pages(root string) site {
	h.t.Helper()
	return siteOf(start(h.t, as(h.owner), "web", "-root", root, "-db", filepath.Join(h.t.TempDir(), "history.db"), "-listen", "127.0.0.1:0"))
}

func siteOf(p *process) site {
	p.t.Helper()
	p.says("the judge is at ")
	return site{p, regexp.MustCompile(`http://[0-9.:]+`).FindString(p.output())}
}

func (s site) ask(method, path, body string) string {
	s.t.Helper()
	r := must.Get(http.NewRequest(method, s.base+path, strings.NewReader(body)))(s.t)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp := must.Get(http.DefaultClient.Do(r))(s.t)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 400 {
		s.t.Fatalf("%s %s: %d %s, %v", method, path, resp.StatusCode, text, err)
	}
	return string(text)
}

// submit hands in a program and returns the address of its page.
func (s site) submit(language, source string) string {
	s.t.Helper()
	var made struct{ ID int }
	answer := s.ask("POST", "/submit", url.Values{"problem": {"p"}, "language": {language}, "source": {source}}.Encode())
	if err := json.Unmarshal([]byte(answer), &made); err != nil || made.ID == 0 {
		s.t.Fatalf("%s: %v", answer, err)
	}
	return fmt.Sprintf("/s/%d", made.ID)
}

// follow reads the events of a submission until one contains a text, or until the last one.
func (s site) follow(submission, text string) string {
	s.t.Helper()
	resp := must.Get(http.Get(s.base + submission + "/events"))(s.t)
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			return lines.Text()
		}
	}
	s.t.Fatalf("%s: no event has %s", submission, text)
	return ""
}

// judged waits for the end of a judging and returns the result.
func (s site) judged(submission string) (text string, run result.Run) {
	s.t.Helper()
	s.follow(submission, "event: finished")
	text = s.ask("GET", submission+"/json", "")
	run, err := result.ReadRun(strings.NewReader(text))
	if err != nil || len(run.Results) != 1 {
		s.t.Fatalf("%v: %s", err, text)
	}
	return text, run
}

func (s site) wants(submission string, want ...result.Verdict) {
	s.t.Helper()
	text, run := s.judged(submission)
	var got []result.Verdict
	for _, c := range run.Results[0].Cases {
		got = append(got, c.Verdict)
	}
	must.Equal(s.t, want, got, submission, text)
}

// prints is a C program that does this after it has printed a word.
func prints(word, then string) string {
	return "#include <stdio.h>\nint main(void) { puts(\"" + word + "\"); " + then + " return 0; }\n"
}

// A submission gets the same result with and without a fleet: right programs, wrong ones, and ones whose directives
// must be ignored.
func TestWebSameAsHere(t *testing.T) {
	h, root := build(t), sleepers(t, 0, 1, 2)
	h.worker("w")
	here := siteOf(start(t, []string{asServe + "=1"}, "serve", "-root", root, "-db", filepath.Join(t.TempDir(), "history.db"),
		"-listen", "127.0.0.1:0"))
	there := h.pages(root)
	where := regexp.MustCompile(`(?s)"host": \{.*?\},`) // a fleet reports no processor
	programs := map[string][2]string{
		"right":                   {"c", awake},
		"wrong":                   {"c", prints("asleep", "")},
		"fails":                   {"c", prints("awake", "return 3;")},
		"does not compile":        {"c", "int main(\n"},
		"prints much on the side": {"c", prints("awake", "for (int i = 0; i < 5000; i++) fwrite(\"\\0\\33\", 1, 2, stderr); return 1;")},
		"promises to be wrong":    {"c", "//judge:expect WA\n" + prints("asleep", "")},
		"asks for another builder": {"go",
			"//judge:env GOFLAGS=-overlay=/etc/passwd\npackage main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"awake\") }\n"},
	}
	pages := map[string][2]string{}
	for name, p := range programs { // all at once: while one side waits, the other works
		pages[name] = [2]string{here.submit(p[0], p[1]), there.submit(p[0], p[1])}
	}
	for name, at := range pages {
		t.Run(name, func(t *testing.T) {
			a, _ := here.judged(at[0])
			b, run := there.judged(at[1])
			must.Equal(t, 3, len(run.Results[0].Cases), "cases")
			machine := regexp.MustCompile(`(?m)^ *"machine": "w",?\n`)
			plain := func(text string) string {
				return machine.ReplaceAllString(times.ReplaceAllString(where.ReplaceAllString(text, ""), ""), "")
			}
			must.Equal(t, plain(a), plain(b), "- here, + fleet")
		})
	}
	must.Contain(t, there.ask("GET", "/fleet", ""), ">w</th>", "the page of the fleet does not show its worker")
}

// A submission survives the server, and can be stopped wherever it is.
func TestWebFailures(t *testing.T) {
	h, root := build(t, soon...), sleepers(t, 0, 1500, 0)
	h.worker("w")
	s := h.pages(root)
	t.Run("the server is killed", func(t *testing.T) {
		id := s.submit("c", awake)
		s.follow(id, `"begins":"secret/2"`)
		h.serve.kill()
		waits := s.submit("c", awake)
		s.follow(waits, "the fleet's server is away")
		h.up()
		s.wants(id, result.AC, result.AC, result.AC)
		s.wants(waits, result.AC, result.AC, result.AC)
	})
	t.Run("it is stopped", func(t *testing.T) {
		before := h.state().Results
		id := s.submit("c", strings.Replace(awake, "0, ms", "0, ms ? 60000 : 0", 1))
		s.follow(id, `"begins":"secret/2"`)
		must.Until(t, "the first result is stored", func() bool { return h.state().Results > before })
		must.Equal(t, "{\"stopped\":true}\n", s.ask("POST", id+"/stop", ""), "it says")
		s.follow(id, `"state":"stopped"`)
		_, run := s.judged(id)
		if c := run.Results[0].Cases; len(c) != 3 || c[0].Verdict != result.AC || c[1].Verdict != result.SK || c[2].Verdict != result.SK {
			t.Errorf("it has %+v", c)
		}
		must.Until(t, "the end of what was stopped", func() bool { return h.state().Queued == 0 })
		s.wants(s.submit("c", awake), result.AC, result.AC, result.AC)
	})
}
