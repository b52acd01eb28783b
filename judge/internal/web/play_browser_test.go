//go:build unix

package web

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/browser"
)

func TestPlayLook(t *testing.T) {
	b := browser.Open(t)
	s := serveTree(t, false)
	b.Tab(t)
	b.Size(1440, 900, 1)
	b.Go(s.address + "/play#3,3,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	b.Until(`document.querySelectorAll(".cell").length === 81`)
	b.Shot("play-1440")
	for _, f := range b.Axe() {
		t.Error(f)
	}
	b.CheckSilence(func(url string) bool { return strings.HasPrefix(url, s.address) || url == "about:blank" })
}
