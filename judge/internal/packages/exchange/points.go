package exchange

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// points turns an older package's settings for a group's points into keys of test_group.yaml. In the older format a
// group inherits settings from the groups around it.
func (w *writer) points(group string) (map[string]any, error) {
	if !w.scoring || group != "secret" && !strings.HasPrefix(group, "secret/") {
		return nil, nil
	}
	own, inherited, err := w.testdata(group)
	if err != nil {
		return nil, err
	}
	flags := stringsOf(inherited["grader_flags"])
	has := func(flag string) bool { return slices.Contains(flags, flag) }
	said := map[string]any{"score_aggregation": "sum", "verdict": "worst"}
	for _, how := range []string{"min", "max", "avg"} {
		if has(how) {
			said["score_aggregation"] = how
		}
	}
	switch {
	case has("accept_if_any_accepted"):
		said["verdict"] = "any"
	case has("always_accept"):
		said["verdict"] = "accept"
	case has("first_error"):
		said["verdict"] = "first"
	}
	if textOf(inherited["on_reject"]) != "continue" {
		said["on_reject"] = "break"
	}
	if textOf(inherited["grading"]) == "custom" {
		w.note("%s: its own grader has no place here: the points of its cases come together as %s", group, said["score_aggregation"])
	}
	if w.hasCases(group) {
		for key, otherwise := range map[string]float64{"accept_score": 1, "reject_score": 0} {
			n, given := number(inherited[key])
			if n < 0 || !given {
				n = otherwise
			}
			if said[key] = n; inherited[key] != nil && !given {
				w.note("%s: %s: %v has no place here: it is %v", group, key, textOf(inherited[key]), otherwise)
			}
		}
	}
	least, most, _ := strings.Cut(textOf(own["range"]), " ")
	if low, ok := number(least); ok && low > 0 {
		w.note("%s: a least number of points (%s) has no place here", group, least)
	}
	if top, ok := number(strings.TrimSpace(most)); ok {
		said["max_score"] = top
	} else if w.ownPoints && own["accept_score"] == nil {
		said["max_score"] = "unbounded"
	}
	return said, nil
}

// gradingOf returns what the grading of an older problem.yaml says for all groups, whatever they say themselves.
func gradingOf(v any) map[string]any {
	said, _ := v.(map[string]any)
	all := map[string]any{}
	for _, key := range []string{"accept_score", "reject_score"} {
		if said[key] != nil {
			all[key] = said[key]
		}
	}
	switch textOf(said["on_reject"]) {
	case "grade":
		all["on_reject"] = "continue"
	case "first_error":
		all["on_reject"] = "break"
	}
	return all
}

// testdata returns a group's own settings in a legacy package, and the settings with those that it inherits.
func (w *writer) testdata(group string) (own, inherited map[string]any, err error) {
	inherited = map[string]any{}
	folders := []string{"data"}
	for part := range strings.SplitSeq(group, "/") {
		folders = append(folders, path.Join(folders[len(folders)-1], part))
	}
	for _, folder := range folders {
		if own, err = w.yamlFile(path.Join(folder, "testdata.yaml")); err != nil {
			return nil, nil, err
		}
		maps.Copy(inherited, own)
	}
	maps.Copy(inherited, w.grading)
	return own, inherited, nil
}

// noteSamples notes samples that give points; here samples never do.
func (w *writer) noteSamples() error {
	root, _, err := w.testdata(".")
	if err != nil || !w.scoring || slices.Contains(stringsOf(root["grader_flags"]), "ignore_sample") || !w.hasCases("sample") {
		return err
	}
	_, inherited, err := w.testdata("sample")
	each, given := number(inherited["accept_score"])
	if !given {
		each = 1
	}
	if textOf(inherited["range"]) != "0 0" && each > 0 {
		w.note("its samples give points too: here they give none")
	}
	return err
}

// hasCases reports whether cases lie in the group itself.
func (w *writer) hasCases(group string) bool {
	entries, _ := os.ReadDir(filepath.Join(w.dataDir(), filepath.FromSlash(group)))
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return path.Ext(e.Name()) == ".in" })
}

// number reads a number of points; without one, a case gives one point.
func number(v any) (n float64, given bool) {
	n, err := strconv.ParseFloat(textOf(v), 64)
	if err != nil || !(n >= 0 && n <= 1e9) {
		return 1, false
	}
	return n, true
}
