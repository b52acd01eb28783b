package native

import (
	"context"
	"runtime"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

// Rust is the recorder for Rust. An option of the compiler, which is meant for fuzzing, reports every load and store.
// The runtime is the one for C, so it needs a C compiler. Rust does not count lines.
type Rust struct{ Recorder }

// Sources returns a build that watches the board, and one that looks for a board kept in an unusual way.
func (Rust) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	if want == record.Lines {
		return nil, &record.Cannot{Why: say.Of("%s: no line counts yet", "Rust")}
	}
	if runtime.GOOS != "linux" {
		return nil, &record.Cannot{Why: say.Of("Rust is watched on Linux only")}
	}
	var sources []build.Source
	tries, link := []string{board, unusual()}, wrappedAll
	if want == record.Search {
		tries, link = []string{search}, wrappedAll+","+strings.TrimPrefix(wrappedMemory, "-Wl,")
	}
	for _, part := range tries {
		src, err := with(ctx, b, src, part, runtimeObject, "-Cpasses=sancov-module", "-Cllvm-args=-sanitizer-coverage-level=1",
			"-Cllvm-args=-sanitizer-coverage-trace-stores", "-Cllvm-args=-sanitizer-coverage-trace-loads",
			"-Cllvm-args=-sanitizer-coverage-trace-pc", // where functions begin
			"-g", "-Cforce-frame-pointers=yes", "-Crelocation-model=static", "-Clink-arg=-no-pie", "-Clink-arg=./"+runtimeObject, "-Clink-arg="+link)
		if err != nil {
			return nil, err
		}
		sources = append(sources, src)
	}
	return sources, nil
}
