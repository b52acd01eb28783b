package report

import (
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// chart is values to be drawn; draw turns it into a drawing of a given size. It is pure arithmetic:
// what the values mean, and how the page shows a drawing, is known elsewhere.
type chart struct {
	X, Y   axis
	Series []series
	Shape  chartShape
	Limit  float64 // a dashed line across, on the Y axis; 0 for none
	Tag    string  // what is written at it
}

type chartShape int

const (
	asLines chartShape = iota // points asLines by a line
	asSteps                   // points asLines by steps
	asMarks                   // points alone
	asBars                    // a bar from zero to the farthest point of each series
)

type series struct {
	Index  int // its colour and marker
	Name   string
	Points []dot
}

type dot struct {
	X, Y   float64
	Tip    string
	Hollow bool // not an accepted answer
}

type axis struct {
	Title  phrase
	Log    bool
	Lo, Hi float64
	Label  func(float64) string
	Names  []string // for an axis of names: value i is Names[i]
	Whole  bool     // whole numbers only
}

// drawing is a chart with every coordinate decided.
type drawing struct {
	Class                    string
	W, H                     int
	Left, Top, Right, Bottom coord
	XTicks, YTicks           []tick
	XTitle, YTitle           phrase
	Slanted                  bool
	Lines                    []drawnLine
	Marks                    []drawnMark
	Labels                   []drawnLabel
	LimitAt                  coord
	LimitTag                 string
}

// coord is a coordinate; a tenth of a unit is as fine as anyone sees.
type coord float64

func (c coord) String() string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(c), 'f', 1, 64), ".0")
}

// TickX and TickY are where the labels of the ticks stand: left of the plot, and below it.
func (d drawing) TickX() coord { return d.Left - 8 }
func (d drawing) TickY() coord { return d.Bottom + 16 }

type tick struct {
	At    coord
	Label string
}

type drawnLine struct {
	Series int
	D      string
	Bar    bool
	Leader bool
}

type drawnMark struct {
	X, Y   coord
	Series int
	Shape  int
	Hollow bool
	Tip    string
}

type drawnLabel struct {
	X, Y   coord
	Series int
	Text   string
	End    bool // the text ends here, rather than begins
}

// widen makes a log axis hold every value, and a tenth more of its length at each end.
func (a *axis) widen(values []float64) {
	a.Lo, a.Hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		a.Lo, a.Hi = min(a.Lo, v), max(a.Hi, v)
	}
	if len(values) == 0 {
		a.Lo, a.Hi = 1, 10
	}
	if a.Hi/a.Lo < 2 {
		a.Lo, a.Hi = a.Lo/1.6, a.Hi*1.6
	}
	slack := math.Pow(a.Hi/a.Lo, 0.05)
	a.Lo, a.Hi = a.Lo/slack, a.Hi*slack
}

func (a axis) share(v float64) float64 {
	if a.Log {
		return math.Log(v/a.Lo) / math.Log(a.Hi/a.Lo)
	}
	return (v - a.Lo) / (a.Hi - a.Lo)
}

// ticks are round values on the axis, not more than about most of them.
func (a axis) ticks(most int) []float64 {
	if a.Names != nil {
		all := make([]float64, len(a.Names))
		for i := range all {
			all[i] = float64(i)
		}
		return all
	}
	if a.Log {
		return a.logTicks(most)
	}
	step := math.Pow(10, math.Floor(math.Log10((a.Hi-a.Lo)/float64(most))))
	for _, f := range []float64{1, 2, 5, 10} {
		if step*f*float64(most) >= a.Hi-a.Lo {
			step *= f
			break
		}
	}
	if a.Whole {
		step = max(1, math.Round(step))
	}
	var at []float64
	for i := math.Ceil(a.Lo / step); i*step <= a.Hi; i++ {
		at = append(at, math.Round(i*step*1e6)/1e6) // so that 3 x 0.1 is written 0.3
	}
	return at
}

// logTicks are powers of ten; where there are hardly any, 2 and 5 times them too; where there are
// too many, every second, third, ...
func (a axis) logTicks(most int) []float64 {
	first, last := int(math.Floor(math.Log10(a.Lo))), int(math.Ceil(math.Log10(a.Hi)))
	collect := func(every int, factors ...float64) (at []float64) {
		for e := first; e <= last; e++ {
			if e%every != 0 {
				continue
			}
			for _, f := range factors {
				if v := f * math.Pow10(e); v >= a.Lo && v <= a.Hi {
					at = append(at, v)
				}
			}
		}
		return at
	}
	at := collect(1, 1)
	if len(at) < 3 {
		if fine := collect(1, 1, 2, 5); len(fine) <= most {
			return fine
		}
	}
	for every := 2; len(at) > most; every++ {
		at = collect(every, 1)
	}
	return at
}

const (
	letter   = 6.6 // the width of an average letter at the size the labels have
	lineHigh = 16
)

