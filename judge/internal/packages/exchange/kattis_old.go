package exchange

import (
	"cmp"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/problem"
)

// toToday makes the metadata of a problem.yaml in an older format, or with keys of one.
func (k *kattisProblem) toToday() {
	text := func(key string) string { return textOf(k.said[key]) }
	title := oneLine(text("name"))
	k.Name = map[string]string{"en": title}
	names, translated := k.said["name"].(map[string]any)
	if translated {
		k.Name = map[string]string{}
		for lang, name := range names {
			k.Name[lang] = oneLine(textOf(name))
		}
	}
	k.statements(k.Name, cmp.Or(k.Name["en"], title), translated)
	k.UUID, k.Edition, k.RightsOwner, k.Embargo = text("uuid"), text("version"), text("rights_owner"), text("embargo_until")
	k.Credits, k.Source, k.License = k.credits(), sourceOf(k.said), k.license(text("license"))
	k.Keywords, k.Languages = stringsOf(k.said["keywords"]), stringsOf(k.said["languages"])
	k.WriteFiles = k.said["allow_file_writing"] == true
	k.Type = k.kind()
	k.Limits = k.limits()
	for _, key := range sorted(k.said) {
		if !slices.Contains(converted, key) {
			k.remark("problem.yaml: %s is not supported by today's format, and is left out", key)
		}
	}
}

// kind is the type of the problem, with the kinds of validation of an older package.
func (k *kattisProblem) kind() any {
	types := slices.DeleteFunc(stringsOf(k.said["type"]), func(t string) bool { return t == "scoring" && !k.scoring })
	for _, word := range k.asks {
		if word == "multipass" {
			word = "multi-pass"
		}
		if (word == "interactive" || word == "multi-pass") && !slices.Contains(types, word) {
			types = append(types, word)
		}
	}
	switch len(types) {
	case 0:
		return nil
	case 1:
		return types[0]
	}
	return types
}

// converted lists the keys that convert handles, and those with known values.
var converted = []string{"problem_format_version", "type", "name", "uuid", "version", "author", "credits", "source",
	"source_url", "license", "rights_owner", "embargo_until", "limits", "validation", "validator_flags", "grading", "keywords",
	"languages", "allow_file_writing"}

// credits returns the credits in the current format, made from the legacy author if needed.
func (k *kattisProblem) credits() any {
	people := mapIn(k.said, "credits")
	if all := textOf(k.said["credits"]); all != "" {
		return all
	}
	kept := map[string]any{}
	for _, key := range sorted(people) {
		if slices.Contains([]string{"authors", "contributors", "testers", "translators", "packagers", "acknowledgements"}, key) {
			kept[key] = people[key]
			continue
		}
		k.remark("problem.yaml: %s is not supported by today's format, and is left out", "credits."+key)
	}
	if list, ok := k.said["author"].([]any); ok && kept["authors"] == nil {
		kept["authors"] = list
	} else if people := authors(textOf(k.said["author"])); len(people) > 0 && kept["authors"] == nil {
		kept["authors"] = people
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// sourceOf returns the source of a problem, with its address if the package has one.
func sourceOf(old map[string]any) any {
	name, url := textOf(old["source"]), textOf(old["source_url"])
	switch {
	case url != "":
		return map[string]string{"name": cmp.Or(name, url), "url": url}
	case name != "":
		return name
	}
	return old["source"] // a list, or a map
}

// license returns the name of a licence in today's format.
func (k *kattisProblem) license(given string) string {
	short := strings.TrimRight(strings.ToLower(given), " .0123456789")
	for _, name := range []string{given, short, short + "0"} {
		if given == "" || slices.Contains(problem.Licenses, name) {
			return name
		}
	}
	k.remark("problem.yaml: the licence %q has no name in today's format, and is left out", given)
	return ""
}

// authors splits a list of people at commas and "and".
func authors(list string) []string {
	var people []string
	for _, name := range regexp.MustCompile(`,|\band\b`).Split(list, -1) {
		if name = strings.TrimSpace(name); name != "" {
			people = append(people, name)
		}
	}
	return people
}

// limits copies the limits that have the same meaning today. The time limit may stand in a file of its own, as with
// Kattis and DOMjudge.
func (k *kattisProblem) limits() map[string]any {
	limits := map[string]any{}
	given, multipliers := mapIn(k.said, "limits"), map[string]any{}
	for key, value := range given {
		switch key {
		case "memory", "output", "code", "compilation_time", "compilation_memory", "validation_time",
			"validation_memory", "validation_output",
			"validation_passes", "time_limit", "time_resolution":
			limits[key] = value
		case "time_multipliers":
			maps.Copy(multipliers, mapIn(given, key))
		case "time_multiplier":
			multipliers["ac_to_time_limit"] = value
		case "time_safety_margin":
			multipliers["time_limit_to_tle"] = value
		default:
			k.remark("problem.yaml: limits.%s is not supported by today's format, and is left out", key)
		}
	}
	if len(multipliers) > 0 {
		limits["time_multipliers"] = multipliers
	}
	if seconds, ok := k.timeLimit(); ok && limits["time_limit"] == nil {
		limits["time_limit"] = seconds
	}
	return limits
}

// timeLimitFile is where Kattis's own tools keep a time limit.
const timeLimitFile = ".timelimit"

var (
	onlyTimeLimit = match.Lazy(`^\s*([0-9.]+)\s*$`)
	iniTimeLimit  = match.Lazy(`(?m)^\s*timelimit\s*=\s*['"]?([0-9.]+)`)
)

// timeLimit looks for a time limit beside problem.yaml.
func (k *kattisProblem) timeLimit() (seconds float64, ok bool) {
	text, form := "", onlyTimeLimit
	if k.has(timeLimitFile) {
		text = head(k.dir, timeLimitFile)
	} else {
		text, form = head(k.dir, "domjudge-problem.ini"), iniTimeLimit
	}
	m := form().FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	v, err := strconv.ParseFloat(m[1], 64)
	return v, err == nil && v > 0
}

// texTitle matches a problem's name in its statement. One with further TeX in it, such as \problemyamlname, is not taken.
var texTitle = match.Lazy(`%%\s*plainproblemname:\s*(.+)|\\problemname\{([^\\{}$]+)\}`)

var statementName = match.Lazy(`^statement/problem(?:\.([A-Za-z-]+))?\.(tex|md|pdf)$`)

// statements puts the language into the file name of each statement, and gives the problem a name in each language:
// from problem.yaml, or else from the statement, or else the only name in problem.yaml.
func (k *kattisProblem) statements(said map[string]string, otherwise string, translated bool) {
	names := map[string]string{}
	for i, f := range k.files {
		parts := statementName().FindStringSubmatch(f.to)
		if parts == nil {
			continue
		}
		lang, title := cmp.Or(parts[1], "en"), ""
		k.files[i].to = "statement/problem." + lang + "." + parts[2]
		if text, err := fs.ReadFile(k.dir, f.from); err == nil && parts[2] == "tex" {
			if m := texTitle().FindSubmatch(text); m != nil {
				title = oneLine(string(m[1]) + string(m[2]))
			}
		}
		names[lang] = cmp.Or(title, otherwise, names[lang])
		if translated {
			names[lang] = cmp.Or(said[lang], names[lang])
		}
	}
	if len(names) > 0 {
		k.Name = names
	}
}
