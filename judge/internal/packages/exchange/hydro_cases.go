package exchange

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// hydroCases are the cases of a config.yaml, with the limits that they have.
type hydroCases struct {
	w      *writer
	folder string
	ownLimits
}

// groups reads the cases by their points or by subtask. If none are listed, the names of the files tell the subtasks.
func (h *hydroCases) groups(config map[string]any) ([]draftGroup, error) {
	if config["cases"] != nil {
		cases, err := h.cases(config["cases"], 100)
		return points(cases), err
	}
	subtasks := mapsIn(config["subtasks"])
	if !slices.ContainsFunc(subtasks, func(said map[string]any) bool { return said["cases"] != nil }) {
		var err error
		if subtasks, err = h.byName(subtasks); err != nil {
			return nil, err
		}
	}
	return h.subtasks(subtasks)
}

// mapsIn returns a list of maps; what is no map becomes an empty one.
func mapsIn(v any) (all []map[string]any) {
	list, _ := v.([]any)
	for _, item := range list {
		said, _ := item.(map[string]any)
		all = append(all, said)
	}
	return all
}

// subtaskInName finds the number of a subtask in the name of a case: the first of two numbers, as in data2-13.in.
var subtaskInName = match.Lazy(`([0-9]+)[-_][0-9]+$`)

// byName adds all inputs with answers to the subtasks that their names tell.
func (h *hydroCases) byName(subtasks []map[string]any) ([]map[string]any, error) {
	found, _, err := h.w.paired(h.folder)
	byID := map[string]map[string]any{}
	for i, said := range subtasks {
		byID[subtaskID(said, i)] = said
	}
	for _, p := range found {
		in, ans := strings.TrimPrefix(p.in, h.folder+"/"), strings.TrimPrefix(p.ans, h.folder+"/")
		id, how := "1", "sum"
		if m := subtaskInName().FindStringSubmatch(strings.TrimSuffix(in, path.Ext(in))); m != nil {
			id, how = cmp.Or(strings.TrimLeft(m[1], "0"), "0"), "min"
		}
		if byID[id] == nil {
			byID[id] = map[string]any{"id": id, "type": how}
			subtasks = append(subtasks, byID[id])
		}
		list, _ := byID[id]["cases"].([]any)
		byID[id]["cases"] = append(list, map[string]any{"input": in, "output": ans})
	}
	return subtasks, err
}

func subtaskID(said map[string]any, place int) string {
	return cmp.Or(textOf(said["id"]), strconv.Itoa(place+1))
}

// subtasks reads the subtasks. Those without a score share the rest of 100 points.
func (h *hydroCases) subtasks(subtasks []map[string]any) (groups []draftGroup, err error) {
	names, rest, unscored := map[string]string{}, 100.0, 0.0
	for i, said := range subtasks {
		names[subtaskID(said, i)] = numberedGroup(i)
		if score, ok := number(said["score"]); ok && score > 0 {
			rest -= score
		} else {
			unscored++
		}
	}
	for i, said := range subtasks {
		g := draftGroup{name: numberedGroup(i), how: cmp.Or(textOf(said["type"]), "min")}
		if score, ok := number(said["score"]); ok && score > 0 {
			g.most = score
		} else {
			g.most = max(rest, 0) / unscored
		}
		for _, id := range stringsOf(said["if"]) {
			if names[id] != "" {
				g.requires = append(g.requires, names[id])
			}
		}
		h.limits(said)
		if g.cases, err = h.cases(said["cases"], g.most); err != nil {
			return nil, err
		}
		if g.how == "sum" {
			groups = append(groups, g.split()...)
		} else {
			groups = append(groups, g)
		}
	}
	return groups, nil
}

func (h *hydroCases) limits(said map[string]any) {
	if said["time"] != nil {
		h.seconds = append(h.seconds, hydroSeconds(said["time"]))
	}
	if said["memory"] != nil {
		h.memory = append(h.memory, mebibytes(said["memory"], 256))
	}
}

// cases reads a list of cases, each with its input, its answer and its points: an equal share of the whole if it
// names none.
func (h *hydroCases) cases(v any, whole float64) (cases []draftCase, err error) {
	items, _ := v.([]any)
	for i, item := range items {
		said, _ := item.(map[string]any)
		in, out := textOf(said["input"]), textOf(said["output"])
		c := draftCase{name: cmp.Or(strings.TrimSuffix(in, path.Ext(in)), strconv.Itoa(i+1)), in: literal(""), ans: literal("")}
		for part, file := range []string{in, out} {
			if file == "" || file == "/dev/null" {
				continue
			}
			if !h.w.there(path.Join(h.folder, file)) {
				return nil, say.Errorf("%s: the file %s is not in the package", "config.yaml", file)
			}
			*[]*content{&c.in, &c.ans}[part] = h.w.lies(path.Join(h.folder, file))
		}
		h.limits(said)
		var given bool
		if c.worth, given = number(said["score"]); !given {
			c.worth = whole / float64(len(items))
		}
		cases = append(cases, c)
	}
	return cases, nil
}
