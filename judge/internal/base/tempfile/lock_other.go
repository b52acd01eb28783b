//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package tempfile

// Here no folder can be locked, so none can be told from those in use, and all are left alone.

func lock(string) (unlock func() error, ours bool) { return func() error { return nil }, true }

func sweep(string) {}
