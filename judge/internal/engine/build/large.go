package build

import (
	"runtime"
	"slices"

	"sudokuoj/judge/internal/base/match"
)

// outOfReach matches what the linker says of a program whose static data are larger than the 2 GiB that
// the usual addressing reaches.
var outOfReach = match.Lazy(`relocation truncated to fit|relocation R_X86_64_\w+ out of range`)

// reachesFurther returns the flags with which another compile would help: those that address data however
// large. They cost every access a little, so only who needs them gets them: whether there is so much memory is
// then for the run to find out.
func (j job) reachesFurther(text string) (flags []string, ok bool) {
	large := j.lang.LargeData
	if large == "" || runtime.GOARCH != "amd64" || !outOfReach().MatchString(text) || slices.Contains(j.flags, large) {
		return nil, false
	}
	return append(slices.Clip(j.flags), large), true
}
