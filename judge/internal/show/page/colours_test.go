package page_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/must"
)

// colours returns the colours in the style sheet by their names, on light and on dark ground.
func colours() map[string][2]string {
	found := map[string][2]string{}
	colour := regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`)
	for _, m := range colour.FindAllStringSubmatch(page.Style(), -1) {
		found[m[1]] = [2]string{m[2], m[3]}
	}
	return found
}

const hues = 8 // the colours of solutions, c0 to c7

// TestColoursCanBeRead checks the contrast of every text colour, which WCAG wants to be 4.5 to 1.
func TestColoursCanBeRead(t *testing.T) {
	pairs := strings.Fields(`ink/paper ink/card ink/hush soft/paper soft/card soft/hush accent/paper accent/card ok/ok-bg bad/bad-bg
		slow/slow-bg odd/odd-bg ink/ok-bg ink/bad-bg ink/heat bad/card ok/card slow/paper`)
	for i := range hues {
		pairs = append(pairs, fmt.Sprintf("c%d/card", i))
	}
	colours := colours()
	for _, pair := range pairs {
		name, under, _ := strings.Cut(pair, "/")
		for i, scheme := range []string{"light", "dark"} {
			text, ground := colours[name][i], colours[under][i]
			if text == "" || ground == "" {
				t.Fatalf("no colours %s", pair)
			}
			want := 4.5
			if under == "heat" || name[0] == 'c' {
				want = 3 // the page never uses it at full strength; marks and lines are not text
			}
			if c := contrast(t, text, ground); c < want {
				t.Errorf("%s: %s has a contrast of %.1f, want %.1f", scheme, pair, c, want)
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
	colours, names := colours(), []string{"grey"}
	for i := range hues {
		names = append(names, fmt.Sprint("c", i))
	}
	for kind, seen := range kinds {
		for i, one := range names {
			for _, other := range names[:i] {
				for scheme := range 2 {
					a, b := seenAs(t, colours[one][scheme], seen), seenAs(t, colours[other][scheme], seen)
					if d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); d < enough {
						t.Errorf("%s, scheme %d: %s and %s differ by %.1f, want %d", kind, scheme, one, other, d, enough)
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

// TestFiveSizes: all text has one of five sizes, here and on the pages of the web, but for the digits of boards and for
// paper.
func TestFiveSizes(t *testing.T) {
	sizes, style := map[string]bool{}, page.Style()
	files, err := filepath.Glob("../../people/web/page/*.css")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		style += string(text)
	}
	for _, rule := range all(`([^{}]*\{[^{}]*\})`, style) {
		if strings.Contains(rule, ".board ") {
			continue
		}
		for _, size := range all(`font(?:-size)?: *(?:\d00 )?([\d.]+(?:rem|em|px)|clamp)`, rule) {
			sizes[size] = true
		}
	}
	want := map[string]bool{".75rem": true, ".875rem": true, "1rem": true, "1.25rem": true, "2rem": true}
	must.Equal(t, want, sizes)
}
