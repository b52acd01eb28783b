package exchange

import (
	"path"
	"strconv"

	"sudokuoj/judge/internal/base/say"
)

// uojData are the cases of a problem.conf, with the limits that they have.
type uojData struct {
	w *writer
	uojConf
	files [2]struct{ before, after string } // the names of inputs and answers, around the number
	ownLimits
}

// groups reads the cases by subtask or by their points, then the samples and the extra cases.
func (x *uojData) groups() ([]draftGroup, error) {
	tests, extra, samples := x.count("n_tests", 10), x.count("n_ex_tests", 0), x.count("n_sample_tests", 0)
	if tests > maxFiles || extra > maxFiles {
		return nil, say.Errorf("more than %d files", maxFiles)
	}
	x.files[0].before, x.files[0].after = x.text("input_pre", "input"), x.text("input_suf", "txt")
	x.files[1].before, x.files[1].after = x.text("output_pre", "output"), x.text("output_suf", "txt")
	cases, err := x.cases("", tests)
	if err != nil {
		return nil, err
	}
	more, err := x.cases("ex_", extra)
	if err != nil {
		return nil, err
	}
	x.limits(tests)
	for i := range more {
		more[i].sample = i < samples
	}
	if samples < extra {
		x.w.note("problem.conf: a failed extra case costs 3 points there, and none here; it is not accepted in either")
	}
	groups := x.subtasks(cases)
	if groups == nil {
		groups = x.single(cases)
	}
	return append(groups, draftGroup{name: "more", how: "pass-fail", cases: more}), nil
}

// cases reads cases 1 to n. The files of extra cases have a prefix.
func (x *uojData) cases(prefix string, n int) (cases []draftCase, err error) {
	for i := 1; i <= n; i++ {
		c := draftCase{name: prefix + strconv.Itoa(i)}
		for part, name := range x.files {
			file := path.Clean(prefix + name.before + strconv.Itoa(i) + "." + name.after)
			if !x.w.there(file) {
				return nil, say.Errorf("%s: the file %s is not in the package", "problem.conf", file)
			}
			c.give(part, x.w.lies(file), file)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// limits reads the limits of the problem, and those that single cases have instead.
func (x *uojData) limits(tests int) {
	time, memory := x.number("time_limit", 1), x.number("memory_limit", 256)
	for i := range tests {
		id := "_" + strconv.Itoa(i+1)
		x.seconds = append(x.seconds, x.number("time_limit"+id, time))
		x.memory = append(x.memory, int64(x.number("memory_limit"+id, memory)))
	}
}

// subtasks cuts the cases into subtasks, each of which ends with a certain case; none without subtasks.
func (x *uojData) subtasks(cases []draftCase) (groups []draftGroup) {
	count, from := min(x.count("n_subtasks", 0), len(cases)), 0
	for i := range count {
		id := "_" + strconv.Itoa(i+1)
		g := draftGroup{name: numberedGroup(i), how: x.text("subtask_type"+id, "packed"), most: x.number("subtask_score"+id, float64(100/count))}
		if g.how == "packed" {
			g.how = "pass-fail"
		}
		end := min(max(from, x.count("subtask_end"+id, 0)), len(cases))
		g.cases, from = cases[from:end], end
		g.requires = x.requires("subtask_dependence" + id)
		groups = append(groups, g)
	}
	return groups
}

// requires reads on which subtasks one depends: on none, on one, or on many that stand in keys of their own.
func (x *uojData) requires(key string) (groups []string) {
	ids := []string{x.text(key, "")}
	if ids[0] == "many" {
		for n := 1; ids[n-1] != ""; n++ {
			ids = append(ids, x.text(key+"_"+strconv.Itoa(n), ""))
		}
	}
	for _, id := range ids {
		if n, err := strconv.Atoi(id); err == nil && n > 0 {
			groups = append(groups, numberedGroup(n-1))
		}
	}
	return groups
}

// single gives each case its own points, or an equal share of 100.
func (x *uojData) single(cases []draftCase) []draftGroup {
	for i := range cases {
		cases[i].worth = x.number("point_score_"+strconv.Itoa(i+1), 100/float64(len(cases)))
	}
	return points(cases)
}
