package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestKilled kills the real program repeatedly during judgings. In the end every submission has one valid judging with
// all its results, and the database is sound.
func TestKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no kill -9")
	}
	short.Skip(t)
	const times = 2 * caseCount // each case of a right program, and then of a wrong one
	root := tree(t)
	file := filepath.Join(t.TempDir(), "history.db")
	middle := 0 // how many kills hit a judging in progress
	for i := range times {
		p := start(t, "-root", root, "-db", file, "-listen", "127.0.0.1:0")
		for range 2 {
			p.submit(t, []string{right, wrong}[i/caseCount])
		}
		if p.killAfter(t, i%caseCount) {
			middle++
		}
	}
	if t.Logf("killed %d times, %d of them between the first and the last event of a judging", times, middle); middle < times/2 {
		t.Error("that is not often enough to prove anything")
	}
	p := start(t, "-root", root, "-db", file, "-listen", "127.0.0.1:0")
	p.follow(t, 2*times, func(name string) bool { return false }) // the last submission
	p.follow(t, 1, func(name string) bool { return false })
	must.Succeed(t, p.end(), "Ctrl-C", p.fault)
	nothingLost(t, file, 2*times, func(id int64) bool { return id <= 2*caseCount })
}

// nothingLost checks that each submission has one valid judging with all its results and the right verdict.
func nothingLost(t *testing.T, file string, submissions int, accepted func(id int64) bool) {
	raw := must.Get(sql.Open("sqlite", file))(t)
	var said string
	var many int
	must.Succeed(t, raw.QueryRow("PRAGMA integrity_check").Scan(&said), "the file is damaged")
	must.Equal(t, "ok", said, "the file is damaged")
	must.Succeed(t, raw.QueryRow("SELECT count(*) FROM judging").Scan(&many), "judgings of", "submissions")
	must.Equal(t, submissions, many, "judgings of", "submissions")
	raw.Close()
	db, err := history.Open(t.Context(), file)
	must.Succeed(t, err)
	defer db.Close()
	for id := range int64(submissions) {
		sub, err := db.Get(t.Context(), id+1)
		j := sub.Judging
		if err != nil || !j.Valid || j.State != history.Done {
			t.Fatalf("submission %d has the judging %+v, %v", id+1, j, err)
		}
		want := map[bool]string{true: "AC", false: "WA"}[j.Passed == caseCount]
		results, err := db.Results(t.Context(), j.ID, 0)
		if err != nil || len(results) != caseCount || j.Cases != caseCount || string(j.Verdict) != want || (j.Verdict == "AC") != accepted(id+1) {
			t.Fatalf("submission %d ended as %+v with %d results, %v", id+1, j, len(results), err)
		}
		for i, r := range results {
			if r.N != i+1 || r.Case.Number != i+1 || r.Case.Verdict != j.Verdict {
				t.Errorf("submission %d: result %d is %+v", id+1, i+1, r)
			}
		}
	}
	if _, err := db.Get(t.Context(), int64(submissions)+1); err == nil {
		t.Error("there is one more than were handed in")
	}
}

const (
	right     = "package main\nimport \"fmt\"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }\n"
	wrong     = "package main\nfunc main() { println(1) }\n"
	caseCount = 6
)

// tree is a tree with one problem.
func tree(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	files := map[string]string{"problems/sum/problem.yaml": "problem_format_version: 2025-09\nname: {en: The sum}\nuuid: " +
		"5035120d-cd0c-4487-9abf-2a03c59b29c7\nlimits: {time_limit: 1, memory: 256}\n",
		"problems/sum/statement/problem.en.md": "Add.\n"}
	for i := range caseCount {
		files[fmt.Sprintf("testdata/sum/secret/%d.in", i)] = fmt.Sprintf("%d 1\n", i)
		files[fmt.Sprintf("testdata/sum/secret/%d.ans", i)] = fmt.Sprintf("%d\n", i+1)
	}
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		must.Succeed(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must.Succeed(t, os.WriteFile(name, []byte(text), 0o666))
	}
	return root
}

// process is the real program in its own process.
type process struct {
	cmd   *exec.Cmd
	base  string
	fault *strings.Builder // complete when it has ended
}

// start starts the program and waits until it prints its address.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0], args...), fault: &strings.Builder{}}
	p.cmd.Env = append(os.Environ(), asProgram+"=1")
	out := must.Get(p.cmd.StdoutPipe())(t)
	p.cmd.Stderr = p.fault
	must.Succeed(t, p.cmd.Start())
	t.Cleanup(func() { p.cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	if lines.Scan() {
		p.base = regexp.MustCompile(`https?://[^ ;]+`).FindString(lines.Text())
	}
	if p.base == "" {
		p.cmd.Wait()
		t.Fatalf("it says %q and %s", lines.Text(), p.fault)
	}
	go io.Copy(io.Discard, out)
	return p
}

// end is Ctrl-C. The error is nil if the program did its work.
func (p *process) end() error {
	p.cmd.Process.Signal(os.Interrupt)
	return p.cmd.Wait()
}

func (p *process) submit(t *testing.T, source string) (id int) {
	t.Helper()
	resp, err := http.PostForm(p.base+"/submit", url.Values{"problem": {"sum"}, "language": {"go"}, "source": {source}})
	must.Succeed(t, err)
	defer resp.Body.Close()
	var made struct{ ID int }
	if err := json.NewDecoder(resp.Body).Decode(&made); err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatal(resp.Status, err)
	}
	return made.ID
}

// follow reads the events of a submission until see returns true, or until the last one.
func (p *process) follow(t *testing.T, id int, see func(name string) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("%s/s/%d/events", p.base, id), nil)
	resp, err := http.DefaultClient.Do(r)
	must.Succeed(t, err)
	defer resp.Body.Close()
	for lines := bufio.NewReader(resp.Body); ; {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return
		}
		must.Succeed(t, err)
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "event: "); ok && see(name) {
			return
		}
	}
}

// killAfter kills the program when the oldest unfinished submission has ended so many cases. The result reports whether
// its judging was in progress.
func (p *process) killAfter(t *testing.T, cases int) (middle bool) {
	t.Helper()
	oldest := 0
	for id := 1; oldest == 0; id++ {
		resp := must.Get(http.Get(fmt.Sprintf("%s/s/%d/json", p.base, id)))(t)
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		must.Succeed(t, err)
		if resp.StatusCode == http.StatusNotFound || strings.Contains(string(text), `"verdict": ""`) {
			oldest = id
		}
	}
	ended := 0
	p.follow(t, oldest, func(name string) bool {
		if name == "ended" {
			ended++
		}
		middle = name == "running" || name == "ended"
		return middle && ended >= cases
	})
	must.Succeed(t, p.cmd.Process.Kill())
	p.cmd.Wait()
	return middle
}
