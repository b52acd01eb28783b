//go:build unix && !linux

package sandbox

// closeOnExec keeps files from the programs: we inherit those that the judge's own parent left open.
func closeOnExec(first int) { closeEachOnExec(first) }
