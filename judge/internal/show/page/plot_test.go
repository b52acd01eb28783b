package page

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/samples"
)

func TestTicksAreRoundAndFew(t *testing.T) {
	for _, c := range []struct {
		name string
		axis axis
		most int
		want []float64
	}{
		{"decades", axis{Log: true, Lo: 0.5, Hi: 2000}, 8, []float64{0.5, 10, 100, 2000}},
		{"less than a decade", axis{Log: true, Lo: 1, Hi: 10}, 8, []float64{1, 2, 5, 10}},
		{"many decades", axis{Log: true, Lo: 1, Hi: 1e9}, 5, []float64{1, 1e2, 1e4, 1e6, 1e9}},
		{"from nought", axis{Lo: 0, Hi: 61}, 8, []float64{0, 10, 20, 30, 40, 50, 61}},
		{"as many steps as may be", axis{Lo: 0, Hi: 10}, 5, []float64{0, 2, 4, 6, 8, 10}},
		{"whole numbers", axis{Lo: 0, Hi: 3, Whole: true}, 8, []float64{0, 1, 2, 3}},
	} {
		if diff := cmp.Diff(c.want, c.axis.ticks(c.most)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if small := c.axis.minor(); (small != nil) != (c.axis.Log && c.axis.Hi < 1e9) {
			t.Errorf("%s: small ticks at %v", c.name, small)
		}
	}
}

func TestLabelsDoNotCoverEachOther(t *testing.T) {
	for name, ys := range map[string][]float64{"all alike": {50, 50, 50, 50}, "at the foot": {299, 300, 298}, "at the top": {0, 1, 2}, "apart": {10, 100, 200}} {
		var wishes []wish
		for _, y := range ys {
			wishes = append(wishes, wish{y: y, placed: y})
		}
		spread(wishes, 0, 300)
		for i, w := range wishes {
			if w.placed < 0 || w.placed > 300 || i > 0 && w.placed-wishes[i-1].placed < lineHigh {
				t.Errorf("%s: label %d stands at %v among %v", name, i, w.placed, wishes)
			}
			if name == "apart" && w.placed != w.y {
				t.Errorf("label %d was moved from %v to %v without need", i, w.y, w.placed)
			}
		}
	}
}

func TestMarksStandWithinTheirPlot(t *testing.T) {
	for _, p := range drawPlots("p0", samples.Large(8, 60).Results, budget{cells: 8000, points: 1500}) {
		d := p.Drawing
		if len(d.XTicks) == 0 || len(d.YTicks) == 0 {
			t.Errorf("%s: no ticks", p.ID)
		}
		for _, s := range d.Series {
			if len(s.Marks) == 0 {
				t.Errorf("%s has no marks of %s", p.ID, s.Name)
			}
			for _, m := range s.Marks {
				if m.X < d.Left || m.X > d.Right || m.Y < d.Top || m.Y > d.Bottom {
					t.Fatalf("%s: %q stands at %v, %v outside its plot", p.ID, m.Tip, m.X, m.Y)
				}
			}
		}
		for i := 1; i < len(d.YTicks); i++ {
			if gap := math.Abs(float64(d.YTicks[i].At - d.YTicks[i-1].At)); gap < 14 {
				t.Errorf("%s: ticks %q and %q stand %v apart", p.ID, d.YTicks[i-1].Label, d.YTicks[i].Label, gap)
			}
		}
	}
}

// TestPointsOfManySolutions: beyond the budget, all points of a grey series are one path. A limit outside the plot is
// not drawn.
func TestPointsOfManySolutions(t *testing.T) {
	for points, want := range map[int]string{1: "2 0, 0 3, ", 1000: "2 0, 3 0, "} {
		c := chart{X: axis{Hi: 9, Label: showMiB}, Y: axis{Hi: 9, Label: showMiB}, Shape: asMarks, Series: []series{{Slot: -1, Name: "a name of nobody in colour", Points: make([]dot, 3)}, {Slot: 0, Points: make([]dot, 2)}}}
		got := ""
		drawn := c.draw(400, 400, points)
		if drawn.Right != 400-22 {
			t.Errorf("the plot ends at %v, for a name that is not shown", drawn.Right)
		}
		for _, s := range slices.Backward(drawn.Series) {
			got += fmt.Sprint(len(s.Marks), " ", strings.Count(s.Dots, "M"), ", ")
		}
		if got != want {
			t.Errorf("of %d points, marks and dots are %s, want %s", points, got, want)
		}
	}
	for limit, want := range map[float64]string{0: "", 0.5: "", 1: "here", 5: "here", 10: "here", 11: ""} {
		if got := (chart{X: axis{Hi: 1, Label: showMiB}, Y: axis{Log: true, Lo: 1, Hi: 10, Label: showMiB}, Limit: limit, Tag: "here"}).draw(400, 400, 9).LimitTag; got != want {
			t.Errorf("a limit of %v is drawn as %q", limit, got)
		}
	}
}

func TestRangesOfRepeatedRunsAreDrawn(t *testing.T) {
	run := samples.Large(1, 2)
	run.Results[0].Cases[0].Samples = []time.Duration{3 * time.Millisecond, time.Millisecond, 2 * time.Millisecond}
	run.Results[0].Cases[0].CPU = 2 * time.Millisecond
	page := makePage(t, HTML, run, shown{})
	if n := strings.Count(page, `class="range"`); n != 1 {
		t.Errorf("%d ranges, want one", n)
	}
	for _, p := range drawPlots("p0", run.Results, wholeRoom) {
		if p.ID == "p0-time" && !strings.Contains(fmt.Sprint(p.Drawing.Series), "2.00 ms (1.00 ms – 3.00 ms)") {
			t.Errorf("the range is not told in words: %q", fmt.Sprint(p.Drawing.Series))
		}
	}
}

func TestHTMLEveryPlotHasTitleDescriptionSentenceAndTable(t *testing.T) {
	page := makePage(t, HTML, samples.Large(3, 8), sampleExtras())
	plots := regexp.MustCompile(`(?s)<figure class="plot".*?</figure>`).FindAllString(page, -1)
	if len(plots) != 4 {
		t.Fatalf("%d plots, want time, cactus, work and memory", len(plots))
	}
	for _, p := range plots {
		id := between(t, p, `id="`, `"`)
		for _, want := range []string{"<h4 id=", "<title data-zh=", "<desc data-zh=", `<figcaption><span lang="en">`, `role="img"`} {
			if !strings.Contains(p, want) {
				t.Errorf("%s has no %s", id, want)
			}
		}
		if rows := strings.Count(p, "<tr>"); rows < 4 && id != "plot-p0-time" { // the table of the verdicts has it, too
			t.Errorf("the table of %s has %d rows", id, rows)
		}
	}
}

func TestHTMLWorkPlotOnlyWhereWorkWasCounted(t *testing.T) {
	run := samples.Large(2, 4)
	for _, s := range run.Results {
		for i := range s.Cases {
			s.Cases[i].Work = nil
		}
	}
	page := makePage(t, HTML, run, shown{})
	if strings.Contains(page, `-work"`) {
		t.Error("there is a plot of work that nobody counted")
	}
	if strings.Contains(page, "heatscale\"") || !strings.Contains(page, "Nothing could be counted here") {
		t.Error("there is a scale of heat where there is none")
	}
}

func TestRatiosOfRepeatedRuns(t *testing.T) {
	run := samples.Large(3, 1)
	if _, _, ok := ratioPlot(run.Results, inColour(run.Results)); ok {
		t.Error("ratios of single runs")
	}
	for i := range run.Results {
		c := &run.Results[i].Cases[0]
		for k := range 9 {
			c.Samples = append(c.Samples, time.Duration(i+1)*time.Millisecond+time.Duration(k)*time.Microsecond)
		}
		c.CPU, c.Verdict = c.Samples[4], result.AC
	}
	got, drawn, ok := ratioPlot(run.Results, inColour(run.Results))
	name := run.Results[0].Cases[0].Case
	if want := [][]string{{everyCase, "naive", "2", "1.99", "2", "9"}, {everyCase, "hidden", "2.99", "2.99", "3", "9"}, {name, "naive", "2", "1.99", "2", "9"}, {name, "hidden", "2.99", "2.99", "3", "9"}}; !ok || !cmp.Equal(got.Rows, want) {
		t.Errorf("got %v, want %v", got.Rows, want)
	}
	if p := drawn.Series[2].Points; len(p) != 2 || p[1].Y != 1 || p[1].Hollow || p[1].Low > p[1].X || p[1].High < p[1].X || p[1].Low < 2.9 {
		t.Errorf("hidden is drawn as %+v", p)
	}
	told := say.Of("%s is %s faster than %s on %s", "lowbit", "2 x", "naive", name)
	for _, tt := range []struct {
		extras      Extras
		row, inTurn bool
	}{{Extras{}, true, false}, {Extras{Compared: map[string]Told{"acwing166": {Overall: []say.Message{told}}}}, false, true}} {
		page := makePage(t, HTML, run, shown{Extras: tt.extras})
		for want, present := range map[string]bool{"Times as long as the quickest": true, "were taken in a row": tt.row, "<h1><span lang=\"en\">" + told.String(): tt.inTurn, "<li><span lang=\"en\">" + told.String(): tt.inTurn} {
			if strings.Contains(page, want) != present {
				t.Errorf("%q is on the page: %t", want, !present)
			}
		}
	}
}

func TestWhoIsInColour(t *testing.T) {
	for n, want := range map[int]int{1: 1, hues: hues, hues + 1: telling, 40: telling} {
		seen := map[int]bool{}
		for _, slot := range inColour(samples.Large(n, 3).Results) {
			if slot >= 0 && seen[slot] {
				t.Errorf("of %d, two have colour %d", n, slot)
			}
			if slot >= 0 {
				seen[slot] = true
			}
		}
		if len(seen) != want {
			t.Errorf("of %d, %d are in colour, want %d", n, len(seen), want)
		}
	}
}

// TestEdgesOfPlots: two runs have a range, one node is work, and no limit is none.
func TestEdgesOfPlots(t *testing.T) {
	for n, want := range []time.Duration{0, 0, 7, 7} {
		c := result.Case{Samples: []time.Duration{7, 3, 5}[:n]}
		if _, high := extremes(c); high != want {
			t.Errorf("the longest of %d runs is %v, want %v", n, high, want)
		}
	}
	for nodes, want := range []int{0, 1, 1} {
		s := result.Solution{Cases: []result.Case{{Case: "a", Verdict: result.AC, CPU: time.Millisecond, PeakKiB: 2048, Work: &result.Work{Nodes: int64(nodes)}}}}
		if _, c, _ := workPlot([]result.Solution{s}, []int{0}); len(c.Series[0].Points) != want {
			t.Errorf("%d nodes make %d points, want %d", nodes, len(c.Series[0].Points), want)
		}
		s.Limits.Memory = int64(nodes) << 20
		if p, _, _ := memoryPlot([]result.Solution{s}, []int{0}); (p.Rows[0][4] == "–") != (nodes == 0) {
			t.Errorf("a limit of %d MiB is told as %s", nodes, p.Rows[0][4])
		}
	}
	if widest := (axis{Log: true, Lo: 1, Hi: 1e6}).minor(); len(widest) == 0 {
		t.Error("six powers of ten have no places between them")
	}
	if small := (axis{Log: true, Lo: 1, Hi: 100}).minor(); small[0] != 1 || small[len(small)-1] != 90 {
		t.Errorf("from 1 to 100, small ticks at %v", small)
	}
	ran := func(name string, cpu time.Duration, verdicts ...result.Verdict) (s result.Solution) {
		s.Solution = name
		for _, v := range verdicts {
			s.Cases = append(s.Cases, result.Case{Verdict: v, CPU: cpu, Samples: []time.Duration{cpu, cpu}})
		}
		return s
	}
	if best := quickestOf([]result.Solution{ran("wrong", 1, result.WA, result.AC), ran("slow", 9, result.AC, result.AC), ran("quick", 5, result.AC, result.AC), ran("half", 2, result.WA, result.AC)}); best.Solution != "quick" {
		t.Errorf("the quickest is %s", best.Solution)
	}
}

// The page is small and quick to make.
func TestSizes(t *testing.T) {
	for _, tt := range []struct{ solutions, cases, most int }{{8, 60, 1_000_000}, {40, 60, 1_500_000}} {
		if page := makePage(t, HTML, samples.Large(tt.solutions, tt.cases), sampleExtras()); len(page) > tt.most {
			t.Errorf("%d solutions on %d cases make a page of %d bytes, want at most %d", tt.solutions, tt.cases, len(page), tt.most)
		}
	}
}
