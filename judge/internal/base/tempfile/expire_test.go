package tempfile_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	. "sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

func TestExpire(t *testing.T) {
	for _, test := range []struct {
		name string
		ages []time.Duration // of folders with 10 bytes each
		most int64
		left int64
	}{
		{"all young and few", []time.Duration{1, 2, 3}, 100, 30},
		{"one too old", []time.Duration{1, 2 * time.Hour, 3}, 100, 20},
		{"too many: three quarters stay", []time.Duration{1, 2, 3, 4, 5}, 40, 30},
		{"as many as may stay", []time.Duration{1, 2, 3, 4}, 40, 40},
		{"none", nil, 100, 0},
	} {
		dir, oldest := t.TempDir(), 0
		for i, age := range test.ages {
			folder, used := filepath.Join(dir, strconv.Itoa(i)), time.Now().Add(-age*time.Second)
			if age > time.Minute {
				used = time.Now().Add(-age)
			}
			must.Succeed(t, os.Mkdir(folder, 0o777))
			must.Succeed(t, os.WriteFile(filepath.Join(folder, "file"), make([]byte, 10), 0o666))
			must.Succeed(t, os.Chtimes(folder, used, used))
			if age > test.ages[oldest] {
				oldest = i
			}
		}
		must.Succeed(t, os.WriteFile(filepath.Join(dir, "other"), make([]byte, 10), 0o666))
		must.Equal(t, test.left, Expire(dir, time.Hour, test.most, "[0-9]"), test.name, "bytes are left")
		_, err := os.Stat(filepath.Join(dir, strconv.Itoa(oldest)))
		must.Equal(t, test.ages == nil || test.left < int64(10*len(test.ages)), os.IsNotExist(err), test.name, "the oldest is gone")
		must.Equal(t, int64(10), Expire(dir, time.Hour, 100, "other"), test.name, "what does not match")
	}
}

func TestDaily(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "swept")
	must.Equal(t, true, Daily(mark), "never")
	must.Equal(t, false, Daily(mark), "just now")
	then := time.Now().Add(-25 * time.Hour)
	must.Succeed(t, os.Chtimes(mark, then, then))
	must.Equal(t, true, Daily(mark), "yesterday")
}
