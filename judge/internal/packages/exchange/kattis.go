package exchange

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
)

// ownDefaults is the judge.yaml that an export writes for a problem that has none: without it, what comes back would be
// checked as Kattis checks, which is by tokens. An import leaves it out again.
const ownDefaults = "# The judge's own defaults, written down by judge export.\ncheck: lines\n"

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

// kattisProblem is a Kattis package.
type kattisProblem struct {
	*draft
	said      map[string]any // problem.yaml
	today     bool           // it is of today's format
	asks      []string       // how an older package is validated
	constants *constants
	newFiles  []draftFile // in the place of others
	included  []string    // files that are added to submissions
	copies    int         // of files, in all submissions

	inputs    map[string]bool // the folders of data that have inputs
	ownPoints bool            // its validator says how many points a case gives
	grading   map[string]any  // what an older problem.yaml says of them for all groups
}

var draftVersion = match.Lazy(`(?m)^(problem_format_version:\s*)["']?[^\s"']+["']?`)

// kattis reads a Kattis package. A package of today's format stays as it is, except that data and submissions move. An
// older package, or one with older keys, is converted. A key that no verdict depends on never stops an import.
func kattis(dir fs.FS, name string) (*draft, error) {
	k := &kattisProblem{draft: newDraft(dir, "")}
	text, err := fs.ReadFile(dir, "problem.yaml")
	if err != nil {
		return nil, err
	}
	if k.said, err = yamlMap(text); err != nil {
		return nil, say.Errorf("problem.yaml: not YAML: %w", err)
	}
	version := fmt.Sprint(k.said["problem_format_version"])
	switch version {
	case problem.Version, "<nil>", "legacy", "legacy-icpc":
	case "2023-07", "2023-07-draft", "2025-09-draft", "draft": // what became this version
		text = draftVersion().ReplaceAll(text, []byte("${1}"+problem.Version))
		k.remark("problem.yaml: its format %q was a draft of %s", version, problem.Version)
	default:
		return nil, say.Errorf("problem.yaml: problem_format_version: %q is not known here: only %s and legacy are",
			version, problem.Version)
	}
	k.inputs = map[string]bool{}
	k.id, k.asWritten, k.convert = idFrom(name), text, k.toToday
	k.today, k.asks = version == problem.Version, stringsOf(k.said["validation"])
	k.ownPoints, k.grading = slices.Contains(k.asks, "score"), gradingOf(k.said["grading"])
	k.scoring = slices.Contains(stringsOf(k.said["type"]), "scoring") || k.said["grading"] != nil || k.ownPoints
	k.constants = constantsOf(text)
	if _, elsewhere := k.timeLimit(); elsewhere && !k.hasTimeLimit() {
		k.asWritten = nil
	}
	if err := k.entries(); err != nil {
		return nil, err
	}
	if !k.today {
		if err := k.annotations(); err != nil {
			return nil, err
		}
	}
	k.checking()
	return k.draft, nil
}

func (k *kattisProblem) hasTimeLimit() bool {
	limits, _ := k.said["limits"].(map[string]any)
	return limits["time_limit"] != nil
}

// entries takes each file and folder of the package to its place.
func (k *kattisProblem) entries() error {
	entries, err := fs.ReadDir(k.dir, ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := k.entry(e); err != nil {
			return err
		}
	}
	for _, f := range k.files {
		if strings.HasPrefix(f.to, "data/") && path.Ext(f.to) == ".in" {
			return nil
		}
	}
	files, _ := list(k.dir, ".", pass) // some packages have only the programs that make their cases
	for _, name := range files {
		folder, _, _ := strings.Cut(name, "/")
		if folder == "generators" || folder == "data" && slices.Contains([]string{".sh", ".py"}, path.Ext(name)) {
			if folder == "generators" {
				name = "generators/"
			}
			return say.Errorf("%w", errNoCases).Hint("run %s first, which makes them", name)
		}
	}
	return errNoCases
}

func (k *kattisProblem) entry(e fs.DirEntry) error {
	switch name := e.Name(); {
	case ignored(name) || slices.Contains([]string{"problem.yaml", timeLimitFile, "domjudge-problem.ini"}, name):
		k.told[name] = true
		return nil
	case name == "data":
		return k.data()
	case name == "submissions":
		return k.submissions()
	case name == "output_validator":
		return k.take(name, name, true)
	case name == "output_validators" && !k.today:
		return k.validators()
	case name == "problem_statement" && !k.today:
		return k.take(name, "statement", false)
	case name == "judge.yaml":
		k.judgeYAML = true
		if text, err := fs.ReadFile(k.dir, name); err != nil || string(text) == ownDefaults {
			return err
		}
		return k.take(name, name, true)
	default:
		return k.take(name, name, false)
	}
}

