package build

import (
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// Sanitized returns a source whose program checks itself: it stops where it first leaves an array, uses freed memory,
// or does something that C and C++ do not define. It reports that on descriptor 3, and ends with SanitizerExit. It is
// not ok for other languages, and on Windows, where gcc has no such library.
func Sanitized(src Source) (Source, bool) {
	files, err := Named(src)
	if (src.Language != "c" && src.Language != "cpp") || runtime.GOOS == "windows" || err != nil {
		return src, false
	}
	src.Made = append(files, Made{Name: "judge_report." + src.Language, Text: reporter})
	src.Flags = append(slices.Clone(src.Flags), "-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
		"-fno-sanitize=object-size,alignment,vptr", "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS")
	return src, true
}

// reporter turns the sanitizers' reports to descriptor 3: what the program prints is not believed. gcc's two sanitizers
// are two libraries, each with its own descriptor. One of them sets it at its first report to what its options say, so
// the function that it calls for that does nothing.
const reporter = `#include <dlfcn.h>
#ifdef __cplusplus
extern "C" {
#endif
void __sanitizer_set_report_fd(void *);
#ifndef __clang__
void __sanitizer_set_report_path(const char *path) { (void)path; }
#endif
#ifdef __cplusplus
}
#endif
__attribute__((constructor)) static void judge_report(void) {
	void *other = dlopen("libubsan.so.1", RTLD_LAZY | RTLD_NOLOAD);
	void *set = other ? dlsym(other, "__sanitizer_set_report_fd") : 0;
	if (set)
		((void (*)(void *))set)((void *)3);
	__sanitizer_set_report_fd((void *)3);
}
`

// SanitizerExit is the exit status of a program that a sanitizer stopped.
const SanitizerExit = 86

// SanitizerEnv is the environment of such a program. Memory that was not freed is not reported: no judge asks for
// that.
var SanitizerEnv = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "UBSAN_OPTIONS=print_stacktrace=1:exitcode=86",
	"ASAN_OPTIONS=detect_leaks=0:handle_abort=1:detect_stack_use_after_return=0:color=never:exitcode=86"}

// NoSanitizer matches a linker's message that the sanitizer's library is missing.
var NoSanitizer = match.Lazy(`(?i)(?:asan|ubsan)[^\n]*no such file|(?:cannot find|not found|unable to find library)[^\n]*(?:asan|ubsan)`)

var (
	undefined  = match.Lazy(`(?m)^(\S+?):(\d+):(\d+): runtime error: (.*)$`)
	addressed  = match.Lazy(`ERROR: AddressSanitizer: (?:attempting )?([\w-]+)`)
	frame      = match.Lazy(`(?m)^ *#\d+ 0x[0-9a-f]+ (?:in .* )?(\S+?):(\d+)(?::\d+)?$`)
	variable   = match.Lazy(`'([^'<>_][^'<>]*)'(?: \(line \d+\))? <== |(?:of|inside|after|before) global variable '([^'_][^']*)'`)
	region     = match.Lazy(`(\d+)-byte region`)
	outOfArray = match.Lazy(`^index (-?\d+) out of bounds for type '[^'\[]*((?:\[\d+\])+)'`)
	overflow   = match.Lazy(`^signed integer overflow: (.+) cannot be represented in type '([^']+)'`)
	assertion  = match.Lazy(`Assertion '([^\n]*)' failed`)
	uncaught   = match.Lazy(`terminate called after throwing an instance of '([^'\n]+)'(?:\s+what\(\):\s+([^\n]*))?`)
)

// SanitizerFound reads the report on a sanitized program that was stopped; false if it names nothing in the user's own
// files. Only the failed assertion of a library is read from standard error.
func SanitizerFound(src Source, report, stderr string) (f result.Fault, ok bool) {
	files, err := Named(src)
	if err != nil {
		return f, false
	}
	text := ""
	own := func(path, line string) bool {
		at := slices.IndexFunc(files, func(m Made) bool { return m.Path != "" && m.Name == filepath.Base(path) })
		if at >= 0 {
			f.Line, _ = strconv.Atoi(line)
			if text = files[at].Text; files[at].Path != src.Files[0].Path {
				f.Path = files[at].Path
			}
		}
		return at >= 0
	}
	u := undefined().FindStringSubmatch(report)
	found := u != nil && own(u[1], u[2])
	column := 0
	if found {
		column, _ = strconv.Atoi(u[3])
	}
	for _, at := range frame().FindAllStringSubmatch(report, -1) {
		found = found || own(at[1], at[2])
	}
	switch a := addressed().FindStringSubmatch(report); {
	case !found:
	case u != nil:
		f.Text = undefinedText(u[4], arrayName(text, f.Line, column))
	case a != nil && a[1] == "ABRT":
		f.Text = assertionText(stderr)
	case a != nil:
		f.Text = addressText(a[1], report)
	}
	return f, f.Text.Said()
}

