package page

import (
	"math"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// plot is one picture, with a sentence on how to read it and a table of the same values.
type plot struct {
	ID                   string
	Title, Describe, How say.Message
	Drawing              drawing
	Head                 []both
	Rows                 [][]string
	RowsCut              int
}

// drawPlots makes the plots of one problem. A plot without values is left out.
func drawPlots(id string, solutions []result.Solution, room budget) []plot {
	var plots []plot
	slots := inColour(solutions)
	for _, gather := range []func([]result.Solution, []int) (plot, chart, bool){ratioPlot, timePlot, cactusPlot, workPlot, memoryPlot} {
		p, c, ok := gather(solutions, slots)
		if !ok {
			continue
		}
		tall := 420
		if c.Y.Names != nil {
			tall = 100 + 34*len(c.Y.Names)
		}
		p.ID = id + "-" + p.ID
		p.Drawing = c.draw(860, tall, room.points)
		if keep := max(room.cells/max(len(p.Head), 1), 1); len(p.Rows) > keep {
			p.RowsCut = len(p.Rows) - keep
			p.Rows = p.Rows[:keep]
		}
		plots = append(plots, p)
	}
	return plots
}

// packTips packs the texts of the marks, in the order of the marks in the page. They are packed because they repeat the
// names of all cases.
func packTips(problems []*problemView) string {
	var tips []string
	for _, p := range problems {
		for _, one := range p.Plots {
			for _, s := range one.Drawing.Series {
				for _, m := range s.Marks {
					tips = append(tips, m.Tip)
				}
			}
		}
	}
	return result.Pack([]byte(strings.Join(tips, "\x00")))
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

// trimmedTime writes a time on an axis. These times are round: 1 ms, 20 ms, not 1.00 ms.
func trimmedTime(ms float64) string {
	number, unit, _ := strings.Cut(terminal.Duration(time.Duration(ms*1e6+0.5)), " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number + " " + unit
}

// tip returns the text of a mark. It leaves out the name of the solution, because the series has it.
func tip(c result.Case, more string) string {
	s := terminal.Escape(c.Case) + "\n" + string(c.Verdict) + " · " + more
	if c.Kept {
		s += " · kept"
	} else if c.Contended {
		s += " · contended"
	}
	return s
}

func heads(all ...say.Message) (list []both) {
	for _, m := range all {
		list = append(list, spoken(m))
	}
	return list
}

// shortNames returns the names of cases without their groups. It keeps the groups if two names would be the same.
func shortNames(names []string) (short []string) {
	taken := map[string]bool{}
	for _, name := range names {
		last := path.Base(name)
		short, taken[last] = append(short, last), true
	}
	if len(taken) == len(names) {
		return short
	}
	for i, name := range names {
		short[i] = strings.TrimPrefix(name, "secret/")
	}
	return short
}

// timePlot draws CPU time by case, with the cases ordered from quick to slow.
func timePlot(solutions []result.Solution, slots []int) (plot, chart, bool) {
	order := casesByTime(solutions)
	c := chart{Shape: asDots, X: axis{Title: say.Of("cases, from quick to slow →"), Names: []string{}}, Y: axis{Title: say.Of("CPU time ↑"), Log: true, Label: trimmedTime}}
	p := plot{ID: "time", Title: say.Of("CPU time of each case"), Describe: say.Of("Cases from left to right, ordered by their median time; CPU time upwards on a log scale; a mark for each solution."), How: say.Of("The scale multiplies: going up by the same length is the same number of times slower. A solution whose marks stay at one height spends its time on starting up, whatever the case; marks that rise to the right are cases that are hard for its idea. Hollow marks were not accepted; an upright stroke spans the runs of a case that ran several times, from the shortest to the longest.")}
	place := map[string]int{}
	short := shortNames(order)
	for i, name := range order {
		place[name] = i
		c.X.Names = append(c.X.Names, terminal.Escape(short[i]))
	}
	var values []float64
	limit := sharedLimit(solutions)
	for i, s := range solutions {
		line := series{Index: i, Slot: slots[i], Name: terminal.Escape(s.Solution)}
		for _, k := range s.Cases {
			at, known := place[k.Case]
			if !known || !report.Timed(k) {
				continue
			}
			line.Points = append(line.Points, timePoint(at, k))
			values = append(values, milliseconds(k.CPU))
			if low, high := extremes(k); low > 0 {
				values = append(values, milliseconds(low), milliseconds(high))
			}
		}
		sort.SliceStable(line.Points, func(a, b int) bool { return line.Points[a].X < line.Points[b].X })
		c.Series = append(c.Series, line)
	}
	c.Y.widen(values)
	if limit > 0 {
		c.Limit, c.Tag = milliseconds(limit), trimmedTime(milliseconds(limit))
		if c.Limit > c.Y.Hi && c.Limit < c.Y.Hi*10 {
			c.Y.Hi = c.Limit * 1.15
		}
	}
	return p, c, len(order) > 0
}

// extremes returns the shortest and the longest of a case's runs, both 0 if it ran once.
func extremes(c result.Case) (low, high time.Duration) {
	if len(c.Samples) < 2 {
		return 0, 0
	}
	return slices.Min(c.Samples), slices.Max(c.Samples)
}

// timePoint is a case in the plot of times.
func timePoint(at int, c result.Case) dot {
	low, high := extremes(c)
	words := terminal.Duration(c.CPU)
	if high > 0 {
		words += " (" + terminal.Duration(low) + " – " + terminal.Duration(high) + ")"
	}
	return dot{X: float64(at), Y: milliseconds(c.CPU), Tip: tip(c, words), Hollow: c.Verdict != result.AC, Low: milliseconds(low), High: milliseconds(high)}
}

// sharedLimit returns the CPU limit if all solutions had the same one, else 0.
func sharedLimit(solutions []result.Solution) time.Duration {
	limit := solutions[0].Limits.CPU
	for _, s := range solutions {
		if s.Limits.CPU != limit {
			return 0
		}
	}
	return limit
}

// casesByTime orders the timed cases by the median of their times over the solutions.
func casesByTime(solutions []result.Solution) []string {
	times := map[string][]float64{}
	var order []string
	for _, s := range solutions {
		for _, c := range s.Cases {
			if !report.Timed(c) {
				continue
			}
			if times[c.Case] == nil {
				order = append(order, c.Case)
			}
			times[c.Case] = append(times[c.Case], milliseconds(c.CPU))
		}
	}
	medians := map[string]float64{}
	for name, t := range times {
		sort.Float64s(t)
		medians[name] = (t[(len(t)-1)/2] + t[len(t)/2]) / 2
	}
	sort.SliceStable(order, func(i, j int) bool { return medians[order[i]] < medians[order[j]] })
	return order
}

// cactusPlot draws how many cases each solution solves within a given time for each case.
func cactusPlot(solutions []result.Solution, slots []int) (plot, chart, bool) {
	c := chart{Shape: asSteps, X: axis{Title: say.Of("cases solved →"), Label: shortCount, Whole: true}, Y: axis{Title: say.Of("within this time ↑"), Log: true, Label: trimmedTime}}
	p := plot{ID: "cactus", Title: say.Of("Cases solved within a time"), Describe: say.Of("For each solution, its accepted cases from quickest to slowest: how many it solves if each may take the time on the vertical, logarithmic axis."), How: say.Of("Pick a time limit on the left and go right to a line: that is how many cases the solution solves within it. The lower and the farther right a line runs, the better."),
		Head: heads(say.Of("Solution"), say.Of("Solved"), say.Of("Quickest"), say.Of("Median"), say.Of("Slowest"), say.Of("Sum"))}
	var values []float64
	most := 0
	for i, s := range solutions {
		var solved []result.Case
		var sum time.Duration
		tried := 0
		for _, k := range s.Cases {
			if k.Verdict != result.SK {
				tried++
			}
			if k.Verdict == result.AC && report.Timed(k) {
				solved = append(solved, k)
				sum += k.CPU
			}
		}
		sort.SliceStable(solved, func(a, b int) bool { return solved[a].CPU < solved[b].CPU })
		line := series{Index: i, Slot: slots[i], Name: terminal.Escape(s.Solution)}
		for n, k := range solved {
			line.Points = append(line.Points, dot{X: float64(n + 1), Y: milliseconds(k.CPU), Tip: tip(k, "#"+itoa(n+1)+" · "+terminal.Duration(k.CPU))})
			values = append(values, milliseconds(k.CPU))
		}
		c.Series = append(c.Series, line)
		most = max(most, len(solved))
		row := []string{terminal.Escape(s.Solution), itoa(len(solved)) + " / " + itoa(tried), "–", "–", "–", "–"}
		if n := len(solved); n > 0 {
			row = append(row[:2], terminal.Duration(solved[0].CPU), terminal.Duration((solved[(n-1)/2].CPU+solved[n/2].CPU)/2), terminal.Duration(solved[n-1].CPU), terminal.Duration(sum))
		}
		p.Rows = append(p.Rows, row)
	}
	c.Y.widen(values)
	c.X.Lo, c.X.Hi = 0, float64(most)
	return p, c, most > 1
}

// workPlot draws CPU time against the size of the search, for the solutions whose work was counted.
func workPlot(solutions []result.Solution, slots []int) (plot, chart, bool) {
	c := chart{Shape: asMarks, X: axis{Title: say.Of("search nodes →"), Log: true, Label: shortCount}, Y: axis{Title: say.Of("CPU time ↑"), Log: true, Label: trimmedTime}}
	p := plot{ID: "work", Title: say.Of("CPU time against search nodes"), Describe: say.Of("A mark for every case of every solution whose work was counted: calls of its recursive function to the right, CPU time upwards, both on log scales."), How: say.Of("Nodes are counted, not timed: the calls of the recursive function, the same on every machine. A mark farther left searched less; of two marks one above the other, the higher pays more for each node. Flat at the left means start-up outweighs the search. What does not recurse is in the table only, which has nodes / statements."),
		Head: heads(say.Of("Case"))}
	var xs, ys []float64
	row := p.caseRows(solutions)
	for i, s := range solutions {
		line := series{Index: i, Slot: slots[i], Name: terminal.Escape(s.Solution)}
		for _, k := range s.Cases {
			if k.Work == nil {
				continue
			}
			nodes := k.Work.Nodes
			p.Rows[row[k.Case]][i+1] = terminal.Thousands(nodes) + " / " + terminal.Thousands(k.Work.Statements)
			if nodes < 1 || k.Work.Stopped > 0 || !report.Timed(k) {
				continue
			}
			line.Points = append(line.Points, dot{X: float64(nodes), Y: milliseconds(k.CPU), Tip: tip(k, terminal.Thousands(nodes)+" → "+terminal.Duration(k.CPU)), Hollow: k.Verdict != result.AC})
			xs, ys = append(xs, float64(nodes)), append(ys, milliseconds(k.CPU))
		}
		c.Series = append(c.Series, line)
	}
	c.X.widen(xs)
	c.Y.widen(ys)
	return p, c, len(xs) > 0
}

// caseRows makes a table with a row for each case and a column for each solution. It also returns the index of each row.
func (p *plot) caseRows(solutions []result.Solution) (at map[string]int) {
	at = map[string]int{}
	for _, s := range solutions {
		name := terminal.Escape(s.Solution)
		p.Head = append(p.Head, both{name, name})
	}
	for i, c := range report.CaseOrder(solutions) {
		at[c.Case] = i
		row := slices.Repeat([]string{"–"}, len(solutions)+1)
		row[0] = terminal.Escape(c.Case)
		p.Rows = append(p.Rows, row)
	}
	return at
}

// memoryPlot draws the peak memory of every case, by solution.
func memoryPlot(solutions []result.Solution, slots []int) (plot, chart, bool) {
	c := chart{Shape: asBars, X: axis{Title: say.Of("peak memory →"), Label: showMiB}, Y: axis{Names: []string{}}}
	p := plot{ID: "memory", Title: say.Of("Peak memory"), Describe: say.Of("A bar for each solution up to its highest peak, and a mark for every case."), How: say.Of("Most of a short bar is the language's own runtime. Marks that lie together mean memory does not depend on the case; marks drawn apart mean it does."),
		Head: heads(say.Of("Solution"), say.Of("Least"), say.Of("Median"), say.Of("Most"), say.Of("Limit"))}
	most := 0.0
	for i, s := range solutions {
		c.Y.Names = append(c.Y.Names, terminal.Escape(s.Solution))
		line := series{Index: i, Slot: slots[i], Name: terminal.Escape(s.Solution)}
		var peaks []int64
		for _, k := range s.Cases {
			if k.PeakKiB <= 0 {
				continue
			}
			peaks = append(peaks, k.PeakKiB)
			mib := float64(k.PeakKiB) / 1024
			most = max(most, mib)
			line.Points = append(line.Points, dot{X: mib, Y: float64(i), Tip: tip(k, terminal.Size(k.PeakKiB*1024)), Hollow: k.Verdict != result.AC})
		}
		c.Series = append(c.Series, line)
		slices.Sort(peaks)
		row := []string{terminal.Escape(s.Solution), "–", "–", "–", "–"}
		if n := len(peaks); n > 0 {
			row = append(row[:1], terminal.Size(peaks[0]*1024), terminal.Size((peaks[(n-1)/2]+peaks[n/2])*512), terminal.Size(peaks[n-1]*1024), "–")
		}
		if s.Limits.Memory > 0 {
			row[4] = terminal.Size(s.Limits.Memory)
		}
		p.Rows = append(p.Rows, row)
	}
	c.X.Lo, c.X.Hi = 0, rounded(most*1.02, math.Ceil)
	return p, c, most > 0
}

// showMiB writes an amount of memory on an axis.
func showMiB(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) + " MiB" }
