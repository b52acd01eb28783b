package exchange

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/model/problem"
)

// convert writes problem.yaml for a package in an older format, or with keys of one.
func (w *writer) convert(old map[string]any) error {
	text := func(key string) string { return textOf(old[key]) }
	m := newMetadata(w.ID, "en", text("name"))
	if names, ok := old["name"].(map[string]any); ok {
		m.Name = map[string]string{}
		for lang, name := range names {
			m.Name[lang] = oneLine(textOf(name))
		}
		if err := w.statements(&m, m.Name, m.Name["en"]); err != nil {
			return err
		}
	} else if err := w.statements(&m, nil, m.Name["en"]); err != nil {
		return err
	}
	if text("uuid") != "" {
		m.UUID = text("uuid")
	}
	m.Edition, m.RightsOwner, m.Embargo = text("version"), text("rights_owner"), text("embargo_until")
	m.Credits, m.Source, m.License = w.credits(old), source(old), w.license(text("license"))
	m.Keywords, m.Languages, m.Constants = stringsOf(old["keywords"]), stringsOf(old["languages"]), old["constants"]
	m.WriteFiles = old["allow_file_writing"] == true
	m.Type = old["type"]
	if w.scoring {
		m.Type = "scoring"
	}
	m.Type = talking(m.Type, stringsOf(old["validation"]))
	m.Limits = w.limits(old["limits"])
	for _, key := range slices.Sorted(maps.Keys(old)) {
		if !slices.Contains(converted, key) {
			w.note("problem.yaml: %s is not supported by today's format, and is left out", key)
		}
	}
	return w.writeYAML("problem.yaml", m)
}

// talking adds the kinds of validation of an older package to a type.
func talking(kind any, validation []string) any {
	types := stringsOf(kind)
	for _, word := range validation {
		if word == "multipass" {
			word = "multi-pass"
		}
		if (word == "interactive" || word == "multi-pass") && !slices.Contains(types, word) {
			types = append(types, word)
		}
	}
	if len(types) < 2 && len(stringsOf(kind)) == len(types) {
		return kind
	}
	return types
}

// converted lists the keys that convert handles, and those with known values.
var converted = []string{"problem_format_version", "type", "name", "uuid", "version", "author", "credits", "source", "source_url", "license",
	"rights_owner", "embargo_until", "limits", "validation", "validator_flags", "grading", "keywords", "languages", "allow_file_writing", "constants"}

