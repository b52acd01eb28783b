package grade

import (
	"context"
	"errors"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

const (
	sanitizedTime   = 10               // a sanitized program may take so many times its limit,
	sanitizedMost   = 10 * time.Second // but no longer,
	sanitizedMemory = 1 << 30          // and has so many bytes
	sanitizedReport = 64 << 10         // the longest report
)

// Sanitize runs a C or C++ program that failed on a case once more, in a build that shows where it first leaves an
// array or does something undefined. Its finding does not change the verdict; nil means that it found nothing.
func (p *Prepared) Sanitize(ctx context.Context, c problem.Case) *result.Fault {
	src, _, _ := p.source()
	src, able := build.Sanitized(src)
	if !able || p.Problem.Check.Talks() {
		return nil
	}
	program, err := p.grader.Builder.Compile(ctx, src)
	if failed, ok := errors.AsType[*build.Failed](err); ok && build.NoSanitizer().MatchString(failed.Output) {
		return &result.Fault{Text: say.Of("the sanitizer of this compiler is not installed; it would show where the program crashed").Hint("apt install libasan8 libubsan1, or what your system calls them")}
	}
	if err != nil {
		return nil
	}
	again := *p
	again.program, again.sanitized = program, true
	l := p.Limits
	l.CPU, l.Wall, l.Memory = min(sanitizedTime*l.CPU, sanitizedMost), 0, sanitizedMemory
	defer lane.Here().Shared(ctx, func() {})()
	_, outcome, err := again.runProgram(ctx, c, l)
	if err != nil {
		return nil
	}
	defer outcome.Close()
	info, err := outcome.Results.Stat()
	if err != nil || outcome.End != sandbox.Exited || outcome.Exit != build.SanitizerExit {
		return nil
	}
	report := make([]byte, min(info.Size(), sanitizedReport)) // behind the results of a function
	outcome.Results.ReadAt(report, info.Size()-int64(len(report)))
	if fault, found := build.SanitizerFound(src, string(report), string(outcome.Stderr)); found {
		return &fault
	}
	return nil
}

// sanitizeAll examines the first unexpected failure of each entry.
func (r *run) sanitizeAll(ctx context.Context) {
	Each(r.jobs(), len(r.entries), func(n int) {
		e := r.entries[n]
		i := slices.IndexFunc(e.result.Cases, func(c result.Case) bool {
			return !c.AsExpected && (c.Verdict == result.RE || c.Verdict == result.WA)
		})
		if i < 0 || e.result.Cases[i].Kept {
			return
		}
		if fault := e.Sanitize(ctx, e.Entry.Cases[i]); fault != nil {
			cases := slices.Clone(e.result.Cases) // others may read those that they were told of
			cases[i].Fault = fault
			e.result.Cases = cases
		}
	})
}
