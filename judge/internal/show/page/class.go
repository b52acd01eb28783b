package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
)

// classPage is the first page of a class. It says how far each student came, and links to the page of each.
type classPage struct {
	page
	Table report.ClassTable
	Rows  int
	Sums  []report.ClassSum
	Links []string
	Pairs []pairView
}

// pairView are two programs side by side; what both have is marked.
type pairView struct {
	result.Alike
	Sides [2][]pairLine
}

type pairLine struct {
	Text string
	Both bool
}

// The page shows so many pairs, and so many lines of each program.
const (
	mostPairs     = 50
	mostPairLines = 1000
)

// pairsOf prepares the programs that are alike.
func pairsOf(all []result.Alike) (views []pairView) {
	for _, pair := range all[:min(len(all), mostPairs)] {
		view := pairView{Alike: pair}
		for side, text := range pair.Texts {
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			for i, line := range lines[:min(len(lines), mostPairLines)] {
				both := slices.ContainsFunc(pair.Lines, func(l [2][2]int) bool { return l[side][0] <= i+1 && i+1 <= l[side][1] })
				view.Sides[side] = append(view.Sides[side], pairLine{line, both})
			}
		}
		views = append(views, view)
	}
	return views
}

// ClassPages writes the pages of a class: index.html and one page for each student. Each page loads no other file.
// Create makes a file with the given name.
func ClassPages(c result.Class, run result.Run, create func(name string, write func(io.Writer) error) error) error {
	of := map[string][]result.Solution{}
	for _, s := range run.Results {
		of[s.Solution] = append(of[s.Solution], s)
	}
	names := pageNames(c.Students)
	for i, student := range c.Students {
		own := run
		own.Results, own.Elapsed, own.Replays = of[student.Label], 0, nil
		for _, r := range run.Replays {
			if r.Solution == student.Label {
				own.Replays = append(own.Replays, r)
			}
		}
		err := create(names[i], func(w io.Writer) error { return HTML(w, own, Extras{Student: student.Label}) })
		if err != nil {
			return err
		}
	}
	return create("index.html", func(w io.Writer) error { return classIndex(w, c, run, names) })
}

func classIndex(w io.Writer, c result.Class, run result.Run, names []string) error {
	table := report.NewClassTable(c, run)
	p := classPage{Table: table, Rows: len(table.Rows), Sums: table.Sums, Pairs: pairsOf(c.Alike)}
	p.page = page{assets: loadAssets(), Host: run.Host, Elapsed: run.Elapsed, Interrupted: run.Interrupted, Counts: run.Count()}
	p.script = template.JS(joined("class.js"))
	p.scriptSrc = policyHash(string(p.script))
	p.Title = say.Of("Class · sudokuoj")
	p.Headline = say.Of("%d of %s have everything accepted", table.Solved, say.Count(p.Rows, "student"))
	for _, name := range names {
		p.Links = append(p.Links, url.PathEscape(name))
	}
	var page bytes.Buffer
	if err := loadAssets().templates.ExecuteTemplate(&page, "class.tmpl", p); err != nil {
		return say.Errorf("html report: %w", err)
	}
	_, err := w.Write(page.Bytes())
	return err
}

// pageNames returns the names of the students' pages. They are made from the IDs, but every system accepts them as file
// names. No two are equal, even on a system that ignores case.
func pageNames(students []result.Student) (names []string) {
	const most = 60 // characters; a file name may have 255 bytes
	taken := map[string]bool{"index": true}
	for _, s := range students {
		plain := []rune(strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return '-'
		}, strings.ToValidUTF8(s.ID, "-")))
		name := string(plain[:min(len(plain), most)])
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s-%d", string(plain[:min(len(plain), most)]), n)
		}
		taken[strings.ToLower(name)] = true
		names = append(names, name+".html")
	}
	return names
}
