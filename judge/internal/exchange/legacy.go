package exchange

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/say"
)

// convert writes problem.yaml and judge.yaml for a package of the older format, and puts its test data
// and statements into today's shape.
func (w *writer) convert(old map[string]any) error {
	text := func(key string) string {
		if v, ok := old[key]; ok && v != nil {
			return strings.TrimSpace(fmt.Sprint(v))
		}
		return ""
	}
	validation := strings.Fields(text("validation"))
	if slices.Contains(validation, "interactive") {
		return errInteractive
	}

	m := newMetadata(w.ID, "en", text("name"))
	if err := w.statements(&m); err != nil {
		return err
	}
	if text("uuid") != "" {
		m.UUID = text("uuid")
	}
	if people := authors(text("author")); len(people) > 0 {
		m.Credits = map[string]any{"authors": people}
	}
	if text("source_url") != "" {
		m.Source = map[string]string{"name": text("source"), "url": text("source_url")}
	} else if text("source") != "" {
		m.Source = text("source")
	}
	m.License, m.RightsOwner, m.Keywords = text("license"), text("rights_owner"), strings.Fields(text("keywords"))
	if text("type") == "scoring" || text("grading") != "" {
		m.Type = "scoring"
		w.note("it gives points: the judge only tells right from wrong")
	}
	m.Limits = w.limits(old["limits"])
	var unknown []string
	for key := range old {
		switch key {
		case "problem_format_version", "type", "name", "uuid", "author", "source", "source_url", "license", "rights_owner",
			"limits", "validation", "validator_flags", "grading", "keywords":
		default:
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		w.note("problem.yaml: %s has no place in today's format, and is left out", key)
	}
	if err := w.writeYAML("problem.yaml", m); err != nil {
		return err
	}
	if err := w.annotations(); err != nil {
		return err
	}

	flags := strings.Fields(text("validator_flags"))
	if len(validation) > 0 && validation[0] == "custom" {
		return w.writeYAML("judge.yaml", judgeFile{Check: "validator", Args: flags})
	}
	// A validator may lie there unused.
	if err := os.RemoveAll(filepath.Join(w.problemDir(), "output_validator")); err != nil {
		return err
	}
	return w.addCheck(flags)
}

// authors splits a list as people write it: by commas and "and".
func authors(list string) []string {
	var people []string
	for _, name := range regexp.MustCompile(`,|\band\b`).Split(list, -1) {
		if name = strings.TrimSpace(name); name != "" {
			people = append(people, name)
		}
	}
	return people
}

// limits takes over the limits that have the same meaning today. The time limit may stand in a file of
// its own: Kattis had it measured, and other judges put it beside.
func (w *writer) limits(old any) map[string]any {
	limits := map[string]any{}
	given, _ := old.(map[string]any)
	multipliers := map[string]any{}
	for key, value := range given {
		switch key {
		case "memory", "output", "code", "compilation_time", "compilation_memory", "validation_time", "validation_memory", "validation_output", "time_limit":
			limits[key] = value
		case "time_multiplier":
			multipliers["ac_to_time_limit"] = value
		case "time_safety_margin":
			multipliers["time_limit_to_tle"] = value
		default:
			w.note("problem.yaml: limits.%s has no place in today's format, and is left out", key)
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

var iniTimeLimit = regexp.MustCompile(`(?m)^\s*timelimit\s*=\s*['"]?([0-9.]+)`)

// timeLimit looks for a time limit beside problem.yaml.
func (w *writer) timeLimit() (seconds float64, ok bool) {
	if text, err := w.from.ReadFile(timeLimitFile); err == nil {
		v, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
		return v, err == nil && v > 0
	}
	if text, err := w.from.ReadFile("domjudge-problem.ini"); err == nil {
		if m := iniTimeLimit.FindSubmatch(text); m != nil {
			v, err := strconv.ParseFloat(string(m[1]), 64)
			return v, err == nil && v > 0
		}
	}
	return 0, false
}

var statementName = regexp.MustCompile(`^problem(?:\.([A-Za-z-]+))?\.(tex|md|pdf)$`)
var texName = regexp.MustCompile(`(?:%%\s*plainproblemname:\s*(.+)|\\problemname\{([^{}]*)\})`)

// statements gives each statement its language in its file name, and finds the problem's name in each.
func (w *writer) statements(m *metadata) error {
	dir := filepath.Join(w.problemDir(), "statement")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the judge can do without one
	}
	given := m.Name["en"]
	names := map[string]string{}
	for _, e := range entries {
		parts := statementName.FindStringSubmatch(e.Name())
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
		names[lang] = given
		text, err := os.ReadFile(filepath.Join(dir, "problem."+lang+"."+parts[2]))
		if err != nil {
			return err
		}
		if found := texName.FindSubmatch(text); found != nil && parts[2] == "tex" {
			if name := strings.TrimSpace(string(bytes.Join(found[1:], nil))); name != "" {
				names[lang] = name
			}
		}
	}
	if len(names) > 0 {
		m.Name = names
	}
	return nil
}

// annotations turns the older format's .hint and .desc files into the YAML file of their case, and what
// of its testdata.yaml is not about points into today's test_group.yaml.
func (w *writer) annotations() error {
	return filepath.WalkDir(w.dataDir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "testdata.yaml" {
			return w.group(path)
		}
		base, ok := strings.CutSuffix(path, ".in")
		if err != nil || d.IsDir() || !ok {
			return err
		}
		said := map[string]string{}
		for ext, key := range map[string]string{".hint": "hint", ".desc": "description"} {
			if text, err := os.ReadFile(base + ext); err == nil {
				said[key] = strings.TrimSpace(string(text))
				os.Remove(base + ext)
			}
		}
		if _, err := os.Stat(base + ".yaml"); err == nil || len(said) == 0 {
			return nil
		}
		text, err := yaml.Dump(said, yaml.WithLineWidth(-1))
		if err != nil {
			return err
		}
		return os.WriteFile(base+".yaml", text, 0o666)
	})
}

// group turns one testdata.yaml into a test_group.yaml, or into nothing.
func (w *writer) group(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var old map[string]any
	if err := yaml.Load(text, &old); err != nil {
		return say.Errorf("%s: not YAML: %w", strings.TrimPrefix(path, w.tree), err)
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	args := map[string][]string{}
	for _, of := range []string{"input", "output"} {
		if flags, ok := old[of+"_validator_flags"].(string); ok && flags != "" {
			args[of+"_validator_args"] = strings.Fields(flags)
		}
	}
	if len(args) == 0 {
		return nil
	}
	text, err = yaml.Dump(args)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(filepath.Dir(path), "test_group.yaml"), text, 0o666)
}
