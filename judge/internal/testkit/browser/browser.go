//go:build unix

// Package browser drives a real browser for the tests of pages: it opens them, asks and does what a reader
// would, holds them to the rules of accessible pages, and hears every word they say on the console and every
// address they ask for. Only tests import it.
package browser

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/memory"
	"sudokuoj/judge/internal/testkit/short"
)

// Browser is a tab of a headless Chromium, which all tests of a process share. The tabs of one test, and of its parts,
// share their cookies.
type Browser struct {
	T        *testing.T // the test that a fault is told to
	chromium *chromium
	session  string

	heard  []string // console messages, exceptions and refusals by the policy
	asked  []string // every address that was requested
	shown  []string // the documents that were in the tab, by their loaders
	loaded string   // the one of them that was there in whole last
	news   chan struct{}
}

// chromium is driven by the DevTools protocol over its pipe: JSON messages that end in a zero byte, to file
// descriptor 3 and from file descriptor 4.
type chromium struct {
	to io.Writer

	mu      sync.Mutex
	id      int
	answers map[int]chan message
	tabs    map[string]*Browser // by session; what they hold is guarded here, too

	filling sync.Mutex
	jars    map[string]string // by test
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Tab    string          `json:"sessionId"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// find looks where browsers are. CHROME names the only one to take: CHROME=none leaves out the tests in a browser.
func find() string {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	if name := os.Getenv("CHROME"); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Open opens a tab that is closed with the test, or skips the test where there is no browser.
func Open(t *testing.T) *Browser {
	t.Helper()
	short.Skip(t)
	path := find()
	if path == "" {
		t.Skip("no Chromium here, so the page was not tried in a browser: install chromium, or name one in CHROME")
	}
	c, err := started(path)
	if err != nil {
		t.Fatal(err)
	}
	b := &Browser{T: t, chromium: c, news: make(chan struct{}, 1)}
	var target struct{ TargetID string }
	json.Unmarshal(b.Call("Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": b.jar()}), &target)
	var attached struct{ SessionID string }
	json.Unmarshal(b.Call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}), &attached)
	b.session = attached.SessionID
	c.mu.Lock()
	c.tabs[b.session] = b
	c.mu.Unlock()
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.Call(domain+".enable", nil)
	}
	b.Call("Page.setLifecycleEventsEnabled", map[string]any{"enabled": true})
	b.Call("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}) // as if it were the only one
	t.Cleanup(func() {
		c.mu.Lock()
		delete(c.tabs, b.session)
		c.mu.Unlock()
		b.session = ""
		b.Call("Target.closeTarget", map[string]any{"targetId": target.TargetID})
	})
	return b
}

// jar is what holds the cookies of a test and of its parts.
func (b *Browser) jar() string {
	b.T.Helper()
	b.chromium.filling.Lock()
	defer b.chromium.filling.Unlock()
	test, _, _ := strings.Cut(b.T.Name(), "/")
	if b.chromium.jars[test] == "" {
		var made struct{ BrowserContextID string }
		json.Unmarshal(b.Call("Target.createBrowserContext", nil), &made)
		b.chromium.jars[test] = made.BrowserContextID
		if b.T.Name() == test { // else the parts that follow want it, too
			b.T.Cleanup(func() {
				b.chromium.filling.Lock()
				defer b.chromium.filling.Unlock()
				delete(b.chromium.jars, test)
				b.call("Target.disposeBrowserContext", map[string]any{"browserContextId": made.BrowserContextID})
			})
		}
	}
	return b.chromium.jars[test]
}

// tidy runs a browser and removes its folder after it. The browser ends when its pipe breaks, which it does when the
// tests end, however they end.
const tidy = `"$@"; for try in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$TMPDIR" && break; sleep 0.2; done`

// started starts the browser when the first test wants it.
func started(path string) (*chromium, error) {
	starting.Do(func() { running, startFault = start(path) })
	return running, startFault
}

var (
	starting   sync.Once
	running    *chromium
	startFault error

	front sync.Mutex // who holds it may bring a tab to the front
)

func start(path string) (*chromium, error) {
	profile, err := os.MkdirTemp(memory.Parent(), "sudokuoj-browser")
	if err != nil {
		return nil, err
	}
	fromUs, toBrowser, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromBrowser, toUs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	// Chromium's own sandbox does not work for root, nor where user namespaces are denied; the pages
	// are our own, and a build server's /dev/shm may be small. What else is left out only costs time: a process for
	// graphics, renderers in reserve, updates, and optimizing scripts, which run for a moment only.
	args := []string{"-c", tidy, "sh", path, "--no-sandbox", "--disable-dev-shm-usage", "--headless=new", "--disable-gpu", "--in-process-gpu", "--disable-features=SpareRendererForSitePerProcess,BackForwardCache,OptimizationHints,MediaRouter,Translate", "--disable-site-isolation-trials", "--renderer-process-limit=1", "--js-flags=--no-opt --no-maglev", "--disable-breakpad", "--disable-default-apps", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--disable-extensions", "--hide-scrollbars", "--lang=en", "--remote-debugging-pipe", "--user-data-dir=" + profile, "--no-startup-window"}
	cmd := exec.Command("sh", args...)
	cmd.ExtraFiles = []*os.File{fromUs, toUs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what ends the tests spares whoever tidies up
	cmd.Env = append(os.Environ(), "TMPDIR="+profile, "HOME="+profile, "XDG_CONFIG_HOME="+filepath.Join(profile, "config"), "XDG_CACHE_HOME="+filepath.Join(profile, "cache"))
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(profile))
	}
	fromUs.Close()
	toUs.Close()
	c := &chromium{to: toBrowser, answers: map[int]chan message{}, tabs: map[string]*Browser{}, jars: map[string]string{}}
	go c.listen(fromBrowser)
	return c, nil
}

func (c *chromium) listen(from io.Reader) {
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
		c.mu.Lock()
		if answer := c.answers[m.ID]; answer != nil {
			answer <- m
			delete(c.answers, m.ID)
		} else if tab := c.tabs[m.Tab]; tab != nil {
			tab.hear(m)
		}
		c.mu.Unlock()
	}
}

