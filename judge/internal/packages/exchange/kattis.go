package exchange

import (
	"fmt"
	"io/fs"
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
}

// kattisProblem is a Kattis package.
type kattisProblem struct {
	*draft
	said  map[string]any // problem.yaml
	today bool           // it is of today's format
	asks  []string       // how an older package is validated
	older bool           // than the drafts of today's format, or with a testdata.yaml
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
	k.id, k.asWritten, k.convert = idFrom(name), text, k.toToday
	k.today, k.asks = version == problem.Version, stringsOf(k.said["validation"])
	if k.said["constants"] != nil {
		return nil, say.Errorf("problem.yaml: constants have no counterpart here").
			Hint("put their values into the files that name them, and remove the key")
	}
	k.scoring = slices.Contains(stringsOf(k.said["type"]), "scoring")
	k.older = !strings.HasPrefix(version, "20")
	if _, elsewhere := k.timeLimit(); elsewhere && mapIn(k.said, "limits")["time_limit"] == nil {
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
	case name == "include":
		k.remark("the files of include/ are not added to programs")
		return k.take(name, name, false)
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
		k.files = append(k.files, draftFile{target, file, k.file(file), vital})
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
	if !slices.Contains(k.asks, "custom") && (len(k.asks) > 0 || k.older) { // drafts of today's format have no key for it
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

// annotations turns the older format's .hint and .desc files into the YAML file of their case, and what its
// testdata.yaml files tell validators into today's test_group.yaml.
func (k *kattisProblem) annotations() error {
	there := map[string]bool{}
	for _, f := range k.files {
		there[f.to] = true
		k.older = k.older || path.Base(f.to) == "testdata.yaml"
	}
	var kept []draftFile
	said := map[string]map[string]any{} // by the file that says it today
	for _, f := range k.files {
		ext := path.Ext(f.to)
		base := strings.TrimSuffix(f.to, ext)
		key := map[string]string{".hint": "hint", ".desc": "description"}[ext]
		switch {
		case path.Base(f.to) == "testdata.yaml":
			group, err := k.yaml(f.from)
			if err != nil {
				return err
			}
			said[path.Dir(f.to)+"/test_group.yaml"] = validatorArgs(group)
		case key != "" && there[base+".in"] && !there[base+".yaml"]: // which would say more
			text, err := fs.ReadFile(k.dir, f.from)
			if err != nil {
				return err
			}
			if said[base+".yaml"] == nil {
				said[base+".yaml"] = map[string]any{}
			}
			said[base+".yaml"][key] = strings.TrimSpace(string(text))
		default:
			kept = append(kept, f)
			continue
		}
		k.told[f.from] = true
	}
	for _, to := range sorted(said) {
		if len(said[to]) > 0 {
			text, err := yamlText(said[to])
			if err != nil {
				return err
			}
			kept = append(kept, draftFile{to: to, vital: true, text: literal(string(text))})
		}
	}
	k.files = kept
	if k.older && (k.scoring || k.said["grading"] != nil || slices.Contains(k.asks, "score")) {
		k.scoring, k.asWritten = false, nil
		k.remark("the points of an older package are not taken over: a program is right or wrong as a whole")
	}
	return nil
}

// validatorArgs takes what an older group of cases tells the validators.
func validatorArgs(group map[string]any) map[string]any {
	args := map[string]any{}
	for _, of := range []string{"input_validator", "output_validator"} {
		if flags := append(stringsOf(group[of+"_flags"]), stringsOf(group[of+"_args"])...); len(flags) > 0 {
			args[of+"_args"] = flags
		}
	}
	return args
}
