package language

import (
	"go/build/constraint"
	"runtime"

	"sudokuoj/judge/internal/match"
)

var (
	goBuild = match.Lazy(`(?m)^//go:build .*`)
	machine = match.Lazy(`^(386|amd64|arm|arm64|loong64|mips\w*|ppc64\w*|riscv64|s390x|wasm|` +
		`linux|darwin|windows|android|ios|\w+bsd|dragonfly|solaris|illumos|aix|plan9|js|wasip1)$`)
)

// goElsewhere looks at processors and systems alone: what else a condition asks for may be so.
func goElsewhere(source []byte) string { return goElsewhereThan(runtime.GOOS, runtime.GOARCH, source) }

func goElsewhereThan(system, processor string, source []byte) string {
	expr, err := constraint.Parse(string(goBuild().Find(source)))
	if err != nil || expr.Eval(func(tag string) bool { return tag == system || tag == processor || !machine().MatchString(tag) }) {
		return ""
	}
	return expr.String()
}
