package page

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/samples"
)

func TestDialogueOnAPage(t *testing.T) {
	var b strings.Builder
	if err := HTML(&b, samples.Talked(), Extras{}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{"&lt;script&gt;alert(1)", "by-program", "and 1234 lines more"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, "<script>alert(1)") || strings.Contains(page, "\u202e") {
		t.Error("what a program printed stands in the page as it is")
	}
}
