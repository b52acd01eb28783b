package native

import (
	"context"
	"runtime"

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
	tries, flags := []string{board, unusual()}, []string{"-Clink-arg=" + wrappedAll}
	if want == record.Search { // as if any function could return twice, the last call of one is neither a jump nor a loop
		tries, flags = []string{search}, []string{"-Clink-arg=" + wrappedAll, "-Clink-arg=" + wrappedMemory, "-Cllvm-args=-force-attribute=returns_twice"}
	}
	for _, part := range tries {
		src, err := with(ctx, b, src, part, runtimeObject, append(flags, "-Cpasses=sancov-module", "-Cllvm-args=-sanitizer-coverage-level=1",
			"-Cllvm-args=-sanitizer-coverage-trace-stores", "-Cllvm-args=-sanitizer-coverage-trace-loads",
			"-Cllvm-args=-sanitizer-coverage-trace-pc", // where functions begin
			"-g", "-Cforce-frame-pointers=yes", "-Crelocation-model=static", "-Clink-arg=-no-pie", "-Clink-arg=./"+runtimeObject)...)
		if err != nil {
			return nil, err
		}
		sources = append(sources, src)
	}
	return sources, nil
}
