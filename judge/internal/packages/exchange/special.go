package exchange

import (
	_ "embed"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
)

//go:embed validators/special.cpp.txt
var statusMain string

//go:embed validators/points.cpp.txt
var pointsMain string

// specialKind is a protocol of other judges for checkers without testlib.
type specialKind struct {
	check     string // the protocol here
	main      string // calls the checker's main, and translates between both
	arguments string // of the checker
}

var specialKinds = map[string]specialKind{
	"hustoj": {"validator", statusMain, "argv[1], argv[2], output"},
	"qduoj":  {"validator", statusMain, "argv[1], output"},
	"syzoj":  {"testlib", pointsMain, ""},
}

// mainFunction matches the beginning of a checker's main, with its parameters.
var mainFunction = match.Lazy(`\bmain\s*\(([^()]*)\)[^;{]*\{`)

// special imports a checker without testlib. It gives the checker's main another symbol, and adds a main that calls it
// and speaks the judge's protocol. The checker's stays a main for C++: it need not return anything.
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
	parameters := "int, char **"
	if m := mainFunction().FindSubmatch(source); m != nil {
		parameters = string(m[1])
	}
	k := specialKinds[kind]
	whole := "int main(" + parameters + ") __asm__(\"checker_main\");\n#line 1 \"" + name + "\"\n" + string(source) + "\n" +
		strings.ReplaceAll(k.main, "ARGUMENTS", k.arguments)
	program["checker.cpp"] = literal(whole)
	return judgeFile{Check: k.check, Program: "checker.cpp"}, nil
}

// inAnyOrder compares words or lines in any order, with a validator of the judge's.
func (w *writer) inAnyOrder(of string) (judgeFile, map[string]content, error) {
	return judgeFile{Check: "validator", Program: "main.go", Args: []string{of}}, map[string]content{"main.go": literal(anyOrder)}, nil
}

//go:embed validators/anyorder.go.txt
var anyOrder string
