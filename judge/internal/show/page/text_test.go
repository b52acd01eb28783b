package page

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/samples"
)

func TestScriptsSayWhatTheyAreGiven(t *testing.T) {
	wanted := map[string]bool{}
	files, _ := pageFiles.ReadDir("parts")
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".js") {
			continue
		}
		script := embedded("parts/" + f.Name())
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
	puzzle, _ := sudoku.ParseAny(samples.Mild)
	for name, change := range map[string]func([]int){
		"a row": func(c []int) { c[2] = 8 }, "a column": func(c []int) { c[2], c[3] = c[3], c[2] }, "a box": func(c []int) { c[2], c[11] = c[11], c[20] },
		"a clue": func(c []int) { c[0] = 1 }, "a blank clue": func(c []int) { c[0] = 0 }, "a blank": func(c []int) { c[2] = 0 },
	} {
		b, _ := sudoku.ParseAny(samples.MildSolved)
		change(b.Cells)
		sentence := b.Explain(puzzle)
		zh := say.Chinese.Text(sentence)
		if !sentence.Said() || !strings.HasPrefix(strings.TrimPrefix(zh, "盘面"), "第") || strings.Contains(zh, "two") {
			t.Errorf("%s: %q is %q in Chinese", name, sentence, zh)
		}
	}
}

// TestColoursCanBeRead checks the contrast of every text colour, which WCAG wants to be 4.5 to 1, on light and on dark
// ground.
func TestColoursCanBeRead(t *testing.T) {
	colours := map[string][2]string{}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(embedded("parts/style.css"), -1) {
		colours[m[1]] = [2]string{m[2], m[3]}
	}
	pairs := [][2]string{{"ink", "paper"}, {"ink", "card"}, {"ink", "hush"}, {"soft", "paper"}, {"soft", "card"}, {"soft", "hush"}, {"accent", "paper"}, {"accent", "card"},
		{"ok", "ok-bg"}, {"bad", "bad-bg"}, {"slow", "slow-bg"}, {"odd", "odd-bg"}, {"ink", "ok-bg"}, {"ink", "bad-bg"}, {"ink", "heat"}, {"bad", "card"}, {"ok", "card"}, {"slow", "paper"}}
	for i := range hues {
		pairs = append(pairs, [2]string{fmt.Sprint("c", i), "card"})
	}
	for _, p := range pairs {
		for i, scheme := range []string{"light", "dark"} {
			text, ground := colours[p[0]][i], colours[p[1]][i]
			if text == "" || ground == "" {
				t.Fatalf("no colour %s or %s", p[0], p[1])
			}
			want := 4.5
			if p[1] == "heat" || p[0][0] == 'c' {
				want = 3 // the page never uses it at full strength; marks and lines are not text
			}
			if c := contrast(t, text, ground); c < want {
				t.Errorf("%s: %s on %s has a contrast of %.1f, want %.1f", scheme, p[0], p[1], c, want)
			}
		}
	}
}

// TestColoursCanBeToldApart simulates the three common kinds of colour blindness at their strongest, by the model of
// Machado, Oliveira and Fernandes. Any two colours of the plots, and each of them and the grey, must remain
// distinguishable.
func TestColoursCanBeToldApart(t *testing.T) {
	const enough = 20 // CIE 1976 colour difference; 2.3 is just noticeable
	kinds := map[string][3][3]float64{
		"full colour":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	}
	for scheme, which := range map[string]int{"light": 1, "dark": 2} {
		var colours []string
		for _, m := range regexp.MustCompile(`--(?:c\d|grey): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(embedded("parts/style.css"), -1) {
			colours = append(colours, m[which])
		}
		if len(colours) != hues+1 {
			t.Fatalf("%d colours, want %d and grey", len(colours), hues)
		}
		for kind, seen := range kinds {
			for i, a := range colours {
				for _, b := range colours[:i] {
					if d := difference(seenAs(t, a, seen), seenAs(t, b, seen)); d < enough {
						t.Errorf("%s, %s: %s and %s differ by %.1f, want %d", scheme, kind, a, b, d, enough)
					}
				}
			}
		}
	}
}

// seenAs returns a colour in CIE L*a*b* as an eye sees its linear light.
func seenAs(t *testing.T, hex string, seen [3][3]float64) (lab [3]float64) {
	light := linear(t, hex)
	var rgb [3]float64
	for i, row := range seen {
		rgb[i] = min(max(row[0]*light[0]+row[1]*light[1]+row[2]*light[2], 0), 1)
	}
	var f [3]float64
	for i, row := range [3][3]float64{{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8728}} {
		v := row[0]*rgb[0] + row[1]*rgb[1] + row[2]*rgb[2]
		if f[i] = 7.787*v + 16.0/116; v > 0.008856 {
			f[i] = math.Cbrt(v)
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

func difference(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// linear returns the linear light of a colour: red, green and blue.
func linear(t *testing.T, hex string) (light [3]float64) {
	var rgb [3]uint8
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatal(err)
	}
	for i := range rgb {
		v := float64(rgb[i]) / 255
		if light[i] = v / 12.92; v > 0.04045 {
			light[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return light
}

// contrast returns the ratio of two relative luminances as WCAG 2 defines it.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(hex string) float64 {
		light := linear(t, hex)
		return 0.2126*light[0] + 0.7152*light[1] + 0.0722*light[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestBuilt: our own words about a program stand there in both languages, a compiler's text once.
func TestBuilt(t *testing.T) {
	for _, test := range []struct {
		name string
		why  say.Message
		want string
	}{
		{"a compiler's", say.Text("main.c:1:2: error: <x>\n\tint\n"), "main.c:1:2: error: &lt;x&gt;\n    int"},
		{"ours", say.Of("%s: holds both %s and %s", "li", "C", "Go"), `<span lang="en">li: holds both C and Go</span><span lang="zh-Hans">li：既有 C 又有 Go</span>`},
	} {
		if got := string(built(test.why)); got != test.want {
			t.Errorf("%s: want %q, got %q", test.name, test.want, got)
		}
	}
}
