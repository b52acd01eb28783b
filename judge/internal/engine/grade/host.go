package grade

import (
	"os"
	"runtime"
	"strings"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
)

// Host describes this machine.
func Host(sb *sandbox.Sandbox) result.Host {
	h := result.Host{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), CPU: processor(), Go: runtime.Version()}
	h.Step, h.Isolation, h.MemoryMethod = sb.Isolation()
	return h
}

// processor returns the name of the processor if the system has it in a file.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
