package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/verdict"
)

// writeReport writes a run in some form.
type writeReport func(io.Writer, verdict.Run) error

// reports are files that will hold the results. They are opened before anything runs, so that a
// folder that is not there is said at once and not after the work; they appear under their names
// only when complete.
type reports struct {
	stdout io.Writer
	files  []reportFile
}

type reportFile struct {
	name  string
	temp  *os.File // nil for standard output
	write writeReport
}

// openReports prepares the reports that are wanted, by the name of their file: "" is not wanted, "-" is
// standard output.
func openReports(env *environment, wanted map[string]writeReport) (*reports, error) {
	r := &reports{stdout: env.stdout}
	for name, write := range wanted {
		switch name {
		case "":
		case "-":
			r.files = append(r.files, reportFile{name: name, write: write})
		default:
			temp, err := os.CreateTemp(filepath.Dir(name), ".judge-*")
			if err != nil {
				return nil, errors.Join(fmt.Errorf("%s: cannot be written: %w", name, err), r.discard())
			}
			r.files = append(r.files, reportFile{name, temp, write})
		}
	}
	return r, nil
}

func (r *reports) write(run verdict.Run) error {
	var errs []error
	for _, f := range r.files {
		if f.temp == nil {
			errs = append(errs, f.write(r.stdout, run))
			continue
		}
		err := errors.Join(f.write(f.temp, run), f.temp.Chmod(0o644), f.temp.Close())
		if err == nil {
			err = os.Rename(f.temp.Name(), f.name)
		}
		if err != nil {
			err = errors.Join(fmt.Errorf("%s: not written: %w", f.name, err), os.Remove(f.temp.Name()))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (r *reports) discard() error {
	var errs []error
	for _, f := range r.files {
		if f.temp != nil {
			errs = append(errs, f.temp.Close(), os.Remove(f.temp.Name()))
		}
	}
	return errors.Join(errs...)
}
