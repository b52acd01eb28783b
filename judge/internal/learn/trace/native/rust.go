package native

import (
	"context"
	"encoding/binary"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Rust is the recorder for Rust. Options of the compiler, which are meant for fuzzing, report every block that runs, and
// every load and store. The runtime is the one for C, so it needs a C compiler.
type Rust struct{ Recorder }

// Sources returns a build that watches the board, and one that looks for a board kept in an unusual way.
func (Rust) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	if runtime.GOOS != "linux" {
		return nil, &record.Cannot{Why: say.Of("Rust is watched on Linux only")}
	}
	watched := []string{"-Cpasses=sancov-module", "-Cllvm-args=-sanitizer-coverage-level=1",
		"-Cllvm-args=-sanitizer-coverage-trace-stores", "-Cllvm-args=-sanitizer-coverage-trace-loads",
		"-Cllvm-args=-sanitizer-coverage-trace-pc", // where functions begin
		"-Cforce-frame-pointers=yes", "-Clink-arg=" + wrappedAll}
	tries, flags := []string{board, unusual()}, watched
	switch want {
	case record.Lines: // the compiler merges lines when it optimises
		tries, flags = []string{blocks}, []string{"-Cpasses=sancov-module", "-Cllvm-args=-sanitizer-coverage-level=3",
			"-Cllvm-args=-sanitizer-coverage-trace-pc-guard", "-Cllvm-args=-sanitizer-coverage-pc-table",
			"-Cllvm-args=-sanitizer-coverage-prune-blocks=0", "-Copt-level=0", "-Cdebug-assertions=off", "-Clink-arg=" + wrapped}
	case record.Circle:
		tries, flags = []string{circle}, []string{"-Clink-arg=" + wrapped}
	case record.Handling:
		tries, flags = []string{handling}, []string{"-Clink-arg=" + wrapped}
	case record.Search: // as if any function could return twice, the last call of one is neither a jump nor a loop
		tries = []string{search}
		flags = append(watched, "-Clink-arg="+wrappedMemory, "-Cllvm-args=-force-attribute=returns_twice")
	}
	flags = append(flags, "-g", "-Crelocation-model=static", "-Clink-arg=-no-pie", "-Clink-arg=./"+runtimeObject)
	var sources []build.Source
	for _, part := range tries {
		src, err := with(ctx, b, src, part, runtimeObject, flags...)
		if err != nil {
			return nil, err
		}
		if want == record.Search {
			change(src.Made, func(text string) string { return alone(s.Lang(), text) })
		}
		sources = append(sources, src)
	}
	return sources, nil
}

// theBlocks is the kind of the blob with the counts of blocks.
const theBlocks = 3

// Finish finds the lines that belong to addresses and to blocks.
func (c Rust) Finish(ctx context.Context, b *build.Builder, p *build.Program, s solution.Solution, r *record.Record) (err error) {
	if len(r.Blobs) == 0 || r.Blobs[0].Kind != theBlocks {
		return c.Recorder.Finish(ctx, b, p, s, r)
	}
	r.Work, err = countBlocks(ctx, b, p.Exe, ownNames(s), r.Blobs[0].Data)
	return err
}

// block is a stretch of code without a jump.
type block struct {
	at, runs uint64
	begins   bool // a function
}

// countBlocks counts lines: as often as the block ran that has code of the line; of several, the largest count.
func countBlocks(ctx context.Context, b *build.Builder, exe string, own map[string]bool, data []byte) (*result.Work, error) {
	var all []block
	for ; len(data) >= 16; data = data[16:] {
		at := binary.LittleEndian.Uint64(data)
		all = append(all, block{at &^ (1 << 63), min(binary.LittleEndian.Uint64(data[8:]), mostTimes/mostLines), at>>63 == 1})
	}
	slices.SortFunc(all, func(a, b block) int { return int(int64(a.at) - int64(b.at)) })
	rows, err := tool(ctx, b, exe, "objdump", []string{"--dwarf=decodedline", "./program"})
	if err != nil {
		return nil, err
	}
	work, ours := &result.Work{Calls: map[string]int64{}}, map[uint64]int64{}
	for _, row := range rows {
		fields := strings.Fields(row)
		if len(fields) < 3 || !own[filepath.Base(fields[0])] {
			continue
		}
		line, bad := strconv.Atoi(fields[1])
		at, worse := strconv.ParseUint(fields[2], 0, 64)
		i, exact := slices.BinarySearchFunc(all, at, func(b block, at uint64) int { return int(int64(b.at) - int64(at)) })
		if bad != nil || worse != nil || line < 1 || line > mostLines || i == 0 && !exact {
			continue
		}
		if !exact {
			i--
		} else if all[i].begins {
			ours[at] = int64(all[i].runs)
		}
		for len(work.Lines) < line {
			work.Lines = append(work.Lines, -1)
		}
		work.Lines[line-1] = max(work.Lines[line-1], int64(all[i].runs))
	}
	for _, n := range work.Lines {
		work.Statements += max(0, n)
	}
	names, err := tool(ctx, b, exe, "nm", []string{"-C", "--defined-only", "./program"})
	for _, row := range names {
		fields := strings.SplitN(row, " ", 3)
		at, bad := strconv.ParseUint(fields[0], 16, 64)
		if runs, is := ours[at]; is && bad == nil && len(fields) == 3 {
			name, _, _ := strings.Cut(fields[2], "::{") // a closure counts as the function around it
			work.Calls[plain(name)] += runs
		}
	}
	return work, err
}
