package build

import (
	"bytes"
	"context"
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

// linkable is the name of the file, beside the sources, that tells Go's compiler and linker where compiled packages are.
const linkable = "judge_packages"

// direct returns the commands that compile and link a program in Go without the go command, which takes nearly as long
// as both. There are none if the go command would see more in the sources than a program that imports a few packages.
func direct(j job, st stage, packages string) [][]string {
	lang := version.Lang(j.tools.Version)
	if runtime.GOOS != "linux" || packages == "" || lang == "" || len(j.flags) > 0 || !plain(j.sources) {
		return nil
	}
	if os.WriteFile(filepath.Join(st.src, linkable), []byte(packages), 0o666) != nil {
		return nil
	}
	tools := filepath.Join(j.tools.Roots[0], "pkg", "tool", runtime.GOOS+"_"+runtime.GOARCH)
	object := filepath.Join(st.tmp, "main.a")
	compile := []string{filepath.Join(tools, "compile"), "-o", object, "-p", "main", "-lang=" + lang, "-complete", "-pack", "-dwarf=false",
		"-trimpath=" + st.src + "=>.", "-importcfg", "./" + linkable}
	link := []string{filepath.Join(tools, "link"), "-o", filepath.Join(st.out, language.Exe), "-importcfg", "./" + linkable, "-buildmode=exe", "-s", "-w", object}
	if _, err := os.Stat(compile[0]); err != nil {
		return nil
	}
	return [][]string{append(compile, j.sources.arguments()...), link}
}

// plain reports whether the sources have no directive for the go command, and import no package that it denies them.
func plain(s sources) bool {
	for _, f := range s {
		for _, word := range []string{"//go:build", "+build", "//go:debug", "//go:embed", "internal", "vendor"} {
			if bytes.Contains(f.text, []byte(word)) {
				return false
			}
		}
	}
	return true
}

// compileWith runs commands one after the other in place of a compiler. If one of them refuses the sources, the
// compiler itself decides, because users know its messages.
func (b *Builder) compileWith(ctx context.Context, compiler sandbox.Command, instead [][]string) (o sandbox.Outcome, err error) {
	var before time.Duration
	for i, args := range instead {
		step := compiler
		step.Args = args
		if o, err = b.options.Sandbox.Run(ctx, step); err != nil {
			return o, err
		}
		o.Wall += before
		refused := o.End == sandbox.Exited && (o.Exit != 0 || o.Signal != "")
		if !refused && (o.End != sandbox.Exited || i == len(instead)-1) {
			return o, nil
		}
		before = o.Wall
		o.Close()
		if refused {
			break
		}
	}
	return b.options.Sandbox.Run(ctx, compiler)
}
