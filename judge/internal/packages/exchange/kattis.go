package exchange

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// ownDefaults is the judge.yaml that an export writes for a problem that has none: without it, what comes back would be
// checked as Kattis checks, which is by tokens. An import leaves it out again.
const ownDefaults = "# The judge's own defaults, written down by judge export.\ncheck: lines\n"

// kattisProblem is a Kattis package.
type kattisProblem struct {
	*draft
	said     map[string]any // problem.yaml
	today    bool           // it is of today's format
	drafted  bool           // or of what became it
	asks     []string       // how an older package is validated
	programs map[string]*program
	unusable map[string]bool // the programs that cannot be copied whole
}

var draftVersion = match.Lazy(`(?m)^(problem_format_version:\s*)["']?[^\s"']+["']?`)

// kattis reads a Kattis package. A package of today's format stays as it is, except that data and submissions move. An
// older package, or one with older keys, is converted. A key that no verdict depends on never stops an import.
func kattis(dir *folder, name string) (*draft, error) {
	k := &kattisProblem{draft: newDraft(dir, ""), programs: map[string]*program{}, unusable: map[string]bool{}}
	text, err := fs.ReadFile(dir, "problem.yaml")
	if err != nil {
		return nil, err
	}
	if k.said, err = yamlMap(text); err != nil {
		return nil, say.Errorf("problem.yaml: not YAML: %w", err)
	}
	switch version := textOf(k.said["problem_format_version"]); version {
	case problem.Version:
		k.today = true
	case "2023-07", "2023-07-draft", "2025-09-draft", "draft":
		k.drafted = true
		text = draftVersion().ReplaceAll(text, []byte("${1}"+problem.Version))
		k.remark("problem.yaml: its format %q was a draft of %s", version, problem.Version)
	case "", "legacy", "legacy-icpc":
	default:
		return nil, say.Errorf("problem.yaml: problem_format_version: %q is not known here: only %s and legacy are",
			version, problem.Version)
	}
	if k.said["constants"] != nil {
		return nil, say.Errorf("problem.yaml: constants have no counterpart here").
			Hint("put their values into the files that name them, and remove the key")
	}
	k.id, k.asks = idFrom(name), stringsOf(k.said["validation"])
	if err := k.take(); err != nil {
		return nil, err
	}
	pointless := false
	if !k.today {
		if pointless, err = k.older(); err != nil {
			return nil, err
		}
	}
	k.checking()
	limit, beside := k.timeLimit()
	beside = beside && mapIn(k.said, "limits")["time_limit"] == nil
	if !pointless && !beside && problem.CheckMetadata(text) == nil {
		k.asWritten, k.limits = text, mapIn(k.said, "limits")
		return k.draft, nil
	}
	k.convert(pointless)
	if beside {
		k.limits["time_limit"] = limit
	}
	return k.draft, nil
}

// take copies the files of the package to their places. One that cannot be copied is left out with a remark, or ends the
// import where verdicts depend on it.
func (k *kattisProblem) take() error {
	validator, err := k.validator()
	if err != nil {
		return err
	}
	files, err := list(k.dir, ".", func(name string, why error) error {
		if _, vital := k.target(name, validator); vital {
			return why
		}
		if parts := strings.SplitN(name, "/", 4); parts[0] == "submissions" && len(parts) > 2 {
			k.unusable[path.Join(parts[:3]...)] = true
		}
		return k.leaveOut(name, why)
	})
	if err != nil {
		return err
	}
	for _, name := range files {
		to, vital := k.target(name, validator)
		switch {
		case !k.today && slices.Contains([]string{".hint", ".desc"}, path.Ext(name)): // what is not read is left out
		case strings.HasPrefix(name, "submissions/"):
			k.submission(name)
		case to == "":
			k.told[name] = true
		default:
			k.files = append(k.files, draftFile{to, name, k.file(name), vital})
		}
		if strings.HasPrefix(name, "include/") && !k.told["include"] {
			k.told["include"] = true
			k.remark("the files of include/ are not added to programs")
		}
	}
	for _, from := range sorted(k.programs) {
		if !k.unusable[from] {
			k.solutions = append(k.solutions, *k.programs[from])
		}
	}
	return nil
}

// target is where a file of the package goes, "" if nowhere, and whether verdicts depend on it.
func (k *kattisProblem) target(name, validator string) (to string, vital bool) {
	top, rest, _ := strings.Cut(name, "/")
	switch {
	case slices.Contains([]string{"problem.yaml", timeLimitFile, "domjudge-problem.ini"}, name):
		return "", false
	case name == "judge.yaml":
		if text, err := fs.ReadFile(k.dir, name); err == nil && string(text) == ownDefaults {
			return "", true
		}
		return name, true
	case top == "data":
		folder, _, _ := strings.Cut(rest, "/")
		return name, slices.Contains(problem.Groups(), folder) || strings.HasSuffix(folder, ".yaml")
	case top == "output_validators" && !k.today:
		if validator == "" {
			return "", false
		}
		return "output_validator" + strings.TrimPrefix(name, validator), true
	case top == "problem_statement" && !k.today:
		return strings.Replace(path.Join("statement", rest), "/problem.tex", "/problem.en.tex", 1), false
	}
	return name, top == "output_validator"
}

