// Package netns is for tests: it runs one anew where it may mount disks and change networks without touching the
// machine's.
package netns
