package page_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestNoFolderOfTheAuthor: a report is made to be sent, so it names a program and not the folder that it was in.
func TestNoFolderOfTheAuthor(t *testing.T) {
	const mine = "/home/li/my.cpp"
	run := samples.Large(2, 3)
	run.Results[1].Solution, run.Results[1].Path = mine, mine
	replay, _ := samples.Candidates(samples.Mild)
	replay.Solution = mine
	replay.Reason = &result.Reason{Sentence: say.Of("%s of the digits that %s placed", "9", mine), Lacks: result.LacksNoDigit, Placed: 9}
	run.Replays = []result.Replay{replay}
	var b strings.Builder
	if err := page.HTML(&b, run, page.Extras{}); err != nil {
		t.Fatal(err)
	}
	if at := strings.Index(b.String(), "/home/li"); at >= 0 {
		t.Errorf("the page names the folder: %q", b.String()[max(0, at-100):at+20])
	}
	if !strings.Contains(b.String(), "my.cpp placed") {
		t.Error("the page does not name the program")
	}
}
