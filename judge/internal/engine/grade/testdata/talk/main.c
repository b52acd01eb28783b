// Both sides of a conversation. With the arguments of a judge program it thinks of a number and answers questions about
// it, or has a number encoded and decoded in two passes; else it is the program that finds or encodes that number. The
// input of the judge's side, and the argument of the program's, tell each how to misbehave.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char manner[32];
static char **args;

static int is(const char *name) { return strcmp(manner, name) == 0; }

static void flood(int letter) {
	char line[1001] = "";
	memset(line, letter, 1000);
	for (;;) puts(line);
}

// put adds a line to a file in the folder of the judge's side.
static void put(const char *name, const char *text) {
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", args[3], name);
	FILE *f = fopen(path, "a");
	if (!f) exit(9);
	fprintf(f, "%s\n", text);
	fclose(f);
}

static void end(int status, const char *why) {
	put("judgemessage.txt", why);
	exit(status);
}

static void answers(int number) {
	char line[2000], said[3000];
	int guess;
	if (is("crash")) exit(2);
	if (is("hang")) sleep(3600);
	if (is("spin")) for (;;);
	if (is("flood")) flood('x');
	if (is("early")) end(42, "never mind");
	if (is("rude")) end(43, "I do not like it");
	if (is("zero")) exit(0);
	if (is("hostile")) {
		puts("\033[2J\033]0;owned\007<script>alert(1)</script>\377\342\200\256");
		end(43, "\033[31mred\033[0m <b>bold</b>");
	}
	if (is("notes")) { // for a checker, as one written with testlib.h does
		FILE *f = fopen(args[2], "w");
		fputs("37\n", f);
		exit(0);
	}
	puts("100");
	fflush(stdout);
	if (is("deaf")) sleep(3600); // it speaks, and never listens
	for (int n = 1; fgets(line, sizeof line, stdin); n++) {
		line[strcspn(line, "\n")] = 0;
		if (n > 50) end(43, "too many questions");
		if (sscanf(line, "? %d", &guess) == 1) puts(guess < number ? ">" : guess > number ? "<" : "=");
		else if (sscanf(line, "! %d", &guess) != 1) {
			snprintf(said, sizeof said, "line %d is no question: \"%s\"", n, line);
			end(43, said);
		} else {
			snprintf(said, sizeof said, guess == number ? "found after %d lines" : "after %d lines: it is not %d", n, guess);
			end(guess == number ? 42 : 43, said);
		}
		fflush(stdout);
	}
	end(43, "the program ended without an answer");
}

static void finds(void) {
	int low = 0, high = 0;
	if (is("quits")) exit(0);
	if (is("crashes at once")) exit(3);
	if (is("hangs")) sleep(3600);
	if (is("floods")) flood('y');
	if (is("overruns")) manner[32 + high] = 1;
	scanf("%d", &high);
	for (int asked = 0; low < high; asked++) {
		int middle = (low + high) / 2;
		char answer[8] = "";
		if (is("forgets the newline")) printf("? %d", middle);
		else if (is("babbles") && asked == 2) puts("hello");
		else if (is("crashes") && asked == 2) exit(2);
		else if (!is("listens")) printf("? %d\n", middle);
		if (!is("forgets to flush")) fflush(stdout);
		if (scanf("%7s", answer) != 1 && is("crashes when refused")) exit(7);
		if (*answer == '<') high = middle - 1;
		if (*answer == '>') low = middle + 1;
		if (*answer == '=') low = high = middle;
	}
	if (is("never answers")) exit(0);
	printf("! %d\n", low + is("wrong"));
	fflush(stdout);
	if (is("talks on")) for (int i = 0; i < 1000; i++) printf("%0100d\n", 0), fflush(stdout);
	if (is("crashes afterwards")) {
		while (getchar() != EOF); // until nobody is there any more
		exit(5);
	}
	if (is("crashes when refused")) exit(7);
	if (is("hangs afterwards")) sleep(3600);
}

// passes has a number encoded, and its code decoded in another pass. In between it has the code alone, and what it wrote
// down in its folder.
static void passes(const char *what, const char *number) {
	char code[32] = "", path[4096], next[64], told[32] = "", said[100];
	if (!strcmp(what, "hears")) { // in each of three passes
		int pass = atoi(number);
		char line[100] = "";
		fgets(line, sizeof line, stdin);
		printf("pass %d hears %s", pass, line);
		snprintf(next, sizeof next, "hears %d", pass + 1);
		if (pass < 3) put("nextpass.in", next);
		exit(42);
	}
	scanf("%31s", code);
	snprintf(path, sizeof path, "%s/number", args[3]);
	if (!strcmp(what, "encode")) {
		put("number", number);
		snprintf(next, sizeof next, "decode %s", code);
		put("nextpass.in", next);
		end(42, "encoded");
	}
	if (!strcmp(what, "forever")) put("nextpass.in", "forever"), end(42, "again");
	if (!strcmp(what, "torn")) put("nextpass.in", "again"), end(43, "no");
	if (!strcmp(what, "scores")) put("score.txt", "many"), end(42, "so many");
	if (!strcmp(what, "link")) {
		snprintf(path, sizeof path, "%s/nextpass.in", args[3]);
		symlink(args[2], path);
		end(42, "see there");
	}
	FILE *f = fopen(path, "r");
	if (f) fscanf(f, "%31s", told);
	snprintf(said, sizeof said, "%s was encoded, and %s came out", told, code);
	strcmp(told, code) ? end(43, said) : end(42, "decoded");
}

static void codes(void) {
	char what[32] = "";
	int number = 0;
	if (is("greets")) puts("hello"), exit(0);
	scanf("%31s %d", what, &number);
	int decodes = !strcmp(what, "decode");
	if (decodes && is("stumbles")) exit(4);
	printf("%d\n", decodes && is("forgetful") ? 0 : number ^ 0x5555); // which undoes itself
}

int main(int argc, char **argv) {
	args = argv;
	if (argc > 3) {
		char what[32] = "";
		FILE *f = fopen(argv[1], "r");
		if (!f || fscanf(f, "%31s %31[^\n]", what, manner) < 1) return 9;
		atoi(what) ? answers(atoi(what)) : passes(what, manner);
	}
	if (argc > 1) snprintf(manner, sizeof manner, "%s", argv[1]);
	argc > 1 && !is("greets") && !is("stumbles") && !is("forgetful") ? finds() : codes();
}
