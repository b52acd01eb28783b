package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// tree is a world with the problems and solutions of the project.
func tree(t *testing.T) *world { return newWorld(t, "../../../..", true) }

// playing sends the request of the page and returns the status and the answer.
func (w *world) playing(question, body string, headers ...string) (int, map[string]any) {
	w.t.Helper()
	a := w.ask("POST", "/play/"+question, "", strings.NewReader(body), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
	})
	var said map[string]any
	json.Unmarshal([]byte(a.body), &said) // a refusal of the guard is not JSON
	return a.code, said
}

func asked(b sudoku.Board) string {
	return fmt.Sprintf(`{"w":%d,"h":%d,"cells":%q}`, b.W, b.H, b.Line())
}

// withoutSolution needs very long to be proved unsolvable.
const withoutSolution = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."

// TestPlayRefuses sends requests that our page would never send.
func TestPlayRefuses(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	w := tree(t)
	empty := strings.Repeat(".", 81)
	for _, tt := range []struct {
		name, address, body string
		status              int
		says                string
	}{
		{"no JSON", "count", "x", 400, "not what is asked here"},
		{"another field", "count", `{"w":3,"h":3,"cells":"` + empty + `","root":"/"}`, 400, "unknown field"},
		{"oversize", "count", `{"cells":"` + strings.Repeat(".", 100_000) + `"}`, 413, ""},
		{"no region", "count", `{"w":0,"h":9,"cells":"` + empty + `"}`, 400, "regions of 0 by 9"},
		{"too large", "count", `{"w":17,"h":1,"cells":"` + strings.Repeat(".", 289) + `"}`, 400, "regions of 17 by 1"},
		{"so large that it overflows", "count", `{"w":4294967297,"h":4294967297,"cells":""}`, 400, "regions of"},
		{"cells of another size", "count", `{"w":2,"h":2,"cells":"` + empty + `"}`, 400, "not the cells"},
		{"markup", "count", `{"w":3,"h":3,"cells":"<script>"}`, 400, "not the cells"},
		{"clues that clash", "count", `{"w":3,"h":3,"cells":"11` + empty[2:] + `"}`, 200, "row 1 has two 1s, so there is nothing to search for"},
		{"a hint without a puzzle", "hint", `{"w":3,"h":3,"cells":"` + empty + `"}`, 400, "not the cells"},
		{"no level", "generate", `{"w":3,"h":3,"level":"x"}`, 400, "sizes from 4 to 16"},
		{"a level that there is none of", "generate", `{"w":2,"h":2,"level":"guess"}`, 200, "no such puzzle was found"},
		{"a size", "generate", `{"w":-3,"h":-3,"level":"easy"}`, 400, "sizes from 4 to 16"},
		{"regions that are too wide", "generate", `{"w":17,"h":1,"level":"easy"}`, 400, "sizes from 4 to 16"},
		{"a size too small", "generate", `{"w":3,"h":1,"level":"easy"}`, 400, "sizes from 4 to 16"},
		{"the least size, in columns", "generate", `{"w":1,"h":4,"level":"easy"}`, 200, "<nil>"},
		{"no board", "read", `{"text":"hello"}`, 200, "5 characters, and no board"},
		{"a small board", "read", `{"text":"1"}`, 200, "sizes from 4 to 16"},
		{"nobody to solve", "solve", `{"w":3,"h":3,"cells":"` + empty + `","names":["../../etc"]}`, 400, "choose 1 to 4"},
		{"too many to solve", "solve",
			`{"w":3,"h":3,"cells":"` + empty + `","names":["compute","crack","dancing","hidden","lowbit"]}`, 400, "choose 1 to 4"},
		{"clashing, to solve", "solve", `{"w":3,"h":3,"cells":"11` + empty[2:] + `","names":["lowbit"]}`, 200, "row 1 has two 1s"},
	} {
		status, answer := w.playing(tt.address, tt.body)
		if status != tt.status || !strings.Contains(fmt.Sprint(answer["error"]), tt.says) {
			t.Errorf("%s: %d %v, want %d %s", tt.name, status, answer, tt.status, tt.says)
		}
	}
	if status, _ := w.playing("count", asked(sudoku.Empty()), "Origin", "http://elsewhere.example", "Sec-Fetch-Site",
		"cross-site"); status != 403 {
		t.Errorf("from another site: %d", status)
	}
	if status, answer := w.playing("count", `{"w":3,"h":3,"cells":"11`+empty[2:]+`"}`, "Accept-Language",
		"zh-CN"); status != 200 || !strings.Contains(fmt.Sprint(answer["error"]), "第 1 行") {
		t.Errorf("in Chinese: %d %v", status, answer)
	}
}

