// A validator that accepts, and leaves what argv[4] names in place of its message.
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

int main(int, char **argv) {
	const std::string name = std::string(argv[3]) + "judgemessage.txt", what = argv[4];
	if (what == "answer") return symlink(argv[2], name.c_str()) == 0 ? 42 : 1;
	if (what == "secret") return symlink("/etc/passwd", name.c_str()) == 0 ? 42 : 1;
	if (what == "pipe") return mkfifo(name.c_str(), 0600) == 0 ? 42 : 1;
	if (what == "folder") return mkdir(name.c_str(), 0700) == 0 ? 42 : 1;
	FILE *f = fopen(name.c_str(), "w");
	fputs(what == "tale" ? std::string(1000000, 'x').c_str() : "well done", f);
	fclose(f);
	return 42;
}
