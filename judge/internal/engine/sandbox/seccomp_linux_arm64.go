package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_AARCH64
	x32Bit    = 0 // no second numbering here
)

var callsHere, forksHere, attributesHere, pollsHere []uint32
