//go:build unix

package browser

import (
	"os"
	"strings"
	"testing"
)

// TestFirstPaint tells how soon the pages that PAGES names, by their addresses, are painted. It judges nothing.
func TestFirstPaint(t *testing.T) {
	pages := os.Getenv("PAGES")
	if pages == "" {
		t.Skip("PAGES names no page")
	}
	for _, page := range strings.Fields(pages) {
		Open(t).FirstPaint(page, 9)
	}
}
