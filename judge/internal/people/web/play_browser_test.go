//go:build unix

package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

const puzzleLine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// sit opens the page with a board in the address, for a part of a test.
func (p reader) sit(t *testing.T, board string) {
	t.Helper()
	p.T = t
	t.Cleanup(p.checkSilence)
	p.Size(1440, 900, 1)
	if board == "" {
		board = "#3,3," + strings.Repeat(".", 81) // otherwise the page shows an easy puzzle
	}
	p.Go("about:blank") // nothing is left of the part before
	p.Go(p.w.base + "/play" + board)
	p.Until(`document.querySelectorAll(".cell").length > 0 && document.querySelector("#state").textContent`)
}

// board reads the board from the cells of the page.
func (p reader) board() sudoku.Board {
	p.T.Helper()
	var seen struct {
		Cells []string
		Shape string
	}
	p.Eval(&seen, `({ Cells: [...document.querySelectorAll(".cell")].map(c => c.querySelector(".marks") ? "." : c.textContent || "."),
		Shape: document.querySelector("#new").elements.regions.value })`)
	b, ok := sudoku.ParseAny(strings.Join(seen.Cells, ""))
	if !ok {
		p.T.Fatalf("no board on the page: %q", seen.Cells)
	}
	fmt.Sscanf(seen.Shape, "%d,%d", &b.W, &b.H)
	return b
}

func (p reader) says(selector, want string) {
	p.T.Helper()
	p.Until(`document.querySelector(%q).textContent.includes(%q)`, selector, want)
}

func (p reader) typing(keys ...string) {
	p.T.Helper()
	for _, key := range keys {
		p.Press(key, false)
	}
}

func (p reader) withCtrl(key string) {
	p.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": key, "modifiers": 2})
	p.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "modifiers": 2})
}

func TestPlayInBrowser(t *testing.T) {
	t.Parallel()
	w := tree(t)
	w.s.Hasten(time.Minute, time.Minute)
	p := w.reads(t)
	for _, story := range []struct {
		name string
		play func(t *testing.T, p reader)
	}{
		{"type, check, undo", playTyping}, {"sizes and regions", playSizes}, {"generate and follow hints", playGenerating},
		{"clues and uniqueness", playUniqueness}, {"solve and replay", playSearches}, {"file, paste, link", playTexts},
		{"phone and touch", playPhone}, {"Chinese", playChinese}, {"for all", playForAll},
	} {
		t.Run(story.name, func(t *testing.T) { story.play(t, p) })
	}
}

func playTyping(t *testing.T, p reader) {
	p.sit(t, "")
	p.says("#state", "An empty board")
	p.Eval(nil, `document.querySelector(".cell").focus()`)
	p.typing("5", "ArrowRight", "3", "ArrowRight", "5")
	p.says("#state", "row 1 has 5 more than once; box 1 has 5 more than once")
	var wrong []int
	p.Eval(&wrong, `[...document.querySelectorAll(".cell")].flatMap((c, i) => c.classList.contains("wrong") ? [i] : [])`)
	must.Equal(t, "[0 2]", fmt.Sprint(wrong), "marked as wrong", wrong)
	p.typing("Backspace", "ArrowDown", "End", "9", "Home", "x", "A", "8")
	must.Equal(t, "53.......8.......9", p.board().Line()[:18], "the board begins")
	for range 3 {
		p.withCtrl("z")
	}
	must.Equal(t, "535...............", p.board().Line()[:18], "three steps back it begins")
	p.says("#state", "row 1 has 5")
	p.withCtrl("y")
	p.click(`[data-do="redo"]`)
	p.says("#state", "78 cells to fill; nothing clashes")
	p.click(`[data-do="clear"]`)
	p.says("#state", "An empty board")
	p.click(`[data-do="undo"]`)
	p.says("#state", "78 cells to fill")
	p.typing("ArrowUp", "ArrowUp") // around the edge
	var at string
	p.Eval(&at, `document.activeElement.getAttribute("aria-label")`)
	if !strings.HasPrefix(at, "Row 9, column") && !strings.HasPrefix(at, "Row 8, column") {
		t.Errorf("the focus is on %q", at)
	}
}

