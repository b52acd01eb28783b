package server

import (
	"runtime"
	"runtime/debug"
)

// version names this judge: its commit, if the build knows it, and its Go.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value[:min(len(s.Value), 12)] + " " + runtime.Version()
			}
		}
	}
	return runtime.Version()
}
