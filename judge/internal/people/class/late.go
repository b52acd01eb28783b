package class

import (
	"io/fs"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// times are how people and spreadsheets write a time, in the zone of this machine where they name none.
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
	return time.Time{}, say.Errorf("%q is no time", text).Hint("write %s", "2026-11-20 18:00")
}

// Until marks those who handed in after a deadline: by the list's column of times, where there is one, else by
// when the newest of their files was written.
func (c *Class) Until(deadline time.Time) error {
	for i := range c.Students {
		s := &c.Students[i]
		handed := newest(s.path)
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

// newest is when the newest file of a place was written; 0 where there is none.
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
