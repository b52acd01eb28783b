package page

import (
	"encoding/base64"
	"html/template"
	"slices"

	"sudokuoj/judge/internal/model/result"
)

// pictureView is what a problem's visualizer drew of a case. A browser runs and loads nothing in it, as it is an image.
type pictureView struct {
	result.Case
	Image template.URL
}

// viewPictures shows the pictures of cases that are not explained one by one, failures first.
func viewPictures(s result.Solution, explained []detailView, room *budget) (all []pictureView) {
	for _, failed := range []bool{true, false} {
		for _, c := range s.Cases {
			if c.Verdict.Failed() != failed || slices.ContainsFunc(explained, func(d detailView) bool { return d.Case.Case == c.Case }) {
				continue
			}
			if image := room.image(c); image != "" {
				all = append(all, pictureView{c, image})
			}
		}
	}
	return all
}

// image is the picture of a case, "" if there is none, or no room for it.
func (b *budget) image(c result.Case) template.URL {
	media, _ := c.Picture.Type() // results may come from elsewhere
	if media == "" || len(c.Picture) > b.images {
		return ""
	}
	b.images -= len(c.Picture)
	return template.URL("data:" + media + ";base64," + base64.StdEncoding.EncodeToString(c.Picture.Shown()))
}
