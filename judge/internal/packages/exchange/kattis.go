package exchange

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
)

// ownDefaults is the judge.yaml that an export writes for a problem that has none: without it, what
// comes back would be checked as Kattis checks, which is by tokens. An import leaves it out again.
const ownDefaults = "# The judge's own defaults, written down by judge export.\ncheck: lines\n"

// kattis imports a Kattis package. A package of this version stays as it is, except that data and
// submissions move. An older package, or one with older keys, is converted. A key that no verdict
// depends on never stops an import.
func (w *writer) kattis(packageID string) error {
	text, err := w.read.file(w.from, "problem.yaml")
	if err != nil {
		return err
	}
	old, err := yamlMap(text)
	if err != nil {
		return say.Errorf("problem.yaml: not YAML: %w", err)
	}
	version := fmt.Sprint(old["problem_format_version"])
	today := version == problem.Version
	switch version {
	case problem.Version, "<nil>", "legacy", "legacy-icpc":
	case "2023-07", "2023-07-draft", "2025-09-draft", "draft": // what became this version
		text = draftVersion().ReplaceAll(text, []byte("${1}"+problem.Version))
		w.note("problem.yaml: its format was %q, from which %s came", version, problem.Version)
	default:
		return say.Errorf("problem.yaml: problem_format_version: %q is not known here: only %s and legacy are", version, problem.Version)
	}
	w.findConstants(text)
	w.ownPoints = slices.Contains(stringsOf(old["validation"]), "score")
	w.grading = gradingOf(old["grading"])
	w.scoring = slices.Contains(stringsOf(old["type"]), "scoring") || old["grading"] != nil || w.ownPoints

	entries, err := fs.ReadDir(w.from.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := w.kattisEntry(e, today, packageID, old); err != nil {
			return err
		}
	}
	if err := w.kattisCases(); err != nil {
		return err
	}
	flags, err := w.metadata(text, old, today)
	if err != nil {
		return err
	}
	if err := w.putConstants(); err != nil {
		return err
	}
	asked := slices.Contains(stringsOf(old["validation"]), "custom")
	return w.addCheck(asked, flags)
}

// kattisCases refuses a package without cases. Some hold only the programs that make them.
func (w *writer) kattisCases() error {
	files, _ := list(w.from, ".", func(string, error) error { return nil })
	maker := ""
	for _, name := range files {
		switch folder, _, _ := strings.Cut(name, "/"); {
		case folder == "data" && path.Ext(name) == ".in":
			return nil
		case folder == "generators":
			maker = folder + "/"
		case folder == "data" && slices.Contains([]string{".sh", ".py"}, path.Ext(name)):
			maker = name
		}
	}
	if maker == "" {
		return errNoCases
	}
	return say.Errorf("%w", errNoCases).Hint("run %s first, which makes them", maker)
}

// kattisEntry takes one file or folder of the package's top to its place.
func (w *writer) kattisEntry(e fs.DirEntry, today bool, packageID string, old map[string]any) error {
	name, target := e.Name(), e.Name()
	if !today && name == "problem_statement" {
		target = "statement"
	}
	switch {
	case name == "problem.yaml" || name == timeLimitFile || name == "domjudge-problem.ini" || ignored(name):
		return nil
	case name == "data":
		return w.data()
	case name == "submissions":
		return w.submissions(packageID)
	case name == "output_validator":
		return w.copyFolder(name, filepath.Join(w.problemDir(), name), refuse)
	case name == "output_validators" && !today:
		if !custom(old) {
			w.note("left out: output_validators/, which problem.yaml does not ask for")
			return nil
		}
		return w.validators()
	case name == "judge.yaml":
		text, err := w.read.file(w.from, name)
		if err != nil || string(text) == ownDefaults {
			return err
		}
		return write(filepath.Join(w.problemDir(), name), text)
	case e.IsDir():
		return w.copyFolder(name, filepath.Join(w.problemDir(), target), w.leaveOut)
	}
	if err := w.copyFile(name, filepath.Join(w.problemDir(), target)); err != nil {
		return w.leaveOut(name, err)
	}
	return nil
}

