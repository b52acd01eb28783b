package exchange

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// testGroups turns the testdata.yaml of each folder of the test data, with the settings that it inherits, into a
// test_group.yaml if one is needed.
func (k *kattisProblem) testGroups(folders []string, replaced map[string]bool) error {
	for _, folder := range folders {
		group := strings.TrimPrefix(strings.TrimPrefix(folder, "data"), "/")
		own, _, err := k.testdata(group)
		if err != nil {
			return err
		}
		args, err := k.points(group)
		if err != nil {
			return err
		}
		if group == "" {
			if err := k.noteSamples(); err != nil {
				return err
			}
		}
		for _, of := range []string{"input", "output"} {
			if flags := append(stringsOf(own[of+"_validator_flags"]), stringsOf(own[of+"_validator_args"])...); len(flags) > 0 {
				args[of+"_validator_args"] = flags
			}
		}
		replaced[folder+"/testdata.yaml"] = true
		if len(args) > 0 {
			replaced[folder+"/test_group.yaml"] = true
			k.made(folder+"/test_group.yaml", true, args)
		}
	}
	return nil
}

// points turns an older package's settings for a group's points into keys of test_group.yaml. In the older format a
// group inherits settings from the groups around it.
func (k *kattisProblem) points(group string) (map[string]any, error) {
	if !k.scoring || group != "secret" && !strings.HasPrefix(group, "secret/") {
		return map[string]any{}, nil
	}
	own, inherited, err := k.testdata(group)
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
		k.remark("%s: its own grader is not supported: the points of its cases are combined by %s",
			group, said["score_aggregation"])
	}
	if k.hasCases(group) {
		for key, otherwise := range map[string]float64{"accept_score": 1, "reject_score": 0} {
			n, given := number(inherited[key])
			if n < 0 || !given {
				n = otherwise
			}
			if said[key] = n; inherited[key] != nil && !given {
				k.remark("%s: %s: %v is not a number of points: %v is used", group, key, textOf(inherited[key]), otherwise)
			}
		}
	}
	least, most, _ := strings.Cut(textOf(own["range"]), " ")
	if low, ok := number(least); ok && low > 0 {
		k.remark("%s: a least number of points (%s) is not supported", group, least)
	}
	if top, ok := number(strings.TrimSpace(most)); ok {
		said["max_score"] = top
	} else if k.ownPoints && own["accept_score"] == nil {
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
func (k *kattisProblem) testdata(group string) (own, inherited map[string]any, err error) {
	inherited = map[string]any{}
	folders := []string{"data"}
	for part := range strings.SplitSeq(group, "/") {
		folders = append(folders, path.Join(folders[len(folders)-1], part))
	}
	for _, folder := range folders {
		if own, err = k.yaml(path.Join(folder, "testdata.yaml")); err != nil {
			return nil, nil, err
		}
		maps.Copy(inherited, own)
	}
	maps.Copy(inherited, k.grading)
	return own, inherited, nil
}

// noteSamples notes samples that give points; here samples never do.
func (k *kattisProblem) noteSamples() error {
	root, _, err := k.testdata(".")
	if err != nil || !k.scoring || slices.Contains(stringsOf(root["grader_flags"]), "ignore_sample") || !k.hasCases("sample") {
		return err
	}
	_, inherited, err := k.testdata("sample")
	each, given := number(inherited["accept_score"])
	if !given {
		each = 1
	}
	if textOf(inherited["range"]) != "0 0" && each > 0 {
		k.remark("its samples give points too: here they give none")
	}
	return err
}

// hasCases reports whether the group itself has cases.
func (k *kattisProblem) hasCases(group string) bool { return k.inputs[path.Join("data", group)] }
