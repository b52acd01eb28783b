package exchange

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// points turns what an older testdata.yaml says of points into today's words. There, a group adds up or
// compares what its accepted cases are given each; here it says how many it gives in all.
func (w *writer) points(path string, old map[string]any) map[string]any {
	group, err := filepath.Rel(w.dataDir(), filepath.Dir(path))
	if err != nil || !w.scoring {
		return nil
	}
	depth := len(strings.Split(filepath.ToSlash(group), "/"))
	if group == "." || !strings.HasPrefix(filepath.ToSlash(group)+"/", "secret/") {
		return nil
	}
	if depth > 2 {
		w.note("%s: groups within groups have no place in today's format: its points are left out", group)
		return nil
	}
	flags := stringsOf(old["grader_flags"])
	said := map[string]any{"score_aggregation": "sum"}
	if slices.Contains(flags, "min") {
		said["score_aggregation"] = "min"
	}
	for _, flag := range flags {
		if slices.Contains([]string{"max", "always_accept", "accept_if_any_accepted"}, flag) {
			w.note("%s: the grader flag %s has no place in today's format, and is left out", group, flag)
		}
	}
	cases, groups := w.count(filepath.Dir(path))
	accepted, given := number(old["accept_score"])
	_, most, bounded := strings.Cut(textOf(old["range"]), " ")
	top, known := number(strings.TrimSpace(most))
	switch {
	case depth == 1 && groups: // what the groups give decides
		if bounded && known {
			said["max_score"] = top
		}
	case !given && bounded && known:
		said["max_score"] = top
	case !given && w.ownPoints:
		said["max_score"] = "unbounded"
	case said["score_aggregation"] == "min" || slices.Contains(flags, "avg"):
		said["max_score"] = accepted
	default:
		said["max_score"] = accepted * float64(cases)
	}
	return said
}

// number reads a number of points; without one, a case gives one point.
func number(v any) (n float64, given bool) {
	n, err := strconv.ParseFloat(textOf(v), 64)
	if err != nil || n < 0 || n > 1e9 {
		return 1, false
	}
	return n, true
}

// count tells how many cases lie below a folder, and whether it has folders.
func (w *writer) count(dir string) (cases int, folders bool) {
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			folders = folders || d.IsDir() && path != dir
			if filepath.Ext(path) == ".in" {
				cases++
			}
		}
		return nil
	})
	return cases, folders
}
