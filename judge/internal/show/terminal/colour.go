package terminal

// Palette paints text for a terminal, or leaves it as it is.
type Palette struct{ on bool }

// NewPalette is a palette that paints, or one that does not.
func NewPalette(on bool) Palette { return Palette{on} }

// On reports whether the palette paints. If it does not, a sign must mark what colour would.
func (p Palette) On() bool { return p.on }

func (p Palette) Red(s string) string    { return p.paint("31", s) }
func (p Palette) Green(s string) string  { return p.paint("32", s) }
func (p Palette) Yellow(s string) string { return p.paint("33", s) }
func (p Palette) Bold(s string) string   { return p.paint("1", s) }
func (p Palette) Dim(s string) string    { return p.paint("2", s) }

// GreenBlock and RedBlock paint what may be blanks, which have no colour of their own.
func (p Palette) GreenBlock(s string) string { return p.paint("7;32", s) }
func (p Palette) RedBlock(s string) string   { return p.paint("7;31", s) }

func (p Palette) paint(code, s string) string {
	if !p.on || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