// draw lays the chart out in w by h units. Beyond points marks, only the lines are drawn.
func (c chart) draw(class string, w, h, points int) drawing {
	d := drawing{Class: class, W: w, H: h, XTitle: c.X.Title, YTitle: c.Y.Title}
	narrow := w < 500
	room := 20
	if narrow {
		room = 11
	}
	longest := 0
	for _, s := range c.Series {
		longest = max(longest, min(utf8.RuneCountInString(s.Name), room))
	}
	left, right, top, bottom := 58.0, float64(w)-20, 34.0, float64(h)-46
	if c.Shape == asBars {
		left = 24 + letter*float64(longest)
	} else {
		right = float64(w) - 22 - letter*float64(longest)
	}
	if c.X.Names != nil && !narrow && len(c.X.Names) <= 40 {
		d.Slanted = true
		bottom -= 74
	}
	d.Left, d.Top, d.Right, d.Bottom = coord(left), coord(top), coord(right), coord(bottom)
	// Names stand in the middle of their share of the axis.
	place := func(a axis, v, from, to float64) float64 {
		if a.Names != nil {
			return from + (v+0.5)/float64(len(a.Names))*(to-from)
		}
		return from + a.share(v)*(to-from)
	}
	px := func(v float64) float64 { return place(c.X, v, left, right) }
	py := func(v float64) float64 { return place(c.Y, v, bottom, top) }
	if c.Y.Names != nil {
		py = func(v float64) float64 { return place(c.Y, v, top, bottom) }
	}

	if c.X.Names == nil || d.Slanted {
		for _, v := range c.X.ticks(int((right - left) / 60)) {
			d.XTicks = append(d.XTicks, tick{coord(px(v)), shorten(c.X.label(v), 18)})
		}
	}
	for _, v := range c.Y.ticks(int((bottom - top) / 34)) {
		d.YTicks = append(d.YTicks, tick{coord(py(v)), shorten(c.Y.label(v), room)})
	}
	if c.Limit > 0 && c.Limit >= c.Y.Lo && c.Limit <= c.Y.Hi {
		d.LimitAt, d.LimitTag = coord(py(c.Limit)), c.Tag
	}

	total := 0
	for _, s := range c.Series {
		total += len(s.Points)
	}
	for _, s := range c.Series {
		if len(s.Points) == 0 {
			continue
		}
		if line := c.line(s, px, py); line != "" {
			d.Lines = append(d.Lines, drawnLine{Series: s.Index, D: line, Bar: c.Shape == asBars})
		}
		if total <= points {
			for _, p := range s.Points {
				d.Marks = append(d.Marks, drawnMark{coord(px(p.X)), coord(py(p.Y)), s.Index % 8, (s.Index + s.Index/8) % 8, p.Hollow, p.Tip})
			}
		}
	}
	if c.Shape != asBars {
		d.label(c, px, py, room)
	}
	return d
}

func (a axis) label(v float64) string {
	if a.Names != nil {
		return a.Names[int(v)]
	}
	return a.Label(v)
}

func (c chart) line(s series, px, py func(float64) float64) string {
	var b strings.Builder
	switch c.Shape {
	case asMarks:
		return ""
	case asBars:
		far := 0.0
		for _, p := range s.Points {
			far = max(far, p.X)
		}
		y := coord(py(s.Points[0].Y)).String()
		return "M" + coord(px(0)).String() + " " + y + "H" + coord(px(far)).String()
	}
	for i, p := range s.Points {
		x, y := coord(px(p.X)).String(), coord(py(p.Y)).String()
		switch {
		case i == 0:
			b.WriteString("M" + x + " " + y)
		case c.Shape == asSteps:
			b.WriteString("H" + x + "V" + y)
		default:
			b.WriteString("L" + x + " " + y)
		}
	}
	return b.String()
}

// label names each series beside its last point, right of the plot, and moves labels apart that
// would cover each other.
func (d *drawing) label(c chart, px, py func(float64) float64, room int) {
	type wish struct {
		series       int
		name         string
		x, y, placed float64
	}
	var wishes []wish
	for _, s := range c.Series {
		if len(s.Points) == 0 {
			continue
		}
		last := s.Points[0]
		for _, p := range s.Points {
			if p.X >= last.X {
				last = p
			}
		}
		wishes = append(wishes, wish{s.Index, s.Name, px(last.X), py(last.Y), py(last.Y)})
	}
	sort.SliceStable(wishes, func(i, j int) bool { return wishes[i].y < wishes[j].y })
	floor := float64(d.Top)
	for i := range wishes {
		wishes[i].placed = max(wishes[i].placed, floor)
		floor = wishes[i].placed + lineHigh
	}
	ceiling := float64(d.Bottom)
	for i := len(wishes) - 1; i >= 0; i-- {
		wishes[i].placed = min(wishes[i].placed, ceiling)
		ceiling = wishes[i].placed - lineHigh
	}
	edge := float64(d.Right)
	for _, w := range wishes {
		d.Labels = append(d.Labels, drawnLabel{X: coord(edge + 14), Y: coord(w.placed), Series: w.series % 8, Text: shorten(w.name, room)})
		path := "M" + coord(w.x+5).String() + " " + coord(w.y).String() + "L" + coord(edge).String() + " " + coord(w.y).String() + "L" + coord(edge+10).String() + " " + coord(w.placed).String()
		d.Lines = append(d.Lines, drawnLine{Series: w.series % 8, D: path, Leader: true})
	}
}

// shorten keeps a name within limit characters, by its middle.
func shorten(name string, limit int) string {
	r := []rune(name)
	if len(r) <= limit {
		return name
	}
	head := limit / 2
	return string(r[:head]) + "…" + string(r[len(r)-(limit-head-1):])
}

// shortCount writes a count for an axis: 950, 20k, 3M.
func shortCount(v float64) string {
	switch {
	case v >= 1e9:
		return strconv.FormatFloat(v/1e9, 'f', -1, 64) + "G"
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'f', -1, 64) + "M"
	case v >= 1e3:
		return strconv.FormatFloat(v/1e3, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
