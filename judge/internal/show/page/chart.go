package page

import (
	"fmt"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// chart holds values to draw; draw turns them into a drawing of a given size. This file is pure arithmetic: it knows
// neither what the values mean nor how the page shows a drawing.
type chart struct {
	X, Y   axis
	Series []series
	Shape  chartShape
	Limit  float64 // a dashed line across, on the Y axis; 0 for none
	Tag    string  // the text at the limit
}

type chartShape int

const (
	asLines chartShape = iota // points asLines by a line
	asSteps                   // points asLines by steps
	asMarks                   // points alone
	asDots                    // points alone, in columns
	asBars                    // a bar from zero to the farthest point of each series
	asSpans                   // points alone, in rows, each with a range to both sides
)

type series struct {
	Index  int // among the solutions
	Slot   int // its colour and marker, -1 for grey
	Name   string
	Points []dot
}

type dot struct {
	X, Y   float64
	Tip    string
	Hollow bool // not an accepted answer
	// Y ranges from Low to High over several runs; in a span, X does. Both are 0 if there was one run.
	Low, High float64
}

// drawing is a chart with every coordinate decided.
type drawing struct {
	W, H                     int
	Left, Top, Right, Bottom coord
	XTicks, YTicks           []tick
	XTitle, YTitle           say.Message
	XMinor, YMinor           []coord
	Slanted                  bool
	Series                   []drawnSeries
	LimitAt                  coord
	LimitTag                 string
}

// coord is a coordinate. It is written with one decimal, because nobody sees a finer difference.
type coord float64

func (c coord) String() string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(c), 'f', 1, 64), ".0")
}

// TickX and TickY return where the labels of the ticks stand: left of the plot, and below it.
func (d drawing) TickX() coord { return d.Left - 8 }
func (d drawing) TickY() coord { return d.Bottom + 16 }

type tick struct {
	At    coord
	Label string
}

// drawnSeries is a series with its coordinates.
type drawnSeries struct {
	Index, Slot int
	Name        string
	Line        string // the path of its line, "" for none
	Bar         bool   // the line is thick
	Dots        string // the path of its points, if they are not marks
	Marks       []drawnMark
	Label       *drawnLabel
}

// Class returns the series' class in the style sheet.
func (s drawnSeries) Class() string { return slotClass(s.Slot) }

func slotClass(slot int) string {
	if slot < 0 {
		return "cx"
	}
	return "c" + itoa(slot)
}

type drawnMark struct {
	X, Y   coord
	Hollow bool
	Tip    string
	Range  string // the path of its range, "" for none
}

type drawnLabel struct {
	X, Y   coord
	Text   string
	Leader string // the path from the series' last point
}

const (
	letter   = 7.8 // the width of an average letter in a label
	lineHigh = 16
	hues     = 8 // the colours in the style sheet; there are as many markers
	telling  = 6 // with more solutions than hues, only this many are in colour
)

// frame is the part of a drawing that holds the chart's values.
type frame struct {
	x, y scale
	room int // characters of a name
}

// draw lays the chart out in w by h units. Beyond points marks, only the lines are drawn.
func (c chart) draw(w, h, points int) drawing {
	d := drawing{W: w, H: h, XTitle: c.X.Title, YTitle: c.Y.Title}
	f := d.frame(c)
	d.ticks(c, f)
	total := 0
	for _, s := range c.Series {
		total += len(s.Points)
	}
	for _, s := range c.Series {
		drawn := drawnSeries{Index: s.Index, Slot: s.Slot, Name: s.Name, Bar: c.Shape == asBars}
		if len(s.Points) > 0 {
			drawn.Line = c.line(s, f)
		}
		for _, p := range s.Points {
			m := drawnMark{X: coord(f.x.at(p.X)), Y: coord(f.y.at(p.Y)), Hollow: p.Hollow, Tip: p.Tip}
			if c.Shape == asSteps && p != s.Points[len(s.Points)-1] {
				continue // the line shows it, and there are many
			}
			if total > points && s.Slot < 0 {
				drawn.Dots += fmt.Sprintf("M%.0f %.0fh0", float64(m.X), float64(m.Y))
				continue
			}
			switch {
			case p.High <= p.Low:
			case c.Shape == asSpans:
				m.Range = fmt.Sprintf("M%v %vH%v", coord(f.x.at(p.Low)), m.Y, coord(f.x.at(p.High)))
			default:
				m.Range = fmt.Sprintf("M%v %vV%v", m.X, coord(f.y.at(p.Low)), coord(f.y.at(p.High)))
			}
			drawn.Marks = append(drawn.Marks, m)
		}
		d.Series = append(d.Series, drawn)
	}
	if c.Y.Names == nil {
		d.label(c, f)
	}
	// Coloured series cover grey ones.
	slices.SortStableFunc(d.Series, func(a, b drawnSeries) int { return min(a.Slot, 0) - min(b.Slot, 0) })
	return d
}

