package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/sudoku"
)

func TestEveryTextIsThereInBothLanguagesAndUsed(t *testing.T) {
	var templates, sources strings.Builder
	files, _ := pageFiles.ReadDir("page")
	for _, f := range files {
		templates.WriteString(embedded("page/" + f.Name()))
	}
	code, _ := filepath.Glob("html*.go")
	for _, name := range code {
		if strings.HasSuffix(name, "_test.go") || name == "html_wording.go" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(text)
	}
	said := regexp.MustCompile(`(?:\{\{-? ?(?:t|ts|attrs|en) |\bsay\()"([^"]+)"`).FindAllStringSubmatch(templates.String()+sources.String(), -1)
	for _, m := range regexp.MustCompile(`\bsaid\("(\w+)"`).FindAllStringSubmatch(templates.String(), -1) {
		said = append(said, []string{"", "js." + m[1]})
	}
	for _, m := range said {
		if _, ok := texts[m[1]]; !ok && m[1] != "verdict." {
			t.Errorf("the page wants %q, which is not there", m[1])
		}
	}
	han := regexp.MustCompile(`\p{Han}`)
	verb := regexp.MustCompile(`%(\[\d+\])?[sd]|\{\w+\}`)
	for key, w := range texts {
		name, ofScript := strings.CutPrefix(key, "js.")
		inScript := ofScript && strings.Contains(templates.String(), `"`+name+`"`)
		if !inScript && !strings.HasPrefix(key, "verdict.") && !strings.Contains(templates.String()+sources.String(), `"`+key+`"`) {
			t.Errorf("%s is never said", key)
		}
		if w.en == "" || w.zh == "" {
			t.Errorf("%s lacks a language: %+v", key, w)
		}
		if key != "name" && key != "both" && !han.MatchString(w.zh) {
			t.Errorf("%s is not Chinese: %s", key, w.zh)
		}
		if han.MatchString(w.en) {
			t.Errorf("%s is not English: %s", key, w.en)
		}
		if en, zh := len(verb.FindAllString(w.en, -1)), len(verb.FindAllString(w.zh, -1)); en != zh && !strings.HasPrefix(key, "js.") {
			t.Errorf("%s has %d arguments in English and %d in Chinese", key, en, zh)
		}
		if regexp.MustCompile(`\p{Han}[,;:()]`).MatchString(w.zh) {
			t.Errorf("%s mixes half-width punctuation into Chinese: %s", key, w.zh)
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
