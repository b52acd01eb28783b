package trace

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// chosen is one of several programs in a common text, and the tracer that starts it.
type chosen struct {
	*Tracer
	text string
}

// together joins programs of a language into one, since a compiler takes as long for one as for twenty. The first byte
// of its input chooses which of them runs, and the tracers write it. A program in Go is a function solve and what it
// needs; the last class of a program in Java is the one that starts. Programs in Python stay apart, since Python rewrites
// the whole text each time it starts.
func together(t *testing.T, tr *Tracer, file string, programs map[string]string) map[string]chosen {
	t.Helper()
	names := slices.Sorted(maps.Keys(programs))
	var head, all, calls string
	for i, name := range names {
		text := programs[name]
		switch filepath.Ext(file) {
		case ".java":
			classes := javaClasses.FindAllStringSubmatch(text, -1)
			text = javaClasses.ReplaceAllString(javaImports.ReplaceAllString(text, ""), "static class $1")
			text = fmt.Sprintf("class Part%d {\n%s}\n", i, text)
			calls += fmt.Sprintf("case %d: Part%d.%s.main(args); break;\n", 'A'+i, i, classes[len(classes)-1][1])
		case ".js":
			text = strings.ReplaceAll(text, "require('fs').readFileSync(0, 'utf8')", "input.slice(1)")
			text = fmt.Sprintf("case %d: {\n%s}\nbreak;\n", 'A'+i, text)
		case ".go":
			for _, name := range declared.FindAllStringSubmatch(text, -1) {
				text = regexp.MustCompile(`\b`+name[1]+`\b`).ReplaceAllString(text, fmt.Sprint(name[1], i))
			}
			text += "\n"
			calls += fmt.Sprintf("case %d: return solve%d(line[1:])\n", 'A'+i, i)
		case ".rs":
			text = fmt.Sprintf("mod m%d {\n%s}\n", i, strings.Replace(text, "fn main", "pub fn main", 1))
			calls += fmt.Sprintf("%d => m%d::main(),\n", 'A'+i, i)
		default:
			head += strings.Join(includes.FindAllString(text, -1), "")
			text = strings.TrimSuffix(strings.TrimSpace(includes.ReplaceAllString(text, "")), "}") + "return 0; }\n"
			text = own.ReplaceAllString(text, fmt.Sprint("${1}_", i))
			text = "#undef AT\n#undef PUT\n" + text
			calls += fmt.Sprintf("case %d: return main_%d();\n", 'A'+i, i)
		}
		all += text
	}
	switch filepath.Ext(file) {
	case ".java":
		all = "import java.util.*;\npublic class Tried { public static void main(String[] args) throws Exception {\nswitch (System.in.read()) {\n" + calls + "} } }\n" + all
	case ".go":
		all += "func solve(line string) bool { switch line[0] {\n" + calls + "}\nreturn false }\n"
	case ".js":
		all = "const input = require('fs').readFileSync(0, 'utf8');\nswitch (input.charCodeAt(0)) {\n" + all + "}\n"
	case ".rs":
		all += "fn main() { match std::io::Read::bytes(std::io::stdin()).next().unwrap().unwrap() {\n" + calls + "_ => panic!() } }\n"
	default:
		all = "#include <stdio.h>\n" + head + all + "int main(void) { switch (getchar()) {\n" + calls + "default: return 99; } }\n"
	}
	made := map[string]chosen{}
	for i, name := range names {
		if filepath.Ext(file) == ".py" {
			made[name] = chosen{tr, programs[name]}
			continue
		}
		one := *tr
		one.Feed = func(input []byte) ([]byte, error) { return append([]byte{byte('A' + i)}, input...), nil }
		made[name] = chosen{&one, all}
	}
	return made
}

var (
	javaClasses = regexp.MustCompile(`(?m)^(?:public )?class (\w+)`)
	javaImports = regexp.MustCompile(`(?m)^import .*;$`)

	includes = regexp.MustCompile(`(?m)^#include .*\n`)
	// declared matches what a program in Go declares outside of functions.
	declared = regexp.MustCompile(`(?m)^(?:func|var|type) (?:\(\w+ \*?\w+\) )?(\w+)`)
	// own matches the names that programs in C and C++ give to what is not inside a function.
	own = regexp.MustCompile(`\b(a|at|fits|search|fill|number|cell|state|first|now|board|only|main)\b`)
)
