package native

import (
	"context"
	"runtime"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

// Rust is the recorder of Rust. Its compiler can be asked to tell of every load and store, as those who fuzz programs
// want it; the runtime is that of C, and so is the compiler that makes it. Of lines it tells nothing.
type Rust struct{ Recorder }

// Sources are the one build that tells of the board.
func (Rust) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	if want == record.Lines {
		return nil, &record.Cannot{Why: say.Of("%s: no line counts yet", "Rust")}
	}
	if runtime.GOOS != "linux" {
		return nil, &record.Cannot{Why: say.Of("Rust is watched on Linux only")}
	}
	object, err := Runtime(ctx, b, board)
	if err != nil {
		return nil, err
	}
	made, err := build.Named(src)
	if err != nil {
		return nil, err
	}
	src.Made = append(made, build.Made{Name: runtimeObject, Text: object, Header: true})
	for _, pass := range []string{"level=1", "trace-stores", "trace-loads"} {
		src.Flags = append(src.Flags, "-Cllvm-args=-sanitizer-coverage-"+pass)
	}
	src.Flags = append(src.Flags, "-Cpasses=sancov-module", "-g", "-Crelocation-model=static", "-Clink-arg=-no-pie",
		"-Clink-arg=./"+runtimeObject, "-Clink-arg="+wrappedAll)
	return []build.Source{src}, nil
}