func playSizes(t *testing.T, p reader) {
	p.sit(t, "")
	for _, size := range []int{4, 7, 16} { // the least and the most, and one without regions
		p.Eval(nil, `{ const s = document.querySelector("#new").elements.size; s.value = "%d";
			s.dispatchEvent(new Event("change", { bubbles: true })) }`,
			size)
		var regions []string
		p.Eval(&regions, `[...document.querySelector("#new").elements.regions.options].map(o => o.value)`)
		for _, region := range regions {
			p.Eval(nil, `{ const s = document.querySelector("#new").elements.regions; s.value = %q;
				s.dispatchEvent(new Event("change", { bubbles: true })) }`,
				region)
			p.Eval(nil, `document.querySelector(".cell").focus()`)
			last := sudoku.Empty().Symbol(size)
			p.typing(last, "ArrowDown")
			b := p.board()
			if b.Size != size || b.Cells[0] != size || fmt.Sprintf("%d,%d", b.W, b.H) != region {
				t.Fatalf("size %d, regions %s: %s", size, region, b.FileText())
			}
			p.Eval(nil, `document.querySelectorAll(".cell")[%d].focus()`, (b.H-1)*size+b.W-1) // the other end of the first region
			p.typing(last)
			p.says("#state", "has "+last+" more than once")
		}
		if size == 7 {
			p.typing("8") // too large, so nothing happens
			must.Equal(t, 0, strings.Count(p.board().Line(), "8"), "size 7 takes 8")
		}
	}
	p.Shot("play-16-empty")
}

func playGenerating(t *testing.T, p reader) {
	p.sit(t, "")
	p.Eval(nil, `{ const f = document.querySelector("#new").elements; f.size.value = "6";
		f.size.dispatchEvent(new Event("change", { bubbles: true })); f.level.value = "easy" }`)
	p.click("#new button")
	p.Until(`document.querySelectorAll(".cell.given").length > 5`)
	for puzzle := p.board(); ; {
		left := len(puzzle.Cells) - p.board().Clues()
		if left == 0 {
			break
		}
		p.click(`[data-do="hint"]`)
		p.says("#answer", "can only be")
		p.click("#answer button")
		p.Until(`[...document.querySelectorAll(".cell")].filter(c => !c.textContent).length === %d`, left-1)
	}
	p.says("#state", "Solved")
	p.click(`[data-do="hint"]`)
	p.says("#answer", "the board is full")
	p.click(`[data-do="restart"]`)
	p.Until(`document.querySelectorAll(".cell:not(.given)").length > 0 &&
		[...document.querySelectorAll(".cell:not(.given)")].every(c => !c.textContent)`)
}

func playUniqueness(t *testing.T, p reader) {
	p.sit(t, "#3,3,"+puzzleLine)
	p.Eval(nil, `document.querySelectorAll(".cell")[1].focus()`)
	p.typing("9") // a clue cannot be changed
	must.Equal(t, "53.", p.board().Line()[:3], "the board begins")
	p.click(`[data-do="setting"]`)
	p.typing("9")
	must.Equal(t, "59.", p.board().Line()[:3], "with clues to be changed it begins")
	two := strings.Replace(puzzleLine, "79", "..", 1)
	two = strings.Replace(two, "28", "..", 1)
	p.Eval(nil, `location.hash = "#3,3,%s"`, two)
	p.Until(`document.querySelectorAll(".cell.given").length === %d`, 81-strings.Count(two, "."))
	p.click(`[data-do="count"]`)
	p.says("#answer", "several solutions")
	p.Shot("play-two-solutions")
	var lines []string
	p.Eval(&lines, `[...document.querySelectorAll("#answer svg")].map(s => s.getAttribute("aria-label").split(": ")[1])`)
	var marked int
	p.Eval(&marked, `document.querySelectorAll("#answer svg:first-child .now").length`)
	if len(lines) != 2 || lines[0] == lines[1] || marked == 0 {
		t.Fatalf("%d marked of %v", marked, lines)
	}
	p.click("#answer figure:last-child button")
	p.says("#state", "Solved")
}

