//go:build unix && !(linux && (amd64 || arm64))

package sandbox

import "os"

func init() { Main() }

// Main is the whole life of a process that is started as a helper; in any other it does nothing. It is called
// as this package initialises, so nobody else need.
func Main() {
	if len(os.Args) > 3 && os.Args[0] == helperName {
		becomeLimited(os.Args)
	}
}