// frame leaves room around the values for their labels.
func (d *drawing) frame(c chart) frame {
	f := frame{room: 20}
	longest, names := 0, c.Y.Names
	for _, s := range c.Series {
		if c.Y.Names == nil && s.Slot >= 0 {
			names = append(names, s.Name)
		}
	}
	for _, name := range names {
		longest = max(longest, min(utf8.RuneCountInString(name), f.room))
	}
	left, right, top, bottom := 58.0, float64(d.W)-20, 34.0, float64(d.H)-46
	if c.Y.Names != nil {
		left = 24 + letter*float64(longest)
	} else {
		right = float64(d.W) - 22 - letter*float64(longest)
	}
	if c.X.Names != nil && len(c.X.Names) <= 40 {
		d.Slanted = true
		bottom -= 92
	}
	d.Left, d.Top, d.Right, d.Bottom = coord(left), coord(top), coord(right), coord(bottom)
	f.x, f.y = scale{c.X, left, right}, scale{c.Y, bottom, top}
	if c.Y.Names != nil { // names are read from top to bottom
		f.y.from, f.y.to = top, bottom
	}
	return f
}

func (d *drawing) ticks(c chart, f frame) {
	across, up := int(d.Right-d.Left)/60, int(d.Bottom-d.Top)/34
	switch {
	case c.X.Names == nil:
		for _, v := range c.X.ticks(across) {
			d.XTicks = append(d.XTicks, tick{coord(f.x.at(v)), c.X.label(v)})
		}
	case d.Slanted:
		for i, name := range c.X.Names {
			d.XTicks = append(d.XTicks, tick{coord(f.x.at(float64(i))), shorten(name, 24)})
		}
	default: // no room for names, so their numbers
		every := len(c.X.Names)/max(across*2, 1) + 1
		for i := 0; i < len(c.X.Names); i += every {
			number, _, _ := strings.Cut(path.Base(c.X.Names[i]), "-")
			d.XTicks = append(d.XTicks, tick{coord(f.x.at(float64(i))), shorten(number, 4)})
		}
	}
	for _, v := range c.Y.ticks(up) {
		d.YTicks = append(d.YTicks, tick{coord(f.y.at(v)), shorten(c.Y.label(v), f.room)})
	}
	for _, v := range c.X.minor() {
		d.XMinor = append(d.XMinor, coord(f.x.at(v)))
	}
	for _, v := range c.Y.minor() {
		d.YMinor = append(d.YMinor, coord(f.y.at(v)))
	}
	if c.Limit > 0 && c.Limit >= c.Y.Lo && c.Limit <= c.Y.Hi {
		d.LimitAt, d.LimitTag = coord(f.y.at(c.Limit)), c.Tag
	}
}

// line returns the path of a series.
func (c chart) line(s series, f frame) string {
	var b strings.Builder
	switch c.Shape {
	case asMarks, asDots, asSpans:
		return ""
	case asBars:
		far := 0.0
		for _, p := range s.Points {
			far = max(far, p.X)
		}
		return fmt.Sprintf("M%v %vH%v", coord(f.x.at(0)), coord(f.y.at(s.Points[0].Y)), coord(f.x.at(far)))
	}
	for i, p := range s.Points {
		form := "L%v %v"
		switch {
		case i == 0:
			form = "M%v %v"
		case c.Shape == asSteps:
			form = "H%vV%v"
		}
		fmt.Fprintf(&b, form, coord(f.x.at(p.X)), coord(f.y.at(p.Y)))
	}
	return b.String()
}

// wish is the place that a label should have: beside the last point of its series.
type wish struct {
	series       int // in the drawing
	x, y, placed float64
}

// label writes the name of each coloured series to the right of the plot, with a line from its last point.
func (d *drawing) label(c chart, f frame) {
	var wishes []wish
	for i, s := range c.Series {
		if len(s.Points) == 0 || s.Slot < 0 {
			continue
		}
		last := s.Points[0]
		for _, p := range s.Points {
			if p.X >= last.X {
				last = p
			}
		}
		wishes = append(wishes, wish{i, f.x.at(last.X), f.y.at(last.Y), f.y.at(last.Y)})
	}
	spread(wishes, float64(d.Top), float64(d.Bottom))
	for _, w := range wishes {
		leader := fmt.Sprintf("M%v %vL%v %vL%v %v", coord(w.x+5), coord(w.y), d.Right, coord(w.y), d.Right+10, coord(w.placed))
		d.Series[w.series].Label = &drawnLabel{X: d.Right + 14, Y: coord(w.placed), Text: shorten(c.Series[w.series].Name, f.room), Leader: leader}
	}
}

// spread moves labels apart if they would cover each other: down from the top, then up from the bottom.
func spread(wishes []wish, top, bottom float64) {
	sort.SliceStable(wishes, func(i, j int) bool { return wishes[i].y < wishes[j].y })
	for i := range wishes {
		wishes[i].placed = max(wishes[i].placed, top)
		top = wishes[i].placed + lineHigh
	}
	for i := len(wishes) - 1; i >= 0; i-- {
		wishes[i].placed = min(wishes[i].placed, bottom)
		bottom = wishes[i].placed - lineHigh
	}
}

// shorten cuts the middle of a name that has more than limit characters.
func shorten(name string, limit int) string {
	r := []rune(name)
	if len(r) <= limit {
		return name
	}
	head := limit / 2
	return string(r[:head]) + "…" + string(r[len(r)-(limit-head-1):])
}
