package report

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/say"
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
	// Y ranges from Low to High over several runs; both 0 if there was one.
	Low, High float64
}

// drawing is a chart with every coordinate decided.
type drawing struct {
	Class                    string
	W, H                     int
	Left, Top, Right, Bottom coord
	XTicks, YTicks           []tick
	XTitle, YTitle           say.Message
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
	Range  string // the path of its range, "" for none
}

type drawnLabel struct {
	X, Y   coord
	Series int
	Text   string
}

const (
	letter   = 6.6 // the width of an average letter at the size the labels have
	lineHigh = 16
	hues     = 8 // of the style sheet, and as many markers
)

// frame is the place that a chart's values have within a drawing.
type frame struct {
	x, y scale
	room int // characters of a name
}

// draw lays the chart out in w by h units. Beyond points marks, only the lines are drawn.
func (c chart) draw(class string, w, h, points int) drawing {
	d := drawing{Class: class, W: w, H: h, XTitle: c.X.Title, YTitle: c.Y.Title}
	f := d.frame(c)
	d.ticks(c, f)
	total := 0
	for _, s := range c.Series {
		total += len(s.Points)
	}
	for _, s := range c.Series {
		if len(s.Points) == 0 {
			continue
		}
		if line := c.line(s, f); line != "" {
			d.Lines = append(d.Lines, drawnLine{Series: s.Index % hues, D: line, Bar: c.Shape == asBars})
		}
		if total > points {
			continue
		}
		for _, p := range s.Points {
			m := drawnMark{X: coord(f.x.at(p.X)), Y: coord(f.y.at(p.Y)), Series: s.Index % hues, Shape: s.shape(), Hollow: p.Hollow, Tip: p.Tip}
			if p.High > p.Low {
				m.Range = fmt.Sprintf("M%v %vV%v", m.X, coord(f.y.at(p.Low)), coord(f.y.at(p.High)))
			}
			d.Marks = append(d.Marks, m)
		}
	}
	if c.Shape != asBars {
		d.label(c, f)
	}
	return d
}

// frame leaves room around the values for what is written there.
func (d *drawing) frame(c chart) frame {
	f := frame{room: 20}
	narrow := d.W < 500
	if narrow {
		f.room = 11
	}
	longest := 0
	for _, s := range c.Series {
		longest = max(longest, min(utf8.RuneCountInString(s.Name), f.room))
	}
	left, right, top, bottom := 58.0, float64(d.W)-20, 34.0, float64(d.H)-46
	if c.Shape == asBars {
		left = 24 + letter*float64(longest)
	} else {
		right = float64(d.W) - 22 - letter*float64(longest)
	}
	if c.X.Names != nil && !narrow && len(c.X.Names) <= 40 {
		d.Slanted = true
		bottom -= 74
	}
	d.Left, d.Top, d.Right, d.Bottom = coord(left), coord(top), coord(right), coord(bottom)
	f.x, f.y = scale{c.X, left, right}, scale{c.Y, bottom, top}
	if c.Y.Names != nil { // names are read downwards
		f.y.from, f.y.to = top, bottom
	}
	return f
}

func (d *drawing) ticks(c chart, f frame) {
	if c.X.Names == nil || d.Slanted {
		for _, v := range c.X.ticks(int(d.Right-d.Left) / 60) {
			d.XTicks = append(d.XTicks, tick{coord(f.x.at(v)), shorten(c.X.label(v), 18)})
		}
	}
	for _, v := range c.Y.ticks(int(d.Bottom-d.Top) / 34) {
		d.YTicks = append(d.YTicks, tick{coord(f.y.at(v)), shorten(c.Y.label(v), f.room)})
	}
	if c.Limit > 0 && c.Limit >= c.Y.Lo && c.Limit <= c.Y.Hi {
		d.LimitAt, d.LimitTag = coord(f.y.at(c.Limit)), c.Tag
	}
}

// shape is the series' marker. It moves on where the colours begin anew, so that no two of the first
// 64 series have both alike.
func (s series) shape() int { return (s.Index + s.Index/hues) % hues }

// line is the path of a series.
func (c chart) line(s series, f frame) string {
	var b strings.Builder
	switch c.Shape {
	case asMarks:
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

// wish is where a label wants to stand: beside the last point of its series.
type wish struct {
	series       int
	name         string
	x, y, placed float64
}

// label names each series right of the plot, and leads from its last point there.
func (d *drawing) label(c chart, f frame) {
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
		wishes = append(wishes, wish{s.Index % hues, s.Name, f.x.at(last.X), f.y.at(last.Y), f.y.at(last.Y)})
	}
	spread(wishes, float64(d.Top), float64(d.Bottom))
	for _, w := range wishes {
		d.Labels = append(d.Labels, drawnLabel{X: d.Right + 14, Y: coord(w.placed), Series: w.series, Text: shorten(w.name, f.room)})
		path := fmt.Sprintf("M%v %vL%v %vL%v %v", coord(w.x+5), coord(w.y), d.Right, coord(w.y), d.Right+10, coord(w.placed))
		d.Lines = append(d.Lines, drawnLine{Series: w.series, D: path, Leader: true})
	}
}

// spread moves labels apart that would cover each other: down from the top, then up from the bottom.
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

// shorten keeps a name within limit characters, by its middle.
func shorten(name string, limit int) string {
	r := []rune(name)
	if len(r) <= limit {
		return name
	}
	head := limit / 2
	return string(r[:head]) + "…" + string(r[len(r)-(limit-head-1):])
}
