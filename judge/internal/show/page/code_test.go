package page

import (
	"html/template"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
)

func TestColourCode(t *testing.T) {
	for _, c := range []struct{ name, language, source, want string }{
		{"a word, a literal, a comment", "Go", `if x == "a" { // why`, `<b>if</b> x == <u>"a"</u> { <i>// why</i>`},
		{"a literal over lines", "Go", "x := `a\n\\` // b", "x := <u>`a</u>\n<u>\\`</u> <i>// b</i>"},
		{"a comment over lines", "C++", "/* a\nb */ int x;", "<i>/* a</i>\n<i>b */</i> <b>int</b> x;"},
		{"a directive", "C++", "#include <x>", "<b>#include</b> &lt;x&gt;"},
		{"lifetimes are no characters", "Rust", "fn f<'a,'b>(x: &'a str) -> 'x'", "<b>fn</b> f&lt;'a,'b&gt;(x: &amp;'a str) -&gt; <u>'x'</u>"},
		{"of an unknown language all is plain", "Brainfuck", `if "a"`, `if "a"`},
		{"nothing becomes an element", "Python", "'<script>' # </i>&amp;", "<u>'&lt;script&gt;'</u> <i># &lt;/i&gt;&amp;amp;</i>"},
		{"what does not show is written out", "Go", "// \x1b\u202e", `<i>// \x1b\u202e</i>`},
		{"other letters", "Go", "数 := 'é'", "数 := <u>'é'</u>"},
	} {
		var got []string
		for _, line := range colourCode(c.source, c.language) {
			got = append(got, string(line))
		}
		if text := strings.Join(got, "\n"); text != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, text, c.want)
		}
	}
}

// TestSourcesShown: the first of the lines that ran most often is the hottest, if any ran; a problem is named if one of
// its sources is shown.
func TestSourcesShown(t *testing.T) {
	ran := func(lines ...int64) result.Solution {
		return result.Solution{Problem: "p", Solution: "x", Language: "Go", Source: "a\nb\nc\n", Cases: []result.Case{{Case: "a", Verdict: result.AC, Work: &result.Work{Statements: 10, Lines: lines}}}}
	}
	for _, test := range []struct {
		solution result.Solution
		want     string
	}{{ran(0, 5, 5), "2"}, {ran(0, 5, 6), "3"}, {ran(0, 0, 0), ""}} {
		panel, _ := viewSource(test.solution, test.solution.Source, "a", 6, map[string]int{"a": 0})
		want := both{}
		if line, err := strconv.Atoi(test.want); err == nil {
			want = countTold("hottest", line, test.solution.Cases[0].Work.Lines[line-1])
		}
		if panel.Hottest != want {
			t.Errorf("the hottest is %q, want %q", panel.Hottest, want)
		}
	}
	silent := ran(1)
	silent.Source = ""
	if view := viewSources(result.Run{Results: []result.Solution{silent, ran(1)}}, [][]result.Solution{{silent}, {ran(1)}}, wholeRoom); len(view.Groups) != 1 || len(view.Panels) != 1 {
		t.Errorf("%d problems and %d sources are shown, want one", len(view.Groups), len(view.Panels))
	}
}

// TestSameSource: a source that two solutions share is shown once, and no count of lines is no count.
func TestSameSource(t *testing.T) {
	solution := result.Solution{Problem: "p", Solution: "x", Language: "Go", Source: "a\n", Cases: []result.Case{{Case: "a", Verdict: result.AC, Work: &result.Work{Lines: []int64{}}}}}
	two := []result.Solution{solution, solution}
	view := viewSources(result.Run{Results: two}, [][]result.Solution{two}, wholeRoom)
	if len(view.Panels) != 2 || view.Panels[0].Same != nil || view.Panels[1].Same == nil || *view.Panels[1].Same != 0 || view.Panels[1].Lines != nil {
		t.Errorf("%+v", view.Panels)
	}
}

// The text of a source is kept, whatever it is, and colouring takes time in proportion to its length.
func TestColourCodeKeepsTheText(t *testing.T) {
	naive, err := os.ReadFile("../../../../solutions/naive/main.go")
	if err != nil {
		t.Fatal(err)
	}
	withoutElements := strings.NewReplacer("<b>", "", "</b>", "", "<i>", "", "</i>", "", "<u>", "", "</u>", "")
	for _, l := range language.All() {
		if len(strings.Fields(l.Words)) < 25 || l.Quotes == "" {
			t.Errorf("%s has few marks: %+v", l.Name, l.Syntax)
		}
		for _, source := range []string{string(naive), strings.Repeat("'", 3000), strings.Repeat(`"\`, 3000), strings.Repeat("/*", 3000), strings.Repeat("\n", 200_000), strings.Repeat("if ", 60_000)} {
			start := time.Now()
			lines := colourCode(source, l.Name)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s: %d bytes took %v", l.Name, len(source), took)
			}
			var got []string
			for _, line := range lines {
				got = append(got, withoutElements.Replace(string(line)))
			}
			want := textEscaper.Replace(strings.ReplaceAll(strings.TrimSuffix(source, "\n"), "\t", "    "))
			if text := strings.Join(got, "\n"); text != want {
				t.Errorf("%s: %.60q became %.60q", l.Name, want, text)
			}
		}
	}
}

func FuzzColourCode(f *testing.F) {
	f.Add("x := `a", 0)
	f.Add("'a' 'b //", 5)
	f.Fuzz(func(t *testing.T, source string, at int) {
		all := language.All()
		for _, line := range colourCode(source, all[max(at, -at)%len(all)].Name) {
			if plain := regexp.MustCompile(`</?[biu]>|&(amp|lt|gt);`).ReplaceAllString(string(line), ""); strings.ContainsAny(plain, "<>&\n") {
				t.Errorf("%q has an element that is not ours", template.HTML(line))
			}
		}
	})
}
