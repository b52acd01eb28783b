package exchange

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
)

// ownDefaults is the judge.yaml that an export writes for a problem that has none: without it, what
// comes back would be checked as Kattis checks, which is by tokens. An import leaves it out again.
const ownDefaults = "# The judge's own defaults, written down by judge export.\ncheck: lines\n"

// kattis imports a Kattis package. One of this version is taken as it is: everything but data and
// submissions stays in its place. An older one is put into today's shape.
func (w *writer) kattis(packageID string) error {
	text, err := w.read.file(w.from, "problem.yaml")
	if err != nil {
		return err
	}
	var old map[string]any
	if err := yaml.Load(text, &old); err != nil {
		return say.Errorf("problem.yaml: not YAML: %w", err)
	}
	version := fmt.Sprint(old["problem_format_version"])
	legacy := false
	switch version {
	case problem.Version:
	case "2023-07-draft", "2025-09-draft", "draft": // what became this version
		text = draftVersion.ReplaceAll(text, []byte("${1}"+problem.Version))
		w.note("problem.yaml: its format was %q, a draft of %s", version, problem.Version)
	case "<nil>", "legacy", "legacy-icpc":
		legacy = true
	default:
		return say.Errorf("problem.yaml: problem_format_version: %q is not known here: only %s and legacy are", version, problem.Version)
	}

	entries, err := fs.ReadDir(w.from.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, target := e.Name(), e.Name()
		if legacy && name == "problem_statement" {
			target = "statement"
		}
		switch {
		case ignored(name) || name == timeLimitFile || name == "domjudge-problem.ini":
		case name == "problem.yaml":
			if !legacy {
				err = write(filepath.Join(w.problemDir(), name), text)
			}
		case name == "data":
			err = w.copyFolder("data", w.dataDir())
		case name == "submissions":
			err = w.submissions(packageID)
		case legacy && name == "output_validators":
			err = w.validators()
		case name == "judge.yaml":
			var text []byte
			if text, err = w.read.file(w.from, name); err == nil && string(text) != ownDefaults {
				err = write(filepath.Join(w.problemDir(), name), text)
			}
		case e.IsDir():
			err = w.copyFolder(name, filepath.Join(w.problemDir(), target))
		default:
			err = w.copyFile(name, filepath.Join(w.problemDir(), target))
		}
		if err != nil {
			return err
		}
	}
	if _, err := w.from.Stat("include"); err == nil {
		w.note("include/: its files are kept, but not put beside submissions: the judge runs programs that stand alone")
	}
	if legacy {
		return w.convert(old)
	}
	return w.addCheck(nil)
}

var draftVersion = regexp.MustCompile(`(?m)^(problem_format_version:\s*)\S+`)

// validators copies the older format's folder of output validators, which today is one program.
func (w *writer) validators() error {
	entries, err := fs.ReadDir(w.from.FS(), "output_validators")
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return ignored(e.Name()) })
	target := filepath.Join(w.problemDir(), "output_validator")
	if len(entries) == 1 && entries[0].IsDir() {
		return w.copyFolder("output_validators/"+entries[0].Name(), target)
	}
	if folders := slices.IndexFunc(entries, fs.DirEntry.IsDir); folders >= 0 && len(entries) > 1 {
		return say.Errorf("output_validators: holds %d programs, and all would have to agree: the judge asks one", len(entries))
	}
	return w.copyFolder("output_validators", target)
}

