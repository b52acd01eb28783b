package command

import (
	"flag"
	"strconv"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/show/terminal"
)

// keeping says whether a run takes over what an earlier one found out. The last of its flags counts, so that
// an alias with one of them can be overruled.
type keeping struct{ changed bool }

func (k *keeping) register(fs *flag.FlagSet, changed bool) {
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

// open opens the store of verdicts. Every run leaves there what it found out; where that cannot be, all is run.
func (k *keeping) open(env *terminal.Console) (store *resultcache.Store, changed bool) {
	store, err := resultcache.Open("")
	if err != nil {
		env.Warn(say.Of("nothing is kept for the next run: %s", err))
		return nil, false
	}
	return store, k.changed
}
