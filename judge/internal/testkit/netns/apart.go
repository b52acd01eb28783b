// Package apart is for tests: it runs one anew where it may mount disks and lay cables without touching the
// machine's.
package netns
