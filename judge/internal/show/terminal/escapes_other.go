//go:build !windows

package terminal

import "os"

// takesEscapes is true of every terminal but some of Windows.
func takesEscapes(*os.File) bool { return true }
