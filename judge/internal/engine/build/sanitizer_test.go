package build_test

import (
	"runtime"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
)

// TestSanitizerFound reads what gcc's sanitizers print.
func TestSanitizerFound(t *testing.T) {
	const text = "int a[9], b[9][9];\nx = b[i][d] + a[j];\nif (box[i / 3 * 3 + j / 3][d]) {}\nc = a[j]"
	src := build.Source{Language: "cpp", Files: []language.File{{Path: "/home/me/my.cpp", Text: text}, {Path: "/home/me/more.cpp"}}}
	const address, in = "==7==ERROR: AddressSanitizer: ", "\n    #0 0x7f in main /x/my.cpp:2\n"
	for _, test := range []struct{ said, want string }{
		{"my.cpp:2:11: runtime error: index 9 out of bounds for type 'int [9]'\n", "b[i][9] is outside of b[i][9], line 2"},
		{"./my.cpp:2:8: runtime error: index -1 out of bounds for type 'int [9][9]'\n", "b[-1] is outside of b[9][9], line 2"},
		{"my.cpp:3:29: runtime error: index 9 out of bounds for type 'bool [9]'\n", "box[…][9] is outside of box[…][9], line 3"},
		{"my.cpp:1:6: runtime error: index 9 out of bounds for type 'int [9]'\n", "a[9] is outside of a[9], line 1"},
		{"my.cpp:4:8: runtime error: index 9 out of bounds for type 'int [9]'\n", "a[9] is outside of a[9], line 4"},
		{"my.cpp:4:9: runtime error: index 9 out of bounds for type 'int [9]'\n", "index 9 is outside of an array [9], line 4"},
		{"my.cpp:0:0: runtime error: index 9 out of bounds for type 'int [9]'\n", "index 9 is outside of an array [9]"},
		{"my.cpp:99:1: runtime error: index 9 out of bounds for type 'int [9]'\n", "index 9 is outside of an array [9], line 99"},
		{"my.cpp:1:7: runtime error: signed integer overflow: 6 + 2147483642 cannot be represented in type 'int'\n",
			"6 + 2147483642 does not fit into int, line 1"},
		{"my.cpp:1:7: runtime error: member access within null pointer of type 'struct ListNode'\n", "a null pointer is used, line 1"},
		{"my.cpp:1:7: runtime error: division by zero\n", "a division by zero, line 1"},
		{"my.cpp:1:7: runtime error: execution reached the end of a value-returning function without returning a value\n",
			"a function ends without a return, line 1"},
		{"my.cpp:1:7: runtime error: shift exponent 43 is too large for 32-bit type 'int'\n",
			"shift exponent 43 is too large for 32-bit type 'int', line 1"},
		{"more.cpp:3:7: runtime error: division by zero\n", "a division by zero, line 3 of /home/me/more.cpp"},
		{"/usr/include/c++/12/x.h:8:7: runtime error: division by zero\n    #0 0x55 in std::f /usr/include/c++/12/x.h:8\n" +
			"    #1 0x56 in main /tmp/9/my.cpp:2\n", "a division by zero, line 2"},
		{address + "heap-use-after-free on address 0x60\nREAD of size 4\n" +
			"    #0 0x5a in operator delete[](void*) ../src/asan.cpp:155\n    #1 0x5b in main /tmp/x/my.cpp:2\n", "memory is used " +
			"after it was freed, line 2"},
		{address + "stack-buffer-overflow on address\nWRITE of size 6" + in +
			"    [112, 116) 't' (line 21) <== Memory access at offset 116 overflows this variable\n", "it writes outside of t, line 2"},
		{address + "stack-buffer-underflow on address\nREAD of size 4" + in +
			"    [112, 116) 't' (line 21) <== Memory access at offset 108 underflows this variable\n", "it reads outside of t, line 2"},
		{address + "global-buffer-overflow on address\nREAD of size 4" + in +
			"0x1 is located 0 bytes after global variable 'a' defined in 'my.cpp:1:5' (0x2) of size 36\n", "it reads outside of a, line 2"},
		{address + "heap-buffer-overflow on address\nREAD of size 4" + in + "0x1 is located 0 bytes after 36-byte region\n",
			"it reads outside of the 36 bytes that were allocated, line 2"},
		{address + "attempting double-free on 0x1" + in, "double-free, line 2"},
		{address + "SEGV on unknown address 0x1\n    #0 0x7f in main /x/my.cpp:2:3\n", "it reads or writes where it has no memory, line 2"},
		{address + "ABRT on unknown address" + in, "the first or last item of an empty container is used, line 2"},
		{address + "SEGV on unknown address 0x1\n    #0 0x7f in judge_driver /x/driver.cpp:2\n", ""},
		{"it said nothing of use\n", ""},
	} {
		f, ok := build.SanitizerFound(src, test.said, "x.h:3: Assertion '!this->empty()' failed.\n")
		if got := f.Message().String(); ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%q: %v %q, want %q", test.said, ok, got, test.want)
		}
	}
	if f, ok := build.SanitizerFound(src, address+"ABRT on unknown address"+in, ""); ok {
		t.Errorf("abort: %v", f.Message())
	}
	for lang, able := range map[string]bool{"c": true, "cpp": true, "go": false, "rust": false} {
		if _, ok := build.Sanitized(build.Source{Language: lang, Files: src.Files}); ok != (able && runtime.GOOS != "windows") {
			t.Errorf("%s can be sanitized: %v", lang, ok)
		}
	}
	for said, missing := range map[string]bool{
		"/usr/bin/ld: cannot find libasan_preinit.o: No such file or directory\n": true,
		"/usr/bin/ld: cannot find -lasan: No such file or directory\n":            true,
		"ld: library not found for -lclang_rt.asan_osx_dynamic\n":                 true,
		"my.cpp:3: error: expected ';'\n":                                         false,
	} {
		must.Equal(t, missing, build.NoSanitizer().MatchString(said), said, "missing", !missing)
	}
}

// FuzzSanitizerFound: a program may print what it likes in the place of a report.
func FuzzSanitizerFound(f *testing.F) {
	f.Add("my.cpp:2:11: runtime error: index 9 out of bounds for type 'int [9]'\n", "x.h:3: Assertion '!this->empty()' failed.\n")
	f.Add("==7==ERROR: AddressSanitizer: stack-buffer-overflow on address\nWRITE of size 6\n    #0 0x7f in main /x/my.cpp:2\n    "+
		"[112, 116) 't' (line 21) <== Memory\n", "")
	src := build.Source{Language: "cpp", Files: []language.File{{Path: "/home/me/my.cpp", Text: "int a[9], b[9][9];\nx = b[i][d] + a[j];\n"}}}
	f.Fuzz(func(t *testing.T, report, stderr string) {
		if fault, ok := build.SanitizerFound(src, report, stderr); ok && (fault.Line < 0 || !fault.Text.Said() ||
			len(fault.Text.String()) > len(report)+len(stderr)+200) {
			t.Errorf("%q, %q: %+v", report, stderr, fault)
		}
	})
}