func playSearches(t *testing.T, p reader) {
	p.sit(t, "#3,3,"+puzzleLine)
	p.Until(`document.querySelector('#solve label:has([value="lowbit"])').title.length > 20`)
	p.click(`#solve input[value="lowbit"]`)
	p.click(`#solve input[value="naive"]`)
	p.click("#solve button")
	p.says("#watching", "Watching lowbit, naive")
	p.Until(`document.querySelector("#seen.ready .main")`)
	p.Shot("play-searches")
	var names []string
	if p.Eval(&names, `[...document.querySelectorAll("#seen .seat .name")].map(e => e.textContent)`); strings.Join(names,
		" ") != "naive lowbit" {
		t.Fatalf("on the stage are %q", names)
	}
	p.click(`#seen [data-do="step"]`)
	p.Until(`document.querySelector("#seen .at [lang=en]").textContent === "step 1"`)
	p.Until(`document.querySelectorAll("#seen .pane:not([hidden]) tr.lit").length === 1`)
	p.click("#seen .pin:last-of-type")
	p.Until(`document.querySelector("#seen .said [lang=en]").textContent.includes("Solved")`)
	var board string
	p.Eval(&board, `document.querySelector("#seen .main desc").textContent.replace(/ \/ /g, "")`)
	puzzle, _ := sudoku.ParseAny(puzzleLine)
	if b, ok := sudoku.ParseAny(board); !ok || b.Explain(puzzle).Said() {
		t.Errorf("the search ends with %s", board)
	}
	var bars int
	if p.Eval(&bars, `document.querySelectorAll("#seen .pane:not([hidden]) rect").length`); bars < 5 {
		t.Errorf("%d lines have a share", bars)
	}
	var of string // the script also names the case whose lines it counts
	if p.Eval(&of, `document.querySelector("#seen .pane:not([hidden]) .case [lang=zh-Hans]")?.textContent ?? ""`); of != "谜题" {
		t.Errorf("the lines are counted on %q", of)
	}
	p.Shot("play-searches-end")
	for _, fault := range p.Axe() {
		t.Error(fault)
	}
	p.Eval(nil, `location.hash = "#4,3,%s"`, "123456789ABC"+strings.Repeat(".", 132))
	p.Until(`document.querySelectorAll(".cell").length === 144`)
	p.Until(`document.querySelectorAll("#solve input:enabled").length > 0 && document.querySelector('#solve input[value="naive"]').disabled`)
	p.click(`#solve input[value="propagate"]`)
	p.click("#solve button")
	p.Until(`document.querySelectorAll("#seen.ready .main .over text").length >= 144`)
	p.click("#seen .pin:last-of-type")
	p.Until(`document.querySelector("#seen .said [lang=en]").textContent.includes("Solved")`)
}