// hear keeps what the browser says of a tab.
func (b *Browser) hear(m message) {
	switch m.Method {
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		b.heard = append(b.heard, m.Method+" "+string(m.Params))
	case "Network.requestWillBeSent":
		var p struct{ Request struct{ URL string } }
		json.Unmarshal(m.Params, &p)
		b.asked = append(b.asked, p.Request.URL)
	case "Page.frameNavigated":
		var p struct {
			Frame struct{ ParentID, LoaderID string }
		}
		if json.Unmarshal(m.Params, &p); p.Frame.ParentID == "" {
			b.shown = append(b.shown, p.Frame.LoaderID)
		}
	case "Page.lifecycleEvent":
		var p struct{ LoaderID, Name string }
		if json.Unmarshal(m.Params, &p); p.Name == "load" && slices.Contains(b.shown, p.LoaderID) {
			b.loaded = p.LoaderID
		}
	default:
		return
	}
	select {
	case b.news <- struct{}{}:
	default: // it has not heard the last news yet
	}
}

// patience is how long a busy machine may take to answer.
const patience = 5 * time.Minute

// Call sends one command and waits for its answer.
func (b *Browser) Call(method string, params map[string]any) json.RawMessage {
	b.T.Helper()
	result, err := b.call(method, params)
	if err != nil {
		b.T.Fatalf("%s: %v", method, err)
	}
	return result
}

func (b *Browser) call(method string, params map[string]any) (json.RawMessage, error) {
	return b.within(patience, method, params)
}

var errSilent = errors.New("the browser did not answer in time")

