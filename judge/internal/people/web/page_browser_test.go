//go:build unix

package web

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	chrome "sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/short"
)

// reader is a person with a browser who sees one world.
type reader struct {
	*chrome.Browser
	w *world
}

// reads opens a tab for one test. A message on the console or a request to another server fails the test.
func (w *world) reads(t *testing.T) reader {
	t.Helper()
	b := chrome.Open(t)
	b.Size(1440, 900, 1)
	t.Cleanup(func() { b.CheckSilence(func(url string) bool { return strings.HasPrefix(url, w.base+"/") }) })
	return reader{b, w}
}

func (r reader) text(selector string) (text string) {
	r.T.Helper()
	r.Eval(&text, "document.querySelector(%q).innerText", selector)
	return text
}

func (r reader) click(selector string) {
	r.T.Helper()
	r.Eval(nil, "void document.querySelector(%q).click()", selector)
}

// opens loads the page of a problem and waits for its editor.
func (r reader) opens(problem string) {
	r.T.Helper()
	r.Go(r.w.base + "/p/" + problem)
	r.Until(`document.documentElement?.classList.contains("ready")`)
}

// writes chooses a language and replaces the text in the editor.
func (r reader) writes(language, source string) {
	r.T.Helper()
	r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); document.querySelector(".cm-content").focus() }`, language)
	r.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65, "modifiers": 2})
	r.Eval(nil, `{ const d = new DataTransfer(); d.setData("text/plain", %q);
		document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true, cancelable: true })) }`, source)
	r.Until(`document.querySelector("#source").value.trimEnd() === %q`, strings.TrimRight(source, "\n"))
}

// submits hands in the text in the editor and waits for the submission's page.
func (r reader) submits() {
	r.T.Helper()
	r.click("#submit")
	r.Until(`/^\/s\/\d+$/.test(location.pathname) && document.querySelector("#whole")`)
}

// verdict waits until the submission is judged and returns the verdict on its page.
func (r reader) verdict() string {
	r.T.Helper()
	r.Until(`document.querySelector("#whole")?.dataset.over`)
	return r.text("h1 .v")
}

// rows returns the cases on the page, each with its verdict.
func (r reader) rows() (all []string) {
	r.T.Helper()
	r.Eval(&all, `[...document.querySelectorAll("#rows tr")].map((tr) => tr.cells[2].innerText + " " + tr.cells[1].innerText)`)
	return all
}

// Sources with one verdict each, in three languages. Those that are too slow are slow in the last case only.
var submitted = []struct{ language, tool, verdict, source string }{
	{"go", "go", "AC", right},
	{"go", "go", "WA", wrong},
	{"go", "go", "CE", fails},
	{"go", "go", "TLE", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfor a == 1002 {\n\t}\n\tfmt.Println(a + b)\n}\n"},
	{"python", "python3", "AC", "a, b = map(int, input().split())\nprint(a + b)\n"},
	{"python", "python3", "WA", "print(0)\n"},
	{"python", "python3", "CE", "print(1\n"},
	{"python", "python3", "TLE", "a, b = map(int, input().split())\nwhile a == 1002:\n    pass\nprint(a + b)\n"},
	{"cpp", "g++", "AC", "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n"},
	{"cpp", "g++", "WA", "#include <iostream>\nint main() { std::cout << 0 << '\\n'; }\n"},
	{"cpp", "g++", "CE", "int main() { x; }\n"},
	{"cpp", "g++", "TLE", "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; for (volatile int i = 0; a == 1002;) i = i + 1; std::cout << a + b << '\\n'; }\n"},
}

func TestSubmittingInABrowser(t *testing.T) {
	t.Parallel()
	w := alone(t)
	for _, s := range submitted {
		t.Run(s.language+" "+s.verdict, func(t *testing.T) {
			if _, err := exec.LookPath(s.tool); err != nil {
				t.Skipf("no %s here", s.tool)
			}
			r := w.reads(t)
			r.opens("sum")
			r.writes(s.language, s.source)
			r.submits()
			if got := r.verdict(); got != s.verdict {
				t.Errorf("got %s: %s", got, r.text("main"))
			}
			var want []string
			for _, name := range sumCases {
				v := s.verdict
				if v == "TLE" && name != "secret/2" {
					v = "AC"
				}
				want = append(want, name+" "+v)
			}
			if s.verdict == "CE" {
				want = nil
			}
			if got := r.rows(); !slices.Equal(got, want) {
				t.Errorf("rows %q, want %q", got, want)
			}
			var drawn bool
			r.Eval(&drawn, `!!document.querySelector("[aria-labelledby=wrong] :is(.detail, pre)")`)
			if drawn != (s.verdict != "AC") {
				t.Errorf("what went wrong is shown: %t", drawn)
			}
			if s.language == "go" {
				for _, f := range r.Axe() {
					t.Error(f)
				}
			}
		})
	}
}

// slow uses some CPU time in each case, so that its progress can be watched.
const slow = `package main

