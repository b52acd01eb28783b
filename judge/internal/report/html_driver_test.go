//go:build unix

package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// browser drives a headless Chromium by the DevTools protocol over its pipe: JSON messages that end
// in a zero byte, to file descriptor 3 and from file descriptor 4.
type browser struct {
	t       *testing.T
	to      io.Writer
	session string // of the tab in use

	mu      sync.Mutex
	id      int
	answers map[int]chan message
	heard   []string // console messages, exceptions and refusals by the policy
	asked   []string // every address that was requested
	loaded  chan struct{}
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// findBrowser looks where browsers are; CHROME names one that is elsewhere.
func findBrowser() string {
	for _, name := range []string{os.Getenv("CHROME"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// openBrowser starts a browser that ends with the test, or skips the test where there is none. A tab
// is to be opened before anything else.
func openBrowser(t *testing.T) *browser {
	t.Helper()
	path := findBrowser()
	if path == "" {
		t.Skip("no Chromium here, so the page was not tried in a browser: install chromium, or name one in CHROME")
	}
	profile, err := os.MkdirTemp("", "sudokuoj-browser")
	if err != nil {
		t.Fatal(err)
	}
	fromUs, toBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromBrowser, toUs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// Chromium's own sandbox does not work for root, nor where user namespaces are denied; the pages
	// are our own, and a build server's /dev/shm may be small.
	args := []string{"--no-sandbox", "--disable-dev-shm-usage", "--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-extensions", "--hide-scrollbars", "--lang=en", "--remote-debugging-pipe", "--user-data-dir=" + profile, "about:blank"}
	cmd := exec.Command(path, args...)
	cmd.ExtraFiles = []*os.File{fromUs, toUs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), "HOME="+profile, "XDG_CONFIG_HOME="+filepath.Join(profile, "config"), "XDG_CACHE_HOME="+filepath.Join(profile, "cache"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fromUs.Close()
	toUs.Close()
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // its helpers are in its group
		cmd.Wait()
		toBrowser.Close()
		fromBrowser.Close()
		for try := 0; os.RemoveAll(profile) != nil && try < 20; try++ { // a helper may still be dying
			time.Sleep(50 * time.Millisecond)
		}
	})
	b := &browser{t: t, to: toBrowser, answers: map[int]chan message{}, loaded: make(chan struct{}, 8)}
	go b.listen(fromBrowser)
	return b
}

func (b *browser) listen(from io.Reader) {
	in := bufio.NewReader(from)
	for {
		text, err := in.ReadString(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal([]byte(strings.TrimSuffix(text, "\x00")), &m) != nil {
			continue
		}
		b.mu.Lock()
		switch {
		case m.ID != 0:
			if answer := b.answers[m.ID]; answer != nil {
				answer <- m
				delete(b.answers, m.ID)
			}
		case m.Method == "Runtime.consoleAPICalled", m.Method == "Runtime.exceptionThrown", m.Method == "Log.entryAdded":
			b.heard = append(b.heard, m.Method+" "+string(m.Params))
		case m.Method == "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			json.Unmarshal(m.Params, &p)
			b.asked = append(b.asked, p.Request.URL)
		case m.Method == "Page.loadEventFired":
			select {
			case b.loaded <- struct{}{}:
			default:
			}
		}
		b.mu.Unlock()
	}
}

// call sends one command and waits for its answer.
func (b *browser) call(method string, params map[string]any) json.RawMessage {
	b.t.Helper()
	answer := make(chan message, 1)
	b.mu.Lock()
	b.id++
	b.answers[b.id] = answer
	text, err := json.Marshal(map[string]any{"id": b.id, "method": method, "params": params, "sessionId": b.session})
	if err == nil && b.session == "" {
		text, err = json.Marshal(map[string]any{"id": b.id, "method": method, "params": params})
	}
	b.mu.Unlock()
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		b.t.Fatalf("%s: the browser is gone: %v", method, err)
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		return m.Result
	case <-time.After(60 * time.Second):
		b.t.Fatalf("%s: the browser did not answer in 60 s", method)
		return nil
	}
}

// tab opens a tab for one test, which is closed with it.
func (b *browser) tab(t *testing.T) *browser {
	t.Helper()
	outer := b.t
	b.t = t
	var target struct{ TargetID string }
	json.Unmarshal(b.call("Target.createTarget", map[string]any{"url": "about:blank"}), &target)
	var attached struct{ SessionID string }
	json.Unmarshal(b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}), &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.call(domain+".enable", nil)
	}
	b.mu.Lock()
	b.heard, b.asked = nil, nil
	b.mu.Unlock()
	t.Cleanup(func() {
		b.session = ""
		b.call("Target.closeTarget", map[string]any{"targetId": target.TargetID})
		b.t = outer
	})
	return b
}

// open loads a file and waits until it is there.
func (b *browser) open(path string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "file://" + path})
	select {
	case <-b.loaded:
	case <-time.After(60 * time.Second):
		b.t.Fatal("the page did not load in 60 s")
	}
}

// eval runs an expression in the page and decodes its value; a promise is waited for.
func (b *browser) eval(into any, format string, args ...any) {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	expression := fmt.Sprintf(format, args...)
	json.Unmarshal(b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}), &answer)
	if e := answer.ExceptionDetails; e != nil {
		b.t.Fatalf("%.300s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if into != nil {
		if err := json.Unmarshal(answer.Result.Value, into); err != nil {
			b.t.Fatalf("%s: %v in %q", expression, err, answer.Result.Value)
		}
	}
}

// until waits for an expression to become true.
func (b *browser) until(format string, args ...any) {
	b.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); ; {
		var ok bool
		b.eval(&ok, "!!("+format+")", args...)
		if ok {
			return
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("still not true after 60 s: "+format, args...)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// press types one key with the focus where it is.
func (b *browser) press(key string, shift bool) {
	b.t.Helper()
	modifiers := map[bool]int{true: 8}[shift]
	params := map[string]any{"type": "keyDown", "key": key, "modifiers": modifiers}
	if len(key) == 1 {
		params["text"] = key
	}
	b.call("Input.dispatchKeyEvent", params)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "modifiers": modifiers})
}
