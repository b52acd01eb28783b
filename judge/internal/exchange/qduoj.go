package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"sudokuoj/judge/internal/say"
)

// qduojProblem is what of a problem.json of QDUOJ is used.
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
	Samples  []qduojSample   `json:"samples"`
	Template map[string]any  `json:"template"`
	Special  json.RawMessage `json:"spj"`
	Rule     string          `json:"rule_type"`
	Source   string          `json:"source"`
	Mode     struct {
		Mode   string `json:"io_mode"`
		Input  string `json:"input"`
		Output string `json:"output"`
	} `json:"io_mode"`
	Answers []qduojCode `json:"answers"`
	Tags    []string    `json:"tags"`
}

type qduojSample struct {
	Input  string `json:"input"`
	Output string `json:"output"`
}

type qduojCode struct {
	Language string `json:"language"`
	Code     string `json:"code"`
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
	d.statements = map[string]statement{lang: {"md", p.page(w, lang).markdown()}}
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
	var most []float64
	for i, c := range p.Scores {
		answer := literal("")
		if c.Output != "" && c.Output != "-" { // one with a checker of its own may have none
			answer = w.lies("testcase/" + c.Output)
		}
		cases = append(cases, draftCase{name: cmp.Or(strings.TrimSuffix(c.Input, path.Ext(c.Input)), fmt.Sprint(i+1)), in: w.lies("testcase/" + c.Input), ans: answer})
		most = append(most, c.Score)
	}
	if d.groups = points(cases, most); !d.scoring {
		d.groups = []draftGroup{{cases: cases}}
	}
	d.groups = append(d.groups, draftGroup{cases: sampleCases(p.Samples)})
	for i, a := range p.Answers {
		if file := sourceName(a.Language); file != "" && strings.TrimSpace(a.Code) != "" {
			d.solutions = append(d.solutions, draftSolution{name: fmt.Sprintf("answer%d", i+1), file: file, text: literal(a.Code), promise: "AC"})
		} else {
			w.note("left out: %s", "answers: "+a.Language)
		}
	}
	return w.put(d)
}

// parseQDUOJ reads problem.json, and refuses what is none.
func parseQDUOJ(text []byte) (p qduojProblem, err error) {
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

func (p qduojProblem) page(w *writer, lang string) page {
	part := func(t qduojText) string {
		if t.Format == "markdown" {
			return t.Value
		}
		return w.fromHTML("problem.json", t.Value)
	}
	h := headings(lang)
	return page{{"", part(p.Description)}, {h[0], part(p.Input)}, {h[1], part(p.Output)}, {h[2], part(p.Hint)}}
}

// check is how its outputs are compared: line by line, or with a program of its own.
func (p qduojProblem) check(w *writer, program map[string]content) (judgeFile, error) {
	var own qduojCode
	if json.Unmarshal(p.Special, &own) != nil || own.Code == "" {
		return judgeFile{Check: "lines"}, nil
	}
	if sourceName(own.Language) != "Main.cpp" && sourceName(own.Language) != "Main.c" {
		return judgeFile{}, say.Errorf("its checker is in %s: only one in C or C++ has a place here", own.Language)
	}
	return w.special("spj.cpp", "qduoj", literal(own.Code), program)
}

// headings are those of a statement's parts: input, output, hint.
func headings(lang string) [3]string {
	if lang == "zh" {
		return [3]string{"输入", "输出", "提示"}
	}
	return [3]string{"Input", "Output", "Hint"}
}

// sourceName is what a source in a language is called, "" for one not known.
func sourceName(lang string) string {
	lang = strings.ToLower(lang)
	for _, known := range [][2]string{{"c++", "Main.cpp"}, {"g++", "Main.cpp"}, {"cpp", "Main.cpp"}, {"pypy", "Main.py"}, {"python", "Main.py"}, {"javascript", "Main.js"},
		{"java", "Main.java"}, {"golang", "Main.go"}, {"go", "Main.go"}, {"rust", "Main.rs"}, {"gcc", "Main.c"}} {
		if strings.HasPrefix(lang, known[0]) {
			return known[1]
		}
	}
	if lang == "c" || lang == "c11" || lang == "c99" {
		return "Main.c"
	}
	return ""
}

// sampleCases are what a statement shows.
func sampleCases(all []qduojSample) (cases []draftCase) {
	for i, s := range all {
		cases = append(cases, draftCase{name: fmt.Sprintf("%02d", i+1), sample: true, in: literal(ended(s.Input)), ans: literal(ended(s.Output))})
	}
	return cases
}

// ended is a text whose last line has its end.
func ended(text string) string {
	if text = strings.ReplaceAll(text, "\r\n", "\n"); text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}