func playTexts(t *testing.T, p reader) {
	p.sit(t, "#3,3,"+puzzleLine)
	dir := t.TempDir()
	p.Call("Page.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir})
	p.click(`[data-do="save"]`)
	file := filepath.Join(dir, "sudoku-9x9.txt")
	puzzle, _ := sudoku.ParseAny(puzzleLine)
	must.Until(t, "the board is saved", func() bool {
		text, err := os.ReadFile(file)
		return err == nil && string(text) == puzzle.FileText()
	})
	g := must.Get(sudoku.NewGenerator(sudoku.Options{Size: 16, Seed: 4}))(t)
	large := g.Full()
	large.Cells[7] = 0
	for name, text := range map[string]string{"letters": large.LetterText(), "none": "9 3, 3 x"} {
		must.Succeed(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	p.load(filepath.Join(dir, "letters"))
	p.Until(`document.querySelectorAll(".cell.given").length > 99`)
	if got := p.board(); !got.Equal(large) {
		t.Errorf("loaded is\n%s\nwant\n%s", got.FileText(), large.FileText())
	}
	p.load(filepath.Join(dir, "none"))
	p.says("#said", `cell 1 is "x"`)
	p.load(file)
	p.Until(`document.querySelectorAll(".cell").length === 81`)
	p.Eval(nil, `document.querySelector("#format").value = "leetcode", document.querySelector("#format").dispatchEvent(new Event("change"))`)
	p.Until(`document.querySelector("#text").value.startsWith('[["5","3"')`)
	p.Eval(nil, `{ const data = new DataTransfer(); data.setData("text/plain", %q);
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) }`,
		puzzle.Draw())
	p.says("#said", "Read a board of size 9.")
	p.Eval(nil, `document.querySelectorAll(".cell")[2].focus()`)
	p.typing("4")
	var link string
	p.Eval(&link, `location.href`)
	p.Go("about:blank")
	p.Go(link)
	p.Until(`document.querySelectorAll(".cell.given").length === 30`)
	must.Equal(t, "534.", p.board().Line()[:4], "the link holds")
	p.Eval(nil, `location.hash = "#12............34"`) // an address with the cells only
	p.Until(`document.querySelectorAll(".cell").length === 16 && document.querySelector("#new").elements.regions.value === "2,2"`)
	p.Go("about:blank")
	p.Go(p.w.base + "/play#3,3,<script>alert(1)</script>")
	p.says("#state", "An empty board")
}

// load chooses a file as a user would.
func (p reader) load(file string) {
	p.T.Helper()
	var document struct{ Root struct{ NodeID int } }
	json.Unmarshal(p.Call("DOM.getDocument", nil), &document)
	var input struct{ NodeID int }
	json.Unmarshal(p.Call("DOM.querySelector", map[string]any{"nodeId": document.Root.NodeID, "selector": "#load"}), &input)
	p.Call("DOM.setFileInputFiles", map[string]any{"nodeId": input.NodeID, "files": []string{file}})
}

func playPhone(t *testing.T, p reader) {
	p.sit(t, "#3,3,"+puzzleLine)
	p.Size(390, 844, 1)
	p.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true})
	defer p.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": false})
	p.Until(`innerWidth === 390`)
	p.tap(`.cell:not(.given)`)
	p.Until(`document.querySelector(".cell:not(.given)").hasAttribute("aria-selected")`)
	p.tap(`.pad button:nth-child(4)`)
	must.Equal(t, "534", p.board().Line()[:3], "after two taps it begins")
	p.Shot("play-390")
	p.tap(`.pad button:last-child`)
	p.tap(`[data-do="candidates"]`)
	p.Until(`document.querySelectorAll(".cell .marks").length === 51`)
	p.Shot("play-390-candidates")
	for _, fault := range p.Axe() {
		t.Error(fault)
	}
	for _, hash := range []string{"#3,3," + puzzleLine, "#4,4," + "G" + strings.Repeat(".", 255)} {
		p.Eval(nil, `location.hash = %q`, hash)
		p.Until(`document.querySelectorAll(".cell").length === %d`, len(hash)-len("#3,3,"))
		var wide int
		if p.Eval(&wide, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s: the page is %d wide", hash[:4], wide)
		}
	}
	p.Shot("play-390-16")
}

// tap touches the middle of an element.
func (p reader) tap(selector string) {
	p.T.Helper()
	var at struct{ X, Y float64 }
	p.Eval(&at, `{ const e = document.querySelector(%q); e.scrollIntoView({ block: "center", behavior: "instant" });
		const r = e.getBoundingClientRect(); ({ X: r.x + r.width / 2, Y: r.y + r.height / 2 }) }`,
		selector)
	p.Call("Input.dispatchTouchEvent", map[string]any{"type": "touchStart", "touchPoints": []any{map[string]any{"x": at.X, "y": at.Y}}})
	p.Call("Input.dispatchTouchEvent", map[string]any{"type": "touchEnd", "touchPoints": []any{}})
}

func playChinese(t *testing.T, p reader) {
	p.sit(t, "?lang=zh#3,3,"+puzzleLine)
	p.says("h1", "玩数独")
	p.click(`[data-do="hint"]`)
	p.Until(`document.querySelector(".reasons")`)
	p.says("#answer", "第")
	p.Shot("play-zh")
	p.speaksChinese(ourSolutions(t))
	p.click(`#solve input[value="hidden"]`)
	p.click("#solve button")
	p.Until(`document.querySelector("#seen.ready .main")`)
	var english int
	if p.Eval(&english, `[...document.querySelectorAll('#seen [lang="en"]')].filter(e => e.offsetParent).length`); english > 0 {
		t.Errorf("%d parts of the replay are English", english)
	}
	var link string
	if p.Eval(&link, `document.querySelector('header .switch a[lang="en"]').href`); link != p.w.base+"/play?lang=en#3,3,"+puzzleLine {
		t.Errorf("the way back to English is %s", link)
	}
	p.Go(link)
	p.says("h1", "Play a puzzle")
}

// playForAll checks the accessibility rules with a clash, and in the dark with answers, on a small board.
func playForAll(t *testing.T, p reader) {
	p.sit(t, "?theme=light#2,2,11..............")
	p.says("#state", "row 1 has 1")
	p.click(`[data-do="candidates"]`)
	p.accessible("play-clash")
	p.Go(p.w.base + "/play?theme=dark#2,2,1..4341221434..1")
	p.says("#state", "nothing clashes")
	p.click(`[data-do="count"]`)
	p.says("#answer", "one solution")
	p.click(`[data-do="hint"]`)
	p.Until(`document.querySelector(".reasons")`)
	p.accessible("play-answers")
}
