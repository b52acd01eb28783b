//go:build unix

package browser

import (
	"os"
	"strings"
	"testing"
)

// TestFirstPaint measures how soon the pages at the addresses in PAGES are painted. It checks nothing.
func TestFirstPaint(t *testing.T) {
	pages := os.Getenv("PAGES")
	if pages == "" {
		t.Skip("PAGES names no page")
	}
	for _, page := range strings.Fields(pages) {
		Open(t).FirstPaint(page, 9)
	}
}
