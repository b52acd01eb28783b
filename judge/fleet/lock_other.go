//go:build !unix

package main

import "os"

// exclusive does nothing here: the port alone keeps a second server out.
func exclusive(*os.File) error { return nil }
