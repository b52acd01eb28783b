package exchange

import (
	"fmt"
	"strings"
)

// answers makes solutions from the sources in the package that are correct.
func (w *writer) answers(all []code) (solutions []draftSolution) {
	for n, s := range all {
		if file := sourceName(s.Language); file != "" && strings.TrimSpace(s.Text) != "" {
			solutions = append(solutions, draftSolution{name: fmt.Sprintf("answer%d", n+1), file: file, text: literal(strings.TrimLeft(s.Text, "\n")), promise: "AC"})
		} else {
			w.note("left out: %s", oneLine("solution: "+s.Language))
		}
	}
	return solutions
}

// code is a source inside a file with other things.
type code struct {
	Language string `json:"language" xml:"language,attr"`
	Text     string `json:"code" xml:",chardata"`
}

// sample is a case that a statement shows.
type sample struct {
	Input  string `json:"input"`
	Output string `json:"output"`
}

func sampleCases(all []sample) (cases []draftCase) {
	for i, s := range all {
		cases = append(cases, draftCase{name: fmt.Sprintf("%02d", i+1), sample: true, in: literal(ended(s.Input)), ans: literal(ended(s.Output))})
	}
	return cases
}

// ended returns a text with a newline at its end.
func ended(text string) string {
	if text = strings.ReplaceAll(text, "\r\n", "\n"); text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// sourceName is the file name of a source in a language; "" if the language is unknown.
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
