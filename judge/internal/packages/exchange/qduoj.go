package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// qduojProblem holds the parts that we use of QDUOJ's problem.json.
type qduojProblem struct {
	Title       string    `json:"title"`
	Description qduojText `json:"description"`
	Input       qduojText `json:"input_description"`
	Output      qduojText `json:"output_description"`
	Hint        qduojText `json:"hint"`
	Scores      []struct {
		Score  float64 `json:"score"`
		Input  string  `json:"input_name"`
		Output string  `json:"output_name"`
	} `json:"test_case_score"`
	Millis   float64         `json:"time_limit"`
	Memory   int64           `json:"memory_limit"` // MiB
	Samples  []sample        `json:"samples"`
	Template map[string]any  `json:"template"`
	Special  json.RawMessage `json:"spj"`
	Rule     string          `json:"rule_type"`
	Source   string          `json:"source"`
	Mode     struct {
		Mode   string `json:"io_mode"`
		Input  string `json:"input"`
		Output string `json:"output"`
	} `json:"io_mode"`
	Answers []code   `json:"answers"`
	Tags    []string `json:"tags"`
}

// qduojText is a piece of a statement, in HTML or Markdown, or a bare text.
type qduojText struct{ Format, Value string }

func (t *qduojText) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &t.Value) == nil {
		return nil
	}
	var both struct{ Format, Value string }
	err := json.Unmarshal(data, &both)
	t.Format, t.Value = both.Format, both.Value
	return err
}

// qduoj reads a problem as QDUOJ exports it: problem.json, and the files of its cases in testcase/.
func (w *writer) qduoj(string) error {
	text, err := w.people("problem.json", w.lies("problem.json"))
	if err != nil {
		return err
	}
	p, err := parseQDUOJ(text)
	if err != nil {
		return err
	}
	lang := languageOf(p.Title)
	d := draft{names: map[string]string{lang: p.Title}, source: p.Source, keywords: p.Tags, seconds: p.Millis / 1000, memory: p.Memory,
		scoring: p.Rule == "OI", program: map[string]content{}}
	d.statements = sheet(lang, p.Description.markdown(w), p.Input.markdown(w), p.Output.markdown(w), p.Hint.markdown(w))
	if d.check, err = p.check(w, d.program); err != nil {
		return err
	}
	if strings.HasPrefix(p.Mode.Mode, "File") {
		d.check.InputFile, d.check.OutputFile = w.fileName(p.Mode.Input), w.fileName(p.Mode.Output)
	}
	if len(p.Template) > 0 {
		w.note("left out: %s", "template")
	}
	var cases []draftCase
	for i, c := range p.Scores {
		answer := literal("")
		if c.Output != "" && c.Output != "-" { // a problem with its own checker may have none
			answer = w.lies("testcase/" + c.Output)
		}
		cases = append(cases, draftCase{name: cmp.Or(strings.TrimSuffix(c.Input, path.Ext(c.Input)), fmt.Sprint(i+1)), worth: c.Score, in: w.lies("testcase/" + c.Input), ans: answer})
	}
	if d.groups = points(cases); !d.scoring {
		d.groups = []draftGroup{{cases: cases}}
	}
	d.groups = append(d.groups, draftGroup{cases: sampleCases(p.Samples)})
	d.solutions = w.answers(p.Answers)
	return w.put(d)
}

// parseQDUOJ reads problem.json and refuses other files.
func parseQDUOJ(text []byte) (p qduojProblem, err error) {
	if len(text) > MaxCompanion { // it takes many times as much in memory
		return p, say.Errorf("%s: larger than %d MiB", "problem.json", MaxCompanion>>20)
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, say.Errorf("problem.json: not JSON as QDUOJ writes it: %w", err)
	}
	if p.Title = oneLine(p.Title); p.Title == "" || len(p.Scores) == 0 {
		return p, say.Errorf("problem.json: has no title, or no test_case_score")
	}
	if len(p.Scores) > maxFiles || len(p.Samples) > maxFiles {
		return p, say.Errorf("more than %d files", maxFiles)
	}
	return p, nil
}

func (t qduojText) markdown(w *writer) string {
	if t.Format == "markdown" {
		return t.Value
	}
	return w.fromHTML("problem.json", t.Value, nil)
}

// check returns the way to compare outputs: line by line, or with the problem's own program.
func (p qduojProblem) check(w *writer, program map[string]content) (judgeFile, error) {
	var own code
	if json.Unmarshal(p.Special, &own) != nil || own.Text == "" {
		return judgeFile{Check: "lines"}, nil
	}
	if sourceName(own.Language) != "Main.cpp" && sourceName(own.Language) != "Main.c" {
		return judgeFile{}, say.Errorf("its checker is in %s: only one in C or C++ has a place here", own.Language)
	}
	return w.special("spj.cpp", "qduoj", literal(own.Text), program)
}