// playOwnProgram: people can watch only their own submissions. A source that did not compile is not offered.
func playOwnProgram(t *testing.T, w *world) {
	const offered = `name="who" value="4 main.go"`
	if page := w.page("/play", ""); !strings.Contains(page, offered) || strings.Contains(w.page("/play", "bob"), ` main.go"`) ||
		strings.Contains(page, `value="7 main.go"`) {
		t.Error("the program is not offered to its author, or to somebody else, or one that does not compile is offered")
	}
	const own = "A name with a number is a program that you submitted."
	if !strings.Contains(w.page("/play", ""), own) || strings.Contains(w.page("/play", "bob"), own) {
		t.Error("what a number means is not told to the author, or to somebody without programs")
	}
	body := `{"w":3,"h":3,"cells":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","names":["4 main.go"]}`
	if status, said := w.playing("solve", body); status != 200 || !strings.Contains(fmt.Sprint(said["stage"]), "4 main.go") {
		t.Errorf("its author: %d %.300v", status, said)
	}
	if status, _ := w.playing("solve", body, "Authorization", "Bearer bob"); status != 400 {
		t.Errorf("somebody else: %d", status)
	}
	for who, shown := range map[string]bool{"ann": false, "tea": true} { // our own source is for teachers
		status, said := w.playing("solve", strings.Replace(body, "4 main.go", "fewest", 1), "Authorization", "Bearer "+who)
		if got := strings.Contains(fmt.Sprint(said["stage"]), `class="pane"`); status != 200 || got != shown ||
			!strings.Contains(fmt.Sprint(said["stage"]), "fewest") {
			t.Errorf("%s gets the source of fewest: %t, %d %.200v", who, got, status, said)
		}
	}
}

// TestPlayCount: the answer says none, one or many solutions, or that counting took too long.
func TestPlayCount(t *testing.T) {
	w := tree(t)
	one := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for _, tt := range []struct {
		cells string
		n     int
		says  string
	}{
		{"123." + "...4" + "........", 0, "no solution"},
		{one, 1, "one solution, and no other"},
		{"............" + "....", 2, "several"},
	} {
		puzzle, ok := sudoku.ParseAny(tt.cells)
		if !ok {
			t.Fatal(tt.cells)
		}
		status, answer := w.playing("count", asked(puzzle))
		lines, _ := answer["solutions"].([]any)
		if status != 200 || len(lines) != tt.n || answer["sure"] != true || !strings.Contains(fmt.Sprint(answer["text"]), tt.says) {
			t.Errorf("%s: %d %v", tt.cells, status, answer)
		}
		for _, line := range lines {
			if b, ok := sudoku.ParseAny(line.(string)); !ok || b.Explain(puzzle).Said() {
				t.Errorf("%s: %s is no solution", tt.cells, line)
			}
		}
		if len(lines) == 2 && lines[0] == lines[1] {
			t.Errorf("%s: the same solution twice", tt.cells)
		}
	}
	w.s.Hasten(time.Millisecond, 0)
	puzzle, _ := sudoku.ParseAny(withoutSolution)
	if status, answer := w.playing("count", asked(puzzle)); status != 200 || answer["sure"] != false ||
		!strings.Contains(fmt.Sprint(answer["text"]), "neither a solution was found nor a proof that there is none") {
		t.Errorf("what takes long: %d %v", status, answer)
	}
	if _, answer := w.playing("generate", `{"w":7,"h":1,"level":"hard"}`); !strings.Contains(fmt.Sprint(answer["error"]),
		"no such puzzle was found") {
		t.Errorf("a puzzle that takes long to find: %v", answer)
	}
}