// data copies the test data. Only the judged part must be correct.
func (w *writer) data() error {
	entries, err := fs.ReadDir(w.from.FS(), "data")
	if err != nil {
		return err
	}
	for _, e := range entries {
		from, to := "data/"+e.Name(), filepath.Join(w.dataDir(), e.Name())
		judged := slices.Contains(problem.Groups(), e.Name()) || strings.HasSuffix(e.Name(), ".yaml")
		var err error
		switch {
		case ignored(e.Name()):
		case e.Type()&fs.ModeSymlink != 0 && judged, !e.IsDir():
			err = w.copyFile(from, to)
		case judged:
			err = w.copyFolder(from, to, refuse)
		default:
			err = w.copyFolder(from, to, w.leaveOut)
		}
		if err != nil && !judged {
			err = w.leaveOut(from, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var draftVersion = match.Lazy(`(?m)^(problem_format_version:\s*)["']?[^\s"']+["']?`)

// metadata writes problem.yaml, unchanged if it is valid today, and returns the package's arguments for
// the format's own validator.
func (w *writer) metadata(text []byte, old map[string]any, today bool) (flags []string, err error) {
	file := filepath.Join(w.problemDir(), "problem.yaml")
	if err := write(file, text); err != nil {
		return nil, err
	}
	_, elsewhere := w.timeLimit()
	switch {
	case problem.CheckMetadata(w.problemDir()) != nil || elsewhere && !hasTimeLimit(old):
		if err := w.convert(old); err != nil {
			return nil, err
		}
	case !hasTimeLimit(old):
		w.noteNoTimeLimit()
	}
	if !today {
		if err := w.annotations(w.older(old)); err != nil {
			return nil, err
		}
	}
	return stringsOf(old["validator_flags"]), nil
}

// older reports whether testdata.yaml describes the groups of cases. In drafts of today's format test_group.yaml may.
func (w *writer) older(old map[string]any) bool {
	files, _ := list(w.from, "data", func(string, error) error { return nil })
	return !strings.HasPrefix(fmt.Sprint(old["problem_format_version"]), "20") ||
		slices.ContainsFunc(files, func(file string) bool { return path.Base(file) == "testdata.yaml" })
}

func hasTimeLimit(old map[string]any) bool {
	limits, _ := old["limits"].(map[string]any)
	return limits["time_limit"] != nil
}

// custom reports whether a legacy package has its own validator. Drafts of the newer format have no key for that.
func custom(old map[string]any) bool {
	asked := stringsOf(old["validation"])
	return slices.Contains(asked, "custom") || asked == nil && strings.HasPrefix(fmt.Sprint(old["problem_format_version"]), "20")
}

// validators copies the older format's folder of output validators, which today is one program.
func (w *writer) validators() error {
	entries, err := fs.ReadDir(w.from.FS(), "output_validators")
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return ignored(e.Name()) })
	target := filepath.Join(w.problemDir(), "output_validator")
	if len(entries) == 1 && entries[0].IsDir() {
		return w.copyFolder("output_validators/"+entries[0].Name(), target, refuse)
	}
	if folders := slices.IndexFunc(entries, fs.DirEntry.IsDir); folders >= 0 && len(entries) > 1 {
		return say.Errorf("output_validators: holds %d programs, and all would have to agree: the judge asks one", len(entries))
	}
	return w.copyFolder("output_validators", target, refuse)
}

// addCheck writes a judge.yaml that compares outputs as Kattis does, if the package has none. Flags are the
// validator's arguments for every case; arguments for single cases are in the test data.
func (w *writer) addCheck(own bool, flags []string) error {
	there := func(name string) bool { _, err := os.Stat(filepath.Join(w.problemDir(), name)); return err == nil }
	if text, _ := w.from.ReadFile("judge.yaml"); there("judge.yaml") || string(text) == ownDefaults {
		return nil
	}
	check := judgeFile{Check: "kattis", Args: flags}
	if here := there("output_validator"); own || here {
		if check.Check = "validator"; here && len(flags) == 0 {
			return nil // it is asked for by being there
		}
	}
	return w.writeYAML("judge.yaml", check)
}

// judgeFile holds the parts of judge.yaml that an import writes.
type judgeFile struct {
	Check      string   `yaml:"check"`
	Args       []string `yaml:"args,omitempty"`
	Program    string   `yaml:"program,omitempty"`
	Interactor string   `yaml:"interactor,omitempty"`
	Talks      bool     `yaml:"-"` // the program is an interactor, which the problem's type says
	Absolute   float64  `yaml:"absolute,omitempty"`
	Relative   float64  `yaml:"relative,omitempty"`
	InputFile  string   `yaml:"input_file,omitempty"`
	OutputFile string   `yaml:"output_file,omitempty"`
}

// metadata holds the parts of problem.yaml that an import writes, in this order.
type metadata struct {
	Version     string            `yaml:"problem_format_version"`
	Name        map[string]string `yaml:"name"`
	UUID        string            `yaml:"uuid"`
	Edition     string            `yaml:"version,omitempty"`
	Type        any               `yaml:"type,omitempty"`
	Credits     any               `yaml:"credits,omitempty"`
	Source      any               `yaml:"source,omitempty"`
	License     string            `yaml:"license,omitempty"`
	RightsOwner string            `yaml:"rights_owner,omitempty"`
	Embargo     string            `yaml:"embargo_until,omitempty"`
	Limits      map[string]any    `yaml:"limits,omitempty"`
	Keywords    []string          `yaml:"keywords,omitempty"`
	Languages   []string          `yaml:"languages,omitempty"`
	WriteFiles  bool              `yaml:"allow_file_writing,omitempty"`
	Constants   any               `yaml:"constants,omitempty"`
}

func newMetadata(id, lang, name string) metadata {
	if name = oneLine(name); name == "" {
		name = id
	}
	return metadata{Version: problem.Version, Name: map[string]string{lang: name}, UUID: problem.NewUUID()}
}

// writeYAML writes a YAML file of the problem.
func (w *writer) writeYAML(name string, v any) error {
	return writeYAML(filepath.Join(w.problemDir(), name), v)
}

func writeYAML(file string, v any) error {
	text, err := yaml.Dump(v, yaml.WithLineWidth(-1))
	if err != nil {
		return err
	}
	return write(file, text)
}

// yamlMap reads a mapping; a file with only comments is an empty mapping.
func yamlMap(text []byte) (map[string]any, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var m map[string]any
	if len(bytes.TrimSpace(yamlComment().ReplaceAll(text, nil))) == 0 {
		return m, nil
	}
	return m, yaml.Load(text, &m)
}

var yamlComment = match.Lazy(`(?m)^\s*#.*$|^---\s*$`)

// textOf returns a scalar as text; "" for any other node.
func textOf(v any) string {
	switch v.(type) {
	case nil, map[string]any, map[any]any, []any:
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(v))
}

// stringsOf returns a list of words, written as a list or with blanks between.
func stringsOf(v any) []string {
	items, ok := v.([]any)
	if !ok {
		return strings.Fields(textOf(v))
	}
	var list []string
	for _, item := range items {
		if s := textOf(item); s != "" {
			list = append(list, s)
		}
	}
	return list
}
