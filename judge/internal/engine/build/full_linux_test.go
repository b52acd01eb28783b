package build_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/netns"
	"sudokuoj/judge/internal/testkit/short"
)

// TestFullDisk: a compile that may have failed for want of room on the disk is the judge's failure, and says so. It is
// not the author's.
func TestFullDisk(t *testing.T) {
	short.Skip(t)
	if !netns.Run(t, 0) {
		return
	}
	programs := map[string]build.Source{
		"c": source(t, t.TempDir(), "c", "x.c",
			"#include <stdio.h>\nchar big[8 << 20] = {7};\nint main(void) { printf(\"%d\\n\", big[0]); }\n"),
		"java":  source(t, t.TempDir(), "java", "X.java", "class X { public static void main(String[] a) { System.out.println(7); } }\n"),
		"wrong": source(t, t.TempDir(), "c", "x.c", "int main(void) { return x; }\n"),
	}
	for _, size := range []string{"4k", "2m", "16m"} {
		for name, s := range programs {
			home := filepath.Join(netns.Disk(t, size), "cache")
			b := must.Get(build.New(build.Options{CacheDir: home, Sandbox: box}))(t)
			p, err := b.Compile(t.Context(), s)
			if _, ok := errors.AsType[*build.Missing](err); ok {
				continue
			}
			if err == nil {
				if got := output(t, p, ""); got != "7\n" || name == "wrong" {
					t.Errorf("%s on %s prints %q", name, size, got)
				}
			} else if _, failed := errors.AsType[*build.Failed](err); failed || !strings.Contains(err.Error(), "no room to compile in "+home) ||
				!strings.Contains(err.Error(), "set XDG_CACHE_HOME") {
				t.Errorf("%s on %s: %v", name, size, err)
			}
			if stages := globbed(home, "stages", "*"); len(stages) > 0 {
				t.Errorf("%s on %s: left behind: %s", name, size, stages)
			}
			b.Close()
		}
	}
}