// within sends one command and waits for its answer for a time.
func (b *Browser) within(limit time.Duration, method string, params map[string]any) (json.RawMessage, error) {
	answer, c := make(chan message, 1), b.chromium
	command := map[string]any{"method": method, "params": params}
	if b.session != "" {
		command["sessionId"] = b.session
	}
	c.mu.Lock()
	c.id++
	c.answers[c.id], command["id"] = answer, c.id
	c.mu.Unlock()
	text, err := json.Marshal(command)
	if err != nil {
		return nil, err
	}
	if _, err := c.to.Write(append(text, 0)); err != nil { // one at a time: a pipe is a file
		return nil, fmt.Errorf("the browser is gone: %w", err)
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return nil, errors.New(m.Error.Message)
		}
		return m.Result, nil
	case <-time.After(limit):
		return nil, errSilent
	}
}

// Go loads an address and waits until it is there. A page that was about to go elsewhere by itself can still do
// so: what it was told before is to be waited for, with Leave.
func (b *Browser) Go(url string) {
	b.T.Helper()
	var answer struct{ LoaderID, ErrorText string }
	json.Unmarshal(b.Call("Page.navigate", map[string]any{"url": url}), &answer)
	if answer.ErrorText != "" {
		b.T.Fatalf("%s does not load: %s; %s", url, answer.ErrorText, b.seen())
	}
	if answer.LoaderID == "" {
		return // a place within this document
	}
	b.wait("the page did not load", func() bool {
		shown, now, whole := b.documents()
		if slices.Contains(shown, answer.LoaderID) && now != answer.LoaderID {
			b.T.Fatalf("%s was left at once for another page; %s", url, b.seen())
		}
		return whole && now == answer.LoaderID
	})
}

// Leave does what brings another document, a click or the like, and waits until that is there in whole.
func (b *Browser) Leave(do func()) {
	b.T.Helper()
	_, before, _ := b.documents()
	do()
	b.wait("no other page came", func() bool {
		_, now, whole := b.documents()
		return whole && now != before
	})
}

// documents are all that were shown, the one that is shown now, and whether that is there in whole.
func (b *Browser) documents() (shown []string, now string, whole bool) {
	b.chromium.mu.Lock()
	defer b.chromium.mu.Unlock()
	if len(b.shown) > 0 {
		now = b.shown[len(b.shown)-1]
	}
	return b.shown, now, b.loaded == now
}

// wait waits until something is so, and asks again after each news of the tab; if it is never so, the test fails with
// what the page shows instead.
func (b *Browser) wait(what string, so func() bool) {
	b.T.Helper()
	late := time.After(patience)
	for !so() {
		select {
		case <-b.news:
		case <-late:
			b.T.Fatalf("%s in %v; %s", what, patience, b.seen())
		}
	}
}

// seen says what the page shows, for whoever must find out why it is not what was expected.
func (b *Browser) seen() string {
	var page struct{ At, Title, Text string }
	if err := b.eval(&page, `({ At: location.href, Title: document.title, Text: (document.querySelector("main") ?? document.body)?.innerText.slice(0, 600) ?? "" })`); err != nil {
		return fmt.Sprintf("what the page shows cannot be asked: %v", err)
	}
	return fmt.Sprintf("the page at %s, %q, shows: %q", page.At, page.Title, page.Text)
}

// Eval runs an expression in the page and decodes its value; a promise is waited for. An expression that only does
// something may leave the page, which can be gone before it has answered: what follows is to be waited for.
func (b *Browser) Eval(into any, format string, args ...any) {
	b.T.Helper()
	if err := b.eval(into, fmt.Sprintf(format, args...)); err != nil && (into != nil || !leaves[err.Error()]) {
		b.T.Fatal(err)
	}
}

// leaves are what the browser says of an expression whose page is left for another.
var leaves = map[string]bool{"Inspected target navigated or closed": true, "Execution context was destroyed.": true, "Promise was collected": true, "Cannot find default execution context": true}

func (b *Browser) eval(into any, expression string) error {
	result, err := b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true})
	if err != nil {
		return err
	}
	return decoded(expression, result, into)
}

