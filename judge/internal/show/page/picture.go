package page

import (
	"encoding/base64"
	"html/template"

	"sudokuoj/judge/internal/model/result"
)

// pictureView is what a problem's visualizer drew of a case. A browser runs and loads nothing in it, as it is an image.
type pictureView struct {
	result.Case
	Image template.URL
}

// viewPictures shows the pictures of failures before those of what was accepted.
func viewPictures(s result.Solution, room *budget) (all []pictureView) {
	for _, failed := range []bool{true, false} {
		for _, c := range s.Cases {
			media, _ := c.Picture.Type() // results may come from elsewhere
			if c.Verdict.Failed() != failed || media == "" || len(c.Picture) > room.images {
				continue
			}
			room.images -= len(c.Picture)
			image := "data:" + media + ";base64," + base64.StdEncoding.EncodeToString(c.Picture.Shown())
			all = append(all, pictureView{c, template.URL(image)})
		}
	}
	return all
}