// validator returns the program in the older format's folder of output validators; "" if there is none that the package
// asks for.
func (k *kattisProblem) validator() (string, error) {
	const top = "output_validators"
	entries, err := fs.ReadDir(k.dir, top)
	if err != nil || k.today {
		return "", nil
	}
	if !slices.Contains(k.asks, "custom") && (len(k.asks) > 0 || !k.drafted) { // drafts of today's format have no key for it
		k.remark("left out: output_validators/, which problem.yaml does not ask for")
		return "", nil
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return ignored(e.Name()) })
	switch folders := slices.ContainsFunc(entries, fs.DirEntry.IsDir); {
	case folders && len(entries) > 1:
		return "", say.Errorf("output_validators: has %d programs, and all would have to agree: the judge asks one", len(entries))
	case folders:
		return path.Join(top, entries[0].Name()), nil
	}
	return top, nil
}

// checking takes how outputs are compared: as Kattis does, if the package has no judge.yaml. The flags are the
// validator's arguments for every case; arguments for single cases are in the test data.
func (k *kattisProblem) checking() {
	own := slices.ContainsFunc(k.files, func(f draftFile) bool { return strings.HasPrefix(f.to, "output_validator/") })
	flags := stringsOf(k.said["validator_flags"])
	switch {
	case k.has("judge.yaml") || own && len(flags) == 0: // a validator is asked for by being there
	case own || slices.Contains(k.asks, "custom"):
		k.check = comparison{Kind: "validator", Args: flags}
	default:
		k.check = comparison{Kind: "kattis", Args: flags}
	}
}

// older turns what testdata.yaml files of an older package tell validators into the words of today. It reports whether the
// package gives points, which are not taken over.
func (k *kattisProblem) older() (pointless bool, err error) {
	kept, older := []draftFile{}, !k.drafted
	for _, f := range k.files {
		if path.Base(f.to) == "testdata.yaml" {
			group, err := k.yaml(f.from)
			if err != nil {
				return false, err
			}
			older = true
			args := validatorArgs(group)
			if len(args) == 0 {
				continue
			}
			text, err := yamlText(args)
			if err != nil {
				return false, err
			}
			f = draftFile{to: path.Dir(f.to) + "/test_group.yaml", vital: true, text: literal(string(text))}
		}
		kept = append(kept, f)
	}
	k.files = kept
	scoring := slices.Contains(stringsOf(k.said["type"]), "scoring") || k.said["grading"] != nil || slices.Contains(k.asks, "score")
	if older && scoring {
		k.remark("the points of an older package are not taken over: a program is right or wrong as a whole")
	}
	return older && scoring, nil
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

// folders maps names of folders to the expected verdicts of their submissions. The first six are the
// format's; people use the others.
var folders = map[string]result.Promise{
	"accepted": "AC", "wrong_answer": "WA", "time_limit_exceeded": "TLE", "run_time_error": runTimeError,
	"rejected": "WA|TLE|" + runTimeError, "brute_force": "TLE|" + runTimeError,
	"partially_accepted": "AC|WA|TLE|" + runTimeError, // some of the points
	"runtime_error":      runTimeError, "compiler_error": "CE", "compile_error": "CE",
	"memory_limit_exceeded": "MLE", "output_limit_exceeded": "OLE", "presentation_error": "PE",
}

// runTimeError lists our verdicts for the format's run-time error.
const runTimeError = "RE|MLE|OLE"

// submission takes a file in a folder named after a verdict, or a file of a program in one. A program that we exported
// says all about itself; another promises what its folder says.
func (k *kattisProblem) submission(name string) {
	parts := strings.SplitN(name, "/", 4)
	if name == "submissions/submissions.yaml" {
		k.told[name] = true
		k.remark("%s is not read: the folders say what the programs promise", name)
	}
	if len(parts) < 3 {
		return
	}
	from, file := path.Join(parts[:3]...), draftFile{to: parts[2], from: name, text: k.file(name)}
	p := k.programs[from]
	if p == nil {
		p = &program{name: strings.TrimSuffix(parts[2], path.Ext(parts[2])), from: from, promise: folders[parts[1]]}
		k.programs[from] = p
	}
	if len(parts) == 4 {
		p.name, p.folder, file.to = parts[2], true, parts[3]
	}
	p.files = append(p.files, file)
}
