package statement

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// render knows one picture, board.png.
func render(text string) string {
	return string(HTML([]byte(text), func(name string) string {
		if name == "board.png" {
			return "/picture/board.png"
		}
		return ""
	}))
}

func TestStatement(t *testing.T) {
	longest := strings.Repeat("x", maxFormula-1) // with the end of its line
	for _, test := range []struct{ name, text, want string }{
		{"the title is the page's", "# Sudoku\n\nFill it.", "<p>Fill it.</p>\n"},
		{"a later heading of the first rank", "Fill it.\n\n# Input", "<p>Fill it.</p>\n<h2>Input</h2>\n"},
		{"a formula", "up to $n^2$ cells", "<p>up to " + formula("n^2", false) + " cells</p>\n"},
		{"on its line", "$x$", `<p><math alttext="x"><mrow><mi>x</mi></mrow></math></p>` + "\n"},
		{"on a line of its own", "$$x$$", `<p><math display="block" alttext="x"><mrow><mi>x</mi></mrow></math></p>` + "\n"},
		{"as long as may be", "$" + longest + "\ny$", "<p>" + formula(longest+"\ny", false) + "</p>\n"},
		{"too long", "$x" + longest + "\ny$", "<p>$x" + longest + "\ny$</p>\n"},
		{"with signs of emphasis", "$a_i * b_i$ and $c_i * d$", "<p>" + formula("a_i * b_i", false) + " and " + formula("c_i * d",
			false) + "</p>\n"},
		{"over two lines", "$1 \\le\nn$", "<p>" + formula("1 \\le\nn", false) + "</p>\n"},
		{"on its own", "$$\nx\n$$", "<p>" + formula("\nx\n", true) + "</p>\n"},
		{"a sign in a formula of its own", "$$x$1$$", "<p>" + formula("x$1", true) + "</p>\n"},
		{"a blank behind the sign", "is $ x$", "<p>is $ x$</p>\n"},
		{"a tab behind the sign", "is $\tx$", "<p>is $\tx$</p>\n"},
		{"a line's end behind the sign", "is $\nx$", "<p>is $\nx$</p>\n"},
		{"a blank before the sign", "is $x $", "<p>is $x $</p>\n"},
		{"signs that are no text", "a\x00b\tc\r\nd", "<p>a\ufffdb\tc\nd</p>\n"},
		{"prices", "from $5 to $10", "<p>from $5 to $10</p>\n"},
		{"a nought behind the sign", "$x$0", "<p>$x$0</p>\n"},
		{"a nine behind the sign", "$x$9", "<p>$x$9</p>\n"},
		{"a slash behind the sign", "$x$/", "<p>" + formula("x", false) + "/</p>\n"},
		{"a colon behind the sign", "$x$:", "<p>" + formula("x", false) + ":</p>\n"},
		{"the sign on the next line", "$x\n$", "<p>" + formula("x", false) + "</p>\n"},
		{"a dollar sign in a formula", `$a\$b$`, "<p>" + formula(`a\$b`, false) + "</p>\n"},
		{"code", "`$x$`", "<p><code>$x$</code></p>\n"},
		{"a drawing", "    a <b>\n", "<pre tabindex=\"0\"><code>a &lt;b&gt;\n</code></pre>\n"},
		{"HTML is text", "print <x> <b onclick=a>y</b>", "<p>print &lt;x&gt; &lt;b onclick=a&gt;y&lt;/b&gt;</p>\n"},
		{"and a block of it", "<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"},
		{"a picture beside it", "![a \"board\"](board.png)", "<p><img src=\"/picture/board.png\" alt=\"a &quot;board&quot;\" /></p>\n"},
		{"a picture elsewhere", "![a *board*](https://example.org/a.png)", "<p>a <em>board</em></p>\n"},
		{"a link", "[AcWing](https://www.acwing.com/?a=1&b)",
			"<p><a rel=\"noopener noreferrer nofollow\" href=\"https://www.acwing.com/?a=1&amp;b\">AcWing</a></p>\n"},
		{"links that lead nowhere", "[a](javascript:alert(1)) [b](/submit) [c](//x.org) <javascript:x> [d](data:text/html,x)",
			"<p>a b c javascript:x d</p>\n"},
		{"an address", "<https://example.org/>",
			"<p><a rel=\"noopener noreferrer nofollow\" href=\"https://example.org/\">https://example.org/</a></p>\n"},
	} {
		must.Equal(t, test.want, render(test.text), test.name, test.text)
	}
}

