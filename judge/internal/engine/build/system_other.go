//go:build !(darwin || linux)

package build

import "os/exec"

// Here a full disk is known by what compilers say of it.
func roomIn(string) (bytes int64, known bool) { return 0, false }

func endTogether(*exec.Cmd) {}