// TestPlayGenerate: a puzzle has one solution and needs what its level says; a symmetric one is so.
func TestPlayGenerate(t *testing.T) {
	short.Skip(t)
	w := tree(t)
	w.s.Hasten(time.Hour, 0) // on a busy machine a puzzle takes long to find
	for i, want := range sudoku.Techniques {
		level, shape := []string{"easy", "medium", "hard", "guess"}[i], []string{`"w":3,"h":2`, `"w":4,"h":2`, `"w":3,"h":3`, `"w":4,"h":3`}[i]
		code, said := w.playing("generate", fmt.Sprintf(`{%s,"level":%q,"symmetric":%t}`, shape, level, i == 1))
		if code != 200 || said["w"] == nil {
			t.Fatalf("%s: %d %v", level, code, said)
		}
		puzzle, ok := sudoku.ParseAny(fmt.Sprint(said["cells"]))
		if puzzle.W, puzzle.H = int(said["w"].(float64)), int(said["h"].(float64)); !ok || puzzle.Count(2) != 1 ||
			puzzle.Needs() != want {
			t.Errorf("%s: %d %v", level, code, said)
		}
		for c, v := range puzzle.Cells {
			if i == 1 && (v == 0) != (puzzle.Cells[len(puzzle.Cells)-1-c] == 0) {
				t.Fatalf("not symmetric\n%s", puzzle.FileText())
			}
		}
	}
}

// TestPlayHint: the cell of a hint, and whether it is about a wrong value.
func TestPlayHint(t *testing.T) {
	w := still(t)
	const puzzle = ".3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	for _, test := range []struct {
		name, cells, kind string
		cell              float64
	}{
		{"a step", puzzle, "naked", 40},
		{"the first cell is wrong", "1" + puzzle[1:], "wrong", 0},
		{"another is wrong", ".31" + puzzle[3:], "wrong", 2},
		{"solved", solved, "full", -1},
	} {
		status, said := w.playing("hint", fmt.Sprintf(`{"w":3,"h":3,"cells":%q,"given":%q}`, test.cells, puzzle), "Authorization", "Bearer ann")
		if status != 200 || said["kind"] != test.kind || said["cell"] != test.cell {
			t.Errorf("%s: %d %v", test.name, status, said)
		}
	}
}

// TestPlayFormats writes a board in each format and reads it back.
func TestPlayFormats(t *testing.T) {
	w := tree(t)
	if page := w.page("/", ""); !strings.Contains(page, `href="/play#3,3,`) || !strings.Contains(page, `data-puzzle="`) {
		t.Error("the first page has no puzzle")
	}
	for _, o := range []sudoku.Options{{}, {Size: 16}, {Size: 6, W: 2, H: 3}} {
		g := must.Get(sudoku.NewGenerator(o))(t)
		full := g.Full()
		full.Cells[0] = 0
		_, texts := w.playing("write", asked(full))
		if want := map[int]int{9: len(sudoku.Formats) - 1, 16: 2, 6: 1}[full.Size]; len(texts) != want || texts["file"] != full.FileText() {
			t.Errorf("%v", texts)
		}
		for f, text := range texts {
			body, _ := json.Marshal(map[string]any{"text": text})
			status, back := w.playing("read", string(body))
			must.Equal(t, 200, status, f, back)
			must.Equal(t, fmt.Sprint(full.W, full.H, full.Line()), fmt.Sprint(back["w"], back["h"], back["cells"]), f, back)
		}
	}
}
