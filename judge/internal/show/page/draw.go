// Package page draws the results of a run as one HTML page that shows why the times differ, and parts of such a page for
// the judge in a browser. It loads nothing else and makes every name and every output of a program safe to show.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
)

// Extras holds what a page shows in addition to the results of the run.
type Extras struct {
	Compared  map[string]Told  // by problem: the sentences about its solutions, if they took turns
	Generated string           // the command and date to print at the foot, "" for neither
	Spell     report.Spell     // writes commands that a person can type; nil if nobody can
	Student   string           // the only student whose results are shown; "" for all
	Last      *result.Solution // what the same person handed in before; nil if there was nothing
	Waits     say.Message      // why the board does not move yet; nothing if nobody watches
}

// Told holds the sentences about solutions that took turns: overall, and case by case.
type Told struct{ Overall, Cases []say.Message }

// maxHTML is the largest size of a page in bytes. If a page would be larger, it leaves out late steps of long replays,
// later differences and long sources, and says so.
const maxHTML = 3_000_000

// HTML writes the report of a run as one page that loads nothing else: no network, no other file. The page can be read
// without JavaScript; only the replay needs it, to move.
func HTML(w io.Writer, run result.Run, extras Extras) error {
	return render(w, run, extras, false)
}

// Explain writes a page with only the replay and the line counts, for a run on a single puzzle.
func Explain(w io.Writer, run result.Run, extras Extras) error {
	return render(w, run, extras, true)
}

// sections are the parts of a page that can be shown by themselves, with the data for their templates.
var sections = map[string]func(page) any{
	"verdicts": func(p page) any { return p },
	"answers":  func(p page) any { return p },
	"plots":    func(p page) any { return p },
	"points":   func(p page) any { return p.Solutions[0].Score },
	"failures": func(p page) any { return p.Solutions[0] },
	"others":   func(p page) any { return p.Solutions[0] },
	"pictures": func(p page) any { return p.Solutions[0] },
	"stage":    func(p page) any { return p.Stage },
	"figures":  func(p page) any { return p.Stage },
	"search":   func(p page) any { return p.Searches },
	"insight":  func(p page) any { return p.Insight },
}

// Drawing is the page of a run, made once. Section returns one part of it. Data returns what the scripts of the parts read;
// Files holds the scripts and the style sheet.
type Drawing struct{ page page }

// Draw makes the page of a run.
func Draw(run result.Run, extras Extras) Drawing {
	return Drawing{newPage(run, extras, false, wholeRoom)}
}

// Section returns one part: verdicts, answers, plots, search, the stage or its figures. Four more parts are about the first solution:
// points, failures, which is its first failure, others, which are its other failures, folded, and pictures of its cases.
func (d Drawing) Section(name string) (template.HTML, error) {
	take, ok := sections[name]
	if !ok {
		return "", say.Errorf("the page has no section %s", name)
	}
	return drawn(name, take(d.page))
}

// drawn fills in one template.
func drawn(name string, data any) (template.HTML, error) {
	var b strings.Builder
	err := loadAssets().templates.ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err
}

// Headline returns the two sentences that the page begins with.
func (d Drawing) Headline() (first, second say.Message) { return d.page.Headline, d.page.Lead }

// Data returns what the scripts of the page read, as JSON.
func (d Drawing) Data() ([]byte, error) { return json.Marshal(d.page.Data) }

// Files returns the style sheet and the scripts of a page, as modules that import each other: style.css, plots.js,
// player.js and so on. The start functions of the modules take the element of their section.
func Files() fs.FS {
	files, err := fs.Sub(pageFiles, "parts")
	if err != nil {
		panic(err) // the folder is part of this package
	}
	return files
}

//go:embed parts
var pageFiles embed.FS

// assets are the parts of the page that are the same in every report.
type assets struct {
	templates   *template.Template
	style       template.CSS
	first       template.JS // runs before the first picture
	script      template.JS
	styleSource string // the policy's name for the style: 'sha256-...'
	scriptSrc   string
}

// paints names the colours of each kind of verdict in the style sheet: the colour of the letters, and of their
// background.
var paints = map[result.Kind][2]string{
	result.Good: {"ok", "ok-bg"}, result.Wrong: {"bad", "bad-bg"}, result.Over: {"slow", "slow-bg"},
	result.Broken: {"odd", "odd-bg"}, result.Skipped: {"soft", "hush"},
}