func TestFormula(t *testing.T) {
	for tex, want := range map[string]string{
		"n":                     "<mi>n</mi>",
		"10^{18}":               "<msup><mn>10</mn><mrow><mn>18</mn></mrow></msup>",
		"a_i^2":                 "<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>",
		"0.59":                  "<mn>0.59</mn>",
		`\Ab\Zb`:                `<mtext>\Ab</mtext><mtext>\Zb</mtext>`,
		"10^18":                 "<msup><mn>10</mn><mn>18</mn></msup>",
		`1 \le n \leq 3.5`:      "<mn>1</mn><mo>≤</mo><mi>n</mi><mo>≤</mo><mn>3.5</mn>",
		"1, 2.":                 "<mn>1</mn><mo>,</mo><mn>2</mn><mo>.</mo>",
		`\frac{a}{2}`:           "<mfrac><mrow><mi>a</mi></mrow><mrow><mn>2</mn></mrow></mfrac>",
		`\sum_{i=1}^n`:          "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>",
		`\sqrt[3]{x}`:           "<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>",
		`\text{if } x`:          "<mtext>if </mtext><mi>x</mi>",
		`\left\lfloor x\right.`: `<mo fence="true" stretchy="true">⌊</mo><mi>x</mi>`,
		`\mathbb{Z}`:            "<mrow></mrow><mrow><mi>Z</mi></mrow>",
		`n\log n`:               "<mi>n</mi><mi>log</mi><mo>&#x2061;</mo><mi>n</mi>",
		`\{a\}`:                 "<mo>{</mo><mi>a</mi><mo>}</mo>",
		`a<b`:                   "<mi>a</mi><mo>&lt;</mo><mi>b</mi>",
		`行数n`:                   "<mtext>行数</mtext><mi>n</mi>",
		`行2`:                    "<mtext>行</mtext><mn>2</mn>",
		`\fuzz{x}`:              `<mtext>\fuzz</mtext><mrow><mi>x</mi></mrow>`,
		`\begin{cases}1&a\\2&b\end{cases}`: `<mrow><mo fence="true" stretchy="true">{</mo>` +
			`<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mn>2</mn></mtd><mtd><mi>b</mi></mtd></mtr></mtable></mrow>`,
		`\begin{array}{cc}1&a\end{array}`: "<mrow><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>a</mi></mtd></mtr></mtable></mrow>",
		`\begin{matrix}{1}\end{matrix}`:   "<mrow><mtable><mtr><mtd><mrow><mn>1</mn></mrow></mtd></mtr></mtable></mrow>",
		"f''":                             "<msup><mi>f</mi><mrow><mo>′</mo><mo>′</mo></mrow></msup>",
		`a \bmod b`:                       `<mi>a</mi><mo lspace="0.25em" rspace="0.25em">mod</mo><mi>b</mi>`,
		`\pmod p`: `<mrow><mo stretchy="false">(</mo><mi>mod</mi>` + space +
			`<mi>p</mi><mo stretchy="false">)</mo></mrow>`,
		"（n。\u3100":  "<mtext>（</mtext><mi>n</mi><mtext>。</mtext><mo>\u3100</mo>",
		"n\u303f":    "<mi>n</mi><mtext>\u303f</mtext>",
		`a}b\right)`: `<mi>a</mi><mi>b</mi><mo fence="true" stretchy="true">)</mo>`, // more is closed than was opened
		`\frac{a`:    "<mfrac><mrow><mi>a</mi></mrow><mrow></mrow></mfrac>",
		`x^`:         "<msup><mi>x</mi><mrow></mrow></msup>",
	} {
		got := formula(tex, false)
		_, got, _ = strings.Cut(got, "<mrow>")
		if got = strings.TrimSuffix(got, "</mrow></math>"); got != want {
			t.Errorf("%s\n got %s\nwant %s", tex, got, want)
		}
	}
}

// harmless lists the allowed elements of a statement, with their attributes.
var harmless = map[string][]string{
	"p": nil, "h2": nil, "h3": nil, "h4": nil, "h5": nil, "h6": nil, "em": nil, "strong": nil,
	"code": nil, "pre": {"tabindex"}, "blockquote": nil,
	"ul": nil, "ol": {"start"}, "li": nil, "hr": nil, "br": nil, "a": {"href", "rel"}, "img": {"src", "alt"},
	"table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"align"}, "td": {"align"},
	"math": {"alttext", "display"}, "mrow": nil, "mi": nil, "mn": nil, "mo": {"stretchy", "form", "fence", "lspace", "rspace"}, "mtext": nil,
	"msup": nil, "msub": nil, "msubsup": nil, "munder": nil, "mover": {"accent"}, "munderover": nil, "mfrac": {"linethickness"},
	"msqrt": nil, "mroot": nil, "mspace": {"width"}, "mtable": nil, "mtr": nil, "mtd": nil,
}

