package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesEscapes asks a console to obey escape codes. The console of cmd does so only when asked.
func takesEscapes(f *os.File) bool {
	var mode uint32
	h := windows.Handle(f.Fd())
	return windows.GetConsoleMode(h, &mode) == nil && windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
