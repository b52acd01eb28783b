package build

import (
	"regexp"
	"runtime"
	"slices"
)

// outOfReach matches what the linker says of a program whose static data are larger than the 2 GiB that
// the usual addressing reaches.
var outOfReach = regexp.MustCompile(`relocation truncated to fit|relocation R_X86_64_\w+ out of range`)

// anyData addresses data however large. It costs every access a little, so only who needs it gets it:
// whether there is so much memory is then for the run to find out.
const anyData = "-mcmodel=medium"

// reachesFurther reports whether another compile with anyData would help.
func (j job) reachesFurther(text string) bool {
	return (j.lang.ID == "c" || j.lang.ID == "cpp") && runtime.GOARCH == "amd64" &&
		outOfReach.MatchString(text) && !slices.Contains(j.flags, anyData)
}
