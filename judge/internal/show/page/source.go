package page

import (
	"encoding/binary"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// sourcesView holds the sources. Each line tells how often it ran.
type sourcesView struct {
	Panels []sourcePanel
	heat   []heatData
	cases  []string
}

type sourcePanel struct {
	Index         int
	Problem, Name string
	Case          string      // the case counted here, "" if none was
	Stopped       say.Message // when the counting was stopped, nothing if the program came to its end
	Hottest       both        // which line ran most often; nothing if none is counted
	Lines         []sourceLine
	LinesCut      int
}

type sourceLine struct {
	Count string
	Share int // in percent, of all that ran in its file
	Bar   int // the same as a part of the largest share
	Code  template.HTML
	Fault bool
	Says  []report.Fault // what is wrong there
}

// Rows writes the lines as rows of a table. A template would make a page with 5,000 lines twice as slow.
func (p sourcePanel) Rows() template.HTML {
	var rows strings.Builder
	loud := ` class="says loud"` // only the first error: the others may follow from it
	for _, line := range p.Lines {
		class, bar := "", ""
		if line.Fault {
			class = ` class="fault"`
		}
		if line.Share > 0 {
			bar = fmt.Sprintf(`<small>%d %%</small><svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="%d" height="1"/></svg>`, line.Share, line.Bar)
		}
		fmt.Fprintf(&rows, "<tr%s><td><td>%s<td>%s<td>%s\n", class, bar, line.Count, line.Code)
		for _, said := range line.Says {
			caret := ""
			if said.Column > 0 {
				caret = strings.Repeat(" ", min(said.Column, 200)-1) + "^ "
			}
			fmt.Fprintf(&rows, "<tr%s><td><td><td><td>%s%s\n", loud, caret, inEither(spoken(said.Text)))
			loud = ` class="says"`
		}
	}
	return template.HTML(rows.String())
}

// heatData lets the script show a panel for another case. Lines packs varints: for each case the number of lines, then
// for each line its count plus one, or 0 if it has no code. Where counting was stopped, the page tells shares alone: the
// numbers would depend on the machine, and on how much it has to count.
type heatData struct {
	Problem string `json:"problem"`
	Name    string `json:"name"`
	Cases   []int  `json:"cases"` // numbers of the cases
	Shown   int    `json:"shown"`
	Stopped []both `json:"stopped"` // when the counting of each case was stopped, two empty texts if it was not
	Lines   string `json:"lines"`
}

func viewSources(run result.Run, groups [][]result.Solution, room budget) sourcesView {
	var view sourcesView
	for _, group := range groups {
		counted, chosen := countedCases(group)
		numbers := map[string]int{} // of a case
		for _, name := range counted {
			numbers[name] = len(view.cases)
			view.cases = append(view.cases, terminal.Escape(name))
		}
		for _, s := range group {
			if s.Source == "" || room.source <= 0 {
				continue
			}
			source := firstLines(clip(s.Source, room.source), mostLines)
			room.source -= len(source)
			of := chosen
			for _, r := range run.Replays {
				if _, counted := numbers[r.Case]; counted && r.Problem == s.Problem {
					of = r.Case // the board beside it
					break
				}
			}
			panel, heat := viewSource(s, source, of, numbers)
			panel.Index = len(view.Panels)
			panel.LinesCut = len(slices.Collect(strings.Lines(s.Source[len(source):])))
			view.Panels = append(view.Panels, panel)
			view.heat = append(view.heat, heat)
		}
	}
	return view
}

// mostLines limits the lines of a source on a page: nobody reads more, and each is a row of a table.
const mostLines = 5000

// firstLines returns the first n lines of a text.
func firstLines(text string, n int) string {
	end := 0
	for range n {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	return text[:end]
}

// countedCases returns the cases of which some solution's lines were counted, and the one on which the solutions together
// executed most statements.
func countedCases(group []result.Solution) (names []string, busiest string) {
	sum := map[string]int64{}
	for _, s := range group {
		for _, c := range s.Cases {
			if c.Work != nil && len(c.Work.Lines) > 0 {
				sum[c.Case] += c.Work.Statements + 1
			}
		}
	}
	names = slices.Sorted(maps.Keys(sum))
	for _, name := range names {
		if sum[name] > sum[busiest] {
			busiest = name
		}
	}
	return names, busiest
}

func viewSource(s result.Solution, source, chosen string, numbers map[string]int) (sourcePanel, heatData) {
	panel := sourcePanel{Problem: s.Problem, Name: s.Solution}
	heat := heatData{Problem: terminal.Escape(s.Problem), Name: terminal.Escape(s.Solution), Cases: []int{}}
	var counts []int64
	var packed []byte
	for _, c := range s.Cases {
		if c.Work == nil || len(c.Work.Lines) == 0 {
			continue
		}
		stopped := say.Message{}
		if c.Work.Stopped > 0 {
			stopped = say.Of("counted for %s", terminal.Duration(c.Work.Stopped))
		}
		if c.Case == chosen || counts == nil {
			panel.Case, counts, heat.Shown, panel.Stopped = c.Case, c.Work.Lines, len(heat.Cases), stopped
		}
		heat.Stopped = append(heat.Stopped, spoken(stopped))
		heat.Cases = append(heat.Cases, numbers[c.Case])
		packed = binary.AppendUvarint(packed, uint64(len(c.Work.Lines)))
		for _, n := range c.Work.Lines {
			packed = binary.AppendUvarint(packed, uint64(n+1))
		}
	}
	heat.Lines = result.Pack(packed)
	var sum, hottest int64
	at := 0
	for i, n := range counts {
		if sum += max(n, 0); n > hottest {
			hottest, at = n, i
		}
	}
	if hottest > 0 {
		panel.Hottest = panel.countTold(at+1, hottest, sum)
	}
	for i, code := range colourCode(source, s.Language) {
		line := sourceLine{Code: code}
		if i < len(counts) && counts[i] >= 0 {
			if !panel.Stopped.Said() {
				line.Count = terminal.Thousands(counts[i])
			}
			line.Share = int(100*float64(counts[i])/float64(max(sum, 1)) + 0.5)
			line.Bar = int(100 * float64(counts[i]) / float64(max(hottest, 1)))
		}
		panel.Lines = append(panel.Lines, line)
	}
	panel.markFaults(s)
	return panel, heat
}

// countTold says which line ran most often. It uses the same words as the script does for the other cases.
func (p sourcePanel) countTold(line int, n, sum int64) both {
	told, count := spoken(scriptTexts["hottest"]), spoken(report.Large(n))
	if p.Stopped.Said() {
		share := itoa(int(100*float64(n)/float64(sum) + 0.5))
		told, count = spoken(scriptTexts["share"]), both{share, share}
	}
	for i := range told {
		told[i] = strings.NewReplacer("{line}", itoa(line), "{n}", count[i]).Replace(told[i])
	}
	return told
}

// mostSaid is how many remarks a line may have.
const mostSaid = 5

// markFaults puts the compiler's words beside the lines that they are about, or marks the line that crashed.
func (p *sourcePanel) markFaults(s result.Solution) {
	if s.Compile.OK {
		if c := report.FirstFault(s); c != nil && c.Verdict == result.RE {
			p.mark(report.Fault{Line: report.OwnLine(*c, s.Path), Text: report.Crash(*c)})
		}
		return
	}
	for _, said := range report.CompilerFaults(s) {
		p.mark(said)
	}
}

func (p *sourcePanel) mark(said report.Fault) {
	if said.Line < 1 || said.Line > len(p.Lines) {
		return
	}
	line := &p.Lines[said.Line-1]
	line.Fault = true
	known := slices.ContainsFunc(line.Says, func(r report.Fault) bool { return r.Text.String() == said.Text.String() })
	if said.Text.Said() && !known && len(line.Says) < mostSaid {
		line.Says = append(line.Says, said)
	}
}
