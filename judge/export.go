package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"

	"sudokuoj/judge/internal/exchange"
	"sudokuoj/judge/internal/report"
)

var exportCommand = command{
	name:    "export",
	summary: "write a problem as a Kattis package",
	manual: `Usage: judge export [flags] ID

Writes a problem, its cases, and the solutions that claim it as a Kattis package (2025-09), which other
judges can read. judge.yaml goes along, so that judge import brings the problem back as it was.

  -o FILE         where to: a .zip or .kpp, or else a folder (default ID.zip)
  -root DIR       the folder that holds problems/, testdata/ and solutions/

Examples:
  judge export acwing166 -o acwing166.zip
  judge export doubling -root ~/class

Exit status: 0 written, 2 the judge could not work.
`,
	setUp: setUpExport,
}

// exportFlags are the flags of judge export.
type exportFlags struct {
	choice
	target string
}

func setUpExport(fs *flag.FlagSet) action {
	f := &exportFlags{}
	f.registerRoot(fs)
	fs.StringVar(&f.target, "o", "", "")
	return f.run
}

func (f *exportFlags) run(_ context.Context, env *environment, names []string) (int, error) {
	if len(names) != 1 {
		return cannotWork, errors.New("export: say judge export ID; judge list shows the problems")
	}
	root, err := f.home()
	if err != nil {
		return cannotWork, err
	}
	exported, err := exchange.Export(root, names[0], cmp.Or(f.target, names[0]+".zip"))
	if err != nil {
		return cannotWork, fmt.Errorf("export: %w", err)
	}
	fmt.Fprintf(env.stdout, "wrote %s: %s, %s\n", exported.Target, report.Counted(exported.Files, "file"), report.Counted(len(exported.Solutions), "solution"))
	for _, note := range exported.Notes {
		fmt.Fprintf(env.stdout, "note: %s\n", report.Escape(note))
	}
	return allExpected, nil
}
