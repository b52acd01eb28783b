package page

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// chart holds marks to draw; draw turns them into a drawing of a given size. This file is pure arithmetic: it knows
// neither what the values mean nor how the page shows a drawing.
type chart struct {
	X, Y   axis
	Series []series
	Limit  float64 // a dashed line across, on the Y axis; 0 for none
	Tag    string  // the text at the limit
}

// series are the marks of a solution.
type series struct {
	Index int    // among the solutions
	Slot  int    // its colour and marker, -1 for grey
	Dots  string // the path of its marks when they are drawn, if they are too many
	Marks []dot
}

// Class returns the series' class in the style sheet.
func (s series) Class() string { return slotClass(s.Slot) }

// dot is a mark. Its X and Y are values, and coordinates when it is drawn.
type dot struct {
	X, Y   coord
	Tip    string
	Hollow bool // not an accepted answer
	// The value ranges from Low to High, on the axis without names; both are 0 if it has no range.
	Low, High float64
	Range     string // the path of its range when it is drawn, "" for none
}

// drawing is a chart with every coordinate decided.
type drawing struct {
	W, H                     int
	Left, Top, Right, Bottom coord
	XTicks, YTicks           []tick
	XTitle, YTitle           say.Message
	Series                   []series
	LimitAt                  coord
	LimitTag                 string
	Slanted                  bool
}

// coord is a coordinate. It is written with one decimal, because nobody sees a finer difference.
type coord float64

func (c coord) String() string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(c), 'f', 1, 64), ".0")
}

// TickX and TickY return where the labels of the ticks are: left of the plot, and below it.
func (d drawing) TickX() coord { return d.Left - 8 }
func (d drawing) TickY() coord { return d.Bottom + 16 }

type tick struct {
	At    coord
	Label string
}

func slotClass(slot int) string {
	if slot < 0 {
		return "cx"
	}
	return "c" + itoa(slot)
}

const (
	letter   = 7.8 // the width of an average letter in a label
	mostName = 20  // the characters of a name on the Y axis
	mostCase = 24  // and on the X axis
	slanted  = 40  // as many names have room on the X axis
	hues     = 8   // the colours in the style sheet; there are as many markers
	telling  = 6   // with more solutions than hues, only this many are in colour
)

// draw lays the chart out in w by h units. More points than these are drawn as dots.
func (c chart) draw(w, h, points int) drawing {
	d := drawing{W: w, H: h, XTitle: c.X.Title, YTitle: c.Y.Title, Slanted: c.X.Names != nil && len(c.X.Names) <= slanted}
	x, y := d.scales(c)
	total := 0
	for _, s := range c.Series {
		total += len(s.Marks)
	}
	for _, s := range c.Series {
		marks := s.Marks
		s.Marks = nil
		for _, m := range marks {
			m.X, m.Y = coord(x.at(float64(m.X))), coord(y.at(float64(m.Y)))
			switch {
			case total > points:
				s.Dots += fmt.Sprintf("M%.0f %.0fh0", float64(m.X), float64(m.Y))
				continue
			case m.High > m.Low && c.Y.Names != nil:
				m.Range = fmt.Sprintf("M%v %vH%v", coord(x.at(m.Low)), m.Y, coord(x.at(m.High)))
			case m.High > m.Low:
				m.Range = fmt.Sprintf("M%v %vV%v", m.X, coord(y.at(m.Low)), coord(y.at(m.High)))
			}
			s.Marks = append(s.Marks, m)
		}
		if s.Slot < 0 { // coloured series cover grey ones
			d.Series = append([]series{s}, d.Series...)
		} else {
			d.Series = append(d.Series, s)
		}
	}
	return d
}

// scales leaves room around the values for their labels, and places these.
func (d *drawing) scales(c chart) (x, y scale) {
	left, right, top, bottom := 58.0, float64(d.W)-20, 34.0, float64(d.H)-46
	for _, name := range c.Y.Names {
		left = max(left, 24+letter*float64(min(utf8.RuneCountInString(name), mostName)))
	}
	if d.Slanted {
		bottom -= 92
	}
	d.Left, d.Top, d.Right, d.Bottom = coord(left), coord(top), coord(right), coord(bottom)
	x, y = scale{c.X, left, right}, scale{c.Y, bottom, top}
	if c.Y.Names != nil { // names are read from top to bottom
		y.from, y.to = top, bottom
	}
	if c.X.Names == nil || d.Slanted { // else no room for names
		for _, v := range c.X.ticks(int(right-left) / 60) {
			d.XTicks = append(d.XTicks, tick{coord(x.at(v)), shorten(c.X.label(v), mostCase)})
		}
	}
	for _, v := range c.Y.ticks(int(bottom-top) / 34) {
		d.YTicks = append(d.YTicks, tick{coord(y.at(v)), shorten(c.Y.label(v), mostName)})
	}
	if c.Limit > 0 && c.Limit >= c.Y.Lo && c.Limit <= c.Y.Hi {
		d.LimitAt, d.LimitTag = coord(y.at(c.Limit)), c.Tag
	}
	return x, y
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
