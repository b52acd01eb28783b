// Cases makes everything under testdata/ anew: the same bytes on every machine.
//
//	scripts/testdata           write the cases and remove those that are no longer made
//	scripts/testdata -check    write nothing; exit 1 if what is there differs
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "testdata:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("testdata", flag.ExitOnError)
	check := flags.Bool("check", false, "write nothing, say what differs")
	dir := flags.String("dir", "testdata", "the folder to write")
	flags.Parse(args)

	want, err := makeFiles()
	if err != nil {
		return err
	}
	have, err := readFiles(*dir)
	if err != nil {
		return err
	}
	if *check {
		return compare(want, have, stdout)
	}
	return write(*dir, want, have, stdout)
}

// files holds contents by slash path below testdata/.
type files map[string][]byte

// makeFiles makes all cases, as many at once as there are processors.
func makeFiles() (files, error) {
	all := files{}
	errs := make([]error, len(cases))
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i, c := range cases {
		wg.Go(func() {
			made, err := c.files()
			if err != nil {
				errs[i] = fmt.Errorf("%s: %w", c.name, err)
			}
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(all, made)
		})
	}
	wg.Wait()
	return all, errors.Join(errs...)
}

func readFiles(dir string) (files, error) {
	have := files{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		have[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return have, nil
	}
	return have, err
}

func compare(want, have files, stdout io.Writer) error {
	different := 0
	report := func(name, what string) {
		fmt.Fprintf(stdout, "%s: %s\n", name, what)
		different++
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch got, ok := have[name]; {
		case !ok:
			report(name, "missing")
		case !bytes.Equal(got, want[name]):
			report(name, "differs")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		if want[name] == nil {
			report(name, "is not made here")
		}
	}
	if different > 0 {
		return fmt.Errorf("%d of %d files are not as made here: run scripts/testdata", different, len(want))
	}
	fmt.Fprintf(stdout, "%d files are as made here\n", len(want))
	return nil
}

func write(dir string, want, have files, stdout io.Writer) error {
	for name, data := range want {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	for name := range have {
		if want[name] == nil {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				return err
			}
			fmt.Fprintln(stdout, "removed", name)
		}
	}
	size := 0
	for _, data := range want {
		size += len(data)
	}
	fmt.Fprintf(stdout, "%d files, %.1f MB\n", len(want), float64(size)/1e6)
	return nil
}
