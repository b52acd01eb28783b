package exchange

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Packages lists the packages in a folder that is a whole contest: folders with a problem.yaml, zips, and
// pages of Competitive Companion. There are none where the folder is itself a problem.
func Packages(from string) []string {
	top, err := packageTop(from)
	if err != nil || isPackage(top) {
		return nil
	}
	entries, err := os.ReadDir(top)
	if err != nil {
		return nil
	}
	var all []string
	for _, e := range entries {
		name := filepath.Join(top, e.Name())
		switch {
		case ignored(e.Name()):
		case e.IsDir():
			if inner, err := packageTop(name); err == nil && isPackage(inner) {
				all = append(all, name)
			}
		case slices.Contains([]string{".zip", ".kpp", ".json"}, strings.ToLower(filepath.Ext(e.Name()))):
			all = append(all, name)
		case filepath.Ext(e.Name()) == ".in":
			return nil // cases, with something beside them
		}
	}
	return all
}

func isPackage(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "problem.yaml"))
	return err == nil
}
