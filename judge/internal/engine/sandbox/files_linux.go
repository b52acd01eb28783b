//go:build amd64 || arm64

package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// files are the files that a program reads and writes. Output goes to a file: the judge need not read while the program
// runs, and need not wait for a process that holds a pipe open.
type files struct {
	input, output *os.File
	results       *os.File // nil unless the program is to have one
	stream        *os.File // the caller's, nil if there is none
	onDisk        bool     // the output
	cgroup        *leaf
	talks         *ends // nil without a conversation
}

// openFiles opens them. A sealed input is a copy: without Landlock, nothing else would keep the program
// from opening its input to write.
func openFiles(c Command, sealed bool) (f files, err error) {
	if c.ends != nil {
		return files{input: c.ends.in, output: c.ends.out, talks: c.ends}, nil
	}
	f.input, err = openInput(c)
	if err != nil {
		return f, err
	}
	if sealed {
		given := f.input
		f.input, err = sealedCopy(given)
		given.Close()
		if err != nil {
			return f, err
		}
	}
	if f.output, f.onDisk, err = outputFile(c.Limits.Output); err != nil {
		f.input.Close()
		return f, err
	}
	f.stream = c.Stream
	if c.Results || c.Stream != nil {
		if f.results, err = memFile("results"); err != nil {
			f.input.Close()
			f.output.Close()
		}
	}
	return f, err
}

// beside returns the files that travel beside a request, in the order in which prepare takes them.
func (f *files) beside() (numbers []int) {
	all := []*os.File{f.input, f.output, f.results, f.stream, nil}
	if f.cgroup != nil {
		all[4] = f.cgroup.dir
	}
	for _, file := range all {
		if file != nil {
			numbers = append(numbers, int(file.Fd()))
		}
	}
	return numbers
}

// openInput opens the input, or opens it anew: read-only, with a place of its own, at the start. None is an empty file
// and not /dev/null: a program that may change modes could change the device's mode through the open descriptor.
func openInput(c Command) (*os.File, error) {
	path := c.Input
	if path == "" && c.Stdin == nil {
		return memFile("input")
	} else if path == "" {
		path = fmt.Sprintf("/proc/self/fd/%d", c.Stdin.Fd())
	}
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	runtime.KeepAlive(c.Stdin)
	if err != nil {
		return nil, explain("opening the input", &os.PathError{Op: "open", Path: path, Err: err})
	}
	return os.NewFile(uintptr(fd), "input"), nil
}

func memFile(name string) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, explain("no file in memory for the "+name, err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// explain adds advice to an error of the judge.
func explain(what string, err error) error {
	if errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) {
		return say.Errorf("%s: %w", what, err).Hint("raise ulimit -n, or lower -j")
	}
	return say.Errorf("%s: %w", what, err)
}

// outputFile makes a file without a name, in memory unless it may grow large.
func outputFile(limit int64) (f *os.File, onDisk bool, err error) {
	if limit <= memoryFile {
		f, err = memFile("output")
		return f, false, err
	}
	fd, err := unix.Open(os.TempDir(), unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err == nil {
		return os.NewFile(uintptr(fd), "output"), true, nil
	}
	if f, err = os.CreateTemp("", "judge-output-"); err != nil { // a file system without O_TMPFILE
		return nil, true, explain("no file for the output", err)
	}
	return f, true, os.Remove(f.Name())
}

// outcome combines the helper's reply with the program's files.
func (f *files) outcome(a reply, l Limits) (o Outcome, err error) {
	if f.talks != nil {
		if f.output, err = memFile("output"); err != nil {
			return o, err
		}
	}
	if f.cgroup != nil {
		f.cgroup.settle(&a, l)
	}
	o = a.Outcome
	o.Stdout, o.Results = f.output, f.results
	if place, err := f.input.Seek(0, io.SeekCurrent); err == nil {
		o.Unread = place == 0
	}
	if info, err := f.output.Stat(); err == nil {
		place, _ := f.output.Seek(0, io.SeekCurrent)
		o.Emptied = place != info.Size()
	}
	for _, file := range []*os.File{f.output, f.results} {
		if file != nil {
			if _, err := file.Seek(0, 0); err != nil {
				return o, err
			}
		}
	}
	return o, f.diskFull()
}

// discard closes the files of a run that did not take place.
func (f *files) discard() {
	f.output.Close()
	if f.results != nil {
		f.results.Close()
	}
}

// diskFull returns an error if a full disk may have cut the output short: that is not the program's fault.
func (f *files) diskFull() error {
	var fs unix.Statfs_t
	if !f.onDisk || unix.Fstatfs(int(f.output.Fd()), &fs) != nil || int64(fs.Bavail)*int64(fs.Bsize) > 1<<20 {
		return nil
	}
	return say.Errorf("%s: the disk is full, the program's output may be cut short", os.TempDir()).Hint("free some space, or set TMPDIR to another disk")
}

// sealedCopy copies an input to memory that cannot be written again.
func sealedCopy(from *os.File) (*os.File, error) {
	fd, err := unix.MemfdCreate("input", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, explain("copying the input", err)
	}
	to := os.NewFile(uintptr(fd), "input")
	_, err = io.Copy(to, from)
	if err == nil {
		err = to.Chmod(0o400)
	}
	if err == nil {
		_, err = unix.FcntlInt(to.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL)
	}
	if err == nil {
		_, err = to.Seek(0, io.SeekStart)
	}
	if err != nil {
		to.Close()
		return nil, explain("copying the input", err)
	}
	return to, nil
}