import "fmt"

func main() {
	var a, b int
	fmt.Scan(&a, &b)
	x := 0
	for i := 0; i < 600_000_000; i++ {
		x ^= i
	}
	fmt.Println(a + b + x - x)
}
`

// manyCases adds many cases to the problem sum; a test does not wait for all of them.
func manyCases(t *testing.T) (root string) {
	root = sumProblem(t)
	for i := range 200 {
		for ext, n := range map[string]int{"in": 1000, "ans": 1004} {
			if err := os.WriteFile(filepath.Join(root, "testdata/sum/secret", fmt.Sprintf("more-%03d.%s", i, ext)), fmt.Append(nil, n, map[string]string{"in": " 4", "ans": ""}[ext], "\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

func TestWatchingInABrowser(t *testing.T) {
	t.Parallel()
	t.Run("rows come, a reload goes on, and stop stops", func(t *testing.T) {
		w := newWorld(t, manyCases(t), true)
		r := w.reads(t)
		r.opens("sum")
		r.writes("go", slow)
		r.submits()
		r.Until(`document.querySelectorAll("#rows tr").length >= 2`)
		if over := r.text("h1"); strings.Contains(over, "AC") {
			t.Errorf("rows stand there while it is judged, and it says %s", over)
		}
		var address string
		r.Eval(&address, "location.href")
		r.Go(address)
		var before int
		r.Eval(&before, `document.querySelectorAll("#rows tr").length`)
		r.Until(`document.querySelectorAll("#rows tr").length > %d`, before)
		var numbers []string
		r.Eval(&numbers, `[...document.querySelectorAll("#rows tr")].map((tr) => tr.dataset.n)`)
		for i, n := range numbers {
			if n != fmt.Sprint(i+1) {
				t.Fatalf("after a reload the rows are %q", numbers)
			}
		}
		for _, f := range r.Axe() {
			t.Error(f)
		}
		r.Shot("judging")
		r.click("#stop")
		r.Until(`document.querySelector("#whole").dataset.over && !document.querySelector("#stop")`)
		if head := r.text("h1"); !strings.Contains(strings.ToLower(head), "stopped") {
			t.Errorf("it says %q", head)
		}
	})
	t.Run("back brings the source back", func(t *testing.T) {
		w := alone(t)
		r := w.reads(t)
		r.opens("sum")
		r.writes("go", right)
		r.submits()
		r.verdict()
		r.Eval(nil, "void history.back()")
		r.Until(`location.pathname === "/p/sum" && document.documentElement?.classList.contains("ready")`)
		r.Until(`document.querySelector("#source").value === %q`, right)
		if shown := r.text(".cm-content"); !strings.Contains(shown, "fmt.Scan(&a, &b)") {
			t.Errorf("the editor shows %q", shown)
		}
	})
}

func TestEditorInABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", true)
	t.Run("each language has its own text, which is remembered", func(t *testing.T) {
		r := w.reads(t)
		r.opens("acwing166")
		r.writes("go", "package main // mine\n")
		r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = "python"; s.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#source").value.startsWith("import sys")`)
		r.opens("acwing166")
		r.Until(`document.querySelector("#language").value === "python"`)
		r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = "go"; s.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#source").value.startsWith("package main // mine")`)
		r.Eval(nil, `window.confirm = () => true`)
		r.click("#anew")
		r.Until(`document.querySelector("#source").value.includes("func answer(line string) string")`)
	})
	t.Run("keys type", func(t *testing.T) {
		r := w.reads(t)
		r.opens("acwing166")
		r.writes("cpp", "")
		for _, key := range "int f(){" {
			r.Press(string(key), false)
		}
		r.Press("Enter", false)
		for _, key := range "x;" {
			r.Press(string(key), false)
		}
		r.Until(`document.querySelector("#source").value === "int f(){\n    x;\n}"`)
	})
	t.Run("a function begins as on its site", func(t *testing.T) {
		r := w.reads(t)
		r.opens("leetcode37")
		for language, want := range map[string]string{"go": "func solveSudoku(board [][]byte)", "cpp": "class Solution", "python": "def solveSudoku(self", "java": "public void solveSudoku(char[][] board)"} {
			r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = %q; s.dispatchEvent(new Event("change")) }`, language)
			r.Until(`document.querySelector("#source").value.includes(%q) && document.querySelector(".cm-content").innerText.includes(%[1]q)`, want)
		}
	})
	t.Run("files are opened and dropped", func(t *testing.T) {
		r := w.reads(t)
		r.opens("acwing166")
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File(["print('<b>opened</b>')"], "<img src=x onerror=alert(1)>.py"));
			const f = document.querySelector("#file"); f.files = d.files; f.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#language").value === "python" && document.querySelector(".cm-content").innerText.includes("<b>opened</b>")`)
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File(["int main() {}"], "a.cpp"));
			for (const name of ["dragover", "drop"]) document.querySelector(".cm-content").dispatchEvent(new DragEvent(name, { dataTransfer: d, bubbles: true, cancelable: true })) }`)
		r.Until(`document.querySelector("#language").value === "cpp" && document.querySelector("#source").value === "int main() {}"`)
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File([new Uint8Array(300 * 1024)], "a.cpp"));
			const f = document.querySelector("#file"); f.files = d.files; f.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#told").textContent.includes("too large")`)
	})
	t.Run("the box runs a program on what is typed", func(t *testing.T) {
		r := w.reads(t)
		r.opens("acwing166")
		r.writes("go", "package main\n\nimport (\n\t\"bufio\"\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tline, _ := bufio.NewReader(os.Stdin).ReadString('\\n')\n\tfmt.Print(\"<img src=x onerror=alert(1)>\", line)\n\tfmt.Fprint(os.Stderr, \"on the side\")\n}\n")
		r.Eval(nil, `document.querySelector("#input").value = "a line\n"`)
		r.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": 2})
		r.Until(`!document.querySelector("#ran").hidden`)
		if out, err, cost := r.text(".out"), r.text(".err"), r.text(".cost"); out != "<img src=x onerror=alert(1)>a line\n" || err != "on the side" || !regexp.MustCompile(`^\d.* ms · \d.* [KM]iB$`).MatchString(cost) {
			t.Errorf("it shows %q, %q, %q", out, err, cost)
		}
		r.Shot("run-box")
		for _, f := range r.Axe() {
			t.Error(f)
		}
		r.writes("go", fails)
		r.click("#run")
		r.Until(`document.querySelector("#ran .v").textContent === "CE" && document.querySelector("#ran .told").textContent.includes("undefined: x")`)
	})
	t.Run("a wrong board is drawn", func(t *testing.T) {
		r := w.reads(t)
		r.opens("acwing166")
		r.writes("go", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar s string\n\tfor {\n\t\tif _, err := fmt.Scan(&s); err != nil || s == \"end\" {\n\t\t\treturn\n\t\t}\n\t\tfmt.Println(\"111111111222222222333333333444444444555555555666666666777777777888888888999999999\")\n\t}\n}\n")
		r.submits()
		if got := r.verdict(); got != "WA" {
			t.Fatalf("got %s", got)
		}
		r.Until(`document.querySelectorAll("[aria-labelledby=wrong] .boards .board").length >= 2`)
		r.Until(`/^#3,3,[.1-9]{81}$/.test(document.querySelector('main a[href^="/play"]').hash)`)
		r.Shot("wrong-board")
		r.Size(390, 844, 1)
		r.Shot("wrong-board-390")
	})
}