// addCheck writes the judge.yaml that makes the judge compare as Kattis does, where the package brings
// none: by tokens or numbers, unless there is a validator. Flags are what the default validator was to
// be told; without any, the test data may say.
func (w *writer) addCheck(flags []string) error {
	for _, file := range []string{"judge.yaml", "output_validator"} {
		if _, err := os.Stat(filepath.Join(w.problemDir(), file)); err == nil {
			return nil
		}
	}
	if text, err := w.from.ReadFile("judge.yaml"); err == nil && string(text) == ownDefaults {
		return nil
	}
	if len(flags) == 0 {
		flags = w.groupFlags()
	}
	check := judgeFile{Check: "tokens"}
	for i := 0; i < len(flags); i++ {
		switch flag := flags[i]; flag {
		case "case_sensitive":
		case "space_change_sensitive":
			check.Check = "lines"
		case "float_tolerance", "float_absolute_tolerance", "float_relative_tolerance":
			i++
			if i == len(flags) {
				return say.Errorf("output_validator_args: %s says no number", flag)
			}
			v, err := strconv.ParseFloat(flags[i], 64)
			if err != nil {
				return say.Errorf("output_validator_args: %s: %q is not a number", flag, flags[i])
			}
			check.Check = "float"
			if flag != "float_relative_tolerance" {
				check.Absolute = v
			}
			if flag != "float_absolute_tolerance" {
				check.Relative = v
			}
		default:
			w.note("output_validator_args: %q is not known, and left out", flag)
		}
	}
	if check.Check == "tokens" && !slices.Contains(flags, "case_sensitive") {
		w.note("Kattis would take A for a; here the tokens must be the same")
	}
	return w.writeYAML("judge.yaml", check)
}

// groupFlags finds what the test data tell the default validator. The judge has one rule for a problem,
// so groups that differ are told.
func (w *writer) groupFlags() []string {
	var flags []string
	first := ""
	files, _ := list(w.from, "data")
	for _, file := range files {
		if base := path.Base(file); base != "test_group.yaml" && base != "testdata.yaml" {
			continue
		}
		text, err := w.from.ReadFile(filepath.FromSlash(file))
		var group struct {
			Args  []string `yaml:"output_validator_args"`
			Flags string   `yaml:"output_validator_flags"` // the older format's
		}
		if err != nil || yaml.Load(text, &group) != nil {
			continue // problem will say what is wrong with it
		}
		if group.Args = append(group.Args, strings.Fields(group.Flags)...); group.Args == nil {
			continue
		}
		if first != "" && !slices.Equal(flags, group.Args) {
			w.note("%s and %s are checked differently: the judge uses the first", first, file)
			continue
		}
		first, flags = file, group.Args
	}
	return flags
}

// judgeFile is what of judge.yaml an import writes.
type judgeFile struct {
	Check    string   `yaml:"check"`
	Absolute float64  `yaml:"absolute,omitempty"`
	Relative float64  `yaml:"relative,omitempty"`
	Args     []string `yaml:"args,omitempty"`
}

// metadata is what of problem.yaml an import writes, in this order.
type metadata struct {
	Version     string            `yaml:"problem_format_version"`
	Name        map[string]string `yaml:"name"`
	UUID        string            `yaml:"uuid"`
	Type        string            `yaml:"type,omitempty"`
	Credits     any               `yaml:"credits,omitempty"`
	Source      any               `yaml:"source,omitempty"`
	License     string            `yaml:"license,omitempty"`
	RightsOwner string            `yaml:"rights_owner,omitempty"`
	Limits      map[string]any    `yaml:"limits,omitempty"`
	Keywords    []string          `yaml:"keywords,omitempty"`
}

func newMetadata(id, lang, name string) metadata {
	if name = oneLine(name); name == "" {
		name = id
	}
	return metadata{Version: problem.Version, Name: map[string]string{lang: name}, UUID: problem.NewUUID()}
}

// writeYAML writes a YAML file of the problem.
func (w *writer) writeYAML(name string, v any) error {
	text, err := yaml.Dump(v, yaml.WithLineWidth(-1))
	if err != nil {
		return err
	}
	return write(filepath.Join(w.problemDir(), name), text)
}

// errInteractive says why a problem cannot be taken.
var errInteractive = say.Errorf("it is interactive, and the judge only knows problems that read an input and print an answer")
