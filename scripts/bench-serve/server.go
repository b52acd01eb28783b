package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// server is the real program, running.
type server struct {
	cmd    *exec.Cmd
	base   string
	db     string   // the history's file
	tokens []string // of the students, and last of the teacher
	fault  bytes.Buffer
	client http.Client
}

// start starts it for so many students and a teacher, or for oneself with none.
func start(bin, dir, root string, students int) (*server, error) {
	s := &server{client: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}}
	folder, err := os.MkdirTemp(dir, "serve")
	if err != nil {
		return nil, err
	}
	s.db = filepath.Join(folder, "history.db")
	args := []string{"-listen", "127.0.0.1:0", "-root", root, "-db", s.db}
	if students > 0 {
		var class strings.Builder
		for i := range students {
			fmt.Fprintf(&class, "student%d,student\n", i)
		}
		class.WriteString("teacher,teacher\n")
		file := filepath.Join(dir, "class.csv")
		if err := os.WriteFile(file, []byte(class.String()), 0o600); err != nil {
			return nil, err
		}
		args = append(args, "-people", file)
	}
	s.cmd = exec.Command(bin, args...)
	s.cmd.Stderr = &s.fault
	s.cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := regexp.MustCompile(`the judge is at (http\S+);`).FindStringSubmatch(lines.Text()); m != nil {
			s.base = m[1]
		}
		if _, token, ok := strings.Cut(lines.Text(), "#token="); ok {
			s.tokens = append(s.tokens, token)
		}
		if s.base != "" && (students == 0 || len(s.tokens) == students+1) {
			go io.Copy(io.Discard, out)
			return s, nil
		}
	}
	s.cmd.Wait()
	return nil, fmt.Errorf("it does not start: %s", s.fault.String())
}

// stop ends it.
func (s *server) stop() error {
	s.cmd.Process.Signal(os.Interrupt)
	if err := s.cmd.Wait(); err != nil {
		return errors.Join(err, errors.New(s.fault.String()))
	}
	return nil // it may say that it waits for a judging
}

// refused is an answer that is an error.
type refused struct {
	code int
	text string
}

func (r refused) Error() string { return fmt.Sprintf("%d %s", r.code, r.text) }

func (s *server) do(method, token, path string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequest(method, s.base+path, body)
	if err != nil {
		return nil, err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	} else {
		r.Header.Set("Accept", "text/html")
	}
	resp, err := s.client.Do(r)
	if err == nil && resp.StatusCode >= 400 {
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		return nil, refused{resp.StatusCode, string(text)}
	}
	return resp, err
}

// post sends a form, and reads the answer into what is given.
func (s *server) post(token, path string, form url.Values, into any) error {
	resp, err := s.do("POST", token, path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

func (s *server) submit(token, problem, source string) (int, error) {
	var made struct{ ID int }
	err := s.post(token, "/submit", url.Values{"problem": {problem}, "language": {"go"}, "source": {source}}, &made)
	return made.ID, err
}

// get reads a page to its end.
func (s *server) get(token, path string) ([]byte, error) {
	resp, err := s.do("GET", token, path, nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// follow reads the events of a submission to their end.
func (s *server) follow(token string, id int, see func(event string)) error {
	resp, err := s.do("GET", token, fmt.Sprintf("/s/%d/events", id), nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lines := bufio.NewReader(resp.Body)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if event, ok := strings.CutPrefix(line, "event: "); ok {
			see(strings.TrimSpace(event))
		}
	}
}

// resident is the server's memory in KiB: VmRSS now, VmHWM at most.
func (s *server) resident(field string) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(field + `:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		return 0, errors.New("no " + field)
	}
	return strconv.ParseInt(string(m[1]), 10, 64)
}
