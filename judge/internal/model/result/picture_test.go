package result_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestPicture: which files a page shows as pictures, and why not others.
func TestPicture(t *testing.T) {
	small, wide := image.NewGray(image.Rect(0, 0, 7, 5)), image.NewGray(image.Rect(0, 0, 1<<16-1, 65))
	var asPNG, asJPEG, widePNG, wideJPEG bytes.Buffer
	must.Succeed(t, png.Encode(&asPNG, small))
	must.Succeed(t, jpeg.Encode(&asJPEG, small, nil))
	must.Succeed(t, png.Encode(&widePNG, wide))
	must.Succeed(t, jpeg.Encode(&wideJPEG, wide, nil))
	svg := func(inside string) string { return `<svg xmlns="http://www.w3.org/2000/svg">` + inside + "</svg>" }
	for _, test := range []struct{ name, file, media, why string }{
		{"PNG", asPNG.String(), "image/png", ""},
		{"JPEG", asJPEG.String(), "image/jpeg", ""},
		{"a wide PNG", widePNG.String(), "", "pixels"},
		{"a wide JPEG", wideJPEG.String()[:2<<10], "", "pixels"},
		{"the head of a JPEG", "\xff\xd8\xff\xe0\x00\x02", "", "no size"},
		{"the head of a PNG", "\x89PNG\r\n\x1a\n", "", "not XML"},
		{"SVG", "<?xml version='1.0'?>\n" + svg("<g><rect width='9'/><text>1 &lt; 2</text></g>"), "image/svg+xml", ""},
		{"another root", "<g/>", "", "<g>"},
		{"nothing", "", "", "not XML"},
		{"half of it", "<svg><g>", "", "not XML"},
		{"a page", "<!DOCTYPE html><html></html>", "", "<!"},
		{"a script", svg("<SCRIPT/>"), "", "<SCRIPT>"},
		{"what runs", svg("<g onClick='x'/>"), "", "onClick="},
		{"what loads", svg("<path href='//x'/>"), "", "href="},
		{"what grows", svg("<use/>"), "", "<use>"},
		{"another style sheet", "<?xml-stylesheet href='x'?>" + svg(""), "", "<?xml-stylesheet"},
		{"too long", svg(strings.Repeat("<g/>", 40_000)), "", "128 KiB"},
	} {
		media, why := result.Picture(test.file).Type()
		must.Equal(t, test.media, media, test.name)
		must.Contain(t, why.String(), test.why, test.name)
	}
	must.Equal(t, svg("x"), string(result.Picture("<svg>x</svg>").Shown()))
}
