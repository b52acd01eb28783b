package page

import (
	"encoding/binary"
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// sourcesView holds the sources. Each line tells how often it ran.
type sourcesView struct {
	Panels  []sourcePanel
	Groups  []say.Words // the problems that have a panel, if more than one
	Counted bool        // for any of them
	Most    both        // how often the hottest line of the first problem ran
	Finding say.Message
	heat    []heatData
	cases   []caseData
}

type sourcePanel struct {
	Index         int
	Group         int // the problem, as a number
	Problem, Name string
	Case          string // the case counted here, "" if none was
	Stopped       bool   // the counts end where the program was stopped
	Hottest       both   // which line ran most often; nothing if none is counted
	Lines         []sourceLine
	LinesCut      int
	Same          *int // the panel with the same source; then this panel has no lines of its own
}

// countTold says how often a line ran. It uses the same words as the script does for the other cases.
func countTold(key string, line int, n int64) both {
	told, count := spoken(scriptTexts[key]), inWords(n)
	for i := range told {
		told[i] = strings.NewReplacer("{line}", itoa(line), "{n}", count[i]).Replace(told[i])
	}
	return told
}

// Rows writes the lines as rows of a table. A template would make a page with 5,000 lines twice as slow.
func (p sourcePanel) Rows() template.HTML {
	var rows strings.Builder
	for _, line := range p.Lines {
		class, share := "", ""
		if line.Heat >= 0 {
			class = ` class="h` + strconv.Itoa(line.Heat) + `"`
		}
		if line.Share != "" {
			share = " <small>" + line.Share + "</small>"
		}
		fmt.Fprintf(&rows, "<tr%s><td><td>%s%s<td>%s\n", class, line.Count, share, line.Code)
	}
	return template.HTML(rows.String())
}

type sourceLine struct {
	Count string
	Share string // its share of all that ran in its file, if it is worth showing
	Heat  int    // 0 to 9, by the logarithm of the count; -1 for a line that did not run or has no code
	Code  template.HTML
}

// caseData is a case of a problem on which lines were counted.
type caseData struct {
	Name string `json:"name"`
	Most int64  `json:"most"` // how often the hottest line of all the solutions ran
}

// heatData lets the script recolour a panel for another case. Lines packs varints: for each case the number of lines, then
// for each line its count plus one, or 0 if it has no code.
type heatData struct {
	Group int    `json:"group"`
	Name  string `json:"name"`
	Cases []int  `json:"cases"` // numbers of its caseData
	Shown int    `json:"shown"`
	Work  int64  `json:"work"` // statements executed on the case shown
	Lines string `json:"lines"`
}

func viewSources(run result.Run, groups [][]result.Solution, room budget) sourcesView {
	var view sourcesView
	shown := map[string]int{} // by source: its panel
	for number, group := range groups {
		chosen, most := busiestCase(group), mostRuns(group)
		numbers := map[string]int{} // of a case
		for _, name := range slices.Sorted(maps.Keys(most)) {
			numbers[name] = len(view.cases)
			view.cases = append(view.cases, caseData{terminal.Escape(name), most[name]})
		}
		panels := len(view.Panels)
		for _, s := range group {
			if s.Source == "" || room.source <= 0 {
				continue
			}
			source := firstLines(clip(s.Source, room.source), mostLines)
			at, known := shown[s.Source]
			if !known {
				room.source -= len(source)
				shown[s.Source] = len(view.Panels)
			}
			panel, heat := viewSource(s, source, chosen, most[chosen], numbers)
			panel.Index, panel.Group, heat.Group = len(view.Panels), number, number
			panel.LinesCut = len(slices.Collect(strings.Lines(s.Source[len(source):])))
			if known {
				panel.Same, panel.Lines = &at, nil
			}
			if panel.Case != "" && !view.Counted {
				view.Counted, view.Most = true, countTold("times", 0, most[chosen])
			}
			view.Panels = append(view.Panels, panel)
			view.heat = append(view.heat, heat)
		}
		if len(view.Panels) > panels {
			view.Groups = append(view.Groups, problemName(group[0]))
		}
	}
	view.Finding = sourceFinding(run, groups)
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

func problemName(s result.Solution) say.Words {
	if s.Title.English == "" || s.Title.English == s.Problem {
		return say.Words{English: s.Problem}
	}
	id := s.Problem + " · "
	return say.Words{English: id + s.Title.In(say.English), Chinese: id + s.Title.In(say.Chinese)}
}

// busiestCase returns the case on which the solutions together executed most statements.
func busiestCase(group []result.Solution) string {
	sum := map[string]int64{}
	busiest := ""
	for _, s := range group {
		for _, c := range s.Cases {
			if c.Work != nil && len(c.Work.Lines) > 0 {
				sum[c.Case] += c.Work.Statements + 1
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sum)) {
		if busiest == "" || sum[name] > sum[busiest] {
			busiest = name
		}
	}
	return busiest
}

// sourceFinding returns the sentence about the widest gap in statements on the case that is shown first.
func sourceFinding(run result.Run, groups [][]result.Solution) say.Message {
	if len(groups) == 0 || len(groups[0]) == 1 {
		return say.Of("Source")
	}
	elsewhere := func(g report.Gap) bool { return g.Problem != groups[0][0].Problem || g.Case != busiestCase(groups[0]) }
	return report.Tell(run.Results, say.Of("The code, side by side"), slices.DeleteFunc(report.CaseGaps(run, report.Statements), elsewhere))
}

func viewSource(s result.Solution, source, chosen string, most int64, numbers map[string]int) (sourcePanel, heatData) {
	panel := sourcePanel{Problem: s.Problem, Name: s.Solution}
	heat := heatData{Name: terminal.Escape(s.Solution), Cases: []int{}}
	var counts []int64
	var packed []byte
	for _, c := range s.Cases {
		if c.Work == nil || len(c.Work.Lines) == 0 {
			continue
		}
		if c.Case == chosen {
			panel.Case, counts, heat.Shown, heat.Work = c.Case, c.Work.Lines, len(heat.Cases), c.Work.Statements
			panel.Stopped = c.Work.Stopped > 0
		}
		heat.Cases = append(heat.Cases, numbers[c.Case])
		packed = binary.AppendUvarint(packed, uint64(len(c.Work.Lines)))
		for _, n := range c.Work.Lines {
			packed = binary.AppendUvarint(packed, uint64(n+1))
		}
	}
	heat.Lines = result.Pack(packed)
	var sum, hottest int64
	for i, n := range counts {
		sum += max(n, 0)
		if n > hottest {
			hottest, panel.Hottest = n, countTold("hottest", i+1, n)
		}
	}
	for i, code := range colourCode(source, s.Language) {
		line := sourceLine{Heat: -1, Code: code}
		if i < len(counts) && counts[i] >= 0 {
			line.Count, line.Heat = terminal.Thousands(counts[i]), heatOf(counts[i], most)
			if share := float64(counts[i]) / float64(max(sum, 1)); share >= 0.005 {
				line.Share = strconv.Itoa(int(100*share+0.5)) + " %"
			}
		}
		panel.Lines = append(panel.Lines, line)
	}
	return panel, heat
}

// mostRuns returns, by case, the largest count of a line in any solution. It is the end of the scale that colours all
// of them.
func mostRuns(group []result.Solution) map[string]int64 {
	most := map[string]int64{}
	for _, s := range group {
		for _, c := range s.Cases {
			if c.Work != nil && len(c.Work.Lines) > 0 {
				most[c.Case] = max(most[c.Case], slices.Max(c.Work.Lines))
			}
		}
	}
	return most
}

// inWords writes a count for the place before "times" or 次: 310 million, 3.1 亿.
func inWords(n int64) both {
	english, chinese := terminal.Thousands(n), terminal.Thousands(n)+" "
	for _, u := range []struct {
		least float64
		unit  float64
		name  string
	}{{999.5e6, 1e9, " billion"}, {999.5e3, 1e6, " million"}, {1e4, 1e3, " thousand"}} {
		if float64(n) >= u.least {
			english = threeFigures(float64(n)/u.unit) + u.name
			break
		}
	}
	for _, u := range []struct {
		least float64
		name  string
	}{{1e8, "亿"}, {1e4, "万"}} {
		if float64(n) >= u.least {
			chinese = threeFigures(float64(n)/u.least) + " " + u.name
			break
		}
	}
	return both{english, chinese}
}

func threeFigures(x float64) string {
	s := strconv.FormatFloat(x, 'g', 3, 64)
	if x >= 999.5 {
		return terminal.Thousands(int64(x + 0.5))
	}
	return s
}

// heatOf returns the colour step of a count, 0 to 9, by its logarithm. The script calculates the same.
func heatOf(n, most int64) int {
	if n <= 0 {
		return -1
	}
	if most <= 1 {
		return 0
	}
	return int(math.Round(9 * math.Log(float64(n)) / math.Log(float64(most))))
}
