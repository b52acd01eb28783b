package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/packages/companion"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/people/server"
)

func setUpImport(fs *flag.FlagSet) action {
	id, port, root := fs.String("id", "", ""), fs.Int("port", companion.Ports[0], ""), fs.String("root", "", "")
	return func(ctx context.Context, t server.Terminal, names []string) error {
		return listenFor(ctx, *root, *id, *port, names, t)
	}
}

//go:embed manual
var manuals embed.FS

func importManual(l say.Language) string {
	text, err := manuals.ReadFile("manual/" + string(l) + "/import.txt")
	if err != nil {
		panic(err) // it is part of this program
	}
	return string(text)
}

// listenFor waits for the extension to send, and tells what came.
func listenFor(ctx context.Context, root, id string, port int, names []string, t server.Terminal) error {
	if len(names) > 0 {
		return say.Errorf("import %s: it takes no names", names[0])
	}
	if port < 0 || port > 65535 {
		return say.Errorf("-port %d: ports are 1 to 65535", port)
	}
	home, err := server.Home(root)
	if err != nil {
		return err
	}
	listeners, err := companion.Loopback(port)
	if err != nil {
		return err
	}
	fmt.Fprintln(t.Out, t.Lang.Say("listening on %s: click on Competitive Companion's + on a problem's page; Ctrl-C ends it", listeners[0].Addr()))
	var came []bool // whether each could be imported
	err = companion.Run(ctx, home, id, listeners, func(i exchange.Imported, err error) {
		if came = append(came, err == nil); err != nil {
			t.Complain(err)
			return
		}
		exchange.Show(t.Out, t.Lang, i, "go run ./judge", root)
	})
	failed := len(slices.DeleteFunc(slices.Clone(came), func(ok bool) bool { return ok }))
	switch {
	case err != nil:
		return err
	case failed > 0:
		return say.Errorf("import: %d of %d could not be imported", failed, len(came))
	case len(came) == 0:
		return say.Errorf("import: interrupted, and nothing came")
	}
	return nil
}
