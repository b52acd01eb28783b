package page

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// searchesView shows searches of any kind: the calls on each level side by side, the tables, and for the script the tree
// of calls with the writes.
type searchesView struct {
	Finding  say.Message // on which level two of them part
	Told     bool        // the headline of the page is about it
	Heads    []string    // the recursive function of each search that has one
	Levels   []levelRow
	Searches []searchView
}

// Single reports whether there is nothing beside the search.
func (v searchesView) Single() bool { return len(v.Searches) == 1 }

// levelRow is a level with the calls of each function, and a bar whose length is a share of the longest.
type levelRow struct {
	Name  string // "..." represents the levels that are left out
	Cells []levelCell
}

type levelCell struct {
	Calls string // nothing if the function has no such level
	Bar   int    // 0 to 1000
}

// searchView is one search. The script plays its packed calls and writes, and the texts that they name by their numbers.
type searchView struct {
	Name      string         `json:"name"`
	Functions []string       `json:"functions"`
	Deepest   int            `json:"deepest"`
	Tables    []result.Table `json:"tables"`
	Texts     []string       `json:"texts"` // arguments of calls
	Calls     int            `json:"calls"`
	Writes    int            `json:"writes"`
	Whole     bool           `json:"whole"` // no call is left out
	Code      map[int]string `json:"code"`  // the lines of the source that the writes name
	Steps     string         `json:"steps"`
	AllCalls  string         `json:"-"`
	Note      say.Message    `json:"-"`
}

// mostLevels is how many levels are shown; the middle of a deeper recursion is left out.
const mostLevels = 40

func viewSearches(run result.Run, room budget) searchesView {
	v := searchesView{Finding: say.Of("The calls, level by level")}
	var functions []*result.Function
	var names []string
	for i := range run.Searches {
		s := &run.Searches[i]
		source := ""
		if of := report.Of(run, s.Solution); of != nil {
			source = of.Source
		}
		v.Searches = append(v.Searches, viewSearch(*s, source, room.replay/len(run.Searches)))
		if f := report.Busiest(s); f != nil {
			functions, names = append(functions, f), append(names, s.Solution)
			v.Heads = append(v.Heads, s.Solution+": "+f.Name)
		}
	}
	if len(functions) == 2 {
		v.Finding = report.Parting(names[0], names[1], *functions[0], *functions[1])
	}
	v.Levels = levelRows(functions)
	return v
}

func levelRows(functions []*result.Function) (rows []levelRow) {
	var most int64
	for _, f := range functions {
		for _, n := range f.Levels {
			most = max(most, n)
		}
	}
	for _, level := range report.ShownLevels(functions, mostLevels) {
		row := levelRow{Name: "...", Cells: make([]levelCell, len(functions))}
		if level >= 0 {
			row.Name = itoa(level)
		}
		for i, f := range functions {
			if 0 <= level && level < len(f.Levels) {
				row.Cells[i] = levelCell{terminal.Thousands(f.Levels[level]), int(1000 * f.Levels[level] / max(1, most))}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// viewSearch packs as many of the first calls and writes as fit into limit bytes.
func viewSearch(s result.Search, source string, limit int) searchView {
	d := searchView{Name: terminal.Escape(s.Solution), Functions: []string{}, Deepest: s.Deepest, Tables: []result.Table{},
		AllCalls: terminal.Thousands(s.Calls), Note: s.Note}
	for _, f := range s.Functions {
		d.Functions = append(d.Functions, terminal.Escape(clip(f.Name, 60)))
	}
	for _, t := range s.Tables {
		t.Name = terminal.Escape(clip(t.Name, 60))
		d.Tables = append(d.Tables, t)
	}
	kept := s
	for {
		texts, data := result.SearchBytes(kept)
		for i, text := range texts {
			texts[i] = terminal.Escape(clip(text, 40))
		}
		d.Steps = result.Pack(data)
		size := len(d.Steps)
		for _, text := range texts {
			size += len(text) + 3
		}
		if size <= limit || len(kept.Tree)+len(kept.Writes) == 0 {
			d.Texts, d.Calls, d.Writes, d.Whole = texts, len(kept.Tree), len(kept.Writes), int64(len(kept.Tree)) == s.Calls
			break
		}
		kept = firstOf(kept, 0.97*float64(limit)/float64(size))
	}
	d.Code = map[int]string{}
	lines := strings.Split(source, "\n")
	for _, w := range kept.Writes {
		if _, known := d.Code[w.Line]; !known && 0 < w.Line && w.Line <= len(lines) {
			d.Code[w.Line] = terminal.Escape(clip(strings.TrimSpace(lines[w.Line-1]), 100))
		}
	}
	return d
}

// firstOf keeps a share of a search: the first calls, and the writes that were made meanwhile.
func firstOf(s result.Search, share float64) result.Search {
	calls, writes := int(share*float64(len(s.Tree))), int(share*float64(len(s.Writes)))
	if calls < len(s.Tree) && len(s.Tree) > 0 {
		writes = max(min(writes, s.Tree[calls].From), 0)
	}
	s.Tree, s.Writes = s.Tree[:calls], s.Writes[:writes]
	return s
}
