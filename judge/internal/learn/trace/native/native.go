// Package native makes programs in C and C++ report what they do. To watch the board, it instruments a build for a
// thread sanitizer but links it with our runtime. The runtime is told of every access to memory, and finds the board
// among them. To count lines, it uses gcc's own counters, which gcov reads.
package native

import (
	"context"
	_ "embed"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

// The runtime, in C.
var (
	//go:embed runtime/judge.h
	header string
	//go:embed runtime/stream.c
	stream string
	//go:embed runtime/board.c
	board string
	//go:embed runtime/lines.c
	lines string
	//go:embed runtime/search.c
	search string
	//go:embed runtime/atomic.c
	atomic string
	//go:embed runtime/circle.c
	circle string
	//go:embed runtime/handling.c
	handling string
	//go:embed runtime/blocks.c
	blocks string
)

// Recorder is the recorder for C and C++.
type Recorder struct{}

// wrapped lists the functions of the library that the runtime wraps.
const (
	wrapped    = "-Wl,--wrap=_exit,--wrap=_Exit"
	wrappedAll = wrapped + ",--wrap=memcpy,--wrap=memmove,--wrap=memset"
)

// unusual is a runtime that looks only for digits that are kept as bits or counted from 0.
func unusual() string { return "#define UNUSUAL 1\n" + board }

// runtimeObject is the name of the runtime beside the sources.
const runtimeObject = "judge_runtime.o"

// Sources returns the builds that watch a board: the first where most programs have it, the second also in arrays that
// nobody else knows. The last looks for digits that are kept in an unusual way, for instance as bits.
func (Recorder) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	if err := able(ctx, b, src.Language); err != nil {
		return nil, err
	}
	if want == record.Lines {
		// Counters stay in memory, even in a loop without end: the clock may stop the program there.
		src, err := with(ctx, b, src, lines, runtimeObject,
			"-fno-tree-loop-im", "-fno-tree-dse", "--coverage", "-fprofile-info-section=judge_counters", "./"+runtimeObject, wrapped)
		return []build.Source{src}, err
	}
	if want == record.Search {
		src, err := instrumented(ctx, b, src, search, calls)
		l, _ := language.ByID(src.Language)
		change(src.Made, func(text string) string { return apart(l, text) })
		return []build.Source{src}, err
	}
	if want == record.Circle || want == record.Handling { // otherwise the program is as it is
		part := map[record.Kind]string{record.Circle: circle, record.Handling: handling}[want]
		src, err := with(ctx, b, src, part, runtimeObject, "-gdwarf-4", "-no-pie", "./"+runtimeObject, wrapped)
		return []build.Source{src}, err
	}
	var sources []build.Source
	tries := []struct {
		part  string
		flags []string
	}{{board, nil}, {board, kept}, {unusual(), kept}}
	for _, as := range tries {
		src, err := instrumented(ctx, b, src, as.part, as.flags)
		if err != nil {
			return nil, err
		}
		sources = append(sources, src)
	}
	return sources, nil
}

// kept are the flags under which an array that nobody else knows is kept in memory, where accesses are reported: by a
// check of its size, which does nothing, and because the compiler does not find out who knows it.
var kept = []string{"-fsanitize=object-size", "-fno-tree-pta"}

// instrumented returns a source that is instrumented for a thread sanitizer. The linker finds our runtime where it looks
// for the sanitizer's.
func instrumented(ctx context.Context, b *build.Builder, src build.Source, part string, flags []string) (build.Source, error) {
	own := src.Flags
	src.Flags = nil
	src, err := with(ctx, b, src, part, "libtsan_preinit.o", slices.Concat([]string{"-O1"}, flags, own, []string{"-gdwarf-4", "-fsanitize=thread", "-no-pie", "-B.", "-L.", wrappedAll})...)
	for _, name := range []string{"libtsan.so", "libubsan.so"} {
		src.Made = append(src.Made, build.Made{Name: name, Text: "/* a script of the linker's that does nothing */", Header: true})
	}
	return src, err
}

// with returns a source with a part of the runtime beside it, and flags.
func with(ctx context.Context, b *build.Builder, src build.Source, part, name string, flags ...string) (build.Source, error) {
	object, err := compiled(ctx, b, part)
	if err != nil {
		return src, err
	}
	made, err := build.Named(src)
	src.Made = append(made, build.Made{Name: name, Text: object, Header: true})
	src.Flags = slices.Concat(src.Flags, flags)
	return src, err
}

// able returns an error if programs of the language cannot be watched here.
func able(ctx context.Context, b *build.Builder, id string) error {
	if runtime.GOOS != "linux" {
		return &record.Cannot{Why: say.Of("C and C++ are watched on Linux only")}
	}
	tools, err := b.Toolchain(ctx, id)
	if strings.Contains(tools.Version, "clang") {
		return &record.Cannot{Why: say.Of("programs that clang compiles are not watched: install gcc")}
	}
	return err
}

// compiled compiles a part of the runtime together with what all parts share, and returns the object file.
func compiled(ctx context.Context, b *build.Builder, part string) (string, error) {
	if !slices.Contains([]string{lines, blocks, circle, handling}, part) {
		part = atomic + part
	}
	both := header + strings.ReplaceAll(stream+part, "#include \"judge.h\"\n", "")
	made, err := b.Transform(ctx, build.Transform{
		Language: "c", Files: []language.File{{Path: "judge_runtime.c", Text: both}},
		Args: func(t language.Toolchain, _, out string) []string {
			return []string{t.Compiler, "-O2", "-fno-stack-protector", "-fno-tree-loop-distribute-patterns", "-c", "-o", filepath.Join(out, runtimeObject), "./judge_runtime.c"}
		},
	})
	for _, f := range made {
		if f.Path == runtimeObject {
			return f.Text, nil
		}
	}
	if err == nil {
		err = say.Errorf("the compiler made no runtime")
	}
	return "", err
}

// Finish finds the lines that belong to addresses and counters.
func (Recorder) Finish(ctx context.Context, b *build.Builder, p *build.Program, s solution.Solution, r *record.Record) error {
	own := ownNames(s)
	if len(r.Sites) > 0 {
		if err := locate(ctx, b, p.Exe, own, r); err != nil {
			return err
		}
	}
	if len(r.Blobs) > 0 && r.Blobs[0].Kind != record.Told {
		return count(ctx, b, p, s, own, r)
	}
	return nil
}

// ownNames returns the names that the compiler may use for the user's main file, alone or with a driver around it.
func ownNames(s solution.Solution) map[string]bool {
	names := map[string]bool{filepath.Base(s.Path): true, "solution" + filepath.Ext(s.Path): true}
	made, _ := build.Named(build.Source{Files: s.Files, Language: s.Language})
	for _, m := range made {
		if m.Path == s.Path {
			names[m.Name] = true
		}
	}
	return names
}
