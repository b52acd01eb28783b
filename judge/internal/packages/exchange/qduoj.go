package exchange

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"path"
	"strconv"
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
	type both qduojText
	return json.Unmarshal(data, (*both)(t))
}

// qduoj reads a problem as QDUOJ exports it: problem.json, and the files of its cases in testcase/.
func qduoj(dir fs.FS, name string) (*draft, error) {
	d := newDraft(dir, name)
	text, err := d.read("problem.json")
	if err != nil {
		return nil, err
	}
	if len(text) > MaxCompanion { // it takes many times as much in memory
		return nil, say.Errorf("%s: larger than %d MiB", "problem.json", MaxCompanion>>20)
	}
	var p qduojProblem
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, say.Errorf("problem.json: not JSON as QDUOJ writes it: %w", err)
	}
	title := oneLine(p.Title)
	switch {
	case title == "" || len(p.Scores) == 0:
		return nil, say.Errorf("problem.json: has no title, or no test_case_score")
	case len(p.Scores) > maxFiles || len(p.Samples) > maxFiles:
		return nil, tooMany()
	}
	lang := languageOf(title)
	d.Name, d.Keywords, d.scoring = map[string]string{lang: title}, p.Tags, p.Rule == "OI"
	d.from(p.Source, "")
	d.limit(p.Millis/1000, p.Memory, 0)
	markdown := func(t qduojText) string {
		if t.Format == "markdown" {
			return t.Value
		}
		return d.fromHTML("problem.json", t.Value, nil)
	}
	d.sheet(lang, markdown(p.Description), markdown(p.Input), markdown(p.Output), markdown(p.Hint))
	d.check.Kind = "lines"
	if own := (code{}); json.Unmarshal(p.Special, &own) == nil && own.Text != "" {
		if file := sourceName(own.Language); file != "Main.cpp" && file != "Main.c" {
			return nil, say.Errorf("its checker is in %s: only one in C or C++ can be used", own.Language)
		}
		if err := d.special("spj.cpp", "qduoj", literal(own.Text)); err != nil {
			return nil, err
		}
	}
	if strings.HasPrefix(p.Mode.Mode, "File") {
		d.paths(p.Mode.Input, p.Mode.Output)
	}
	if len(p.Template) > 0 {
		d.remark("left out: %s", "template")
	}
	if err := p.tests(d); err != nil {
		return nil, err
	}
	d.samples(p.Samples)
	d.answers(p.Answers)
	return d, nil
}

// tests reads the cases, with their points.
func (p qduojProblem) tests(d *draft) error {
	var cases []testCase
	for i, c := range p.Scores {
		if c.Output == "-" { // a problem with its own checker may have no answers
			c.Output = ""
		}
		one, err := d.data("problem.json", "testcase", c.Input, c.Output)
		if err != nil {
			return err
		}
		one.name, one.worth = cmp.Or(strings.TrimSuffix(c.Input, path.Ext(c.Input)), strconv.Itoa(i+1)), c.Score
		cases = append(cases, one)
	}
	if d.groups = byPoints(cases); !d.scoring {
		d.groups = []group{{cases: cases}}
	}
	return nil
}
