package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// plot is one picture, with a sentence on how to read it.
type plot struct {
	ID                   string
	Title, Describe, How say.Message
	chart
	Drawing drawing
}

// drawPlots makes the plots of one problem. A plot without values is left out.
func drawPlots(id string, solutions []result.Solution, room budget) []plot {
	var plots []plot
	slots := inColour(solutions)
	for _, gather := range []func([]result.Solution, []int) (plot, bool){ratioPlot, timePlot, memoryPlot} {
		p, ok := gather(solutions, slots)
		if !ok {
			continue
		}
		tall := 420
		if p.Y.Names != nil {
			tall = 100 + 34*len(p.Y.Names)
		}
		p.ID = id + "-" + p.ID
		p.Drawing = p.chart.draw(860, tall, room.points)
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

// timePlot draws CPU time by case, with the cases ordered from quick to slow.
func timePlot(solutions []result.Solution, slots []int) (plot, bool) {
	order := casesByTime(solutions)
	c := chart{X: axis{Title: say.Of("cases, from quick to slow →"), Names: []string{}}, Y: axis{Title: say.Of("CPU time ↑"), Log: true, Label: trimmedTime}}
	p := plot{ID: "time", Title: say.Of("CPU time of each case"), Describe: say.Of("Cases from left to right, ordered by the sum of their times; CPU time upwards on a log scale; a mark for each solution."), How: say.Of("The scale multiplies: going up by the same length is the same number of times slower. A solution whose marks stay at one height spends its time on starting up, whatever the case; marks that rise to the right are cases that are hard for its idea. Hollow marks were not accepted; an upright stroke spans the runs of a case that ran several times, from the shortest to the longest.")}
	place := map[string]int{}
	for i, name := range order {
		place[name] = i
		c.X.Names = append(c.X.Names, terminal.Escape(strings.TrimPrefix(name, "secret/")))
	}
	var values []float64
	for i, s := range solutions {
		line := series{Index: i, Slot: slots[i]}
		for _, k := range s.Cases {
			if !report.Timed(k) {
				continue
			}
			one := timePoint(place[k.Case], k)
			line.Marks = append(line.Marks, one)
			y := milliseconds(k.CPU)
			values = append(values, y, cmp.Or(one.Low, y), cmp.Or(one.High, y))
		}
		c.Series = append(c.Series, line)
	}
	c.Y.widen(values)
	if limit := milliseconds(sharedLimit(solutions)); limit > 0 {
		c.Limit, c.Tag = limit, trimmedTime(limit)
		if limit > c.Y.Hi && limit < c.Y.Hi*10 {
			c.Y.Hi = limit * 1.15
		}
	}
	p.chart = c
	return p, len(order) > 0
}

// timePoint is a case in the plot of times.
func timePoint(at int, c result.Case) dot {
	d := dot{X: coord(at), Y: coord(milliseconds(c.CPU)), Hollow: c.Verdict != result.AC}
	words := terminal.Duration(c.CPU)
	if len(c.Samples) > 1 {
		low, high := slices.Min(c.Samples), slices.Max(c.Samples)
		words += " (" + terminal.Duration(low) + " – " + terminal.Duration(high) + ")"
		d.Low, d.High = milliseconds(low), milliseconds(high)
	}
	d.Tip = tip(c, words)
	return d
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

// casesByTime orders the timed cases by the sum of their times over the solutions.
func casesByTime(solutions []result.Solution) (order []string) {
	sums := map[string]time.Duration{}
	for _, s := range solutions {
		for _, c := range s.Cases {
			if _, known := sums[c.Case]; !known && report.Timed(c) {
				order = append(order, c.Case)
			}
			if report.Timed(c) {
				sums[c.Case] += c.CPU
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(sums[a], sums[b]) })
	return order
}

// memoryPlot draws the peak memory of every case, by solution.
func memoryPlot(solutions []result.Solution, slots []int) (plot, bool) {
	c := chart{X: axis{Title: say.Of("peak memory →"), Label: showMiB}, Y: axis{Names: []string{}}}
	p := plot{ID: "memory", Title: say.Of("Peak memory"), Describe: say.Of("A row for each solution, and a mark for every case."), How: say.Of("Most of a small peak is the language's own runtime. Marks that lie together mean memory does not depend on the case; marks drawn apart mean it does.")}
	most := 0.0
	for i, s := range solutions {
		c.Y.Names = append(c.Y.Names, terminal.Escape(s.Solution))
		line := series{Index: i, Slot: slots[i]}
		for _, k := range s.Cases {
			if k.PeakKiB <= 0 {
				continue
			}
			mib := float64(k.PeakKiB) / 1024
			most = max(most, mib)
			line.Marks = append(line.Marks, dot{X: coord(mib), Y: coord(i), Tip: tip(k, terminal.Size(k.PeakKiB*1024)), Hollow: k.Verdict != result.AC})
		}
		c.Series = append(c.Series, line)
	}
	c.X.Hi = measure.RoundUp(most * 1.02)
	p.chart = c
	return p, most > 0
}

// showMiB writes an amount of memory on an axis.
func showMiB(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) + " MiB" }