// looked lists the pages that everybody sees, in a world with two judged submissions.
func (r reader) looked() []string {
	return []string{"/", "/p/acwing166", "/p/leetcode37", "/s/1", "/status", "/compare?a=1&b=2"}
}

// nameOfPage returns the file name for the picture of a page.
func nameOfPage(address string) string {
	return "page" + strings.NewReplacer("/", "-", "?", "-", "&", "-", "=", "").Replace(address)
}

// caseName matches the name of a case: 08-many-solutions.
var caseName = regexp.MustCompile(`[a-z0-9]+(-[a-z0-9]+)+`)

// english matches English words that are right on a Chinese page: names, formats, programs and sites.
var english = regexp.MustCompile(`^(sudokuoj|English|AcWing|LeetCode|acwing|leetcode|sudoku\w*|Python|JavaScript|Java|Rust|main|Enter|Ctrl|Home|space|solveSudoku|void|char|board|size|solution|JSON|MiB|KiB|Intel|Xeon|AMD|EPYC|Processor|CPU|Landlock|secret|sample|beyond|judge|root|lowbit)$`)

// looks covers each language, theme and width once, since hardly any fault needs two of them together.
var looks = []struct {
	lang, theme string
	width       int
}{{"en", "light", 1440}, {"zh", "dark", 390}}

