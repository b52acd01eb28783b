package page

import (
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
)

func TestTicksAreRoundAndFew(t *testing.T) {
	for _, c := range []struct {
		name string
		axis axis
		most int
		want []float64
	}{
		{"decades", axis{Log: true, Lo: 0.5, Hi: 2000}, 12, []float64{0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}},
		{"less than a decade", axis{Log: true, Lo: 1, Hi: 10}, 8, []float64{1, 2, 5, 10}},
		{"many decades", axis{Log: true, Lo: 1, Hi: 1e9}, 5, []float64{1, 1e2, 1e4, 1e6, 1e8}},
		{"from nought", axis{Lo: 0, Hi: 61}, 8, []float64{0, 10, 20, 30, 40, 50, 60}},
		{"as many steps as may be", axis{Lo: 0, Hi: 10}, 5, []float64{0, 2, 4, 6, 8, 10}},
	} {
		must.Equal(t, c.want, c.axis.ticks(c.most), c.name)
	}
}

// TestBuilt: our own words about a program are there in both languages, a compiler's text once.
func TestBuilt(t *testing.T) {
	for want, why := range map[string]say.Message{
		"<span>main.c:1:2: error: &lt;x&gt;\n    int</span>": say.Text("main.c:1:2: error: <x>\n\tint\n"),
		`<span lang="en">li: holds both C and Go</span><span lang="zh-Hans">li：既有 C 又有 Go</span>`: say.Of(
			"%s: holds both %s and %s", "li", "C", "Go"),
	} {
		must.Equal(t, want, string(built(why)))
	}
}

func TestClip(t *testing.T) {
	for limit, want := range []string{"", "a", "a", "a", "a数", "a数b", "a数b"} {
		must.Equal(t, want, clip("a数b", limit), limit, "bytes")
	}
}

func TestColourCode(t *testing.T) {
	for _, c := range []struct{ name, language, source, want string }{
		{"a word, a literal, a comment", "Go", `if x == "a" { // why`, `<b>if</b> x == <u>"a"</u> { <i>// why</i>`},
		{"a literal over lines", "Go", "数 := `é\n\\` // b", "数 := <u>`é</u>\n<u>\\`</u> <i>// b</i>"},
		{"of an unknown language all is plain", "Brainfuck", `if "a"`, `if "a"`},
		{"nothing becomes an element", "Python", "'<script>' # </i>&amp;", "<u>'&lt;script&gt;'</u> <i># &lt;/i&gt;&amp;amp;</i>"},
		{"what does not show is written out", "Go", "// \x1b\u202e", `<i>// \x1b\u202e</i>`},
	} {
		var got []string
		for _, line := range Colour(c.source, c.language) {
			got = append(got, string(line))
		}
		must.Equal(t, c.want, strings.Join(got, "\n"), c.name)
	}
}

// FuzzColourCode: the text of a source is kept and escaped, whatever it is. Colouring takes time in proportion to its
// length.
func FuzzColourCode(f *testing.F) {
	naive := must.Get(os.ReadFile("../../../../solutions/naive/main.go"))(f)
	for _, source := range []string{
		string(naive), "x := `a", "'a' 'b //", strings.Repeat("'", 3000), strings.Repeat(`"\`, 3000), strings.Repeat("/*", 3000),
		strings.Repeat("\n", 200_000), strings.Repeat("if ", 60_000),
	} {
		for i := range language.All() {
			f.Add(source, i)
		}
	}
	withoutElements := strings.NewReplacer("<b>", "", "</b>", "", "<i>", "", "</i>", "", "<u>", "", "</u>", "")
	f.Fuzz(func(t *testing.T, source string, at int) {
		languages := language.All()
		var got []string
		for _, line := range colourCode(source, languages[max(at, -at)%len(languages)].Name) {
			got = append(got, withoutElements.Replace(string(line)))
		}
		var want []string
		for _, line := range colourCode(source, "a language without colours") {
			want = append(want, string(line))
		}
		if text, plain := strings.Join(got, "\n"), strings.Join(want, "\n"); text != plain || strings.ContainsAny(text, "<>") {
			t.Errorf("%.60q became %.60q", plain, text)
		}
	})
}