// checkHarmless fails the test for an element or attribute that is not in the list, and for an element that is not
// closed properly.
func checkHarmless(t *testing.T, what, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<div>" + page + "</div>"))
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Errorf("%.40q: %v", what, err)
			return
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local == "div" {
			continue
		}
		allowed, known := harmless[e.Name.Local]
		must.Be(t, known, "%.40q: it makes a %s", what, e.Name.Local)
		for _, a := range e.Attr {
			if !slices.Contains(allowed, a.Name.Local) || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "http") ||
				a.Name.Local == "src" && a.Value != "/picture/board.png" {
				t.Errorf("%.40q: it makes a %s with %s=%q", what, e.Name.Local, a.Name.Local, a.Value)
			}
		}
	}
}

// hostile are pieces of statements that try to take very long, or to become more than text.
var hostile = []string{">", "- ", "* ", "1. ", "> - ", "[", "![", "[a](", "[a]: b\n", "`", "*a", "**a", "_", "<", "|-|\n",
	"a|", "$", "$$", "$\\frac", "${", "$\\left(", "$\\begin{a}", "$x^",
	"<script>", "<svg onload=x>", "<math><mtext></mtext><a href=javascript:x>$", "[x](javascript:x)", "[x](JAVASCRIPT&colon;x)",
	"[x](&#106;avascript:x)", "![x\" onerror=\"y](board.png)",
	"$\\text{<script>}$", "$\\</math><script>$", "\"$<b$\"", "[x](https://a\"onclick=b)", "[x](https://a 'b\" onclick=c')",
	"<https://a.b/\"onclick=c>", "\x00", "\xff", "\u202e", "&lt;script&gt;",
	"# x {onclick=y}\n", "```a\" onclick=b\nc\n```\n", "| a |\n|:-:|\n| <b> |\n"}

func TestHostileStatement(t *testing.T) {
	for _, piece := range hostile {
		checkHarmless(t, piece, render(piece))
		checkHarmless(t, piece, render(strings.Repeat(piece, 1+2000/len(piece))))
	}
	for _, piece := range []string{">", "[a](", "* ", "$\\frac", "${"} { // these take longest; the test is that they end
		render(strings.Repeat(piece, MaxSize/4/len(piece)))
	}
}

func TestMaxSize(t *testing.T) {
	for before, shown := range map[int]bool{MaxSize - 1: true, MaxSize: false} {
		if got := render(strings.Repeat("a", before) + "end"); strings.Contains(got, "e") != shown {
			t.Errorf("after %d bytes more is shown: %t, want %t", before, !shown, shown)
		}
	}
}

func FuzzStatement(f *testing.F) {
	files, err := filepath.Glob("../../../../problems/*/statement/*.md")
	if err != nil || len(files) == 0 {
		f.Fatal("no statements here")
	}
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(f)
		f.Add(string(text))
	}
	for _, piece := range hostile {
		f.Add(piece)
	}
	f.Fuzz(func(t *testing.T, text string) { checkHarmless(t, text, render(text)) })
}

// TestTableBombs: a short text does not become a large page, and normal tables stay.
func TestTableBombs(t *testing.T) {
	none := func(string) string { return "" }
	wide := strings.Repeat("|", 8<<10)
	for name, text := range map[string]string{
		"wide and long": wide + "\n" + strings.Repeat("|-", 8<<10) + "\n" + strings.Repeat("a\n", 8<<10),
		"many":          strings.Repeat("|a|b\n|-|-\n"+strings.Repeat("c\n", 5), 2000),
		"in a quote":    "> " + strings.Repeat("|x", 2<<10) + "\n> " + strings.Repeat("|-", 2<<10) + "\n" + strings.Repeat("> a\n", 5<<10),
	} {
		if got := HTML([]byte(text), none); len(got) > 2<<20 {
			t.Errorf("%s: of %d bytes become %d", name, len(text), len(got))
		}
	}
	got := HTML([]byte("| a | b |\n|---|:-:|\n"+strings.Repeat("| 1 | 2 |\n", 200)), none)
	if strings.Count(string(got), "<tr>") != 201 || strings.Count(string(got), ">2</td>") != 200 {
		t.Errorf("a table of 200 rows: %.300s", got)
	}
}