// credits returns the credits in the current format, made from the legacy author if needed.
func (w *writer) credits(old map[string]any) any {
	people, ok := old["credits"].(map[string]any)
	if !ok && textOf(old["credits"]) != "" {
		return textOf(old["credits"])
	}
	kept := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(people)) {
		if slices.Contains([]string{"authors", "contributors", "testers", "translators", "packagers", "acknowledgements"}, key) {
			kept[key] = people[key]
			continue
		}
		w.note("problem.yaml: %s is not supported by today's format, and is left out", "credits."+key)
	}
	if list, ok := old["author"].([]any); ok && kept["authors"] == nil {
		kept["authors"] = list
	} else if people := authors(textOf(old["author"])); len(people) > 0 && kept["authors"] == nil {
		kept["authors"] = people
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// source returns the source of a problem, with its address if the package has one.
func source(old map[string]any) any {
	name, url := textOf(old["source"]), textOf(old["source_url"])
	switch {
	case url == "" && old["source"] != nil && name == "": // a list, or a map
		return old["source"]
	case url != "" && name != "":
		return map[string]string{"name": name, "url": url}
	case url != "":
		return map[string]string{"name": url, "url": url}
	case name != "":
		return name
	}
	return nil
}

// license returns the name of a licence in today's format.
func (w *writer) license(given string) string {
	short := strings.TrimRight(strings.ToLower(given), " .0123456789")
	switch {
	case given == "" || slices.Contains(problem.Licenses, given):
		return given
	case slices.Contains(problem.Licenses, short):
		return short
	case short == "cc":
		return "cc0"
	}
	w.note("problem.yaml: the licence %q has no name in today's format, and is left out", given)
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
func (w *writer) limits(old any) map[string]any {
	limits := map[string]any{}
	given, _ := old.(map[string]any)
	multipliers := map[string]any{}
	for key, value := range given {
		switch key {
		case "memory", "output", "code", "compilation_time", "compilation_memory", "validation_time", "validation_memory", "validation_output",
			"validation_passes", "time_limit", "time_resolution":
			limits[key] = value
		case "time_multipliers":
			if both, ok := value.(map[string]any); ok {
				maps.Copy(multipliers, both)
			}
		case "time_multiplier":
			multipliers["ac_to_time_limit"] = value
		case "time_safety_margin":
			multipliers["time_limit_to_tle"] = value
		default:
			w.note("problem.yaml: limits.%s is not supported by today's format, and is left out", key)
		}
	}
	if len(multipliers) > 0 {
		limits["time_multipliers"] = multipliers
	}
	if limits["time_limit"] == nil {
		if seconds, ok := w.timeLimit(); ok {
			limits["time_limit"] = seconds
		} else {
			w.noteNoTimeLimit()
		}
	}
	return limits
}

// timeLimitFile is where Kattis's own tools keep a time limit.
const timeLimitFile = ".timelimit"

var iniTimeLimit = match.Lazy(`(?m)^\s*timelimit\s*=\s*['"]?([0-9.]+)`)

// timeLimit looks for a time limit beside problem.yaml.
func (w *writer) timeLimit() (seconds float64, ok bool) {
	for _, name := range []string{timeLimitFile, "domjudge-problem.ini"} {
		text, err := w.read.file(w.from, name)
		if err != nil {
			continue
		}
		said := string(text)
		if name != timeLimitFile {
			m := iniTimeLimit().FindSubmatch(text)
			if m == nil {
				continue
			}
			said = string(m[1])
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(said), 64)
		return v, err == nil && v > 0
	}
	return 0, false
}

var statementName = match.Lazy(`^problem(?:\.([A-Za-z-]+))?\.(tex|md|pdf)$`)

// statements puts the language into the file name of each statement, and gives the problem a name in each language:
// from problem.yaml, or else from the statement, or else the only name in problem.yaml.
func (w *writer) statements(m *metadata, said map[string]string, otherwise string) error {
	dir := filepath.Join(w.problemDir(), "statement")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the judge can do without one
	}
	names := map[string]string{}
	for _, e := range entries {
		parts := statementName().FindStringSubmatch(e.Name())
		if parts == nil {
			continue
		}
		lang := parts[1]
		if lang == "" {
			lang = "en"
			if err := os.Rename(filepath.Join(dir, e.Name()), filepath.Join(dir, "problem.en."+parts[2])); err != nil {
				return err
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, "problem."+lang+"."+parts[2]))
		if err != nil {
			return err
		}
		title := ""
		if parts[2] == "tex" {
			title = texTitle(text)
		}
		names[lang] = cmp.Or(said[lang], title, otherwise, names[lang], w.ID)
	}
	if len(names) > 0 {
		m.Name = names
	}
	return nil
}

// annotations turns the older format's .hint and .desc files into the YAML file of their case, and if groups is set, its
// testdata.yaml into today's test_group.yaml.
func (w *writer) annotations(groups bool) error {
	return filepath.WalkDir(w.dataDir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && groups {
			return w.group(path)
		}
		base, ok := strings.CutSuffix(path, ".in")
		if err != nil || !ok {
			return err
		}
		if _, err := os.Stat(base + ".yaml"); err == nil {
			return nil // it says more, and nothing is put over it
		}
		said := map[string]string{}
		for ext, key := range map[string]string{".hint": "hint", ".desc": "description"} {
			if text, err := os.ReadFile(base + ext); err == nil {
				said[key] = strings.TrimSpace(string(text))
				os.Remove(base + ext)
			}
		}
		if len(said) == 0 {
			return nil
		}
		text, err := yaml.Dump(said, yaml.WithLineWidth(-1))
		if err != nil {
			return err
		}
		return os.WriteFile(base+".yaml", text, 0o666)
	})
}

// group turns the testdata.yaml of a folder, with the settings that it inherits, into a test_group.yaml if one is
// needed.
func (w *writer) group(dir string) error {
	name, err := filepath.Rel(w.dataDir(), dir)
	if err != nil {
		return err
	}
	own, _, err := w.testdata(filepath.ToSlash(name))
	if err != nil {
		return err
	}
	os.Remove(filepath.Join(dir, "testdata.yaml"))
	args, err := w.points(filepath.ToSlash(name))
	if err != nil {
		return err
	}
	if args == nil {
		args = map[string]any{}
	}
	if name == "." {
		if err := w.noteSamples(); err != nil {
			return err
		}
	}
	for _, of := range []string{"input", "output"} {
		flags := append(stringsOf(own[of+"_validator_flags"]), stringsOf(own[of+"_validator_args"])...)
		if len(flags) > 0 {
			args[of+"_validator_args"] = flags
		}
	}
	if len(args) == 0 {
		return nil
	}
	return writeYAML(filepath.Join(dir, "test_group.yaml"), args)
}
