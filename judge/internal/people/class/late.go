package class

import (
	"io/fs"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// times are the layouts of people and spreadsheets. Without a zone, a time is in the zone of this machine.
var times = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006/1/2 15:04:05", "2006/1/2 15:04", "2006-01-02", "2006/1/2"}

// ParseTime reads a time as a deadline: a day alone ends at midnight.
func ParseTime(text string) (time.Time, error) {
	for i, layout := range times {
		t, err := time.ParseInLocation(layout, text, time.Local)
		if err != nil {
			continue
		}
		if i >= len(times)-2 {
			t = t.AddDate(0, 0, 1).Add(-time.Second)
		}
		return t, nil
	}
	return time.Time{}, say.Errorf("%q is not a time", text).Hint("write %s", "2026-11-20 18:00")
}

// Until marks the students who handed in after a deadline: by the list's column of times if it has one, else by the
// time of their newest file.
func (c *Class) Until(deadline time.Time) error {
	for i := range c.Students {
		s := &c.Students[i]
		handed := s.newest
		if s.handed != "" {
			var err error
			if handed, err = ParseTime(s.handed); err != nil {
				return say.Errorf("%s: %w", s.ID, err)
			}
		}
		if s.path != "" && handed.After(deadline) {
			s.Late = handed.Sub(deadline)
		}
	}
	return nil
}

// newest returns the time of the newest file of a place.
func newest(place string) (at time.Time) {
	filepath.WalkDir(place, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || litter(d.Name()) {
			return nil
		}
		if info, err := d.Info(); err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
		return nil
	})
	return at
}
