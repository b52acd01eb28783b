package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/testkit/must"
)

// prying looks for what a worker has and its programs must not see: the address with its key, the texts of others,
// the network. Its input names the folders. It also tries to hand a file on to the next program.
const prying = `#include <dirent.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
static int found;
static void tell(const char *what) { printf("found %s\n", what), found++; }
static void look(const char *path) {
	static char text[1 << 16];
	FILE *f = fopen(path, "r");
	if (!f) return;
	size_t n = fread(text, 1, sizeof text - 1, f);
	for (size_t i = 0; i + 6 < n; i++)
		if (memcmp(text + i, "tls://", 6) == 0) tell(path);
	fclose(f);
}
int main(void) {
	char line[4096], path[5000];
	if (getenv("FLEET")) tell("the key");
	DIR *all = opendir("/proc");
	for (struct dirent *e; all && (e = readdir(all));) {
		snprintf(path, sizeof path, "/proc/%s/environ", e->d_name);
		look(path);
		snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
		look(path);
	}
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (opendir(line)) tell(line);
		snprintf(path, sizeof path, "%s/left", line);
		if (fopen(path, "w")) tell(path);
	}
	if (fopen("left", "r")) tell("what another program left");
	fopen("left", "w");
	if (socket(AF_INET, SOCK_STREAM, 0) >= 0) tell("the network");
	if (!found) puts("awake");
}
`

// TestStrangerOnAWorker: a program on a worker finds nothing that belongs to the fleet, and leaves nothing.
func TestStrangerOnAWorker(t *testing.T) {
	root := sleepers(t, 1, 2)
	h := build(t)
	cache := t.TempDir()
	start(t, as(h.invite("-new-worker", "lab")), "worker", "-cache", cache).says(" works for ")
	must.Succeed(t, os.WriteFile(filepath.Join(root, "solutions/s/main.c"), []byte("//judge:problem p\n"+prying), 0o600))
	for n := range 2 {
		in := filepath.Join(root, fmt.Sprintf("testdata/p/secret/%d.in", n+1))
		must.Succeed(t, os.WriteFile(in, []byte(strings.Join([]string{cache, h.dir, root, os.TempDir()}, "\n")+"\n"), 0o600))
	}
	h.grade(entries(t, root), grade.Options{}).want(accepted(2))
}
