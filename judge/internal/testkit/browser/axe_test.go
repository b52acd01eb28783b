//go:build unix

package browser_test

import (
	"net/url"
	"strings"
	"sudokuoj/judge/internal/testkit/browser"
	"testing"
)

// TestAxe: faults are found beside parts that are hidden; a name may come from a hidden part; and the page is as it was
// before.
func TestAxe(t *testing.T) {
	b := browser.Open(t)
	b.Go("data:text/html," + url.PathEscape(`<!doctype html><html lang="en"><title>Faults</title><main><h1>Faults</h1>
		<button id="nameless"></button><p style="color: #bbb">pale</p>
		<div style="display: contents"><button id="inside"></button></div>
		<button aria-labelledby="name"></button><div hidden><p><span id="name"><b>a name</b></span></p><p>more</p></div>
		<details><summary>closed</summary><button id="within"><i></i></button></details></main>`))
	var before, after string
	b.Eval(&before, "document.body.innerHTML")
	faults := b.Axe("button-name", "color-contrast")
	if faults == nil {
		t.Skip("no axe-core")
	}
	if b.Eval(&after, "document.body.innerHTML"); after != before {
		t.Errorf("it leaves %s", after)
	}
	if len(faults) != 2 || !strings.HasPrefix(faults[0], "button-name") || strings.Count(faults[0], "<button") != 2 ||
		!strings.HasPrefix(faults[1], "color-contrast") {
		t.Errorf("faults %q", faults)
	}
}
