//go:build unix

package web_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"os"
	"slices"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestPicture writes the picture of the README to the file that PICTURE names: a drawn wrong answer. scripts/picture
// runs it.
func TestPicture(t *testing.T) {
	file := os.Getenv("PICTURE")
	if file == "" {
		t.Skip("PICTURE names no file: scripts/picture makes the README's picture")
	}
	w := newWorld(t, "../../../..", true)
	text := must.Get(os.ReadFile("testdata/picture.go.txt"))(t)
	w.post("/submit", "", url.Values{"problem": {"acwing166"}, "language": {"go"}, "source": {string(text)}})
	w.judged(1, "")
	r := w.reads(t)
	r.Size(1180, 900, 1)
	r.Go(w.base + "/s/1?theme=light&lang=en")
	r.Until(`document.querySelector("#rows circle.theirs")`) // one of our solutions was run beside it
	var shot struct{ Data []byte }
	must.Succeed(t, json.Unmarshal(r.Call("Page.captureScreenshot", map[string]any{"format": "png"}), &shot))
	seen := must.Get(png.Decode(bytes.NewReader(shot.Data)))(t)
	var small bytes.Buffer
	must.Succeed(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, inFewColours(seen)))
	must.Succeed(t, os.WriteFile(file, small.Bytes(), 0o666))
}

// inFewColours reduces a picture to its 256 most frequent colours, which makes it a third of the size.
func inFewColours(seen image.Image) *image.Paletted {
	count := map[color.Color]int{}
	b := seen.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			count[seen.At(x, y)]++
		}
	}
	var palette color.Palette
	for c := range count {
		palette = append(palette, c)
	}
	slices.SortFunc(palette, func(a, b color.Color) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		r1, g1, b1, _ := a.RGBA()
		r2, g2, b2, _ := b.RGBA()
		return slices.Compare([]uint32{r1, g1, b1}, []uint32{r2, g2, b2})
	})
	few := image.NewPaletted(b, palette[:min(256, len(palette))])
	nearest := map[color.Color]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := seen.At(x, y)
			if _, known := nearest[c]; !known {
				nearest[c] = uint8(few.Palette.Index(c))
			}
			few.SetColorIndex(x, y, nearest[c])
		}
	}
	return few
}
