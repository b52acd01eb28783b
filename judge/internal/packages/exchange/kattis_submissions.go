package exchange

import (
	"io/fs"
	"path"
	"strings"

	"sudokuoj/judge/internal/model/result"
)

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

// submissions takes each file or folder in a folder named after a verdict. One that we exported says all about itself;
// another promises what its folder says.
func (k *kattisProblem) submissions() error {
	if name := "submissions/submissions.yaml"; k.has(name) {
		k.told[name] = true
		k.remark("%s is not read: the folders say what the programs promise", name)
	}
	groups, err := fs.ReadDir(k.dir, "submissions")
	if err != nil {
		return err
	}
	for _, group := range groups {
		if !group.IsDir() || ignored(group.Name()) {
			continue
		}
		entries, err := fs.ReadDir(k.dir, path.Join("submissions", group.Name()))
		if err != nil {
			return err
		}
		for _, e := range entries {
			if ignored(e.Name()) {
				continue
			}
			if err := k.submission(group.Name(), e); err != nil {
				return err
			}
		}
	}
	return nil
}

// submission takes one submission. One that cannot be copied whole is left out.
func (k *kattisProblem) submission(group string, e fs.DirEntry) error {
	p := program{name: e.Name(), from: path.Join("submissions", group, e.Name()), folder: e.IsDir()}
	if !e.IsDir() {
		p.name = strings.TrimSuffix(p.name, path.Ext(p.name))
	}
	whole := true
	leaveOut := func(_ string, why error) error { whole = false; return k.leaveOut(p.from, why) }
	files, err := list(k.dir, p.from, leaveOut)
	for _, file := range files {
		to := strings.TrimPrefix(strings.TrimPrefix(file, path.Dir(p.from)+"/"), e.Name()+"/")
		p.files = append(p.files, draftFile{to: to, from: file, text: k.file(file)})
	}
	if err != nil || !whole {
		return err
	}
	p.promise = folders[group]
	k.solutions = append(k.solutions, p)
	return nil
}
