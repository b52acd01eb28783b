package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
)

// lemonTask holds the parts that we use of a problem in a contest of LemonLime.
type lemonTask struct {
	Title   string      `json:"problemTitle"`
	Source  string      `json:"sourceFileName"` // without an ending
	Input   string      `json:"inputFileName"`
	Output  string      `json:"outputFileName"`
	Stdin   bool        `json:"standardInputCheck"`
	Stdout  bool        `json:"standardOutputCheck"`
	Type    int         `json:"taskType"`
	Compare int         `json:"comparisonMode"`
	Digits  int         `json:"realPrecision"`
	Special string      `json:"specialJudge"`
	Cases   []lemonCase `json:"testCases"`
}

// lemonCase is one case, or a subtask of several that gives as much as its worst case.
type lemonCase struct {
	Score   float64  `json:"fullScore"`
	Millis  float64  `json:"timeLimit"`
	Memory  int64    `json:"memoryLimit"` // MiB
	Inputs  []string `json:"inputFiles"`
	Answers []string `json:"outputFiles"`
}

// isLemon recognises a contest of LemonLime by its beginning.
func isLemon(head string) bool { return strings.Contains(head, `"contestTitle"`) }

// lemon imports the problems of a contest of LemonLime. The folder data beside the file has their cases.
func (i *importer) lemon(from, file string) error {
	text, err := readBounded(file, MaxCompanion)
	if err != nil {
		return err
	}
	utf8, _, _ := charset.Decode(text)
	var contest struct {
		Tasks []lemonTask `json:"tasks"`
	}
	if err := json.Unmarshal(utf8, &contest); err != nil || len(contest.Tasks) == 0 {
		return say.Errorf("%s: no contest of LemonLime with problems in it", file).Hint("open it with LemonLime and save it again, if an older Lemon wrote it")
	}
	if err := i.allow(from, len(contest.Tasks)); err != nil {
		return err
	}
	data, err := os.OpenRoot(filepath.Join(filepath.Dir(file), "data"))
	if err != nil {
		return say.Errorf("%s: the file %s is not in the package", file, "data/")
	}
	defer data.Close()
	for n, task := range contest.Tasks {
		id := cmp.Or(idFrom(task.Source), idFrom(task.Title), fmt.Sprintf("lemon%d", n+1))
		i.one(from+": "+oneLine(task.Title), id, func(w *writer) error { return task.put(w, data) })
	}
	return nil
}

// put imports one of the problems.
func (t lemonTask) put(w *writer, data *os.Root) (err error) {
	title := cmp.Or(oneLine(t.Title), w.ID)
	d := draft{names: map[string]string{languageOf(title): title}, program: map[string]content{}, scoring: true}
	if t.Type != 0 {
		return say.Errorf("%s: %s has no place here", ".cdf", "taskType: "+strconv.Itoa(t.Type))
	}
	if d.check, err = t.check(w, data, d.program); err != nil {
		return err
	}
	if !t.Stdin {
		d.check.InputFile = w.fileName(t.Input)
	}
	if !t.Stdout {
		d.check.OutputFile = w.fileName(t.Output)
	}
	var limits ownLimits
	for _, c := range t.Cases {
		limits.seconds, limits.memory = append(limits.seconds, c.Millis/1000), append(limits.memory, c.Memory)
	}
	d.seconds, d.memory = limits.widest(w)
	if d.groups, err = t.groups(w, data); err != nil {
		return err
	}
	return w.put(d)
}

// check is how LemonLime compares: by line, without regard to blanks, with diff, as numbers, or with a program.
func (t lemonTask) check(w *writer, data *os.Root, program map[string]content) (judgeFile, error) {
	switch t.Compare {
	case 0, 2:
		return judgeFile{Check: "lines"}, nil
	case 1:
		return judgeFile{Check: "tokens"}, nil
	case 3:
		tolerance := math.Pow10(-min(max(t.Digits, 0), 30))
		return judgeFile{Check: "float", Absolute: tolerance, Relative: tolerance}, nil
	}
	source := path.Clean(strings.TrimSuffix(t.Special, path.Ext(t.Special)) + ".cpp")
	if t.Compare == 5 && isFile(data.FS(), source) {
		program["checker.cpp"] = w.within(data, source)
		return judgeFile{Check: "testlib", Program: "checker.cpp"}, nil
	}
	return judgeFile{}, say.Errorf("its checker %s is not in the package, and is none that the judge knows", cmp.Or(t.Special, ".cpp"))
}

// within returns a file of a folder, which is read when it is needed.
func (w *writer) within(folder *os.Root, name string) content {
	return func() ([]byte, error) { return w.read.file(folder, name) }
}

// lemonRequires ends the numbers of other subtasks among the inputs of a subtask that depends on them.
const lemonRequires = "_lemon_SUbtaskDEPENDENCE_fLAg"

// groups are the cases with their points.
func (t lemonTask) groups(w *writer, data *os.Root) (groups []draftGroup, err error) {
	for i, c := range t.Cases {
		g := draftGroup{name: numberedGroup(i), how: "min", most: min(max(c.Score, 0), 1e6)}
		for _, in := range c.Inputs {
			if id, requires := strings.CutSuffix(in, lemonRequires); requires {
				n, _ := strconv.Atoi(id)
				g.requires = append(g.requires, numberedGroup(n-1))
				continue
			}
			answer := ""
			if n := len(g.cases); n < len(c.Answers) {
				answer = c.Answers[n]
			}
			one := draftCase{name: strings.TrimSuffix(path.Base(in), path.Ext(in)), worth: g.most}
			for part, name := range []string{in, answer} {
				if !isFile(data.FS(), path.Clean(name)) {
					return nil, say.Errorf("%s: the file %s is not in the package", ".cdf", "data/"+name)
				}
				one.give(part, w.within(data, path.Clean(name)), name)
			}
			g.cases = append(g.cases, one)
		}
		groups = append(groups, g)
	}
	return alone(groups), nil
}

// alone joins subtasks that are single cases and depend on nothing.
func alone(groups []draftGroup) []draftGroup {
	var cases []draftCase
	for _, g := range groups {
		if len(g.cases) != 1 || len(g.requires) > 0 {
			return groups
		}
		cases = append(cases, g.cases[0])
	}
	return points(cases)
}
