package command

import (
	"context"
	"errors"
	"io"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// WriteReport writes a run in some form.
type WriteReport func(io.Writer, result.Run) error

// Reports are the files that will hold the results. They are created before anything runs, so that a missing
// folder is reported at once. They get their names only when they are complete.
type Reports struct {
	stdout io.Writer
	files  []reportFile
}

type reportFile struct {
	name   string // as it was given
	target *tempfile.Target
	write  WriteReport
}

// OpenReports prepares the reports that are wanted, by the name of their file: "" is not wanted, "-" is
// standard output.
func OpenReports(ctx context.Context, env *terminal.Console, wanted map[string]WriteReport) (*Reports, error) {
	r := &Reports{stdout: env.Stdout}
	taken := map[string]string{}
	for name, write := range wanted {
		if name == "" {
			continue
		}
		f := reportFile{name: name, write: write}
		if name != "-" {
			var err error
			if f.target, err = tempfile.OpenTarget(ctx, name); err != nil {
				return nil, say.Errorf("%s: cannot be written: %w", name, err)
			}
			if other := taken[f.target.Path]; other != "" && !f.target.Streams() {
				return nil, say.Errorf("%s and %s are the same file", min(name, other), max(name, other)).Hint("give each report its own")
			}
			taken[f.target.Path] = name
		}
		r.files = append(r.files, f)
	}
	return r, nil
}

// Write fills the files, and gives them their names.
func (r *Reports) Write(run result.Run) error {
	var errs []error
	for _, f := range r.files {
		if f.name == "-" {
			errs = append(errs, f.write(r.stdout, run))
		} else if err := f.target.Write(func(w io.Writer) error { return f.write(w, run) }); err != nil {
			errs = append(errs, say.Errorf("%s: not written: %w", f.name, err))
		}
	}
	return errors.Join(errs...)
}
