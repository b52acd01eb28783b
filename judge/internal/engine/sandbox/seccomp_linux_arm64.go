package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_AARCH64
	x32Bit    = 0 // no second numbering here
)

var callsHere, forksHere, attributesHere []uint32

// There are no calls here that wait for files but those that all machines have.
var pollsHere []uint64

func pollTimeHere(uint64) int { return 3 }
