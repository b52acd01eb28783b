package result

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Picture is what a problem's visualizer drew of an output, or the picture that came with a case.
type Picture []byte

// The bounds of a picture: it is kept in results, and a browser has to draw it.
const (
	MostPicture = 128 << 10
	mostPixels  = 4 << 20
)

// shapes are the elements of SVG that a page shows. Others run, load, or can be far larger than they look.
var shapes = strings.Fields("svg g path rect circle ellipse line polyline polygon text tspan title desc defs style linearGradient radialGradient stop marker clipPath")

// Type returns the media type of a picture that a page may show, or else why it may not.
func (p Picture) Type() (media string, why say.Message) {
	if len(p) > MostPicture {
		return "", say.Of("its picture has more than %d KiB", MostPicture>>10)
	}
	pixels := 0
	switch {
	case bytes.HasPrefix(p, []byte("\x89PNG\r\n\x1a\n")) && len(p) > 24:
		media, pixels = "image/png", sides(p[16:20], p[20:24])
	case bytes.HasPrefix(p, []byte("\xff\xd8\xff")):
		media, pixels = "image/jpeg", jpegPixels(p)
	default:
		if unfit := unfitSVG(p); unfit != "" {
			return "", say.Of("its picture is no PNG, no JPEG, and no SVG of shapes and text (%s)", unfit)
		}
		return "image/svg+xml", say.Message{}
	}
	if pixels == 0 || pixels > mostPixels {
		return "", say.Of("its picture has no size, or more than %d pixels", mostPixels)
	}
	return media, say.Message{}
}

// sides multiplies two sides, each written with two or four bytes. It is 0 where one is out of bounds.
func sides(w, h []byte) int {
	number := func(b []byte) int { return int(binary.BigEndian.Uint32(append(make([]byte, 4-len(b)), b...))) }
	if number(w) > mostPixels || number(h) > mostPixels {
		return 0
	}
	return number(w) * number(h)
}

// jpegPixels finds the frame among the segments of a JPEG.
func jpegPixels(p Picture) int {
	for at := 2; at+9 < len(p) && p[at] == 0xff; at += 2 + int(binary.BigEndian.Uint16(p[at+2:])) {
		if kind := p[at+1]; kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 && kind != 0xc8 && kind != 0xcc {
			return sides(p[at+7:at+9], p[at+5:at+7])
		}
	}
	return 0
}

// unfitSVG returns what a page does not show in an SVG, "" if there is nothing.
func unfitSVG(p Picture) string {
	d, first := xml.NewDecoder(bytes.NewReader(p)), true
	for {
		token, err := d.Token()
		switch t := token.(type) {
		case nil:
			if err == io.EOF && !first {
				return ""
			}
			return "not XML"
		case xml.Directive:
			return "<!"
		case xml.ProcInst:
			if t.Target != "xml" {
				return "<?" + t.Target
			}
		case xml.StartElement:
			if !slices.Contains(shapes, t.Name.Local) || first && t.Name.Local != "svg" {
				return "<" + t.Name.Local + ">"
			}
			first = false
			for _, a := range t.Attr {
				if name := strings.ToLower(a.Name.Local); name == "href" || strings.HasPrefix(name, "on") {
					return a.Name.Local + "="
				}
			}
		}
	}
}

// SVG's name for itself, which a picture needs to be shown, and which the examples of the package format leave out.
var svgName = []byte(`<svg xmlns="http://www.w3.org/2000/svg"`)

// Shown is the picture as a page shows it.
func (p Picture) Shown() []byte {
	if bytes.Contains(p, svgName[11:]) {
		return p
	}
	return bytes.Replace(p, []byte("<svg"), svgName, 1)
}
