package report

import (
	"cmp"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Labels returns short names for solutions: the last part of a path, or as many parts as distinguish it from the others.
// They are safe to show.
func Labels(names []string) map[string]string {
	ends := map[string]map[string]bool{} // the names that have an end, by that end
	for _, name := range names {
		for end := ""; end != name; {
			end = longerEnd(name, end)
			if ends[end] == nil {
				ends[end] = map[string]bool{}
			}
			ends[end][name] = true
		}
	}
	labels := map[string]string{}
	for _, name := range names {
		end := longerEnd(name, "")
		for end != name && len(ends[end]) > 1 {
			end = longerEnd(name, end)
		}
		labels[name] = terminal.Escape(end)
	}
	return labels
}

// longerEnd returns an end of a path that has one part more than the given end.
func longerEnd(name, end string) string {
	rest := strings.TrimRight(strings.TrimSuffix(filepath.ToSlash(name), end), "/")
	if at := strings.LastIndexByte(rest, '/'); at > 0 {
		return name[at+1:]
	}
	return name
}

// LabelsOf returns the short name of each solution in these results.
func LabelsOf(results []result.Solution) map[string]string {
	var names []string
	for _, s := range results {
		names = append(names, s.Solution)
	}
	return Labels(names)
}

// label returns the short name of a solution.
func (t *text) label(s result.Solution) string {
	return cmp.Or(t.labels[s.Solution], terminal.Escape(s.Solution))
}
