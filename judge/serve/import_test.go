package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestImportListen: the command waits, the extension sends a problem, and the problem is imported.
func TestImportListen(t *testing.T) {
	root := t.TempDir()
	must.Succeed(t, os.Mkdir(filepath.Join(root, "problems"), 0o777))
	out, in := io.Pipe()
	var stderr bytes.Buffer
	for _, port := range []string{"-1", "65536"} {
		if code := run(t.Context(), []string{"import", "-port", port, "-root", root}, io.Discard, &stderr); code == worked ||
			!strings.Contains(stderr.String(), "-port "+port+": ports are 1 to 65535") {
			t.Errorf("port %s: exit %d, %s", port, code, &stderr)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, port := range []string{"0", "65535"} { // the last may be taken
		stderr.Reset()
		if code := run(ended, []string{"import", "-port", port, "-root", root}, io.Discard, &stderr); code != cannotWork ||
			strings.Contains(stderr.String(), "ports are") ||
			port == "0" && !strings.Contains(stderr.String(), "import: interrupted before anything arrived") {
			t.Errorf("port %s, interrupted: exit %d, %s", port, code, &stderr)
		}
	}
	stderr.Reset()
	code := make(chan int, 1)
	go func() {
		code <- run(t.Context(), []string{"import", "-port", "0", "-root", root}, in, &stderr)
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("it says nothing; exit %d, %s", <-code, stderr.String())
	}
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(lines.Text())
	if address == "" {
		t.Fatalf("no address in %q", lines.Text())
	}
	go func() {
		resp, err := http.Post("http://"+address, "application/json",
			strings.NewReader(`{"name":"A+B","url":"https://www.luogu.com.cn/problem/P1001","tests":[{"input":"1 2","output":"3"}]}`))
		if err == nil {
			resp.Body.Close()
		}
	}()
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
	}
	must.Equal(t, worked, <-code, "exit", stderr.String())
	if len(said) == 0 || said[0] != "imported A+B as luogup1001: 1 case, 0 solutions" {
		t.Errorf("said %q", said)
	}
	if _, err := os.Stat(filepath.Join(root, "testdata", "luogup1001", "sample", "01.ans")); err != nil {
		t.Error(err)
	}
}
