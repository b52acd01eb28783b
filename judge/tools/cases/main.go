// Cases makes everything under testdata/ anew: the same bytes on every machine. scripts/testdata calls it.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cases FOLDER")
		os.Exit(2)
	}
	var all errgroup.Group
	for _, c := range cases {
		all.Go(func() error { return c.save(os.Args[1]) })
	}
	if err := all.Wait(); err != nil {
		fmt.Fprintln(os.Stderr, "cases:", err)
		os.Exit(1)
	}
}

// save writes the files of a case below a folder.
func (c testcase) save(folder string) error {
	made, err := c.files()
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	for name, data := range made {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