// verdictStyle writes a class for each verdict. A verdict without a run has no time, so it has no bar.
func verdictStyle() string {
	var css strings.Builder
	for _, v := range result.All {
		paint := paints[v.Kind()]
		fmt.Fprintf(&css, ".v-%s { --fg: var(--%s); --bg: var(--%s)", v, paint[0], paint[1])
		if !v.Ran() {
			css.WriteString("; --w: 0")
		}
		css.WriteString(" }\n")
	}
	return css.String()
}

// loadAssets runs at the first report, because the judge starts often and seldom writes a page.
var loadAssets = sync.OnceValue(func() assets {
	style := Style()
	first, script := joined("first.js"), joined("main.js")
	return assets{
		templates:   template.Must(template.New("").Funcs(pageFuncs).ParseFS(pageFiles, "parts/*.tmpl")),
		style:       template.CSS(style),
		first:       template.JS(first),
		script:      template.JS(script),
		styleSource: policyHash(style),
		scriptSrc:   policyHash(first) + " " + policyHash(script),
	}
})

// Style returns the style sheet of a page: its two files, and the colours of the verdicts.
func Style() string {
	return embedded("parts/style.css") + embedded("parts/insight.css") + verdictStyle()
}

func embedded(name string) string {
	data, err := pageFiles.ReadFile(name)
	if err != nil {
		panic(err) // the file is part of this package
	}
	return string(data)
}

// joined returns a module of the page with all its imports as one script. It is a block, so a page may hold two.
func joined(main string) string {
	return "\"use strict\";\n{\n" + Bundle(func(name string) string { return embedded("parts/" + name) }, main) + "}\n"
}

// Bundle returns modules with all that they import as one script. Each module is there once, as a function that
// returns what it exports, after its own imports. Read returns the text of a module by its path.
func Bundle(read func(path string) string, mains ...string) string {
	var b strings.Builder
	taken := map[string]string{} // the name of each module in the script
	var take func(file string) string
	take = func(file string) string {
		if name := taken[file]; name != "" {
			return name
		}
		source := importLine().ReplaceAllStringFunc(read(file), func(line string) string {
			m := importLine().FindStringSubmatch(line)
			return "const " + m[1] + " = " + take(path.Join(path.Dir(file), m[2])) + ";\n"
		})
		var exports []string
		for _, m := range exported().FindAllStringSubmatch(source, -1) {
			exports = append(exports, m[2])
		}
		taken[file] = fmt.Sprint("module", len(taken))
		fmt.Fprintf(&b, "const %s = (() => {\n%sreturn { %s };\n})();\n", taken[file], exported().ReplaceAllString(source, "$1$2"), strings.Join(exports, ", "))
		return taken[file]
	}
	for _, main := range mains {
		take(main)
	}
	return b.String()
}

var (
	importLine = match.Lazy(`(?m)^import (\{.*\}) from "(\..*)";\n`)
	exported   = match.Lazy(`(?m)^export ((?:async )?(?:function\*?|class|const) )(\w+)`)
)

// policyHash returns the hash that allows exactly this text in a Content-Security-Policy.
func policyHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// budget says how much of each growing part a page may hold.
type budget struct {
	replay  int // bytes of packed steps
	source  int // bytes of source text
	details int // cases explained one by one
	cells   int // cells of a verdict matrix or of a plot's table
	points  int // marked points in a plot; beyond them only the lines are drawn
	images  int // bytes of the pictures of cases
}

// wholeRoom is enough for nearly every page.
var wholeRoom = budget{replay: 130_000, source: 400_000, details: 120, cells: 8000, points: 1500, images: 800_000}

func (b budget) halved() budget {
	return budget{b.replay / 2, b.source / 2, b.details / 2, b.cells / 2, b.points / 2, b.images / 2}
}

// render makes the page, and makes it again with half of everything until it is small enough. Nearly every page is
// small enough at once.
func render(w io.Writer, run result.Run, extras Extras, explain bool) error {
	room := wholeRoom
	for {
		var page bytes.Buffer
		if err := loadAssets().templates.ExecuteTemplate(&page, "page.tmpl", newPage(run, extras, explain, room)); err != nil {
			return say.Errorf("html report: %w", err)
		}
		if page.Len() < maxHTML || room.cells == 0 {
			_, err := w.Write(page.Bytes())
			return err
		}
		room = room.halved()
	}
}
