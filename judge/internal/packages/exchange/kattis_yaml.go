package exchange

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/problem"
)

// convert makes today's problem.yaml of one in an older format, or with keys of one. Points go where they cannot be kept.
func (k *kattisProblem) convert(pointless bool) {
	k.leaveOutKeys("problem.yaml", "", k.said, "problem_format_version", "type", "name", "uuid", "version", "author",
		"credits", "source", "source_url", "license", "rights_owner", "embargo_until", "limits", "validation",
		"validator_flags", "grading", "keywords", "languages", "allow_file_writing")
	for _, key := range []string{"uuid", "version", "rights_owner", "embargo_until"} {
		k.about[key] = textOf(k.said[key])
	}
	for _, key := range []string{"keywords", "languages"} {
		k.about[key] = stringsOf(k.said[key])
	}
	if k.said["allow_file_writing"] == true {
		k.about["allow_file_writing"] = true
	}
	k.about["credits"], k.about["license"] = k.credits(), k.license(textOf(k.said["license"]))
	k.about["source"] = k.said["source"] // a list, or a map
	k.from(textOf(k.said["source"]), textOf(k.said["source_url"]))
	types := stringsOf(k.said["type"])
	for _, word := range k.asks {
		if word = strings.Replace(word, "multipass", "multi-pass", 1); word == "interactive" || word == "multi-pass" {
			types = append(types, word)
		}
	}
	slices.Sort(types)
	types = slices.DeleteFunc(slices.Compact(types), func(t string) bool { return t == "scoring" && pointless })
	if k.about["type"] = types; len(types) == 1 {
		k.about["type"] = types[0] // as people write it
	}
	k.convertLimits()
	k.titles()
}

// credits are the people of today's format, or the older author.
func (k *kattisProblem) credits() any {
	parts := []string{"authors", "contributors", "testers", "translators", "packagers", "acknowledgements"}
	people := maps.Clone(mapIn(k.said, "credits"))
	k.leaveOutKeys("problem.yaml", "credits.", people, parts...)
	maps.DeleteFunc(people, func(key string, _ any) bool { return !slices.Contains(parts, key) })
	if len(people) > 0 {
		return people
	}
	return cmp.Or(textOf(k.said["credits"]), textOf(k.said["author"]))
}

// license is the name of a licence, if today's format has it.
func (k *kattisProblem) license(given string) string {
	if given == "" || slices.Contains(problem.Licenses, given) {
		return given
	}
	k.remark("problem.yaml: the licence %q has no name in today's format, and is left out", given)
	return ""
}

// convertLimits copies the limits that have the same meaning today.
func (k *kattisProblem) convertLimits() {
	given := mapIn(k.said, "limits")
	same := []string{"memory", "output", "code", "compilation_time", "compilation_memory", "validation_time",
		"validation_memory", "validation_output", "validation_passes", "time_limit", "time_resolution", "time_multipliers"}
	k.leaveOutKeys("problem.yaml", "limits.", given, same...)
	for _, key := range same {
		if given[key] != nil {
			k.limits[key] = given[key]
		}
	}
}

// timeLimitFile is where Kattis's own tools keep a time limit.
const timeLimitFile = ".timelimit"

var (
	onlyTimeLimit = match.Lazy(`^\s*([0-9.]+)\s*$`)
	iniTimeLimit  = match.Lazy(`(?m)^\s*timelimit\s*=\s*['"]?([0-9.]+)`)
)

// timeLimit looks for a time limit beside problem.yaml, where Kattis and DOMjudge keep it.
func (k *kattisProblem) timeLimit() (seconds float64, ok bool) {
	m := onlyTimeLimit().FindStringSubmatch(head(k.dir, timeLimitFile))
	if m == nil {
		m = iniTimeLimit().FindStringSubmatch(head(k.dir, "domjudge-problem.ini"))
	}
	if m == nil {
		return 0, false
	}
	v, err := strconv.ParseFloat(m[1], 64)
	return v, err == nil && v > 0
}

var (
	texStatement = match.Lazy(`^statement/problem\.([A-Za-z-]+)\.tex$`)
	// A name in a statement. One with further TeX in it, such as \problemyamlname, is not taken.
	texTitle = match.Lazy(`%%\s*plainproblemname:\s*(.+)|\\problemname\{([^\\{}$]+)\}`)
)

// titles gives the problem the names that problem.yaml has, and in other languages those that its statements have.
func (k *kattisProblem) titles() {
	k.names = map[string]string{}
	if name := textOf(k.said["name"]); name != "" {
		k.names["en"] = name
	}
	for lang, name := range mapIn(k.said, "name") {
		k.names[lang] = textOf(name)
	}
	for _, f := range k.files {
		if lang := texStatement().FindStringSubmatch(f.to); lang != nil {
			text, _ := k.read(f.from)
			if m := texTitle().FindSubmatch(text); m != nil {
				k.names[lang[1]] = cmp.Or(k.names[lang[1]], string(m[1])+string(m[2]))
			}
		}
	}
}