// undefinedText describes the undefined behaviour.
func undefinedText(said, array string) say.Message {
	if m := outOfArray().FindStringSubmatch(said); m != nil && array != "" {
		return say.Of("%s[%s] is outside of %s%s", array, m[1], array, m[2])
	} else if m != nil {
		return say.Of("index %s is outside of an array %s", m[1], m[2])
	}
	if m := overflow().FindStringSubmatch(said); m != nil {
		return say.Of("%s does not fit into %s", m[1], m[2])
	}
	switch {
	case strings.Contains(said, "null pointer"):
		return say.Of("a null pointer is used")
	case strings.HasPrefix(said, "division by zero"):
		return say.Of("a division by zero")
	case strings.Contains(said, "without returning a value"):
		return say.Of("a function ends without a return")
	case strings.Contains(said, "is not a valid value for type"):
		return say.Of("a variable is read that was never set (%s)", said)
	}
	return say.Text(said)
}

// addressText describes the wrong use of memory.
func addressText(kind, said string) say.Message {
	outside := func(of say.Message) say.Message {
		if strings.Contains(said, "\nWRITE of size") {
			return say.Of("it writes outside of %s", of)
		}
		return say.Of("it reads outside of %s", of)
	}
	switch {
	case kind == "stack-overflow":
		return say.Of("the stack is full: a recursion is too deep, or has no end")
	case kind == "heap-use-after-free":
		return say.Of("memory is used after it was freed")
	case kind == "SEGV" || kind == "BUS":
		return say.Of("it reads or writes where it has no memory")
	case !strings.HasSuffix(kind, "overflow") && !strings.HasSuffix(kind, "underflow"):
		return say.Text(kind)
	}
	if m := variable().FindStringSubmatch(said); m != nil {
		return outside(say.Text(m[1] + m[2]))
	}
	if m := region().FindStringSubmatch(said); m != nil {
		return outside(say.Of("the %s bytes that were allocated", m[1]))
	}
	return say.Text(kind)
}

// assertionText returns the library's own message, or the exception; a program that calls abort itself needs no
// explanation.
func assertionText(said string) say.Message {
	m := assertion().FindStringSubmatch(said)
	if thrown := uncaught().FindStringSubmatch(said); thrown != nil {
		return say.Of("nothing catches the exception %s", strings.TrimSuffix(thrown[1]+": "+thrown[2], ": "))
	}
	switch {
	case m == nil:
		return say.Message{}
	case strings.Contains(m[1], "size()"):
		return say.Of("an index is outside of a vector, string or array")
	case strings.Contains(m[1], "empty()"):
		return say.Of("the first or last item of an empty container is used")
	}
	return say.Text(m[1])
}

var (
	nameBefore = match.Lazy(`[A-Za-z_][\w.]*(?:\[[^\[\]]*\])*$`)
	longIndex  = match.Lazy(`\[[^\[\]]{4,}\]`)
)

// arrayName is the name before an index. The column is the end of the index for g++ and its beginning for gcc. ""
// means that the name is not known.
func arrayName(text string, line, column int) string {
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) || column > len(lines[line-1]) {
		return ""
	}
	at := lines[line-1][:column]
	if strings.HasSuffix(at, "]") {
		for depth := 1; depth > 0 && at != ""; {
			if at = at[:len(at)-1]; strings.HasSuffix(at, "]") {
				depth++
			} else if strings.HasSuffix(at, "[") {
				depth--
			}
		}
	}
	before, ok := strings.CutSuffix(at, "[")
	if !ok {
		return ""
	}
	return longIndex().ReplaceAllString(nameBefore().FindString(before), "[…]")
}
