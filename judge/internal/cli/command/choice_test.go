package command

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestAmong: a name that the shell has cut at its blanks, and one of Windows, are noticed.
func TestAmong(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Succeed(t, os.WriteFile("my work 1.cpp", nil, 0o666))
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"my", "work", "1.cpp"}, "my: there is no such file or folder\nhint: a name with blanks needs quotes: 'my work 1.cpp'"},
		{[]string{"my", "work"}, "my: no solution of that name; "},
		{[]string{"./1.cpp"}, "./1.cpp: there is no such file or folder"},
		{[]string{`C:\Users\me\1.cpp`}, `in WSL, C:\Users is /mnt/c/Users`},
		{[]string{`d:1.cpp`}, `in WSL, C:\Users is /mnt/c/Users`},
		{[]string{"1:2"}, "1:2: no solution of that name; "},
	} {
		if runtime.GOOS == "windows" && strings.Contains(test.want, "WSL") {
			continue
		}
		explain := among(test.names)
		err := explain(test.names[0], nil)
		if again := explain("work", nil); again == nil != strings.Contains(test.want, "quotes") {
			t.Errorf("%q: the next name: %v", test.names, again)
		}
		must.Contain(t, err.Error(), test.want, test.names, err)
	}
}
