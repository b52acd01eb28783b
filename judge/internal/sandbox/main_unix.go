//go:build unix && !(linux && (amd64 || arm64))

package sandbox

import "os"

// Main must be the first call of main and of every TestMain of a package that opens a Sandbox: in the
// helper process it never returns.
func Main() {
	if len(os.Args) > 3 && os.Args[0] == helperName {
		becomeLimited(os.Args)
	}
}
