//go:build !unix

package history

import "os"

// names counts the hard links of a file. Here it is not known.
func names(os.FileInfo) int { return 1 }
