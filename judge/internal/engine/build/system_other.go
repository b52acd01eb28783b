//go:build !(darwin || linux)

package build

import "os/exec"

// Here only the compilers' messages show that a disk is full.
func roomIn(string) (bytes int64, known bool) { return 0, false }

func endTogether(*exec.Cmd) {}