// decoded decodes the value of an expression from the browser's answer.
func decoded(expression string, result json.RawMessage, into any) error {
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	json.Unmarshal(result, &answer)
	if e := answer.ExceptionDetails; e != nil {
		return fmt.Errorf("%.300s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if into != nil {
		if err := json.Unmarshal(answer.Result.Value, into); err != nil {
			return fmt.Errorf("%s: %w in %q", expression, err, answer.Result.Value)
		}
	}
	return nil
}

// Until waits for an expression to become true, on this page or one that follows it. A part that is not there yet
// may make it a TypeError. The page asks itself again and again, the longer it takes the more seldom.
func (b *Browser) Until(format string, args ...any) {
	b.T.Helper()
	expression := fmt.Sprintf(format, args...)
	asks := fmt.Sprintf(`new Promise((tell, fail) => {
		const so = () => { try { return !!(%s) } catch (e) { if (!(e instanceof TypeError)) throw e } };
		const ask = (pause) => { try { so() ? tell(true) : setTimeout(ask, pause, Math.min(pause * 5 / 4, 50)) } catch (e) { fail(e) } };
		ask(5);
	})`, expression)
	for deadline := time.Now().Add(patience); ; {
		answer, err := b.within(time.Until(deadline), "Runtime.evaluate", map[string]any{"expression": asks, "awaitPromise": true, "returnByValue": true})
		switch {
		case err == nil:
			err = decoded(expression, answer, nil)
		case leaves[err.Error()] && time.Now().Before(deadline):
			continue
		case errors.Is(err, errSilent):
			err = fmt.Errorf("not true in %v: %s; %s", patience, expression, b.seen())
		}
		if err != nil {
			b.T.Fatal(err)
		}
		return
	}
}

// Press types one key with the focus where it is.
func (b *Browser) Press(key string, shift bool) {
	b.T.Helper()
	modifiers := map[bool]int{true: 8}[shift]
	params := map[string]any{"type": "keyDown", "key": key, "modifiers": modifiers}
	if len(key) == 1 {
		params["text"] = key
	}
	b.Call("Input.dispatchKeyEvent", params)
	b.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "modifiers": modifiers})
}

// Size gives the window a size; zoom is how much larger everything is shown.
func (b *Browser) Size(width, height int, zoom float64) {
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": int(float64(width) / zoom), "height": int(float64(height) / zoom), "deviceScaleFactor": zoom, "mobile": width < 500})
}

// Hurry lets the pages that come look again at their server after a moment, where they would wait for seconds.
func (b *Browser) Hurry() {
	b.T.Helper()
	b.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `for (const name of ["setTimeout", "setInterval"]) {
		const wait = window[name].bind(window);
		window[name] = (does, pause, ...more) => wait(does, pause >= 1000 ? 200 : pause, ...more);
	}`})
}

// Shot keeps a picture of the whole page as a PNG file where SCREENSHOTS names a folder, for a look.
func (b *Browser) Shot(name string) {
	b.T.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	front.Lock() // a tab behind another may never be drawn
	defer front.Unlock()
	b.Call("Page.bringToFront", nil)
	var shot struct{ Data []byte }
	json.Unmarshal(b.Call("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}), &shot)
	if err := os.WriteFile(filepath.Join(dir, name+".png"), shot.Data, 0o644); err != nil {
		b.T.Error(err)
	}
}

// CheckSilence fails the test if the page has said anything on the console, or has asked for an address that
// allowed does not know. What was heard is forgotten then.
func (b *Browser) CheckSilence(allowed func(url string) bool) {
	b.T.Helper()
	b.chromium.mu.Lock()
	defer b.chromium.mu.Unlock()
	for _, said := range b.heard {
		b.T.Errorf("the browser says: %s", said)
	}
	for _, url := range b.asked {
		if !allowed(url) && !strings.HasPrefix(url, "data:") {
			b.T.Errorf("the page asks for %s", url)
		}
	}
	b.heard, b.asked = nil, nil
}
