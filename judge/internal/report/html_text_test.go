package report

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/sudoku"
)

func TestScriptsSayWhatTheyAreGiven(t *testing.T) {
	wanted := map[string]bool{}
	files, _ := pageFiles.ReadDir("page")
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".js") {
			continue
		}
		script := embedded("page/" + f.Name())
		for _, m := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(script, -1) {
			wanted[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`\bsaid\("(\w+)"`).FindAllStringSubmatch(script, -1) {
			if !scriptTexts[m[1]].Said() {
				t.Errorf("%s says %q, which is not there", f.Name(), m[1])
			}
		}
	}
	braces := regexp.MustCompile(`\{\w+\}`)
	for name, m := range scriptTexts {
		if !wanted[name] {
			t.Errorf("%s is never said", name)
		}
		in := map[string]bool{}
		for _, b := range braces.FindAllString(m.String(), -1) {
			in[b] = true
		}
		for _, b := range braces.FindAllString(say.Chinese.Text(m), -1) {
			if !in[b] {
				t.Errorf("%s has no %s in English", name, b)
			}
		}
		if say.Chinese.Text(m) == m.String() {
			t.Errorf("%q has no Chinese", m)
		}
	}
}

func TestSentencesOfTheRulesAreTranslated(t *testing.T) {
	puzzle, _ := sudoku.ParseAny(mildPuzzle)
	for name, change := range map[string]func([]int){
		"a row": func(c []int) { c[2] = 8 }, "a column": func(c []int) { c[2], c[3] = c[3], c[2] }, "a box": func(c []int) { c[2], c[11] = c[11], c[20] },
		"a clue": func(c []int) { c[0] = 1 }, "a blank clue": func(c []int) { c[0] = 0 }, "a blank": func(c []int) { c[2] = 0 },
	} {
		b, _ := sudoku.ParseAny(mildSolved)
		change(b.Cells)
		sentence := b.Explain(puzzle)
		zh := say.Chinese.Text(sentence)
		if !sentence.Said() || !strings.HasPrefix(zh, "第") || strings.Contains(zh, "two") {
			t.Errorf("%s: %q is %q in Chinese", name, sentence, zh)
		}
	}
}

// TestColoursCanBeRead holds every colour of text to the contrast that WCAG asks for (4.5 to 1), on
// light and dark ground alike.
func TestColoursCanBeRead(t *testing.T) {
	colours := map[string][2]string{}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(embedded("page/style.css"), -1) {
		colours[m[1]] = [2]string{m[2], m[3]}
	}
	pairs := [][2]string{{"ink", "paper"}, {"ink", "card"}, {"ink", "hush"}, {"soft", "paper"}, {"soft", "card"}, {"soft", "hush"}, {"accent", "paper"}, {"accent", "card"},
		{"ok", "ok-bg"}, {"bad", "bad-bg"}, {"slow", "slow-bg"}, {"odd", "odd-bg"}, {"ink", "ok-bg"}, {"ink", "bad-bg"}, {"ink", "heat"}, {"bad", "card"}, {"ok", "card"}, {"slow", "paper"}}
	for i := range 8 {
		pairs = append(pairs, [2]string{fmt.Sprint("c", i), "card"})
	}
	for _, p := range pairs {
		for i, scheme := range []string{"light", "dark"} {
			text, ground := colours[p[0]][i], colours[p[1]][i]
			if text == "" || ground == "" {
				t.Fatalf("no colour %s or %s", p[0], p[1])
			}
			want := 4.5
			if p[1] == "heat" {
				want = 3 // the page never uses it at full strength
			}
			if c := contrast(t, text, ground); c < want {
				t.Errorf("%s: %s on %s has a contrast of %.1f, want %.1f", scheme, p[0], p[1], c, want)
			}
		}
	}
}

// contrast is the ratio of two colours' relative luminances as WCAG 2 defines it.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(hex string) float64 {
		var rgb [3]uint8
		if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v := float64(rgb[i]) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
