package build

import (
	"runtime"
	"slices"

	"sudokuoj/judge/internal/base/match"
)

// outOfReach matches the linker's error for static data beyond the 2 GiB that the usual addressing reaches.
var outOfReach = match.Lazy(`relocation truncated to fit|relocation R_X86_64_\w+ out of range`)

// reachesFurther returns the flags with which a second compile would succeed: they address data of any size. They
// slow down every access a little, so only programs that need them get them. The run shows whether there is enough
// memory.
func (j job) reachesFurther(text string) (flags []string, ok bool) {
	large := j.lang.LargeData
	if large == "" || runtime.GOARCH != "amd64" || !outOfReach().MatchString(text) || slices.Contains(j.flags, large) {
		return nil, false
	}
	return append(slices.Clip(j.flags), large), true
}
