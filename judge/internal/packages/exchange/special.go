package exchange

import (
	_ "embed"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/language"
)

//go:embed validators/special.cpp.txt
var specialMain string

// specialOrder is the order in which a checker of another judge gets the input, the answer and the output.
var specialOrder = map[string]string{
	"hustoj": "argv[1], argv[2], output",
	"qduoj":  "argv[1], output",
}

// special imports a checker without testlib: it renames the checker's main and adds a main that calls it and speaks
// the judge's protocol.
func (w *writer) special(name, kind string, text content, program map[string]content) (judgeFile, error) {
	lang, _ := language.ByFile(name)
	if lang.ID != "cpp" && lang.ID != "c" {
		return judgeFile{}, say.Errorf("its checker is in %s: only one in C or C++ has a place here", name)
	}
	source, err := w.people(name, text)
	if err != nil {
		return judgeFile{}, err
	}
	if strings.Contains(string(source), "testlib.h") {
		program["checker.cpp"] = literal(string(source))
		return judgeFile{Check: "testlib", Program: "checker.cpp"}, nil
	}
	whole := "#define main checker_main\n#line 1 \"" + name + "\"\n" + string(source) + "\n#undef main\n" +
		strings.ReplaceAll(specialMain, "ARGUMENTS", specialOrder[kind])
	program["checker.cpp"] = literal(whole)
	return judgeFile{Check: "validator", Program: "checker.cpp"}, nil
}

// inAnyOrder compares words or lines in any order, with a validator of the judge's.
func (w *writer) inAnyOrder(of string) (judgeFile, map[string]content, error) {
	return judgeFile{Check: "validator", Program: "main.go", Args: []string{of}}, map[string]content{"main.go": literal(anyOrder)}, nil
}

//go:embed validators/anyorder.go.txt
var anyOrder string
