package tempfile_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	. "sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

func TestExpire(t *testing.T) {
	now := time.Now()
	for _, test := range []struct {
		name string
		ages []time.Duration // of files of 10 bytes each
		most int64
		left int64
	}{
		{"all young and few", []time.Duration{1, 2, 3}, 100, 30},
		{"one too old", []time.Duration{1, 2 * time.Hour, 3}, 100, 20},
		{"too many: three quarters stay", []time.Duration{1, 2, 3, 4, 5}, 40, 30},
		{"as many as may stay", []time.Duration{1, 2, 3, 4}, 40, 40},
		{"just as old as may be", []time.Duration{1, time.Hour}, 100, 20},
		{"none", nil, 100, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var all []Old
			oldest := Old{Used: now.Add(time.Hour)}
			for i, age := range test.ages {
				o := Old{filepath.Join(t.TempDir(), "file"), now.Add(-age), 10}
				must.Succeed(t, os.WriteFile(o.Path, make([]byte, 10), 0o666), i)
				all = append(all, o)
				if o.Used.Before(oldest.Used) {
					oldest = o
				}
			}
			must.Equal(t, test.left, Expire(all, now, time.Hour, test.most), "bytes are left")
			if _, err := os.Stat(oldest.Path); len(all) > 0 && (err == nil) != (test.left == int64(10*len(all))) {
				t.Errorf("the oldest: %v", err)
			}
		})
	}
}
