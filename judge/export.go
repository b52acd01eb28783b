package main

import (
	"context"
	"errors"
	"fmt"

	"sudokuoj/judge/internal/exchange"
)

var exportCommand = command{
	name:    "export",
	summary: "write a problem as a Kattis package",
	manual: `Usage: judge export [flags] ID

Writes a problem, its cases, and the solutions that claim it as a Kattis package (2025-09), which other
judges can read. judge.yaml goes along, so that judge import brings the problem back as it was.

  -o FILE         where to: a .zip or .kpp, or else a folder (default ID.zip)
  -root DIR       the folder that holds problems/, testdata/ and solutions/

Example:
  judge export acwing166 -o acwing166.zip

Exit status: 0 written, 2 the judge could not work.
`,
	run: runExport,
}

func runExport(_ context.Context, env *environment, args []string) (int, error) {
	var c choice
	var target string
	fs := newFlags("export")
	fs.StringVar(&c.root, "root", "", "")
	fs.StringVar(&target, "o", "", "")
	names, err := parseFlags(fs, args)
	if err != nil {
		return cannotWork, err
	}
	if len(names) != 1 {
		return cannotWork, errors.New("export: say judge export ID; judge list shows the problems")
	}
	root, err := c.home()
	if err != nil {
		return cannotWork, err
	}
	if target == "" {
		target = names[0] + ".zip"
	}
	exported, err := exchange.Export(root, names[0], target)
	if err != nil {
		return cannotWork, fmt.Errorf("export: %w", err)
	}
	fmt.Fprintf(env.stdout, "wrote %s: %s, %s\n", exported.Target, counted(exported.Files, "file"), counted(len(exported.Solutions), "solution"))
	for _, note := range exported.Notes {
		fmt.Fprintf(env.stdout, "note: %s\n", note)
	}
	return allExpected, nil
}
