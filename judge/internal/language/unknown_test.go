package language_test

import (
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/lang"
)

// TestUnknown has what compilers say, and what is told of it.
func TestUnknown(t *testing.T) {
	for _, test := range []struct{ name, code, output, want string }{
		{"gcc", "", "my.c:3:10: fatal error: uthash.h: No such file or directory\n",
			"uthash.h is not part of C\nhint: apt install uthash-dev; a function for LeetCode needs no #include of it"},
		{"clang", "", "my.c:3:10: fatal error: 'uthash.h' file not found\n",
			"uthash.h is not part of C\nhint: apt install uthash-dev; a function for LeetCode needs no #include of it"},
		{"another header", "", "my.c:3:10: fatal error: mine.h: No such file or directory\n", ""},
		{"clang without g++", "", "my.cpp:1:10: fatal error: 'bits/stdc++.h' file not found\n",
			"bits/stdc++.h belongs to g++, and here is another compiler\nhint: install g++, or include the headers that you use"},
		{"Visual Studio", "", "my.cpp:1:10: fatal error: stdafx.h: No such file or directory\n",
			"stdafx.h is a file of Visual Studio\nhint: delete this line"},
		{"Windows", "", "my.cpp:1:10: fatal error: Windows.h: No such file or directory\n",
			"Windows.h exists on Windows only; this judge and the sites run Linux\nhint: leave it out: nobody presses a key there, and " +
				"nobody watches the screen"},
		{"a key", "", "/usr/bin/ld: my.c:(.text+0x1e): undefined reference to `getch'\n", "getch exists on Windows only; this judge and the sites run Linux\nhint: leave it out: nobody presses a key there, and nobody watches the screen"},
		{"a pause on Windows", "", "my.cpp:6:19: error: ‘Sleep’ was not declared in this scope\n", "Sleep exists on Windows only; this judge and the sites run Linux\nhint: leave it out: nobody presses a key there, and nobody watches the screen"},
		{"a pause on Linux", "", "my.cpp:6:19: error: ‘sleep’ was not declared in this scope\n", ""},
		{"a safe function", "", "my.cpp:6:19: error: ‘scanf_s’ was not declared in this scope; did you mean ‘scanf’?\n", "scanf_s exists in Visual C++ only\nhint: write scanf, without the sizes of the buffers"},
		{"a type in C++", "", "my.cpp:2:13: error: '__int64' was not declared in this scope\n", "__int64 exists in Visual C++ only\nhint: write long long"},
		{"a type in C", "", "my.c:2:13: error: unknown type name ‘__int64’; did you mean ‘__int64_t’?\n", "__int64 exists in Visual C++ only\nhint: write long long"},
		{"gets", "", "my.cpp:6:19: error: ‘gets’ was not declared in this scope\n", "C and C++ no longer have gets\nhint: write fgets(s, sizeof s, stdin), or read words with cin >> s"},
		{"gets in C", "", "my.c:6:19: error: implicit declaration of function ‘gets’; did you mean ‘fgets’?\n", "C and C++ no longer have gets\nhint: write fgets(s, sizeof s, stdin), or read words with cin >> s"},
		{"a warning of gets", "", "my.c:6:19: warning: implicit declaration of function ‘gets’; did you mean ‘fgets’?\n", ""},
		{"a header of old compilers", "", "my.cpp:1:9: fatal error: iostream.h: No such file or directory\n", "iostream.h is from before the first standard of C++\nhint: write #include <iostream>, and using namespace std; below"},
		{"a header that is missing", "", "my.cpp:75:17: error: ‘memset’ was not declared in this scope\nmy.cpp:4:1: note: ‘memset’ is defined in header ‘<cstring>’; did you forget to ‘#include <cstring>’?\n", "memset is in <cstring>: only old compilers included that by themselves\nhint: write #include <cstring>"},
		{"a header that is missing, of std", "", "my.cpp:7:7: error: ‘sort’ is not a member of ‘std’\nmy.cpp:2:1: note: ‘std::sort’ is defined in header ‘<algorithm>’; did you forget to ‘#include <algorithm>’?\n", "std::sort is in <algorithm>: only old compilers included that by themselves\nhint: write #include <algorithm>"},
		{"their own gets_all", "", "my.cpp:6:19: error: ‘gets_all’ was not declared in this scope\n", ""},
		{"itoa", "", "my.cpp:6:19: error: use of undeclared identifier 'itoa'\n", "itoa is not part of C\nhint: write sprintf(s, \"%d\", n)"},
		{"void main", "", "my.cpp:6:1: error: ‘::main’ must return ‘int’\n", "main has to return int\nhint: write int main()"},
		{"a misspelt main", "", "(.text+0x17): undefined reference to `main'\n", "the program has no function main\nhint: write int main(), and see whether it is misspelt"},
		{"Java", "public class Main {\n    public static void main(String[] args) {}\n}", "",
			"this is Java, and the name of the file says C++\nhint: let its name end in .java"},
		{"Python", "def solve(board):\n    pass\n", "", "this is Python, and the name of the file says C++\nhint: let its name end in .py"},
		{"Go", "package main\n\nfunc main() {}", "", "this is Go, and the name of the file says C++\nhint: let its name end in .go"},
		{"Rust", "fn main() {}", "", "this is Rust, and the name of the file says C++\nhint: let its name end in .rs"},
		{"a full-width bracket", "int a;\nint main（）{", "my.cpp:2:9: error: expected\n", "line 2 has a full-width （\nhint: write ("},
		{"the last of them", "~～", "", "line 1 has a full-width ～\nhint: write ~"},
		{"a quotation mark", "puts(“hello”);", "", "line 1 has a full-width “\nhint: write \""},
		{"a full stop", "a = 1。", "", "line 1 has a full-width 。\nhint: write ."},
		{"a blank", "int\u3000a;", "", "line 1 has a full-width blank\nhint: write an ordinary one"},
		{"names in Chinese, and wide letters", "int 数独 = ａ;", "", ""},
		{"blanks of a web page", "int a;\n\u00a0\u00a0int b;\u2003", "",
			"line 2 has a special space from a web page (U+00A0), which compilers refuse\nhint: replace all 3 of them by ordinary blanks"},
		{"nothing to be seen", "int a\u200b;\n\ufeff", "",
			"line 1 has an invisible character, as a web page leaves it (U+200B)\nhint: delete these 2 characters"},
		{"one blank", "int\u00a0b;", "",
			"line 1 has a special space from a web page (U+00A0), which compilers refuse\nhint: write an ordinary one"},
		{"a mark of Markdown", "int a;\n  ```cpp\nint b;", "",
			"line 2 is a mark of Markdown, which is no code\nhint: delete the lines that begin with ```"},
		{"three quotes within a line", "a = \"```\"", "", ""},
		{"lines with their numbers", "1  #include <cstdio>\n2\n3| int main()\n4. {\n5\t}\n6\n", "", "each line begins with its number, as on a web page\nhint: copy the program without the numbers"},
		{"four numbers", "1\n2\n3\n4\n", "", ""},
		{"other numbers", "1\n2\n3\n4\n7\n6\n", "", ""},
		{"a mark of the byte order", "\ufeffint a;", "", ""},
	} {
		if got := lang.Unknown(language.All(), language.Of("cpp"), test.code, test.output).String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := lang.Unknown(language.All(), language.Of("java"), "", "Two.java:9: error: class Other is public, should be declared in a file named Other.java\n").String(); got != "only one class of a file may be public\nhint: write class Other without public" {
		t.Errorf("two public classes: %q", got)
	}
	if got := lang.Unknown(language.All(), language.Of("python"), "", "Sorry: TabError: inconsistent use of tabs and spaces in indentation (a.py, line 4)\n").String(); got != "the lines are indented with tabs and with blanks\nhint: use four blanks everywhere" {
		t.Errorf("tabs and blanks: %q", got)
	}
	if got := lang.Unknown(language.All(), language.Of("csharp"), "", "a.cs(1,9): error CS0246: The type or namespace name `PriorityQueue<int,int>' could not be found.\n"); got.String() !=
		"PriorityQueue is in .NET only, and the judge has Mono\nhint: write it yourself, or try the program on the site" {
		t.Errorf(".NET: %s", got)
	}
	for _, id := range []string{"c", "python", "java"} {
		if got := lang.Unknown(language.All(), language.Of(id), "using namespace std;", ""); !got.Said() {
			t.Errorf("C++ in a file of %s is not noticed", id)
		}
	}
	for stderr, told := range map[string]bool{
		"EOFError: EOF when reading a line\n": true, "ValueError: x\n": false,
		"Exception in thread \"main\" java.util.NoSuchElementException: No line found\n": true,
	} {
		if got := say.Join(language.Of("python").ReadsOn([]byte(stderr)), language.Of("java").ReadsOn([]byte(stderr))); got.Said() != told {
			t.Errorf("%q: %q", stderr, got)
		}
	}
	if got := lang.Unknown(language.All(), language.Of("javascript"), "\u00a0f(", ""); got.Said() {
		t.Errorf("in JavaScript that is a blank: %s", got)
	}
}
