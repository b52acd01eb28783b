package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/show/terminal"
)

// exportFlags are the flags of judge export.
type exportFlags struct {
	Choice
	target string
}

func setUpExport(fs *flag.FlagSet) Action {
	f := &exportFlags{}
	f.registerRoot(fs)
	fs.StringVar(&f.target, "o", "", "")
	return f.atHome(f.run)
}

func (f *exportFlags) run(_ context.Context, env *terminal.Console, names []string) error {
	if len(names) != 1 {
		return say.Errorf("export: say judge export ID; judge list shows the problems")
	}
	exported, err := exchange.Export(f.home, names[0], cmp.Or(f.target, names[0]+".zip"))
	if err != nil {
		return say.Errorf("export: %w", err)
	}
	env.Tell("wrote %s: %s, %s", exported.Target, say.Count(exported.Files, "file"), say.Count(len(exported.Solutions), "solution"))
	for _, note := range exported.Notes {
		fmt.Fprintln(env.Stdout, terminal.Escape(env.Say("note: %s", note)))
	}
	return nil
}