func TestPagesInABrowser(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	w := newWorld(t, "../../../..", true)
	source, err := os.ReadFile("../../../../solutions/lowbit/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(source), string(source) + "\n// again\n"} {
		if a := w.post("/submit", "", url.Values{"problem": {"acwing166"}, "language": {"go"}, "source": {text}}); a.code != 201 {
			t.Fatalf("submit: %d %s", a.code, a.body)
		}
	}
	for id := range int64(2) {
		w.judged(id+1, "")
	}
	if a := w.ask("POST", "/s/1/watch", "", nil); a.code != 200 {
		t.Fatalf("watch: %d %s", a.code, a.body)
	}
	for _, l := range looks {
		t.Run(fmt.Sprint(l.theme, " ", l.width), func(t *testing.T) {
			r := w.reads(t)
			r.Size(l.width, 900, 1)
			r.Go(w.base + "/?lang=en&theme=" + l.theme)
			for _, page := range r.looked() {
				r.Go(w.base + page)
				r.looksRight(page, l.width, l.theme)
			}
		})
	}
	t.Run("only counted lines can be filtered", func(t *testing.T) {
		r := w.reads(t)
		for page, want := range map[string]bool{"/s/1": true, "/s/2": false} {
			r.Go(w.base + page)
			r.Until(`document.documentElement?.classList.contains("scripted") && document.querySelector("#source .code")`)
			var shown bool
			if r.Eval(&shown, `document.querySelector("#source form").getClientRects().length > 0`); shown != want {
				t.Errorf("%s shows the choice of a case: %v", page, shown)
			}
		}
	})
	t.Run("in Chinese", func(t *testing.T) {
		r := w.reads(t)
		r.Go(w.base + "/?lang=zh&theme=light")
		for _, page := range r.looked() {
			r.Go(w.base + page)
			r.Until(`document.documentElement?.classList.contains("ready") || !document.querySelector("#answer")`)
			var lang string
			if r.Eval(&lang, "document.documentElement.lang"); lang != "zh-Hans" {
				t.Errorf("%s is in %q", page, lang)
			}
			r.Shot("zh-" + nameOfPage(page))
			var text string
			r.Eval(&text, `(() => { const all = document.body.cloneNode(true); document.body.replaceWith(all); for (const e of all.querySelectorAll(":is(pre, code, textarea, select, .cm-editor, .code, .diff, .name, .matrix th, svg, script, .id, .drawing, .raw, kbd, .values)")) e.remove(); return all.innerText })()`)
			for _, word := range regexp.MustCompile(`[A-Za-z]{4,}`).FindAllString(caseName.ReplaceAllString(text, ""), -1) {
				if !english.MatchString(word) {
					t.Errorf("%s says %q in Chinese", page, word)
				}
			}
		}
	})
}

func TestClassInABrowser(t *testing.T) {
	t.Parallel()
	w := class(t)
	r := w.reads(t)
	r.Go(w.base + "/p/sum#token=ann")
	r.Until(`document.documentElement?.classList.contains("ready")`)
	r.writes("go", wrong)
	r.submits()
	if got := r.verdict(); got != "WA" {
		t.Errorf("got %s", got)
	}
	var left []string
	if r.Eval(&left, "Object.keys(localStorage)"); len(left) > 0 {
		t.Errorf("on a machine that others use, too, it left %q", left)
	}
}
