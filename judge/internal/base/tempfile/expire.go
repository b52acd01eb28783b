package tempfile

import (
	"os"
	"slices"
	"time"
)

// Old is a file or a folder of a cache.
type Old struct {
	Path string
	Used time.Time
	Size int64
}

// Expire removes the entries of a cache that were not used for longer than age. If more than most bytes remain, it
// also removes the oldest. It returns the bytes that are left.
func Expire(all []Old, now time.Time, age time.Duration, most int64) (left int64) {
	slices.SortFunc(all, func(a, b Old) int { return a.Used.Compare(b.Used) })
	for _, o := range all {
		left += o.Size
	}
	keep := left
	if left > most {
		keep = most * 3 / 4
	}
	for _, o := range all {
		if now.Sub(o.Used) <= age && left <= keep {
			break
		}
		os.RemoveAll(o.Path)
		left -= o.Size
	}
	return left
}
