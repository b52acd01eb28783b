package command

import (
	"flag"
	"strconv"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/show/terminal"
)

// Keeping holds the flags that decide whether a run uses results of earlier runs. The last flag counts, so that
// the command line can overrule an alias.
type Keeping struct{ changed bool }

// register declares the flags; changed is what holds without them.
func (k *Keeping) register(fs *flag.FlagSet, changed bool) {
	k.changed = changed
	either := func(name string, to bool) {
		fs.BoolFunc(name, "", func(text string) error {
			on, err := strconv.ParseBool(text)
			k.changed = on == to
			return err
		})
	}
	either("changed", true)
	either("fresh", false)
}

// open opens the store of results, where every run saves its own. If it cannot be opened, everything is run.
func (k *Keeping) open(env *terminal.Console) (store *resultcache.Store, changed bool) {
	store, err := resultcache.Open("")
	if err != nil {
		env.Warn(say.Of("results cannot be kept for the next run: %s", err))
		return nil, false
	}
	return store, k.changed
}
