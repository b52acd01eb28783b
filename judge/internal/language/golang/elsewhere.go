package golang

import (
	"go/build/constraint"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/cpu"

	"sudokuoj/judge/internal/base/match"
)

var (
	goBuild = match.Lazy(`(?m)^//go:build .*|^package\b`) // behind package it is none
	machine = match.Lazy(`^(386|amd64|arm|arm64|loong64|mips\w*|ppc64\w*|riscv64|s390x|wasm|` +
		`linux|darwin|windows|android|ios|\w+bsd|dragonfly|solaris|illumos|aix|plan9|js|wasip1)$`)
)

// elsewhere looks at processors and systems alone: what else a condition asks for may be so.
func elsewhere(source []byte) string { return elsewhereThan(runtime.GOOS, runtime.GOARCH, source) }

func elsewhereThan(system, processor string, source []byte) string {
	expr, err := constraint.Parse(string(goBuild().Find(source)))
	if err != nil || expr.Eval(func(tag string) bool { return tag == system || tag == processor || !machine().MatchString(tag) }) {
		return ""
	}
	return expr.String()
}

// Beyond is the setting, of those a source has for its compiler, that asks for a newer processor than this, "" if none
// does: such a program compiles, and then refuses to start.
func Beyond(settings []string) string { return beyond(runtime.GOARCH, amd64Level(), settings) }

func beyond(processor, level string, settings []string) string {
	for _, s := range settings {
		asked, ok := strings.CutPrefix(s, "GOAMD64=")
		if ok && processor == "amd64" && slices.Contains(amd64Levels, asked) && asked > level {
			return s
		}
	}
	return ""
}

var amd64Levels = []string{"v1", "v2", "v3", "v4"}

// amd64Level returns the newest value of GOAMD64 that this processor supports, as far as we can see.
func amd64Level() string {
	x := cpu.X86
	return levelWith([]bool{x.HasSSE3, x.HasSSSE3, x.HasSSE41, x.HasSSE42, x.HasPOPCNT}, []bool{x.HasAVX2, x.HasBMI1, x.HasBMI2, x.HasFMA},
		[]bool{x.HasAVX512F, x.HasAVX512BW, x.HasAVX512CD, x.HasAVX512DQ, x.HasAVX512VL})
}

// levelWith returns the level up to which a processor has everything that each next level asks for.
func levelWith(next ...[]bool) string {
	missing := slices.IndexFunc(append(next, []bool{false}), func(asked []bool) bool { return slices.Contains(asked, false) })
	return amd64Levels[missing]
}