// take copies a file, or a folder with all files in it. What cannot be copied is left out with a remark, or ends the
// import where verdicts depend on it.
func (k *kattisProblem) take(from, to string, vital bool) error {
	unusable := k.leaveOut
	if vital {
		unusable = refuse
	}
	files, err := list(k.dir, from, unusable)
	for _, file := range files {
		target := path.Join(to, strings.TrimPrefix(file, from))
		k.files = append(k.files, draftFile{target, file, k.replaced(target, k.file(file)), vital})
	}
	return err
}

// data takes the test data. Only the judged part must be correct.
func (k *kattisProblem) data() error {
	entries, err := fs.ReadDir(k.dir, "data")
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := "data/" + e.Name()
		judged := slices.Contains(problem.Groups(), e.Name()) || strings.HasSuffix(e.Name(), ".yaml")
		if ignored(e.Name()) {
			continue
		}
		if err := k.take(name, name, judged); err != nil {
			return err
		}
	}
	return nil
}

// validators takes the older format's folder of output validators, which today is one program.
func (k *kattisProblem) validators() error {
	const folder = "output_validators"
	if !slices.Contains(k.asks, "custom") && (len(k.asks) > 0 || k.legacy()) { // drafts of today's format have no key for it
		files, _ := list(k.dir, folder, pass)
		for _, file := range files {
			k.told[file] = true
		}
		k.remark("left out: output_validators/, which problem.yaml does not ask for")
		return nil
	}
	entries, err := fs.ReadDir(k.dir, folder)
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return ignored(e.Name()) })
	from := folder
	switch folders := slices.ContainsFunc(entries, fs.DirEntry.IsDir); {
	case folders && len(entries) > 1:
		return say.Errorf("output_validators: has %d programs, and all would have to agree: the judge asks one", len(entries))
	case folders:
		from = path.Join(folder, entries[0].Name())
	}
	return k.take(from, "output_validator", true)
}

// legacy reports whether the package is older than the drafts of today's format.
func (k *kattisProblem) legacy() bool {
	return !strings.HasPrefix(fmt.Sprint(k.said["problem_format_version"]), "20")
}

// checking takes how outputs are compared: as Kattis does, if the package has no judge.yaml. The flags are the
// validator's arguments for every case; arguments for single cases are in the test data.
func (k *kattisProblem) checking() {
	own := slices.ContainsFunc(k.files, func(f draftFile) bool { return strings.HasPrefix(f.to, "output_validator/") })
	k.check.Args = stringsOf(k.said["validator_flags"])
	switch {
	case k.judgeYAML || own && len(k.check.Args) == 0: // a validator is asked for by being there
		k.check = comparison{}
	case own || slices.Contains(k.asks, "custom"):
		k.check.Kind = "validator"
	default:
		k.check.Kind = "kattis"
	}
}

// annotations turns the older format's .hint and .desc files into the YAML file of their case, and its testdata.yaml
// files into today's test_group.yaml.
func (k *kattisProblem) annotations() error {
	of := map[string]draftFile{}
	folders, older := map[string]bool{}, k.legacy()
	replaced := map[string]bool{} // the files that others take the place of
	for _, f := range k.files {
		if strings.HasPrefix(f.to, "data/") {
			of[f.to] = f
			k.inputs[path.Dir(f.to)] = k.inputs[path.Dir(f.to)] || path.Ext(f.to) == ".in"
			older = older || path.Base(f.to) == "testdata.yaml"
			for folder := path.Dir(f.to); folder != "."; folder = path.Dir(folder) {
				folders[folder] = true
			}
		}
	}
	for name, f := range maps.Clone(of) {
		base, isInput := strings.CutSuffix(name, ".in")
		if _, more := of[base+".yaml"]; !isInput || more { // which says more
			continue
		}
		said := map[string]string{}
		for ext, key := range map[string]string{".hint": "hint", ".desc": "description"} {
			if g, ok := of[base+ext]; ok {
				text, err := fs.ReadFile(k.dir, g.from)
				if err != nil {
					return err
				}
				said[key] = strings.TrimSpace(string(text))
				replaced[base+ext] = true
			}
		}
		if len(said) > 0 {
			k.made(base+".yaml", f.vital, said)
		}
	}
	if older { // drafts of today's format may have test_group.yaml
		if err := k.testGroups(sorted(folders), replaced); err != nil {
			return err
		}
	}
	for name := range replaced {
		k.told[of[name].from] = true
	}
	k.files = slices.DeleteFunc(k.files, func(f draftFile) bool { return replaced[f.to] })
	k.files = append(k.files, k.newFiles...)
	return nil
}

// made adds a YAML file to the test data.
func (k *kattisProblem) made(to string, vital bool, said any) {
	text := func(*workshop) ([]byte, error) { return yamlText(said) }
	k.newFiles = append(k.newFiles, draftFile{to: to, vital: vital, text: k.replaced(to, text)})
}
