// Package processes finds what a program under test has started.
package processes

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Below returns the descendants of a process. Only Linux tells.
func Below(pid int) (all []int) {
	tasks, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	for _, file := range tasks {
		text, _ := os.ReadFile(file)
		for word := range strings.FieldsSeq(string(text)) {
			child, _ := strconv.Atoi(word)
			all = append(append(all, child), Below(child)...)
		}
	}
	return all
}
